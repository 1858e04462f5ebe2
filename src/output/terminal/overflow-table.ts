import stringWidth from 'string-width';
import { wrapRtlText } from '../../platform/escape/terminal-text.ts';
import type { OverflowTable, RichText, TextRun } from '../views/view-model.ts';
import type { TextPainter } from './text-painter.ts';
import { measureLongestWord, wrapText } from './wrap-text.ts';

const OVERFLOW_GAP = 2;
/** Largest widths of a column. The narrower ones are used when more columns fit then. */
const COLUMN_WIDTHS = [24, 18, 14];
/** Largest number of lines of a cell. A longer cell is printed below its row. */
const MAX_CELL_LINES = 3;
const OVERFLOW_INDENT = 4;

/** Returns the positions of the columns that fit. The first column is always among them. */
const chooseColumns = (widths: readonly number[], room: number): readonly number[] => {
  let left = room;
  return widths.flatMap((width, at) => {
    const needs = width + (at === 0 ? 0 : OVERFLOW_GAP);
    if (at > 0 && needs > left) return [];
    left -= needs;
    return [at];
  });
};

const padCells = (lines: readonly (readonly [string, number])[]): string =>
  lines
    .map(([text, width]) => wrapRtlText(text) + ' '.repeat(Math.max(0, width - stringWidth(text))))
    .join(' '.repeat(OVERFLOW_GAP))
    .trimEnd();

const isEmptyText = (inline: RichText): boolean => inline === '';

const listTextRuns = (inline: RichText): readonly (string | TextRun)[] =>
  typeof inline === 'string' || !Array.isArray(inline) ? [inline as string | TextRun] : inline;

/** Renders rows under the columns that fit. Cells that do not fit follow below their row. */
export const renderOverflowTable = (
  { columns, rows, indent = 0 }: OverflowTable,
  paint: TextPainter,
  room: number,
): string[] => {
  const inner = room - indent;
  const margin = ' '.repeat(indent);
  const heads = columns.map((head) => paint({ text: head === '' ? '' : `  ${head}`, tone: 'faint' }));
  const painted = rows.map(({ cells }) => cells.map(({ inside }) => paint(inside)));
  const natural = columns.map((_, at) =>
    painted.reduce(
      (widest, cells) => Math.max(widest, stringWidth(cells[at] ?? '')),
      Math.max(1, stringWidth(heads[at] ?? '')),
    ),
  );
  const words = columns.map((_, at) =>
    painted.reduce(
      (longest, cells) => Math.max(longest, measureLongestWord(cells[at] ?? '')),
      measureLongestWord(heads[at] ?? ''),
    ),
  );
  const [{ widths, shown } = { widths: natural, shown: [] }] = COLUMN_WIDTHS.map((most) => {
    const narrowed = natural.map((width, at) => Math.min(width, Math.max(most, words[at] ?? 0), inner));
    return { widths: narrowed, shown: chooseColumns(narrowed, inner) };
  }).toSorted((one, other) => other.shown.length - one.shown.length);
  const line = (cells: readonly string[]): string[] => {
    const split = shown.map((at) => wrapText(cells[at] ?? '', widths[at] ?? 1));
    const height = Math.max(1, ...split.map((lines) => lines.length));
    return Array.from({ length: height }, (_, row) =>
      padCells(split.map((lines, column) => [lines[row] ?? '', widths[shown[column] ?? 0] ?? 0])),
    ).map((text) => (text === '' ? '' : margin + text));
  };
  const below = (inline: RichText): string[] => {
    const [first = '', ...rest] = wrapText(paint(inline), Math.max(10, inner - OVERFLOW_INDENT - 2));
    const pad = margin + ' '.repeat(OVERFLOW_INDENT);
    return [pad + wrapRtlText(first), ...rest.map((text) => `${pad}  ${wrapRtlText(text)}`)];
  };
  const lines = heads.some((head) => head !== '') ? line(heads) : [];
  for (const [at, row] of rows.entries()) {
    const cells = painted[at] ?? [];
    const tooLong = new Set(
      shown.filter((column) => wrapText(cells[column] ?? '', widths[column] ?? 1).length > MAX_CELL_LINES),
    );
    const down = row.cells.filter(
      ({ below: text }, column) => !isEmptyText(text) && (!shown.includes(column) || tooLong.has(column)),
    );
    lines.push(...line(cells.map((text, column) => (tooLong.has(column) ? paint('…') : text))));
    if (down.length > 0)
      lines.push(
        ...below(down.flatMap(({ below: text }, index) => [index > 0 ? '   ' : '', ...listTextRuns(text)])),
      );
    lines.push(...row.below.flatMap(below));
  }
  return lines;
};
