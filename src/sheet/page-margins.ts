/** What stands around each printed page: which garment it is of, the marks, and which page of how many. */

import { cssString } from '../border/html.ts';
import { MARKS } from '../garment/state-marks.ts';
import type { Language } from './beside.ts';
import { garmentName, headId, profileOf, readAt } from './head.ts';
import type { Article } from './parts.ts';
import { FONTS } from './style.ts';
import { shortened } from './text-width.ts';

/** A line of the margin has one language for its font: the second one's families have Latin letters as well. */
const fontsWith = (language: Language | undefined): string =>
  language === undefined ? FONTS : FONTS.replace('sans-serif', `${language.fonts}, sans-serif`);

/** As on the page itself: a dot stands between the two languages. */
const behind = (word: string | undefined): string => (word === undefined ? '' : ` \u00b7 ${word}`);

const marksLine = (language: Language | undefined): string =>
  Object.values(MARKS)
    .map(({ sign, name }) => `${sign} ${name}${behind(language?.words.get(name))}`)
    .join('   ');

/** What is repeated on every printed page. */
export interface Repeated {
  /** What the page is of: an id and a name. */
  readonly head: readonly string[];
  /** Of what kind, and when it was read. */
  readonly side: string;
}

const margins = ({ head: words, side: beside }: Repeated, language?: Language): string => {
  const isolated = (text: string): string => `"\\2068 " ${cssString(text)} "\\2069 "`;
  const head = words
    .map((text) => shortened(text, 56))
    .filter((text, at) => at === 0 || text !== '')
    .map(isolated)
    .join(' "   " ');
  const side = cssString(beside);
  const box = `font: 8pt/1.2 ${fontsWith(language)}; color: #000; vertical-align: middle; white-space: pre;`;
  // A box takes what the one beside it leaves: a long name goes on below, where the margin has room for three lines.
  const wraps = 'white-space: pre-wrap; overflow-wrap: break-word; padding-right: 5mm;';
  const page = language === undefined ? '' : ` ${cssString(behind(language.words.get('page')))}`;
  return `margin: 17mm 13mm 15mm;
  @top-left { content: ${head}; ${box} ${wraps} font-weight: 700; text-align: left; }
  @top-right { content: ${side}; ${box} text-align: right; }
  @bottom-left { content: ${cssString(marksLine(language))}; ${box}${language ? ` ${wraps}` : ''} text-align: left; }
  @bottom-right { content: "Page " counter(page) " of " counter(pages)${page}; ${box} text-align: right; }`;
};

const ofArticle = (article: Article): Repeated => ({
  head: [headId(article), garmentName(article.graph)],
  side: `${profileOf(article).replaceAll('_', ' ')}   read ${readAt(article.now)}`,
});

/** A document that is turned as a whole. */
export const turnedPage = (repeated: Repeated): string => `@page { size: landscape; ${margins(repeated)} }\n`;

/** Each garment of several begins a page, and has pages of its own. */
const ownPages = (article: Article, at: number, language: Language | undefined): string => {
  const inside = margins(ofArticle(article), language);
  return `@page g${at + 1} { ${inside} }
@page g${at + 1}w { size: landscape; ${inside} }
.g${at + 1} { page: g${at + 1}; }
@media print { .g${at + 1} .wide { page: g${at + 1}w; } }
`;
};

export const pagesOf = (articles: readonly Article[], language?: Language): string => {
  const [first, second] = articles;
  if (first && !second)
    return `@page { ${margins(ofArticle(first), language)} }\n@page wide { size: landscape; }\n@media print { .wide { page: wide; } }\n`;
  return `@page { margin: 17mm 13mm 15mm; }\n${articles.map((article, at) => ownPages(article, at, language)).join('')}`;
};
