import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { isolate } from '../border/screen.ts';
import type { Column, Grid } from '../view/model.ts';
import { GAP, laid } from './laid-rows.ts';
import type { Painter } from './painter.ts';
import { longestWord, wrapped } from './wrap.ts';

/** How far what finds no room in a row stands in below it. */
const BELOW = 4;
/** cli-table3 takes time with the square of its rows, so long grids go through it in pieces of this size. */
const CHUNK = 64;

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

const sum = (widths: readonly number[]): number => widths.reduce((all, width) => all + width, 0);
const gaps = (columns: readonly unknown[]): number => GAP * Math.max(0, columns.length - 1);

const inWidth = (text: string, column: Column, width: number): string[] => {
  if (stringWidth(text) <= width || !column.fit) return [text];
  if (column.fit === 'cut') {
    const [kept = ''] = wrapAnsi(text, width - 1, { hard: true, wordWrap: false, trim: false }).split('\n');
    return [`${kept}…`];
  }
  return wrapped(text, width);
};

interface Measured {
  readonly heads: readonly string[];
  /** The heads above them, where there are any. */
  readonly cells: readonly (readonly string[])[];
  /** Columns that stand side by side, and how wide each of them is. */
  readonly shown: readonly { readonly at: number; readonly width: number }[];
  /** Columns that there is no room for. */
  readonly down: readonly number[];
}

/** The painted cells of a grid, and which of its columns fit: words stay whole, and the last columns give way to that. */
const measured = ({ columns, rows, indent = 0 }: Grid, paint: Painter, room: number): Measured => {
  const inner = room - indent;
  const heads = columns.map(({ head = '' }) =>
    paint(typeof head === 'string' ? { text: head, tone: 'heading' } : head),
  );
  const headed = columns.some(({ head }) => head);
  const cells = rows.map((row) => columns.map((_, at) => paint(row[at] ?? '')));
  if (headed) cells.unshift([...heads]);
  const widest = (width: (text: string) => number, at: number): number =>
    cells.reduce((most, row) => Math.max(most, width(row[at] ?? '')), 0);
  const all = columns.map((_, at) => ({ at, natural: widest(stringWidth, at) }));
  const filled = all.filter(({ natural }) => natural > 0);
  const natural = filled.map((column) => column.natural);
  const over = sum(natural) + gaps(filled) > inner;
  const least = filled.map((column) => {
    const { fit, min = 8 } = columns[column.at] ?? {};
    if (!over || !fit) return column.natural;
    const words = fit === 'cut' ? longestWord(heads[column.at] ?? '') : widest(longestWord, column.at);
    return Math.min(column.natural, Math.max(min, words));
  });
  let count = filled.length;
  while (count > 1 && sum(least.slice(0, count)) + gaps(filled.slice(0, count)) > inner) count--;
  const side = filled.slice(0, count);
  const left = inner - gaps(side);
  const whole = least.map((width, at) => Math.max(width, stringWidth(heads[filled[at]?.at ?? -1] ?? '')));
  const kept = narrowed(natural.slice(0, count), whole.slice(0, count), left);
  const widths = narrowed(kept, least.slice(0, count), left);
  // One column alone has no other to give way to it.
  if (count === 1 && columns[side[0]?.at ?? -1]?.fit) widths[0] = Math.max(1, Math.min(widths[0] ?? 1, left));
  return {
    heads,
    cells,
    shown: side.map(({ at }, index) => ({ at, width: widths[index] ?? 0 })),
    down: filled.slice(count).map(({ at }) => at),
  };
};

/** Whether its columns can give way far enough. */
export const fits = (grid: Grid, paint: Painter, room: number): boolean => {
  const { shown, down } = measured(grid, paint, room);
  const used = sum(shown.map(({ width }) => width)) + gaps(shown);
  return down.length === 0 && used + (grid.indent ?? 0) <= room;
};

/** A grid as lines of at most `room` columns, as far as its columns may give way. */
export const gridLines = (grid: Grid, paint: Painter, room: number): string[] => {
  const margin = ' '.repeat(grid.indent ?? 0);
  const { heads, cells, shown, down } = measured(grid, paint, room);
  const below = (row: readonly string[]): readonly string[] => {
    const parts = down.flatMap((at) => {
      const [head = '', text = ''] = [heads[at], row[at]];
      return text === '' ? [] : [`${head.trim()} ${text.trim()}`.trim()];
    });
    const pad = margin + ' '.repeat(BELOW);
    return parts.flatMap((part) =>
      wrapped(part, Math.max(10, room - pad.length - 2)).map(
        (text, at) => pad + (at > 0 ? '  ' : '') + isolate(text),
      ),
    );
  };
  // A cell of several lines becomes several rows, so that each line is padded by its own width.
  const rows = cells.map((row) => {
    const split = shown.map(({ at, width }) => inWidth(row[at] ?? '', grid.columns[at] ?? {}, width));
    const height = Math.max(1, ...split.map((lines) => lines.length));
    return Array.from({ length: height }, (_, at) => split.map((lines) => lines[at] ?? ''));
  });
  const flat = rows.flat();
  const lines: string[] = [];
  for (let at = 0; at < flat.length; at += CHUNK) {
    lines.push(
      ...laid(
        shown.map(({ at: column }) => grid.columns[column] ?? {}),
        flat.slice(at, at + CHUNK),
        shown.map(({ width }) => width),
      ),
    );
  }
  let next = 0;
  return rows.flatMap((high, at) => {
    const own = lines.slice(next, next + high.length).map((text) => (text === '' ? '' : margin + text));
    next += high.length;
    const isHead = at === 0 && rows.length > grid.rows.length;
    return isHead ? own : [...own, ...below(cells[at] ?? [])];
  });
};
