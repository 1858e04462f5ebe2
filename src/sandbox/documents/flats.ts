import drawn from './flats.json' with { type: 'json' };
import { FRAME, INK, LETTERS, SIZE } from './pen.ts';
import type { Sheet } from './sheet.ts';
import { element, text } from './xml.ts';

export type Face = 'front' | 'back';

/** Millimetres on the sheet: x from the centre line of a flat to the wearer's left, y down from the top. */
export type Point = readonly [x: number, y: number];

/** The kind of shape that a category has. Of points, whatever it has not is absent: a skirt has no neck. */
export interface Body {
  readonly words: string;
  /** Half an outline, from the centre of the top to the centre of the bottom; the other half is its mirror image. */
  readonly front: string;
  readonly back: string;
  readonly inner: string;
  readonly points: Readonly<Record<string, readonly number[] | undefined>>;
}

/** Where a thing of a kind lies, by the words of its name: named points of the body. */
interface Row {
  readonly words: string;
  readonly face: string;
  readonly line: readonly string[];
  /** On both sides, or across from one side to the other. */
  readonly over?: string;
}

const BODIES: readonly Body[] = drawn.bodies;
const LINES: Readonly<Record<string, readonly Row[] | undefined>> = drawn.lines;

const says = (pattern: string, text: string): boolean => new RegExp(pattern, 'i').test(text);

/** The body of a category, or undefined where it says nothing of a shape: no outline is better than a wrong one. */
export const bodyOf = (category: string): Body | undefined =>
  BODIES.find(({ words }) => says(words, category));

/** One line on a flat, with where it begins and ends. */
export interface Line {
  readonly d: string;
  readonly from: Point;
  readonly to: Point;
}

/** The first row that speaks of it and whose points this body has; half a line is none. */
export const lineOf = ({ body, place }: Sheet, kind: string, name: string): Line | undefined => {
  for (const { words, face, line, over } of LINES[kind] ?? []) {
    const known = line.flatMap((at): Point[] => {
      const [x, y] = body?.points[at] ?? [];
      return x === undefined || y === undefined ? [] : [[x, y]];
    });
    if (!says(words, name) || known.length < Math.min(2, line.length)) continue;
    const mirrored = known.map(([x, y]): Point => [-x, y]);
    const strokes = over === 'across' ? [[...mirrored, ...known]] : over ? [known, mirrored] : [known];
    const placed = strokes.map((points) =>
      points.map((point) => place(face === 'back' ? 'back' : 'front', point)),
    );
    const [from, to] = [placed[0]?.[0], placed[0]?.at(-1)];
    if (!from || !to) continue;
    return {
      d: placed.map((points) => `M ${points.map((at) => at.join(' ')).join(' L ')}`).join(' '),
      from,
      to,
    };
  }
  return undefined;
};

/** Lettering within a layer whose own look is that of lines. */
const CAPTION = {
  'text-anchor': 'middle',
  'font-size': SIZE,
  fill: INK,
  stroke: 'none',
  'font-family': LETTERS,
};

/** The outline of one face, or a frame that says nobody stated a shape. */
export const flat = ({ body, id, place }: Sheet, face: Face): string => {
  const name = face === 'front' ? 'Front' : 'Back';
  const [x, y] = place(face, [0, 0]);
  const caption = text(x, y - 3, name.toUpperCase(), CAPTION);
  if (!body) {
    const frame = {
      x: x - 34,
      y: y + 4,
      ...FRAME,
      'stroke-dasharray': '3 2',
      'stroke-width': 0.35,
    };
    return (
      caption +
      element('rect', { id: id(`${name}_outline`), ...frame }) +
      text(x, y + 54, '? outline not stated', CAPTION)
    );
  }
  const half = (turn: 1 | -1) =>
    element(
      'g',
      { transform: `matrix(${turn} 0 0 1 ${x} ${y})` },
      element('path', { d: body[face], 'stroke-linejoin': 'round' }) +
        (body.inner && element('path', { d: body.inner, 'stroke-width': 0.35, 'stroke-linejoin': 'round' })),
    );
  return caption + element('g', { id: id(`${name}_outline`) }, half(1) + half(-1));
};
