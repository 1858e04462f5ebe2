import { wrapRtlText } from '../../platform/escape/terminal-text.ts';
import { appendAll, findLargest } from '../../platform/lists.ts';
import { measureWidth } from '../measure-width.ts';
import type { OverflowTable, RichText, TextRun } from '../views/view-model.ts';
import type { TextPainter } from './text-painter.ts';
import { measureLongestWord, wrapText } from './wrap-text.ts';

const OVERFLOW_GAP = 2;
/** The limits to try for the width of a column, widest first. A smaller limit is used only if more columns then fit. */
const COLUMN_WIDTHS = [24, 18, 14];
/** The maximum number of lines of a cell. A longer cell is printed below its row. */
const MAX_CELL_LINES = 3;
const OVERFLOW_INDENT = 4;

/**
 * Returns the positions of the columns that are shown: the columns in `always`, and the other columns that fit. If
 * `always` is empty, the first column is always shown.
 */
const chooseColumns = (
  widths: readonly number[],
  room: number,
  always: readonly number[],
  blocks: readonly number[],
  candidates: readonly number[] = [...widths.keys()],
): readonly number[] => {
  const [first = 0] = candidates;
  const forced = always.length > 0 ? always : [first];
  const measureNeed = (at: number): number => (widths[at] ?? 0) + OVERFLOW_GAP;
  let freeWidth = room + OVERFLOW_GAP - forced.reduce((sum, at) => sum + measureNeed(at), 0);
  // `blocks` lists columns that belong together, such as the sizes. If one of them does not fit, the later ones are not
  // shown either. Otherwise a size between two shown sizes could be missing.
  let isBlockFull = false;
  const free = candidates.filter((at) => {
    if (forced.includes(at)) return false;
    const fits = measureNeed(at) <= freeWidth && !(isBlockFull && blocks.includes(at));
    if (fits) freeWidth -= measureNeed(at);
    else if (blocks.includes(at)) isBlockFull = true;
    return fits;
  });
  return [...forced, ...free].toSorted((one, other) => one - other);
};

const padCells = (lines: readonly (readonly [string, number])[]): string =>
  lines
    .map(([text, width]) => wrapRtlText(text) + ' '.repeat(Math.max(0, width - measureWidth(text))))
    .join(' '.repeat(OVERFLOW_GAP))
    .trimEnd();

const listTextRuns = (inline: RichText): readonly (string | TextRun)[] =>
  typeof inline === 'string' || !Array.isArray(inline) ? [inline as string | TextRun] : inline;

/**
 * Renders rows as lines for a terminal of `room` columns. A cell is printed below its row if its column does not fit or
 * if it needs more than three lines. Columns in `blocks`, such as the sizes, that do not fit are printed after all
 * rows, as a second table.
 */
export const renderOverflowTable = (
  { columns, rows, indent = 0, repeated = [], blocks = [] }: OverflowTable,
  paint: TextPainter,
  room: number,
): string[] => {
  const inner = room - indent;
  const margin = ' '.repeat(indent);
  const heads = columns.map((head) => paint({ text: head === '' ? '' : `  ${head}`, tone: 'faint' }));
  const painted = rows.map(({ cells }) => cells.map(({ inside }) => paint(inside)));
  const measureColumns = (measureText: (text: string) => number): readonly number[] =>
    columns.map((_, at) =>
      painted.reduce(
        (most, cells) => Math.max(most, measureText(cells[at] ?? '')),
        Math.max(1, measureText(heads[at] ?? '')),
      ),
    );
  const [natural, words] = [measureColumns(measureWidth), measureColumns(measureLongestWord)];
  const [{ widths, shown } = { widths: natural, shown: [] as readonly number[] }] = COLUMN_WIDTHS.map(
    (most) => {
      const narrowed = natural.map((width, at) => Math.min(width, Math.max(most, words[at] ?? 0), inner));
      const forced = repeated.filter((_, at) => {
        const first = repeated.slice(0, at + 1);
        return first.reduce((sum, column) => sum + (narrowed[column] ?? 0) + OVERFLOW_GAP, 0) <= inner;
      });
      return { widths: narrowed, shown: chooseColumns(narrowed, inner, forced, blocks) };
    },
  ).toSorted((one, other) => other.shown.length - one.shown.length);
  const shownRepeated = repeated.filter((at) => shown.includes(at));
  const renderRow = (cells: readonly string[], at: readonly number[]): string[] => {
    const split = at.map((column) => wrapText(cells[column] ?? '', widths[column] ?? 1));
    const height = findLargest(
      split.map((lines) => lines.length),
      1,
    );
    return Array.from({ length: height }, (_, row) =>
      padCells(split.map((lines, column) => [lines[row] ?? '', widths[at[column] ?? 0] ?? 0])),
    ).map((text) => (text === '' ? '' : margin + text));
  };
  const renderBelow = (inline: RichText): string[] => {
    const [first = '', ...rest] = wrapText(paint(inline), Math.max(10, inner - OVERFLOW_INDENT - 2));
    const pad = margin + ' '.repeat(OVERFLOW_INDENT);
    return [pad + wrapRtlText(first), ...rest.map((text) => `${pad}  ${wrapRtlText(text)}`)];
  };
  const lines = heads.some((head) => head !== '') ? renderRow(heads, shown) : [];
  const laterColumns = blocks.filter((at) => !shown.includes(at));
  for (const [at, row] of rows.entries()) {
    const cells = painted[at] ?? [];
    const isTooLong = (column: number): boolean =>
      !shownRepeated.includes(column) &&
      wrapText(cells[column] ?? '', widths[column] ?? 1).length > MAX_CELL_LINES;
    const tooLong = new Set(shown.filter(isTooLong));
    const cellsBelow = row.cells.filter(
      ({ below: text }, column) =>
        text !== '' && !laterColumns.includes(column) && (!shown.includes(column) || tooLong.has(column)),
    );
    const shownCells = cells.map((text, column) => (tooLong.has(column) ? paint('…') : text));
    appendAll(lines, renderRow(shownCells, shown));
    const runs = cellsBelow.flatMap(({ below }, index) => [index > 0 ? '   ' : '', ...listTextRuns(below)]);
    if (runs.length > 0) appendAll(lines, renderBelow(runs));
    appendAll(lines, row.below.flatMap(renderBelow));
  }
  for (let left = laterColumns; left.length > 0; ) {
    const next = chooseColumns(widths, inner, shownRepeated, blocks, left);
    const sizes = next.filter((at) => left.includes(at));
    // The columns in `blocks` that did not fit are printed below the table, in one or more parts. Each part repeats
    // some columns, such as the name, and adds new columns. If no new column fits beside the repeated ones, the part is
    // one new column alone.
    const block = sizes.length > 0 ? next : left.slice(0, 1);
    appendAll(lines, [
      '',
      ...renderRow(heads, block),
      ...painted.flatMap((cells) => renderRow(cells, block)),
    ]);
    left = left.filter((at) => !block.includes(at));
  }
  return lines;
};
