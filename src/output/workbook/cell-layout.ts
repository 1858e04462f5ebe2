/** Computes column widths, row heights and page breaks of a sheet, and splits texts that are too long for a cell. */

import { findLargest } from '../../platform/lists.ts';
import type { WorkbookCell, WorkbookSheet } from './workbook-model.ts';

/** The maximum number of characters in a cell (Excel). */
const MAX_CELL_TEXT = 32_767;
/** The maximum number of rows of a sheet in Excel, including the header row. */
export const MAX_SHEET_ROWS = 1_048_576;
/** The maximum number of columns of a sheet (Excel). */
export const MAX_SHEET_COLUMNS = 16_384;

/** Widths in characters: the minimum and maximum of any column, and the minimum of a column that people fill in. */
const [NARROWEST, WIDEST, FILL_IN] = [3, 46, 8];

const WIDE =
  /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uff01-\uff60]/gu;
const PLAIN = /^[\x20-\x7e]*$/;

const measureCellText = (text: string): number =>
  PLAIN.test(text)
    ? text.length
    : findLargest(text.split('\n').map((line) => line.length + (line.match(WIDE)?.length ?? 0)));

/** Returns the letters of a column, for example `BC` for the index 54. */
export const formatColumnName = (index: number): string => {
  let name = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
};

const splitLongText = (text: string): readonly string[] => {
  if (text.length <= MAX_CELL_TEXT) return [text];
  const parts: string[] = [];
  let remaining = text;
  while (remaining.length > MAX_CELL_TEXT) {
    // A text is never split inside a surrogate pair.
    const end = /[\ud800-\udbff]$/.test(remaining.slice(0, MAX_CELL_TEXT))
      ? MAX_CELL_TEXT - 1
      : MAX_CELL_TEXT;
    parts.push(remaining.slice(0, end));
    remaining = remaining.slice(end);
  }
  return [...parts, remaining];
};

/**
 * Yields the rows of a sheet. A text of more than 32,767 characters, the maximum of a cell, continues in added rows
 * below its row.
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
    const rowCount = findLargest(columns.map((column) => column.length));
    for (let at = 0; at < rowCount; at++) yield columns.map((column) => column[at] ?? { text: '' });
  }
};

/** The space beside the text of a cell, in characters. */
const PADDING = 1.3;

const LINE_POINTS = 10.5;
/** The maximum row height that Excel accepts, in points. */
const MAX_ROW_POINTS = 409;

const countWrappedLines = (text: string, width: number): number => {
  let [lines, lineWidth] = [1, 0];
  for (const word of text.split(' ')) {
    const length = measureCellText(word);
    if (lineWidth > 0 && lineWidth + 1 + length > width) {
      lines += 1;
      lineWidth = 0;
    }
    lineWidth += length + (lineWidth > 0 ? 1 : 0);
    lines += Math.max(0, Math.ceil(lineWidth / width) - 1);
    lineWidth = Math.min(lineWidth, width);
  }
  return lines;
};

/**
 * Returns the height that the texts of a row need, at most 409 points; undefined for a row of one line. `widths` has
 * the widths of the columns in characters; a hidden column has 0.
 */
export const computeRowHeight = (
  row: readonly WorkbookCell[],
  widths: readonly number[],
): number | undefined => {
  let lineCount = 1;
  row.forEach(({ text }, at) => {
    if (widths[at] === 0) return;
    const width = Math.max(1, (widths[at] ?? NARROWEST) - PADDING / 2);
    if (!text.includes('\n') && measureCellText(text) <= width) return;
    const lines = text.split('\n').reduce((total, line) => total + countWrappedLines(line, width), 0);
    lineCount = Math.max(lineCount, lines);
  });
  return lineCount === 1 ? undefined : Math.min(MAX_ROW_POINTS, lineCount * LINE_POINTS + 1);
};

/** Measures the longest word of a text in characters, up to `LONGEST_WORD`. Longer words are broken. */
const measureLongestWord = (text: string): number =>
  Math.min(LONGEST_WORD, findLargest(text.split(/[\s/_-]/).map(measureCellText), 0));
const LONGEST_WORD = 14;
/**
 * Measures each column: the width that its texts need (`wanted`), and the minimum at which no word or number is broken
 * (`least`).
 */
const measureColumns = ({ columns, rows }: WorkbookSheet) => {
  const wanted = columns.map(({ head, isFillIn, minWidth = NARROWEST }) =>
    Math.max(measureLongestWord(head), minWidth, isFillIn === true ? FILL_IN : 0),
  );
  const least = [...wanted];
  for (const row of rows)
    row.forEach(({ text, isNumber }, at) => {
      if (text === '') return;
      const width = measureCellText(text);
      wanted[at] = Math.max(wanted[at] ?? 0, width);
      least[at] = Math.max(
        least[at] ?? 0,
        isNumber === true ? Math.min(width, WIDEST) : measureLongestWord(text),
      );
    });
  return columns.map(({ maxWidth = WIDEST, isHidden }, at) => ({
    wanted: isHidden === true ? 0 : Math.min(wanted[at] ?? 0, Math.max(maxWidth, least[at] ?? 0)) + PADDING,
    least: isHidden === true ? 0 : (least[at] ?? 0) + PADDING,
  }));
};

const sum = (widths: readonly number[]): number => widths.reduce((total, width) => total + width, 0);

/**
 * Limits the columns to a common maximum width, which is reduced until all columns fit on a page. No column becomes
 * narrower than its minimum.
 */
const limitWidths = (
  measured: readonly { readonly wanted: number; readonly least: number }[],
  pageWidth: number,
): readonly number[] => {
  const limitTo = (maxWidth: number): readonly number[] =>
    measured.map(({ wanted, least }) => Math.max(least, Math.min(wanted, maxWidth)));
  let maxWidth = WIDEST * 2;
  while (maxWidth > 1 && sum(limitTo(maxWidth)) > pageWidth) maxWidth -= 0.5;
  return limitTo(maxWidth);
};

/**
 * Returns the indexes of the columns at which a new printed page begins. A column with `isAttached`, such as a mark,
 * stays on the same page as the column before it. `widths` includes the widths of the fixed columns, which every page
 * repeats.
 */
const findPageBreaks = (
  { columns, fixedColumns = 0 }: WorkbookSheet,
  widths: readonly number[],
  pageWidth: number,
): readonly number[] => {
  const fixedWidth = sum(widths.slice(0, fixedColumns));
  const breaks: number[] = [];
  let usedWidth = fixedWidth;
  for (let at = fixedColumns; at < columns.length; ) {
    let end = at + 1;
    while (columns[end]?.isAttached === true) end++;
    const width = sum(widths.slice(at, end));
    if (usedWidth + width > pageWidth && usedWidth > fixedWidth) {
      breaks.push(at);
      usedWidth = fixedWidth;
    }
    usedWidth += width;
    at = end;
  }
  return breaks;
};

/**
 * Returns the indexes of the columns at which a new page begins. There are as few pages as possible, and their columns
 * together are about equally wide.
 */
const findBalancedPageBreaks = (
  sheet: WorkbookSheet,
  widths: readonly number[],
  page: number,
): readonly number[] => {
  let breaks = findPageBreaks(sheet, widths, page);
  for (let pageWidth = page - 1; pageWidth > 0; pageWidth -= 1) {
    const narrowerBreaks = findPageBreaks(sheet, widths, pageWidth);
    if (narrowerBreaks.length > breaks.length) break;
    breaks = narrowerBreaks;
  }
  return breaks;
};

/**
 * Computes the column widths for pages that are `pageWidth` characters wide. Long texts wrap. Columns that do not fit
 * on the first page continue on further pages, and `breaks` has the index of the first column of each further page.
 */
export const fitColumns = (sheet: WorkbookSheet, pageWidth: number) => {
  const measured = measureColumns(sheet);
  const widths = limitWidths(measured, pageWidth);
  if (sum(widths) <= pageWidth) return { widths, breaks: [] };
  const breaks = findBalancedPageBreaks(sheet, widths, pageWidth);
  const fixed = sheet.fixedColumns ?? 0;
  const freeWidth = pageWidth - sum(widths.slice(0, fixed));
  const starts = [fixed, ...breaks];
  // The column widths are computed again for each page, because its columns may together fill the page.
  const blocks = starts.map((start, at) => limitWidths(measured.slice(start, starts[at + 1]), freeWidth));
  return { widths: [...widths.slice(0, fixed), ...blocks.flat()], breaks };
};
