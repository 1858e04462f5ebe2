import { type Body, bodyOf, type Point } from './body.ts';
import type { Face } from './places.ts';
import { ofKind, type Specification } from './reading.ts';

/** Millimetres of the drawing: A3 across, as long as its lists need. */
export const WIDTH = 420;
export const MARGIN = 10;
export const COLUMN = 112;
export const SIZE = 3.2;
export const LEADING = 4.4;
const FLATS = { top: 24, height: 150, front: 168, back: 252 };

/** What every layer of one drawing shares. */
export interface Sheet {
  readonly spec: Specification;
  readonly body: Body | undefined;
  readonly id: (words: string) => string;
  readonly place: (face: Face) => (point: Point) => Point;
  /** Below the flats, where the lists of the middle begin. */
  readonly middle: { readonly x: number; readonly y: number; readonly width: number };
}

/** A category that says nothing may still be told by the garment's own node. */
function shapeOf(spec: Specification): Body | undefined {
  const own = ofKind(spec, 'garment').map(({ label }) => label);
  return [spec.category, spec.name ?? '', ...own].map(bodyOf).find((body) => body !== undefined);
}

export function sheetOf(spec: Specification, id: (words: string) => string): Sheet {
  const body = shapeOf(spec);
  const widest = body ? Math.max(body.hem[0], body.hip?.[0] ?? 0, body.cuff?.[0][0] ?? 0) : 1;
  const tallest = body ? body.hem[1] + 4 : 1;
  const scale = Math.min(1.45, 39 / widest, FLATS.height / tallest);
  const place =
    (face: Face) =>
    ([x, y]: Point): Point => [FLATS[face] + x * scale, FLATS.top + y * scale];
  return {
    spec,
    body,
    id,
    place,
    middle: {
      x: MARGIN + COLUMN + 6,
      y: FLATS.top + (body ? tallest * scale : 104) + 16,
      width: WIDTH - 2 * (MARGIN + COLUMN + 6),
    },
  };
}

/** The outer columns: callouts at the left, lengths at the right. */
export const LEFT = { x: MARGIN, y: FLATS.top, width: COLUMN } as const;
export const RIGHT = { x: WIDTH - MARGIN - COLUMN, y: FLATS.top, width: COLUMN } as const;
