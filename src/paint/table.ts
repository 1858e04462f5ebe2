import Table from 'cli-table3';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { isolate } from '../border/screen.ts';
import type { Column, Grid } from '../view/model.ts';
import type { Painter } from './painter.ts';

const GAP = 2;
/** cli-table3 takes time with the square of its rows, so long grids go through it in pieces of this size. */
const CHUNK = 64;

const NO_BORDERS = Object.fromEntries(
  'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid'
    .split(' ')
    .map((name) => [name, '']),
);

/** Takes from what may give way, widest first, down to its least width. */
const narrowed = (widths: readonly number[], least: readonly number[], room: number): number[] => {
  const now = [...widths];
  let over = now.reduce((sum, width) => sum + width, 0) - room;
  while (over > 0) {
    const giving = now.flatMap((width, at) => (width > (least[at] ?? 0) ? [width] : []));
    if (giving.length === 0) break;
    const widest = Math.max(...giving);
    const at = now.findIndex((width, index) => width === widest && width > (least[index] ?? 0));
    const second = Math.max(0, ...giving.filter((width) => width < widest));
    const step = Math.max(1, Math.min(over, widest - (least[at] ?? 0), widest - second));
    now[at] = widest - step;
    over -= step;
  }
  return now;
};

/** Widths that fit: heads are kept whole while other columns can still give way. */
export const fitted = (
  columns: readonly Column[],
  natural: readonly number[],
  heads: readonly number[],
  total: number,
): number[] => {
  const room = total - GAP * Math.max(0, columns.length - 1);
  const least = columns.map(({ fit, min = 8 }, at) => Math.min(fit ? min : Infinity, natural[at] ?? 0));
  const withHeads = least.map((width, at) => Math.max(width, heads[at] ?? 0));
  return narrowed(narrowed(natural, withHeads, room), least, room);
};

const inWidth = (text: string, column: Column, width: number): string[] => {
  if (stringWidth(text) <= width || !column.fit) return [text];
  if (column.fit === 'cut') {
    const [kept = ''] = wrapAnsi(text, width - 1, { hard: true, wordWrap: false, trim: false }).split('\n');
    return [`${kept}…`];
  }
  return wrapAnsi(text, width, { hard: true, trim: true }).split('\n');
};

/**
 * Lays out by cli-table3, which measures some emoji and combining marks wrongly: it is handed stand-ins of the
 * measured width instead of the text, and the text takes their place afterwards.
 */
const laid = (
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  widths: readonly number[],
): string[] => {
  const texts: string[] = [];
  const standIn = (text: string): string => {
    const width = stringWidth(text);
    if (width === 0) return '';
    texts.push(text);
    return String.fromCodePoint(0xf0000 + texts.length - 1) + '\ue000'.repeat(width - 1);
  };
  const table = new Table({
    chars: { ...NO_BORDERS, middle: ' '.repeat(GAP) },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
    colWidths: [...widths],
    colAligns: columns.map((column) => column.align ?? 'left'),
  });
  for (const row of rows) table.push(row.map(standIn));
  return table
    .toString()
    .split('\n')
    .map((line) =>
      line
        .replace(/([\u{f0000}-\u{ffffd}])\ue000*/gu, (_, first: string) => {
          const text = texts[(first.codePointAt(0) ?? 0) - 0xf0000] ?? '';
          return isolate(text);
        })
        .trimEnd(),
    );
};

/** The painted cells of a grid, and how wide its columns will be. */
const measured = (grid: Grid, paint: Painter, room: number) => {
  const inner = room - (grid.indent ?? 0);
  const headed = grid.columns.some((column) => column.head);
  const cells = grid.rows.map((row) => grid.columns.map((_, at) => paint(row[at] ?? '')));
  if (headed)
    cells.unshift(grid.columns.map((column) => paint({ text: column.head ?? '', tone: 'heading' })));
  const natural = grid.columns.map((_, at) =>
    cells.reduce((widest, row) => Math.max(widest, stringWidth(row[at] ?? '')), 0),
  );
  const heads = grid.columns.map((column) => stringWidth(paint(column.head ?? '')));
  const widths = fitted(grid.columns, natural, heads, inner);
  const shown = grid.columns.map((_, at) => at).filter((at) => (natural[at] ?? 0) > 0);
  return { cells, widths, shown, inner };
};

/** Whether its columns can give way far enough. */
export const fits = (grid: Grid, paint: Painter, room: number): boolean => {
  const { widths, shown, inner } = measured(grid, paint, room);
  const used = shown.reduce((sum, at) => sum + (widths[at] ?? 0), 0);
  return used + GAP * Math.max(0, shown.length - 1) <= inner;
};

/** A grid as lines of at most `room` columns, as far as its columns may give way. */
export const gridLines = (grid: Grid, paint: Painter, room: number): string[] => {
  const margin = ' '.repeat(grid.indent ?? 0);
  const { cells, widths, shown } = measured(grid, paint, room);

  // A cell of several lines becomes several rows, so that each line is padded by its own width.
  const rows = cells.flatMap((row) => {
    const split = row.map((text, at) => inWidth(text, grid.columns[at] ?? {}, widths[at] ?? 0));
    const height = Math.max(1, ...split.map((lines) => lines.length));
    return Array.from({ length: height }, (_, at) => split.map((lines) => lines[at] ?? ''));
  });
  const lines: string[] = [];
  for (let at = 0; at < rows.length; at += CHUNK) {
    lines.push(
      ...laid(
        shown.map((column) => grid.columns[column] ?? {}),
        rows.slice(at, at + CHUNK).map((row) => shown.map((column) => row[column] ?? '')),
        shown.map((column) => widths[column] ?? 0),
      ),
    );
  }
  return lines.map((text) => (text === '' ? '' : margin + text));
};
