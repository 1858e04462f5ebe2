import Table from 'cli-table3';
import wrapAnsi from 'wrap-ansi';
import { wrapRtlText } from '../../platform/escape/terminal-text.ts';
import { findLargest } from '../../platform/lists.ts';
import { measureWidth } from '../measure-width.ts';
import type { GridBlock, GridColumn } from '../views/view-model.ts';
import type { TextPainter } from './text-painter.ts';
import { measureLongestWord, wrapText } from './wrap-text.ts';

const OVERFLOW_INDENT = 4;
const COLUMN_GAP = 2;
/** The first of the private characters that stand for the texts of the columns. */
const FIRST_PLACEHOLDER = 0xf0000;

const NO_BORDERS = Object.fromEntries(
  'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid'
    .split(' ')
    .map((name) => [name, '']),
);

/**
 * Returns a function that aligns one row in columns of the given widths. Each text of the row must be one line that fits
 * its column. The library cli-table3 measures some emoji wrongly and takes long for many rows, so it lays out a single
 * row, in which one character stands for the text of each column.
 */
const createRowAligner = (
  columns: readonly GridColumn[],
  widths: readonly number[],
): ((row: readonly string[]) => string) => {
  const table = new Table({
    chars: { ...NO_BORDERS, middle: ' '.repeat(COLUMN_GAP) },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
    colWidths: [...widths],
  });
  table.push(columns.map((_, at) => String.fromCodePoint(FIRST_PLACEHOLDER + at)));
  const layout = table.toString();
  return (row) =>
    layout
      .replace(/([\u{f0000}-\u{ffffd}])( *)/gu, (_, placeholder: string, spaces: string) => {
        const at = (placeholder.codePointAt(0) ?? 0) - FIRST_PLACEHOLDER;
        const text = row[at] ?? '';
        const width = widths[at] ?? 0;
        const padding = ' '.repeat(Math.max(0, width - measureWidth(text)));
        const shown = wrapRtlText(text);
        return `${columns[at]?.align === 'right' ? padding + shown : shown + padding}${spaces.slice(width - 1)}`;
      })
      .trimEnd();
};

const sumWidths = (widths: readonly number[]): number => widths.reduce((all, width) => all + width, 0);

/**
 * Reduces the widths of the widest columns until all columns together fit in `room`. No column becomes narrower than
 * its minimum in `least`.
 */
const shrinkWidths = (widths: readonly number[], least: readonly number[], room: number): number[] => {
  const shrunk = [...widths];
  let excess = sumWidths(shrunk) - room;
  while (excess > 0) {
    const shrinkable = shrunk.flatMap((width, at) => (width > (least[at] ?? 0) ? [width] : []));
    if (shrinkable.length === 0) break;
    const widest = findLargest(shrinkable);
    const at = shrunk.findIndex((width, index) => width === widest && width > (least[index] ?? 0));
    const second = findLargest(
      shrinkable.filter((width) => width < widest),
      0,
    );
    const step = Math.max(1, Math.min(excess, widest - (least[at] ?? 0), widest - second));
    shrunk[at] = widest - step;
    excess -= step;
  }
  return shrunk;
};

const measureGaps = (columns: readonly unknown[]): number => COLUMN_GAP * Math.max(0, columns.length - 1);

const fitCell = (text: string, column: GridColumn, width: number): string[] => {
  if (measureWidth(text) <= width || !column.fit) return [text];
  if (column.fit === 'cut') {
    const [kept = ''] = wrapAnsi(text, width - 1, { hard: true, wordWrap: false, trim: false }).split('\n');
    return [`${kept}…`];
  }
  return wrapText(text, width);
};

interface GridLayout {
  readonly heads: readonly string[];
  /** All rows, with the heads as the first row if there are any. */
  readonly cells: readonly (readonly string[])[];
  readonly visible: readonly { readonly at: number; readonly width: number }[];
  /**
   * The indexes of the columns for which the terminal is too narrow. In each row, the cells of these columns are
   * printed below the other cells.
   */
  readonly overflow: readonly number[];
}

/**
 * Formats the cells of a grid, decides which columns fit, and computes their widths. A column is at least as wide as
 * its longest word.
 */
const layoutGrid = (
  { columns, rows, indent = 0 }: GridBlock,
  paint: TextPainter,
  room: number,
): GridLayout => {
  const inner = room - indent;
  const heads = columns.map(({ head = '' }) =>
    paint(typeof head === 'string' ? { text: head, tone: 'heading' } : head),
  );
  const hasHeads = columns.some(({ head }) => head);
  const cells = rows.map((row) => columns.map((_, at) => paint(row[at] ?? '')));
  if (hasHeads) cells.unshift([...heads]);
  const measureWidest = (width: (text: string) => number, at: number): number =>
    cells.reduce((most, row) => Math.max(most, width(row[at] ?? '')), 0);
  const all = columns.map((_, at) => ({ at, natural: measureWidest(measureWidth, at) }));
  const filled = all.filter(({ natural }) => natural > 0);
  const natural = filled.map((column) => column.natural);
  const isTooWide = sumWidths(natural) + measureGaps(filled) > inner;
  const least = filled.map((column) => {
    const { fit, min = 8 } = columns[column.at] ?? {};
    if (!isTooWide || !fit) return column.natural;
    const words =
      fit === 'cut'
        ? measureLongestWord(heads[column.at] ?? '')
        : measureWidest(measureLongestWord, column.at);
    return Math.min(column.natural, Math.max(min, words));
  });
  let count = filled.length;
  while (count > 1 && sumWidths(least.slice(0, count)) + measureGaps(filled.slice(0, count)) > inner) count--;
  const fitting = filled.slice(0, count);
  const available = inner - measureGaps(fitting);
  const whole = least.map((width, at) => Math.max(width, measureWidth(heads[filled[at]?.at ?? -1] ?? '')));
  const unbrokenHeads = shrinkWidths(natural.slice(0, count), whole.slice(0, count), available);
  const widths = shrinkWidths(unbrokenHeads, least.slice(0, count), available);
  // If only one column fits in the line, it shrinks to the width of the line, even below its minimum width.
  if (count === 1 && columns[fitting[0]?.at ?? -1]?.fit)
    widths[0] = Math.max(1, Math.min(widths[0] ?? 1, available));
  return {
    heads,
    cells,
    visible: fitting.map(({ at }, index) => ({ at, width: widths[index] ?? 0 })),
    overflow: filled.slice(count).map(({ at }) => at),
  };
};

/** Returns true if all columns of a grid, after shrinking, fit in a terminal that is `room` characters wide. */
export const canFitGrid = (grid: GridBlock, paint: TextPainter, room: number): boolean => {
  const { visible, overflow } = layoutGrid(grid, paint, room);
  const used = sumWidths(visible.map(({ width }) => width)) + measureGaps(visible);
  return overflow.length === 0 && used + (grid.indent ?? 0) <= room;
};

/**
 * Renders a grid as lines for a terminal of `room` columns. If a row is too wide, some of its cells are printed below
 * it. If the remaining cells are still too wide, the lines are wider than `room`.
 */
export const renderTerminalGrid = (grid: GridBlock, paint: TextPainter, room: number): string[] => {
  const margin = ' '.repeat(grid.indent ?? 0);
  const { heads, cells, visible, overflow } = layoutGrid(grid, paint, room);
  const renderBelow = (row: readonly string[]): readonly string[] => {
    const parts = overflow.flatMap((at) => {
      const [head = '', text = ''] = [heads[at], row[at]];
      return text === '' ? [] : [`${head.trim()} ${text.trim()}`.trim()];
    });
    const pad = margin + ' '.repeat(OVERFLOW_INDENT);
    return parts.flatMap((part) =>
      wrapText(part, Math.max(10, room - pad.length - 2)).map(
        (text, at) => pad + (at > 0 ? '  ' : '') + wrapRtlText(text),
      ),
    );
  };
  const alignRow = createRowAligner(
    visible.map(({ at }) => grid.columns[at] ?? {}),
    visible.map(({ width }) => width),
  );
  return cells.flatMap((row, at) => {
    const split = visible.map(({ at: column, width }) =>
      fitCell(row[column] ?? '', grid.columns[column] ?? {}, width),
    );
    const height = findLargest(
      split.map((lines) => lines.length),
      1,
    );
    // A wrapped cell has several lines. Each line of the cells is aligned separately.
    const lines = Array.from({ length: height }, (_, lineAt) => {
      const text = alignRow(split.map((each) => each[lineAt] ?? ''));
      return text === '' ? '' : margin + text;
    });
    const isHead = at === 0 && cells.length > grid.rows.length;
    return isHead ? lines : [...lines, ...renderBelow(row)];
  });
};
