import stringWidth from 'string-width';
import { isolate } from '../border/screen.ts';
import type { Inline, Piece, Spread } from '../view/model.ts';
import type { Painter } from './painter.ts';
import { longestWord, wrapped } from './wrap.ts';

const GAP = 2;
/** A column is no wider than this, or narrower where more of them fit then: one long text pushes no other below. */
const WIDEST = [24, 18, 14];
/** A cell of more lines than this stands below its row. */
const HIGHEST = 3;
const BELOW = 4;

/** The columns that there is room for, the first of them in any case. */
const roomFor = (widths: readonly number[], room: number): readonly number[] => {
  let left = room;
  return widths.flatMap((width, at) => {
    const needs = width + (at === 0 ? 0 : GAP);
    if (at > 0 && needs > left) return [];
    left -= needs;
    return [at];
  });
};

const padded = (lines: readonly (readonly [string, number])[]): string =>
  lines
    .map(([text, width]) => isolate(text) + ' '.repeat(Math.max(0, width - stringWidth(text))))
    .join(' '.repeat(GAP))
    .trimEnd();

const isEmpty = (inline: Inline): boolean => inline === '';

const pieces = (inline: Inline): readonly (string | Piece)[] =>
  typeof inline === 'string' || !Array.isArray(inline) ? [inline as string | Piece] : inline;

/** Rows under the columns that fit, each followed by what of it does not. */
export const spreadLines = (
  { columns, rows, indent = 0 }: Spread,
  paint: Painter,
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
      (longest, cells) => Math.max(longest, longestWord(cells[at] ?? '')),
      longestWord(heads[at] ?? ''),
    ),
  );
  const [{ widths, shown } = { widths: natural, shown: [] }] = WIDEST.map((most) => {
    const narrowed = natural.map((width, at) => Math.min(width, Math.max(most, words[at] ?? 0), inner));
    return { widths: narrowed, shown: roomFor(narrowed, inner) };
  }).toSorted((one, other) => other.shown.length - one.shown.length);
  const line = (cells: readonly string[]): string[] => {
    const split = shown.map((at) => wrapped(cells[at] ?? '', widths[at] ?? 1));
    const height = Math.max(1, ...split.map((lines) => lines.length));
    return Array.from({ length: height }, (_, row) =>
      padded(split.map((lines, column) => [lines[row] ?? '', widths[shown[column] ?? 0] ?? 0])),
    ).map((text) => (text === '' ? '' : margin + text));
  };
  const below = (inline: Inline): string[] => {
    const [first = '', ...rest] = wrapped(paint(inline), Math.max(10, inner - BELOW - 2));
    const pad = margin + ' '.repeat(BELOW);
    return [pad + isolate(first), ...rest.map((text) => `${pad}  ${isolate(text)}`)];
  };
  const lines = heads.some((head) => head !== '') ? line(heads) : [];
  for (const [at, row] of rows.entries()) {
    const cells = painted[at] ?? [];
    const tooLong = new Set(
      shown.filter((column) => wrapped(cells[column] ?? '', widths[column] ?? 1).length > HIGHEST),
    );
    const down = row.cells.filter(
      ({ below: text }, column) => !isEmpty(text) && (!shown.includes(column) || tooLong.has(column)),
    );
    lines.push(...line(cells.map((text, column) => (tooLong.has(column) ? paint('…') : text))));
    if (down.length > 0)
      lines.push(
        ...below(down.flatMap(({ below: text }, index) => [index > 0 ? '   ' : '', ...pieces(text)])),
      );
    lines.push(...row.below.flatMap(below));
  }
  return lines;
};
