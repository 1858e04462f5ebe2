import { type Body, bodyOf, type Point } from './body.ts';
import type { Face } from './places.ts';
import { ofKind, type Specification } from './specification.ts';

/** Millimetres across: A3, or A0 for a garment of hundreds of seams. The height is what its lists need. */
const WIDTH = 420;
const WIDE = 1189;
const HUNDREDS = 200;
export const MARGIN = 10;
export const COLUMN = 112;
export const SIZE = 3.2;
export const LETTERS = 'Helvetica, Arial, sans-serif';
export const LEADING = 4.4;
const FLATS = { top: 24, height: 150, front: 168, back: 252 };

/** What every layer of one drawing shares. */
export interface Sheet {
  readonly spec: Specification;
  readonly width: number;
  readonly body: Body | undefined;
  readonly id: (words: string) => string;
  readonly place: (face: Face) => (point: Point) => Point;
  /** Below the flats, where the lists of the middle begin. */
  readonly middle: { readonly x: number; readonly y: number; readonly width: number };
}

/** A category that says nothing may still be told by the garment's own node. */
function shapeOf(spec: Specification): Body | undefined {
  const own = ofKind(spec, 'garment').map(({ label }) => label);
  const names = [spec.name ?? '', ...own];
  if (/dress/i.test(spec.category) && names.some((name) => /\bslip\b/i.test(name))) return bodyOf('slip');
  return [spec.category, ...names].map(bodyOf).find((body) => body !== undefined);
}

export function sheetOf(spec: Specification, id: (words: string) => string): Sheet {
  const body = shapeOf(spec);
  const widest = body ? Math.max(body.hem[0], body.hip?.[0] ?? 0, body.cuff?.[0][0] ?? 0) : 1;
  const tallest = body ? body.hem[1] + 4 : 1;
  const scale = Math.min(1.45, 39 / widest, FLATS.height / tallest);
  const place =
    (face: Face) =>
    ([x, y]: Point): Point => [FLATS[face] + x * scale, FLATS.top + y * scale];
  const seams = ofKind(spec, 'seam', 'quilt_line').length;
  return {
    width: seams > HUNDREDS ? WIDE : WIDTH,
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
