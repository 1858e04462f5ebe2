/** Technical flats: the outlines of a garment, and the positions of its parts on them. */

import type { DrawingSheet } from './drawing-sheet.ts';
import drawn from './flats.json' with { type: 'json' };
import {
  EMPTY_FRAME,
  INK_COLOR,
  renderSvgElement,
  renderSvgText,
  SVG_FONT_FAMILY,
  SVG_FONT_SIZE,
} from './svg-markup.ts';

/** The side of a flat. */
export type FlatFace = 'front' | 'back';

/** A point in millimetres: x from the centre line to the wearer's left, y down from the top. */
export type SheetPoint = readonly [x: number, y: number];

/**
 * The outline of a category of garments, with its named points. A point that it does not have is absent: a
 * skirt has no neck.
 */
export interface GarmentOutline {
  readonly words: string;
  /**
   * Half of the outline, from the centre of the top to the centre of the bottom; the other half is
   * mirrored.
   */
  readonly front: string;
  readonly back: string;
  readonly inner: string;
  readonly points: Readonly<Record<string, readonly number[] | undefined>>;
}

/** The position of a part of a garment by a pattern of its name: named points of the outline. */
interface PlacementRow {
  readonly words: string;
  readonly face: string;
  readonly line: readonly string[];
  /** Draws the line on both sides, or across from one side to the other. */
  readonly over?: string;
}

const OUTLINES: readonly GarmentOutline[] = drawn.bodies;
const PLACEMENTS_BY_KIND: Readonly<Record<string, readonly PlacementRow[] | undefined>> = drawn.lines;

/** Returns true when the text matches the pattern, in any case. */
const isPatternMatch = (pattern: string, text: string): boolean => new RegExp(pattern, 'i').test(text);

/**
 * Finds the outline of a category; undefined for an unknown shape, because no outline is better than a
 * wrong one.
 */
export const findOutline = (category: string): GarmentOutline | undefined =>
  OUTLINES.find(({ words }) => isPatternMatch(words, category));

/** A line on a flat with its two ends. */
export interface FlatLine {
  readonly d: string;
  readonly from: SheetPoint;
  readonly to: SheetPoint;
}

/**
 * Finds the line of a part: the first row with a matching pattern and with points that the outline has.
 */
export const findFlatLine = (
  { outline, toSheetPoint }: DrawingSheet,
  kind: string,
  name: string,
): FlatLine | undefined => {
  for (const { words, face, line, over } of PLACEMENTS_BY_KIND[kind] ?? []) {
    const known = line.flatMap((at): SheetPoint[] => {
      const [x, y] = outline?.points[at] ?? [];
      return x === undefined || y === undefined ? [] : [[x, y]];
    });
    if (!isPatternMatch(words, name) || known.length < Math.min(2, line.length)) continue;
    const mirrored = known.map(([x, y]): SheetPoint => [-x, y]);
    const strokes = over === 'across' ? [[...mirrored, ...known]] : over ? [known, mirrored] : [known];
    const placed = strokes.map((points) =>
      points.map((point) => toSheetPoint(face === 'back' ? 'back' : 'front', point)),
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

/** The style of text inside a layer of lines. */
const CAPTION_STYLE = {
  'text-anchor': 'middle',
  'font-size': SVG_FONT_SIZE,
  fill: INK_COLOR,
  stroke: 'none',
  'font-family': SVG_FONT_FAMILY,
};

/** Draws the outline of one face, or a dashed frame with the text "outline not stated". */
export const drawFlat = ({ outline, id, toSheetPoint }: DrawingSheet, face: FlatFace): string => {
  const name = face === 'front' ? 'Front' : 'Back';
  const [x, y] = toSheetPoint(face, [0, 0]);
  const caption = renderSvgText(x, y - 3, name.toUpperCase(), CAPTION_STYLE);
  if (!outline) {
    const frame = {
      x: x - 34,
      y: y + 4,
      ...EMPTY_FRAME,
      'stroke-dasharray': '3 2',
      'stroke-width': 0.35,
    };
    return (
      caption +
      renderSvgElement('rect', { id: id(`${name}_outline`), ...frame }) +
      renderSvgText(x, y + 54, '? outline not stated', CAPTION_STYLE)
    );
  }
  const half = (turn: 1 | -1) =>
    renderSvgElement(
      'g',
      { transform: `matrix(${turn} 0 0 1 ${x} ${y})` },
      renderSvgElement('path', { d: outline[face], 'stroke-linejoin': 'round' }) +
        (outline.inner &&
          renderSvgElement('path', { d: outline.inner, 'stroke-width': 0.35, 'stroke-linejoin': 'round' })),
    );
  return caption + renderSvgElement('g', { id: id(`${name}_outline`) }, half(1) + half(-1));
};
