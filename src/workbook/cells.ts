/** Rows as a spreadsheet takes them: no text too long for a cell, and columns as wide as what stands in them. */

import type { BookSheet, Cell } from './book.ts';

/** What Excel keeps of one cell. */
const LONGEST_TEXT = 32_767;
/** What the format has room for. */
export const MOST_ROWS = 1_048_576;
export const MOST_COLUMNS = 16_384;

const [NARROWEST, WIDEST, FILL_IN] = [6, 46, 16];

const WIDE =
  /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uff01-\uff60]/gu;
const PLAIN = /^[\x20-\x7e]*$/;

const widthOf = (text: string): number =>
  PLAIN.test(text)
    ? text.length
    : Math.max(...text.split('\n').map((line) => line.length + (line.match(WIDE)?.length ?? 0)));

/** `BC` for the column with the index 54. */
export const columnName = (index: number): string => {
  let name = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
};

const parts = (text: string): readonly string[] => {
  if (text.length <= LONGEST_TEXT) return [text];
  const found: string[] = [];
  let rest = text;
  while (rest.length > LONGEST_TEXT) {
    // Never between the halves of one sign.
    const end = /[\ud800-\udbff]$/.test(rest.slice(0, LONGEST_TEXT)) ? LONGEST_TEXT - 1 : LONGEST_TEXT;
    found.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...found, rest];
};

/** What is too long for a cell goes on in the rows below it, in its column, so that nothing of it is lost. */
export const wholeRows = function* (rows: Iterable<readonly Cell[]>): Generator<readonly Cell[]> {
  for (const row of rows) {
    if (row.every(({ text }) => text.length <= LONGEST_TEXT)) {
      yield row;
      continue;
    }
    const columns = row.map((cell) => parts(cell.text).map((text) => ({ ...cell, text })));
    const deep = Math.max(...columns.map((column) => column.length));
    for (let at = 0; at < deep; at++) yield columns.map((column) => column[at] ?? { text: '' });
  }
};

/** Points of a line of text. */
const LINE = 12.75;
/** The highest row that Excel takes. */
const HIGHEST = 409;

/** How high a row has to be for its texts to be read; undefined for one of a single line. */
export const heightOf = (row: readonly Cell[], across: readonly number[]): number | undefined => {
  let most = 1;
  row.forEach(({ text }, at) => {
    const width = Math.max(1, (across[at] ?? NARROWEST) - 1);
    if (text.length <= width && !text.includes('\n')) return;
    const lines = text
      .split('\n')
      .reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / width)), 0);
    most = Math.max(most, lines);
  });
  return most === 1 ? undefined : Math.min(HIGHEST, most * LINE + 1);
};

/** The width of each column in characters: its longest line, within what can be read and printed. */
export const widths = ({ columns, rows }: BookSheet): readonly number[] => {
  const found = columns.map(({ head, fillIn, least = NARROWEST }) =>
    // Room for the button of the filter beside the name.
    Math.max(widthOf(head) + 3, least, fillIn === true ? FILL_IN : NARROWEST),
  );
  for (const row of rows)
    row.forEach(({ text }, at) => {
      if (text !== '') found[at] = Math.max(found[at] ?? 0, widthOf(text) + 1);
    });
  return found.map((width, at) => Math.min(width, columns[at]?.most ?? WIDEST));
};
