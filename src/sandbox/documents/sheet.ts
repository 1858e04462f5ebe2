import type { GraphNode } from '../../garment/graph.ts';
import { type Body, bodyOf, type Face, type Point } from './flats.ts';
import { linesOf } from './lines.ts';
import { FRAME, MARGIN, SIZE } from './pen.ts';
import { ofKind, type Specification } from './specification.ts';
import { clean, element, text } from './xml.ts';

/** Millimetres across: A3, or A0 for a garment of hundreds of seams. The height is what its lists need. */
const WIDTH = 420;
const WIDE = 1189;
const HUNDREDS = 200;
const LEADING = 4.4;
const COLUMN = 128;
const GAP = 6;
const TOP = 24;

/** What every layer of one drawing shares. */
export interface Sheet {
  readonly spec: Specification;
  readonly width: number;
  readonly body: Body | undefined;
  readonly id: (words: string) => string;
  readonly place: (face: Face, point: Point) => Point;
  /** Below the flats, where the lists begin. */
  readonly floor: number;
}

/** A category that says nothing may still be told by the garment's own node. */
const shapeOf = (spec: Specification): Body | undefined => {
  const own = ofKind(spec, 'garment').map(({ label }) => label);
  const names = [spec.name ?? '', ...own];
  if (/dress/i.test(spec.category) && names.some((name) => /\bslip\b/i.test(name))) return bodyOf('slip');
  return [spec.category, ...names].map(bodyOf).find((body) => body !== undefined);
};

export const sheetOf = (spec: Specification, id: (words: string) => string): Sheet => {
  const width = ofKind(spec, 'seam', 'quilt_line').length > HUNDREDS ? WIDE : WIDTH;
  const rounded = (n: number) => Number(n.toFixed(2));
  const place: Sheet['place'] = (face, [x, y]) => [
    rounded(width / 2 + (face === 'front' ? -48 : 48) + x),
    rounded(TOP + y),
  ];
  const body = shapeOf(spec);
  const floor = TOP + (body?.points.hem?.[1] ?? FRAME.height) + 20;
  return { spec, width, body, id, place, floor };
};

/** A row of a list: the node that it tells of, the name of its group, its words, and what it draws on a flat. */
export interface Row {
  readonly node: GraphNode;
  readonly id: string;
  readonly words: string;
  readonly drawing: string;
}

/**
 * A list in as many columns as fit across the sheet. Each row is a group of its own that names its node and its
 * state, so that it can be found in a layers panel and led back to the graph.
 */
export const list = (
  head: string,
  sheet: Sheet,
  from: number,
  rows: readonly Row[],
): { content: string; bottom: number } => {
  const inner = sheet.width - 2 * MARGIN;
  const count = Math.floor((inner + GAP) / (COLUMN + GAP));
  const width = (inner - GAP * (count - 1)) / count;
  const first = from + LEADING * 1.4;
  const length = Math.ceil(rows.length / count);
  let [y, bottom] = [first, first + (rows.length === 0 ? LEADING : 0)];
  const groups = rows.map(({ node, id, words, drawing }, at) => {
    if (at % length === 0) y = first;
    const x = MARGIN + Math.floor(at / length) * (width + GAP);
    const set = linesOf(clean(words), SIZE, width - 3).map((line, row) =>
      text(row === 0 ? x : x + 3, y + row * LEADING, line),
    );
    y += set.length * LEADING + 0.6;
    bottom = Math.max(bottom, y);
    return element('g', { id, 'data-node': node.id, 'data-state': node.state }, drawing + set.join(''));
  });
  const heading = text(MARGIN, from, head, { 'font-weight': 'bold' });
  const nothing = rows.length === 0 ? text(MARGIN, first, '? not stated') : '';
  return { content: heading + nothing + groups.join(''), bottom: bottom + 4 };
};
