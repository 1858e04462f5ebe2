/** Fits rows into a spreadsheet: splits long texts, and computes column widths and row heights. */

import type { WorkbookCell, WorkbookSheet } from './workbook-model.ts';

/** The most characters that Excel stores in a cell. */
const MAX_CELL_TEXT = 32_767;
/** The most rows that the format allows. */
export const MAX_SHEET_ROWS = 1_048_576;
/** The most columns that the format allows. */
export const MAX_SHEET_COLUMNS = 16_384;

const [NARROWEST, WIDEST, FILL_IN] = [6, 46, 16];

const WIDE =
  /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uff01-\uff60]/gu;
const PLAIN = /^[\x20-\x7e]*$/;

const measureCellText = (text: string): number =>
  PLAIN.test(text)
    ? text.length
    : Math.max(...text.split('\n').map((line) => line.length + (line.match(WIDE)?.length ?? 0)));

/** Returns the letters of a column, for example `BC` for the index 54. */
export const formatColumnName = (index: number): string => {
  let name = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
};

const splitLongText = (text: string): readonly string[] => {
  if (text.length <= MAX_CELL_TEXT) return [text];
  const found: string[] = [];
  let rest = text;
  while (rest.length > MAX_CELL_TEXT) {
    // A text is never split inside a surrogate pair.
    const end = /[\ud800-\udbff]$/.test(rest.slice(0, MAX_CELL_TEXT)) ? MAX_CELL_TEXT - 1 : MAX_CELL_TEXT;
    found.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...found, rest];
};

/**
 * Yields the rows; a text that is too long for a cell continues in rows below it, so that nothing is lost.
 */
export const splitLongCells = function* (
  rows: Iterable<readonly WorkbookCell[]>,
): Generator<readonly WorkbookCell[]> {
  for (const row of rows) {
    if (row.every(({ text }) => text.length <= MAX_CELL_TEXT)) {
      yield row;
      continue;
    }
    const columns = row.map((cell) => splitLongText(cell.text).map((text) => ({ ...cell, text })));
    const deep = Math.max(...columns.map((column) => column.length));
    for (let at = 0; at < deep; at++) yield columns.map((column) => column[at] ?? { text: '' });
  }
};

/** The height of a line of text in points. */
const LINE_POINTS = 12.75;
/** The greatest row height that Excel accepts. */
const MAX_ROW_POINTS = 409;

/** Returns the height that the texts of a row need, or undefined for a row of one line. */
export const computeRowHeight = (
  row: readonly WorkbookCell[],
  across: readonly number[],
): number | undefined => {
  let most = 1;
  row.forEach(({ text }, at) => {
    const width = Math.max(1, (across[at] ?? NARROWEST) - 1);
    if (text.length <= width && !text.includes('\n')) return;
    const lines = text
      .split('\n')
      .reduce((sum, line) => sum + Math.max(1, Math.ceil(measureCellText(line) / width)), 0);
    most = Math.max(most, lines);
  });
  return most === 1 ? undefined : Math.min(MAX_ROW_POINTS, most * LINE_POINTS + 1);
};

/** Returns the width of each column in characters: its longest line, within the limits of the column. */
export const computeColumnWidths = ({ columns, rows }: WorkbookSheet): readonly number[] => {
  const found = columns.map(({ head, fillIn, least = NARROWEST }) =>
    // Three more characters leave room for the filter button.
    Math.max(measureCellText(head) + 3, least, fillIn === true ? FILL_IN : NARROWEST),
  );
  for (const row of rows)
    row.forEach(({ text }, at) => {
      if (text !== '') found[at] = Math.max(found[at] ?? 0, measureCellText(text) + 1);
    });
  return found.map((width, at) => Math.min(width, columns[at]?.most ?? WIDEST));
};
