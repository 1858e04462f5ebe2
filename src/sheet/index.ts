/** The printable page of a garment, or of several: one HTML document that carries all it needs, and runs nothing. */

import { html, type Markup, none } from '../border/html.ts';
import { counted } from '../garment/counted.ts';
import type { SheetChoice } from '../view/sheet-parts.ts';
import type { Beside, Spoken } from './beside.ts';
import { documentSpoken } from './document.ts';
import type { PageDrawing } from './drawing.ts';
import { styleBesideDrawing } from './drawing-css.ts';
import { garmentName, head, headId, pageTitle } from './head.ts';
import { pagesOf } from './page-margins.ts';
import { type Article, readArticle } from './parts.ts';
import { changesIn, type Earlier, isCompared } from './revision.ts';
import { besideStyle, style } from './style.ts';
import { after, afterName, say } from './words.ts';

export { type SeasonPage, seasonHtml } from './season.ts';

/** What was read of one garment. */
export interface Reading {
  /** The four bodies as read, numbers with their lexemes; undefined for one that was not read. */
  readonly graph: unknown;
  readonly brief: unknown;
  readonly trust: unknown;
  readonly confirmations: unknown;
  /** How the garment was asked for; stands in where the body names none. */
  readonly subject: string;
  /** The profile that was asked for. */
  readonly profile: string;
  /** What it is compared with. */
  readonly earlier?: Earlier | undefined;
  readonly drawing?: PageDrawing | undefined;
}

export type { PageDrawing } from './drawing.ts';
export type { Earlier } from './revision.ts';

export interface SheetOf {
  /** In the order of the document; one at least. */
  readonly garments: readonly Reading[];
  readonly choice: SheetChoice;
  /** Stands in the page itself. */
  /** A second language, behind the first. */
  readonly beside?: Beside | undefined;
  /** When they were read, in milliseconds since 1970. */
  readonly now: number;
  /** SHA-256 in base64, for the content policy. */
  digest(text: string): string;
}

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: Markup;
  /** It stands on pages of its own: the first, or that of the drawing. */
  readonly pages?: 'changes' | 'drawn' | 'drawn wide' | undefined;
}

const sectionHtml =
  (prefix: string) =>
  ({ id, title, content, pages }: Section): Markup =>
    html`<section id="${prefix}${id}"${pages ? html` class="${pages}"` : ''}><h2>${title}${afterName(title)}</h2>${content}</section>\n`;

const contentsHtml = ({ prefix, sections }: Article): Markup =>
  html`<nav aria-label="Contents"><ul>${sections.map(({ id, title }) => html`<li><a href="#${prefix}${id}">${title}</a>${afterName(title)}</li>`)}</ul></nav>`;

const articleHtml = (article: Article, at: number, alone: boolean): Markup =>
  alone
    ? html`${head(article)}
${contentsHtml(article)}
<main>
${article.sections.map(sectionHtml(''))}</main>`
    : html`<article class="g g${at + 1}" id="g${at + 1}">
${head(article)}
${article.sections.map(sectionHtml(article.prefix))}</article>`;

const changedIn = ({ revision }: Article): string =>
  revision === undefined || !isCompared(revision) ? '' : `, ${counted(changesIn(revision).length, 'change')}`;

/** What several garments in one document begin with. */
const cover = (articles: readonly Article[]): Markup => {
  const items = articles.map(
    (article, at) =>
      html`<li><a href="#g${at + 1}"><bdi>${garmentName(article.graph) || headId(article)}</bdi></a> <span class="f"><bdi>${headId(article)}</bdi> ${counted(article.graph.nodes.length, 'node')}${changedIn(article)}</span></li>`,
  );
  return html`<header><p class="over">${say('Garment sheets')}</p><h1>${articles.length} garments${after('garments')}</h1></header>
<nav class="cover" aria-label="Garments"><ol>${items}</ol></nav>`;
};

/** The document. Nothing of a body gets into it unescaped, and its content policy lets nothing in from outside. */
export const sheetHtml = (of: SheetOf): string => documentOf(of).page;

/** Texts and names on the page that the second language has no word for. */
export const withoutTerm = (of: SheetOf): readonly string[] => documentOf(of).missing;

const documentOf = ({ garments, choice, now, digest, beside }: SheetOf): Spoken => {
  const alone = garments.length === 1;
  const articles = garments.map((reading, at) =>
    readArticle(reading, { choice, now, prefix: alone ? '' : `g${at + 1}-` }),
  );
  const [first] = articles;
  const isDrawn = garments.some(({ drawing }) => drawing !== undefined);
  const css = `${pagesOf(articles, beside?.language)}${isDrawn ? styleBesideDrawing : style}${beside ? besideStyle(beside.language) : ''}`;
  const title = alone && first ? pageTitle(first) : `${articles.length} garments, sheets`;
  const bodies = articles.map((article, at) => articleHtml(article, at, alone));
  const body = html`${alone ? none : html`${cover(articles)}\n<main>\n`}${bodies}${alone ? none : html`\n</main>`}`;
  return documentSpoken({ title, css, body, digest, beside });
};
