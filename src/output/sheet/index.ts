/** The printable HTML sheet of one or several garments. The document loads nothing and runs no script. */

import type { Conflict } from '../../garment/conflict.ts';
import { formatCount } from '../../garment/format-count.ts';
import { findGarmentName } from '../../garment/node-values.ts';
import type { PageDrawing } from '../../garment/page-drawing.ts';
import { emptyHtml, type HtmlSafe, html } from '../../platform/escape/markup.ts';
import type { SheetFilter } from '../views/sheet-parts.ts';
import { type EarlierVersion, hasComparedBody, listRevisionChanges } from './changes-section.ts';
import { renderDocumentHtml, SECTION_END } from './document.ts';
import { buildGarmentPage, type GarmentPage } from './garment-page.ts';
import { renderPagesCss } from './page-margins.ts';
import { renderNameSlot, renderPhrase, renderPhraseSlot } from './phrases.ts';
import { renderTranslationCss, SHEET_CSS } from './sheet-css.ts';
import { formatPageTitle, formatSheetId, renderTitleBlock } from './title-block.ts';
import type { SheetTranslation, TranslatedPage } from './translation.ts';

export { renderSeasonHtml, type SeasonPageInput } from './season-page.ts';

/** The input for one garment of a sheet: its bodies, and further content of its page such as a drawing. */
export interface SheetGarment {
  /**
   * The parsed graph of the garment, with numbers as written. `graph`, `brief`, `trust` and `confirmations` are each
   * undefined if they were not read.
   */
  readonly graph: unknown;
  readonly brief: unknown;
  readonly trust: unknown;
  readonly confirmations: unknown;
  /**
   * The digest that was computed from the complete bodies of the garment, before a filter removed values from `graph`.
   * Absent if the sheet has no filter.
   */
  readonly digest?: string;
  /** The text with which the user named the garment in the command. It is shown if the graph has no garment id. */
  readonly subject: string;
  /** The profile that the user requested, for example `factory`. It is shown if the graph does not name its profile. */
  readonly profile: string;
  readonly earlier?: EarlierVersion | undefined;
  readonly drawing?: PageDrawing | undefined;
  /**
   * The conflicts that were found before a filter removed values from `graph`. Absent if the sheet has no filter or
   * does not print conflicts.
   */
  readonly conflicts?: readonly Conflict[];
}

export type { EarlierVersion } from './changes-section.ts';

/** The input of a sheet: its garments, the filter, and the second language. */
export interface SheetInput {
  /** The garments in the order of the document; at least one. */
  readonly garments: readonly SheetGarment[];
  readonly filter: SheetFilter;
  readonly translation?: SheetTranslation | undefined;
  /** The time when the bodies were read, in milliseconds since 1970. */
  readonly now: number;
  /** Computes the SHA-256 digest of a text in base64. */
  digest(text: string): string;
}

/** One section of a sheet: a title and its content. Links refer to it by its `id`. */
export interface SheetSection {
  readonly id: string;
  readonly title: string;
  readonly note?: HtmlSafe;
  /** The content as one part, or as parts that are rendered one by one. Parts can be read only once. */
  readonly content: HtmlSafe | Iterable<HtmlSafe>;
  /**
   * The CSS class of the section. Only the section of changes has one, so that the next section begins on a new page.
   */
  readonly pages?: 'changes' | undefined;
}

const renderSectionHtml = function* (
  { id, title, note = emptyHtml, content, pages }: SheetSection,
  prefix: string,
): Generator<HtmlSafe, void> {
  yield html`<section id="${prefix}${id}"${pages ? html` class="${pages}"` : ''}><h2>${title}${renderNameSlot(title)}${note}</h2>`;
  if ('markup' in content) yield content;
  else yield* content;
  yield SECTION_END;
};

const renderContentsHtml = ({ prefix, sections }: GarmentPage): HtmlSafe =>
  html`<nav aria-label="Contents"><ul>${sections.map(({ id, title }) => html`<li><a href="#${prefix}${id}">${title}</a>${renderNameSlot(title)}</li>`)}</ul></nav>`;

const renderGarmentHtml = function* (
  page: GarmentPage,
  at: number,
  isOnly: boolean,
): Generator<HtmlSafe, void> {
  yield isOnly
    ? html`${renderTitleBlock(page)}\n${renderContentsHtml(page)}\n<main>\n`
    : html`<article class="g g${at + 1}" id="g${at + 1}">\n${renderTitleBlock(page)}\n`;
  for (const section of page.sections) yield* renderSectionHtml(section, page.prefix);
  yield isOnly ? html`</main>` : html`</article>`;
};

const renderBodyHtml = function* (pages: readonly GarmentPage[]): Generator<HtmlSafe, void> {
  const isOnly = pages.length === 1;
  if (!isOnly) yield html`${renderCoverHtml(pages)}\n<main>\n`;
  for (const [at, page] of pages.entries()) yield* renderGarmentHtml(page, at, isOnly);
  if (!isOnly) yield html`\n</main>`;
};

const formatChangeCount = ({ revision }: GarmentPage): string =>
  revision === undefined || !hasComparedBody(revision)
    ? ''
    : `, ${formatCount(listRevisionChanges(revision).length, 'change')}`;

const renderCoverHtml = (pages: readonly GarmentPage[]): HtmlSafe => {
  const items = pages.map(
    (page, at) =>
      html`<li><a href="#g${at + 1}"><bdi>${findGarmentName(page.graph) || formatSheetId(page)}</bdi></a> <span class="f"><bdi>${formatSheetId(page)}</bdi>${formatChangeCount(page)}</span></li>`,
  );
  return html`<header><p class="over">${renderPhrase('Garment sheets')}</p><h1>${pages.length} garments${renderPhraseSlot('garments')}</h1></header>
<nav class="cover" aria-label="Garments"><ol>${items}</ol></nav>`;
};

/**
 * Renders the sheet as the parts of an HTML document: a cover if there are several garments, and a page for each
 * garment. The parts are not joined here, because their text can have many megabytes.
 */
export const renderSheetParts = (input: SheetInput): readonly string[] => renderSheetDocument(input).parts;

/**
 * Lists the texts and names of the sheet that have no translation, each once. Returns an empty list if the sheet has no
 * second language.
 */
export const listUntranslatedTexts = (input: SheetInput): readonly string[] =>
  renderSheetDocument(input).missing;

const renderSheetDocument = ({ garments, filter, now, digest, translation }: SheetInput): TranslatedPage => {
  const isOnly = garments.length === 1;
  const pages = garments.map((reading, at) =>
    buildGarmentPage(reading, { filter, now, prefix: isOnly ? '' : `g${at + 1}-` }),
  );
  const [first] = pages;
  const hasPictures = garments.some(({ drawing }) => drawing !== undefined);
  const css = `${renderPagesCss(pages, translation?.language)}${SHEET_CSS}${translation ? renderTranslationCss(translation.language) : ''}`;
  const title = isOnly && first ? formatPageTitle(first) : `${pages.length} garments, sheets`;
  return renderDocumentHtml({ title, css, body: renderBodyHtml(pages), digest, translation, hasPictures });
};
