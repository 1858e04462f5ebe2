import type { GraphNode } from '../../garment/graph.ts';
import { linesOf } from './lines.ts';
import { LEADING, MARGIN, type Sheet, SIZE } from './sheet.ts';
import { valueIn, valuesOf } from './specification.ts';
import { marked } from './state-marks.ts';
import { clean, element, text } from './xml.ts';

/** What a layer draws, and how far down its list reaches. */
export interface Drawn {
  readonly content: string;
  readonly bottom: number;
}

export const INK = '#000000';
export const thin = { fill: 'none', stroke: INK, 'stroke-width': 0.2 } as const;

/** A row of a list: the name of its group, its words, and what it draws on a flat. */
export interface Row {
  readonly id: string;
  readonly words: string;
  readonly drawing?: string;
}

interface Column {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Lines of text one under the other. */
function block(words: string, { x, y, width }: Column): { content: string; bottom: number } {
  const lines = linesOf(clean(words), SIZE, width - 3);
  return {
    content: lines.map((line, at) => text(at === 0 ? x : x + 3, y + at * LEADING, line)).join(''),
    bottom: y + lines.length * LEADING,
  };
}

/** A list whose rows are groups of their own, so that each can be found by name in a layers panel. */
export function list(head: string, column: Column, rows: readonly Row[]): Drawn {
  let y = column.y + LEADING * 1.4;
  const groups = rows.map(({ id, words, drawing = '' }) => {
    const { content, bottom } = block(words, { ...column, y });
    y = bottom + 0.6;
    return element('g', { id }, drawing + content);
  });
  const heading = head === '' ? '' : text(column.x, column.y, head, { 'font-weight': 'bold' });
  const nothing = rows.length === 0 ? text(column.x, y, '? not stated') : '';
  return { content: heading + nothing + groups.join(''), bottom: y + (rows.length === 0 ? LEADING : 0) };
}

export const details = (node: GraphNode, fields: readonly string[]): string =>
  fields
    .flatMap((field) => {
      const value = valueIn(node, field);
      return value ? [`${field.replaceAll('_', ' ')} ${marked(value)}`] : [];
    })
    .join('; ');

/** Every value of a node, for rows whose kind says nothing of what matters most. */
export const everything = (node: GraphNode): string =>
  details(
    node,
    valuesOf(node).map(({ field }) => field),
  );

export const joined = (...parts: readonly string[]): string => parts.filter(Boolean).join(': ');

const MANY = 40;

/**
 * A list in two columns of the middle, or, where it is long, in as many as fit across the sheet and below everything
 * that stands beside the flats.
 */
export function columns(
  head: string,
  sheet: Sheet,
  from: number,
  floor: number,
  rows: readonly Row[],
): Drawn {
  const many = rows.length > MANY;
  const { x, width } = many ? { x: MARGIN, width: sheet.width - 2 * MARGIN } : sheet.middle;
  const y = many ? Math.max(from, floor + 8) : from;
  const count = many ? Math.floor(width / 80) : 2;
  const each = (width - 6 * (count - 1)) / count;
  const length = Math.ceil(rows.length / count);
  const parts = Array.from({ length: count }, (_, at) => rows.slice(at * length, (at + 1) * length))
    .filter((part, at) => at === 0 || part.length > 0)
    .map((part, at) => list(at === 0 ? head : '', { x: x + at * (each + 6), y, width: each }, part));
  return {
    content: parts.map(({ content }) => content).join(''),
    bottom: Math.max(...parts.map(({ bottom }) => bottom)) + 3,
  };
}
