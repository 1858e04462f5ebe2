/** The texts in the margins of each printed page: the garment, the legend of the marks, and the page number. */

import { findGarmentName } from '../../garment/node-values.ts';
import { PROVENANCE_MARKS } from '../../garment/provenance-marks.ts';
import { escapeCssString } from '../../platform/escape/markup.ts';
import { formatReadTime } from '../views/view-header.ts';
import type { GarmentPage } from './garment-page.ts';
import { listSheetFonts } from './sheet-css.ts';
import { formatRevision, formatSheetId, getSheetProfile } from './title-block.ts';
import type { SheetDictionary } from './translation.ts';
import { truncateToColumns } from './truncate-to-columns.ts';

const formatTranslationSuffix = (word: string | undefined): string =>
  word === undefined ? '' : ` \u00b7 ${word}`;

/**
 * Formats the legend of the provenance marks, for example `= asserted`. The legend does not explain unknown provenance
 * words, because the sheet prints these words themselves.
 */
const formatMarksLine = (language: SheetDictionary | undefined): string =>
  Object.values(PROVENANCE_MARKS)
    .map(({ sign, name }) => `${sign} ${name}${formatTranslationSuffix(language?.words.get(name))}`)
    .join('   ');

/** The texts that every printed page repeats. */
export interface MarginText {
  /** The texts at the top left: the id and name of the garment, or the folder of a season. */
  readonly head: readonly string[];
  /**
   * The lines at the top right of every page, for example the profile and the time of reading in one line, and the
   * revision in the next.
   */
  readonly side: readonly string[];
  readonly digest: string;
}

const renderMarginCss = (text: MarginText, language?: SheetDictionary): string => {
  const isolate = (words: string): string => `"\\2068 " ${escapeCssString(words)} "\\2069 "`;
  const head = text.head
    .map((words) => truncateToColumns(words, 56))
    .filter((words, at) => at === 0 || words !== '')
    .map(isolate)
    .join(' "   " ');
  const side = text.side.map(escapeCssString).join(' "\\a " ');
  const style = `font: 8pt/1.2 ${listSheetFonts(language)}; color: #000; vertical-align: middle; white-space: pre;`;
  // The text at the left gets only the width that the text at the right leaves, so it may be broken at any character.
  // The margin has room for three lines.
  const wrapStyle = 'white-space: pre-wrap; overflow-wrap: anywhere; padding-right: 5mm;';
  const page =
    language === undefined ? '' : ` ${escapeCssString(formatTranslationSuffix(language.words.get('page')))}`;
  return `margin: 17mm 13mm 15mm;
  @top-left { content: ${head}; ${style} ${wrapStyle} font-weight: 700; text-align: left; }
  @top-right { content: ${side}; ${style} text-align: right; }
  @bottom-left { content: ${escapeCssString(formatMarksLine(language))}; ${style}${language ? ` ${wrapStyle}` : ''} text-align: left; }
  @bottom-right { content: ${escapeCssString(`${text.digest}   `)} "Page " counter(page) " of " counter(pages)${page}; ${style} text-align: right; }`;
};

const buildMarginText = (page: GarmentPage): MarginText => ({
  head: [formatSheetId(page), findGarmentName(page.graph)],
  side: [
    `${truncateToColumns(getSheetProfile(page).replaceAll('_', ' '), 32)}   read ${formatReadTime(page.now)}`,
    `garment sheet${formatRevision(page) === '' ? '' : `, revision ${truncateToColumns(formatRevision(page), 12)}`}`,
  ],
  digest: page.digest,
});

/** Renders the CSS page rule of a landscape document that prints `text` in the margins of each page. */
export const renderLandscapeCss = (text: MarginText): string =>
  `@page { size: landscape; ${renderMarginCss(text)} }\n`;

/**
 * Renders the CSS page rules that print the texts of each garment in the page margins, in both languages. If there are
 * several garments, each has its own page rule, which is selected by a CSS class such as `.g2`.
 */
export const renderPagesCss = (pages: readonly GarmentPage[], language?: SheetDictionary): string => {
  const rules = pages.map((page) => renderMarginCss(buildMarginText(page), language));
  if (rules.length === 1) return `@page { ${rules[0]} }\n`;
  const namedRules = rules.map(
    (rule, at) => `@page g${at + 1} { ${rule} }\n.g${at + 1} { page: g${at + 1}; }\n`,
  );
  return `@page { margin: 17mm 13mm 15mm; }\n${namedRules.join('')}`;
};
