/** Reads the words of a PDF with their boxes by pdftotext, and finds faults of the layout. */
import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';

export interface PdfWord {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface PdfPage {
  readonly width: number;
  readonly height: number;
  readonly words: readonly PdfWord[];
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  apos: "'",
  amp: '&',
};
const UNSEEN = /[\u2066-\u2069\u200e\u200f]/g;
const unescapeText = (text: string): string =>
  text.replace(/&(lt|gt|quot|#39|apos|amp);/g, (_, name: string) => ENTITIES[name] ?? '');

const OPTIONS = { encoding: 'utf8', maxBuffer: 2 ** 28 } as const;

/** Synthetic fonts are drawn letter by letter with wrong boxes, so test pages forbid them. */
export const NO_SYNTHETIC_FONTS = '* { font-synthesis: none !important; }';

/** Reads the pages of a PDF. */
export const readPdfPages = (path: string): readonly PdfPage[] =>
  parsePages(execFileSync('pdftotext', ['-bbox', path, '-'], OPTIONS));

/** Reads the pages asynchronously, with the words in paint order, so that the words of a cell follow each other. */
export const readPaintedPages = async (path: string): Promise<readonly PdfPage[]> =>
  parsePages((await promisify(execFile)('pdftotext', ['-raw', '-bbox', path, '-'], OPTIONS)).stdout);

function parsePages(text: string): readonly PdfPage[] {
  return [...text.matchAll(/<page width="([\d.]+)" height="([\d.]+)">([\s\S]*?)<\/page>/g)].map(
    ([, width, height, inside = '']) => ({
      width: Number(width),
      height: Number(height),
      words: [
        ...inside.matchAll(
          /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([\s\S]*?)<\/word>/g,
        ),
      ].map(([, left, top, right, bottom, word = '']) => ({
        text: unescapeText(word).replace(UNSEEN, ''),
        ...{ left: Number(left), top: Number(top), right: Number(right), bottom: Number(bottom) },
      })),
    }),
  );
}

/** Returns the shared part of two ranges, relative to the smaller one. */
const measureOverlap = (fromA: number, toA: number, fromB: number, toB: number): number =>
  (Math.min(toA, toB) - Math.max(fromA, fromB)) / Math.max(0.1, Math.min(toA - fromA, toB - fromB));

/** Shrinks the box, because some fonts declare half a line more than their letters use. */
const shrinkToInk = ({ top, bottom, ...word }: PdfWord): PdfWord => {
  const edge = (bottom - top) * 0.15;
  return { ...word, top: top + edge, bottom: bottom - edge };
};

/** Whether the words overlap by kerning, as in `Fa`: on one line, by less than a third of its height. */
const isKerned = (a: PdfWord, b: PdfWord): boolean =>
  Math.abs(a.bottom - b.bottom) < 0.5 &&
  Math.min(a.right, b.right) - Math.max(a.left, b.left) < 0.35 * (a.bottom - a.top);

/** Finds pairs of overlapping words. */
export function findOverlaps({ words }: PdfPage): readonly string[] {
  const sorted = words
    .filter(({ text }) => text !== '')
    .map(shrinkToInk)
    .toSorted((a, b) => a.top - b.top);
  return sorted.flatMap((a, at) => {
    const found: string[] = [];
    for (const b of sorted.slice(at + 1)) {
      if (b.top > a.bottom) break;
      const apart =
        measureOverlap(a.left, a.right, b.left, b.right) < 0.1 ||
        measureOverlap(a.top, a.bottom, b.top, b.bottom) < 0.25 ||
        isKerned(a, b);
      if (!apart) found.push(`${a.text} / ${b.text}`);
    }
    return found;
  });
}

/** Finds words outside the printable area. */
export const findWordsOutside = ({ width, height, words }: PdfPage): readonly string[] =>
  words
    .filter(
      ({ left, top, right, bottom }) => left < 20 || right > width - 20 || top < 5 || bottom > height - 5,
    )
    .map(({ text }) => text);

/** Groups the words between the running header and the footer into lines. */
function groupIntoLines({ words, height }: PdfPage): readonly (readonly PdfWord[])[] {
  const lines: { readonly middle: number; readonly words: PdfWord[] }[] = [];
  for (const word of words) {
    const middle = (word.top + word.bottom) / 2;
    if (word.bottom < 48 || word.top > height - 42) continue;
    const line = lines.find((each) => Math.abs(each.middle - middle) < 3);
    if (line) line.words.push(word);
    else lines.push({ middle, words: [word] });
  }
  return lines
    .toSorted((a, b) => a.middle - b.middle)
    .map((line) => line.words.toSorted((a, b) => a.left - b.left));
}

const joinWords = (words: readonly PdfWord[]): string => words.map(({ text }) => text).join(' ');

export const listLines = (page: PdfPage): readonly string[] => groupIntoLines(page).map(joinWords);

const sortLetters = (text: string): string => [...normalizeText(text)].toSorted().join('');

/** Whether a line begins at the left margin like a heading; a diagram may contain the same words. */
const isAtLeftMargin = ([first]: readonly PdfWord[]): boolean => first !== undefined && first.left < 50;

/** Finds headings at the end of a page, without their text; a heading may have several lines. */
export function findLoneHeadings(page: PdfPage, headings: ReadonlySet<string>): readonly string[] {
  const rows = groupIntoLines(page);
  return [1, 2, 3, 4].flatMap((count) => {
    const [first = [], ...more] = rows.slice(-count);
    const last = [first, ...more].map(joinWords).join(' ');
    return rows.length >= count && isAtLeftMargin(first) && headings.has(sortLetters(last)) ? [last] : [];
  });
}

/** Finds pages with one or two lines that continue the page before. */
export function findNearlyEmptyPages(page: PdfPage, headings: ReadonlySet<string>): readonly string[] {
  const lines = listLines(page);
  return lines.length < 3 && !headings.has(sortLetters(lines[0] ?? '')) ? [lines.join(' / ')] : [];
}

/** Normalizes headings for `findLoneHeadings`. */
export const normalizeHeadings = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.map(sortLetters));

/** Keeps letters and digits in lower case, because signs vary and style sheets capitalize. */
const normalizeText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Right-to-left scripts: a PDF has their letters by shape, in visual order. */
const FROM_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Finds texts that are on none of the pages. Without `ideographs` the machine has no font for Chinese or Japanese. */
export function findMissingTexts(
  pages: readonly PdfPage[],
  texts: readonly string[],
  { ideographs }: { readonly ideographs: boolean },
): readonly string[] {
  const words = pages.flatMap((page) => page.words.map(({ text }) => normalizeText(text)));
  const whole = words.join('');
  const signs = new Set(whole);
  const isThere = (text: string): boolean => {
    if (IDEOGRAPHS.test(text) && !ideographs) return true;
    if (FROM_RIGHT.test(text)) return [...normalizeText(text)].every((sign) => signs.has(sign));
    // At the end of a page the running header comes between its words.
    return (
      whole.includes(normalizeText(text)) ||
      text.split(/\s+/).every((word) => whole.includes(normalizeText(word)))
    );
  };
  return texts.filter((text) => !isThere(text));
}
