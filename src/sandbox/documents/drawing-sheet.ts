import stringWidth from 'string-width';
import type { GraphNode } from '../../garment/graph-model.ts';
import { cacheByWord } from '../../platform/cache-by-word.ts';
import { type GarmentSpecification, selectNodesOfKind } from './export-document.ts';
import flats from './flats.json' with { type: 'json' };
import {
  cleanXmlText,
  EMPTY_FRAME,
  INK_COLOR,
  renderSvgElement,
  renderSvgText,
  SHEET_MARGIN,
  SVG_FONT_FAMILY,
  SVG_FONT_SIZE,
} from './svg-markup.ts';

/** The side of a garment that a flat (a technical drawing) shows. */
type FlatFace = 'front' | 'back';

/**
 * A position [x, y] in millimetres, on the sheet or on an outline. On an outline, [0, 0] is the top of the centre line,
 * and x grows to the wearer's left.
 */
export type SheetPoint = readonly [x: number, y: number];

/**
 * An outline for all garments with a category that matches the pattern `words`. `points` maps names, for example `hem`,
 * to positions on the outline.
 */
interface GarmentOutline {
  readonly words: string;
  /** Half of the outline as SVG path data, from the top centre to the bottom centre. The other half is mirrored. */
  readonly front: string;
  readonly back: string;
  readonly inner: string;
  readonly points: Readonly<Record<string, readonly number[] | undefined>>;
}

/**
 * A line that is drawn on the outline of a garment, for example for a side seam. `words` is a pattern for the names of
 * the parts that get this line. `line` lists the points that it connects, by their names in `points` of the outline.
 */
interface PlacementRow {
  readonly words: string;
  readonly face: string;
  readonly line: readonly string[];
  /**
   * How `line`, which lies on one half of the garment, appears on the other half. `across`: as the continuation of the
   * same line. Any other text, such as `both`: as a separate, mirrored line. Undefined: not at all.
   */
  readonly over?: string;
}

const OUTLINES: readonly GarmentOutline[] = flats.bodies;
const PLACEMENTS_BY_KIND: Readonly<Record<string, readonly PlacementRow[] | undefined>> = flats.lines;

const isPatternMatch = (pattern: string, text: string): boolean => new RegExp(pattern, 'i').test(text);

/** Finds the outline for a category; undefined if no pattern matches, because a wrong outline would mislead. */
const findOutline = (category: string): GarmentOutline | undefined =>
  OUTLINES.find(({ words }) => isPatternMatch(words, category));

/** A line on a flat drawing: its SVG path data `d`, and its two ends. */
export interface FlatLine {
  readonly d: string;
  readonly from: SheetPoint;
  readonly to: SheetPoint;
}

/**
 * Returns the line that shows a part on the front or back view of the garment, for example for the kind `seam` and the
 * name `Side seam`. Returns undefined if no pattern matches the name, or if the outline lacks points that the line
 * needs.
 */
export const findFlatLine = (
  { outline, toSheetPoint }: DrawingSheet,
  kind: string,
  name: string,
): FlatLine | undefined => {
  for (const { words, face, line, over } of PLACEMENTS_BY_KIND[kind] ?? []) {
    const points = line.flatMap((pointName): SheetPoint[] => {
      const [x, y] = outline?.points[pointName] ?? [];
      return x === undefined || y === undefined ? [] : [[x, y]];
    });
    if (!isPatternMatch(words, name) || points.length < Math.min(2, line.length)) continue;
    const mirrored = points.map(([x, y]): SheetPoint => [-x, y]);
    const strokes = over === 'across' ? [[...mirrored, ...points]] : over ? [points, mirrored] : [points];
    const placedStrokes = strokes.map((stroke) =>
      stroke.map((point) => toSheetPoint(face === 'back' ? 'back' : 'front', point)),
    );
    const [from, to] = [placedStrokes[0]?.[0], placedStrokes[0]?.at(-1)];
    if (!from || !to) continue;
    const paths = placedStrokes.map((stroke) => `M ${stroke.map((point) => point.join(' ')).join(' L ')}`);
    return { d: paths.join(' '), from, to };
  }
  return undefined;
};

const CAPTION_STYLE = {
  'text-anchor': 'middle',
  'font-size': SVG_FONT_SIZE,
  fill: INK_COLOR,
  stroke: 'none',
  'font-family': SVG_FONT_FAMILY,
};

/**
 * Draws the front or back outline of the garment as SVG. If there is no outline, draws a frame with the text `? outline
 * not stated`.
 */
export const drawFlat = ({ outline, id, toSheetPoint }: DrawingSheet, face: FlatFace): string => {
  const name = face === 'front' ? 'Front' : 'Back';
  const [x, y] = toSheetPoint(face, [0, 0]);
  const caption = renderSvgText(x, y - 3, name.toUpperCase(), CAPTION_STYLE);
  if (!outline) {
    const position = { x: x - 34, y: y + 4, ...EMPTY_FRAME };
    const frame = { ...position, 'stroke-dasharray': '3 2', 'stroke-width': 0.35 };
    return (
      caption +
      renderSvgElement('rect', { id: id(`${name}_outline`), ...frame }) +
      renderSvgText(x, y + 54, '? outline not stated', CAPTION_STYLE)
    );
  }
  const drawHalf = (direction: 1 | -1) =>
    renderSvgElement(
      'g',
      { transform: `matrix(${direction} 0 0 1 ${x} ${y})` },
      renderSvgElement('path', { d: outline[face], 'stroke-linejoin': 'round' }) +
        (outline.inner &&
          renderSvgElement('path', { d: outline.inner, 'stroke-width': 0.35, 'stroke-linejoin': 'round' })),
    );
  return caption + renderSvgElement('g', { id: id(`${name}_outline`) }, drawHalf(1) + drawHalf(-1));
};

/** Estimates the width of a character in a sans-serif font of size 1, precisely enough for line breaks. */
const estimateCharacterWidth = cacheByWord((char) => {
  if (stringWidth(char) > 1) return 1;
  if (/[iljtfrI.,:;'|!()[\] ]/.test(char)) return 0.36;
  if (/[mwMW@%—]/.test(char)) return 0.96;
  return /[A-Z0-9=~+?]/.test(char) ? 0.68 : 0.57;
});

const addTextWidth = (text: string, width: number): number =>
  [...text].reduce((sum, char) => sum + estimateCharacterWidth(char), width);

const estimateTextWidth = (text: string, size: number): number => addTextWidth(text, 0) * size;

/**
 * Splits a word into parts that fit in a line, never within a grapheme. A Japanese name, for example, has no spaces.
 */
const splitLongWord = (word: string, size: number, width: number): string[] => {
  if (estimateTextWidth(word, size) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  let partWidth = 0;
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(word)) {
    const longerWidth = addTextWidth(segment, partWidth);
    if (part !== '' && longerWidth * size > width) {
      parts.push(part);
      part = segment;
      partWidth = addTextWidth(segment, 0);
    } else {
      part += segment;
      partWidth = longerWidth;
    }
  }
  return [...parts, part];
};

/**
 * Wraps a text into lines of at most `width`. `width` and the font size `size` have the same unit. A word that is too
 * long is split. An empty text gives one empty line.
 */
export const wrapToWidth = (text: string, size: number, width: number): string[] => {
  const lines: string[] = [];
  let line = '';
  const words = text.split(/\s+/).filter(Boolean);
  for (const word of words.flatMap((longWord) => splitLongWord(longWord, size, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && estimateTextWidth(longer, size) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line];
};

/**
 * The possible widths of a sheet in millimetres. A sheet has the width of A0 if the garment has more than MANY_SEAMS
 * seams and quilt lines. Otherwise, it has the width of A3.
 */
const A3_WIDTH = 420;
const A0_WIDTH = 1189;
const MANY_SEAMS = 200;
const LIST_LINE_HEIGHT = 4.4;
const MIN_LIST_COLUMN_WIDTH = 128;
const LIST_COLUMN_GAP = 6;
const FLATS_TOP = 24;

/** The layout of a drawing: the outline, scale and positions that all its layers use. */
export interface DrawingSheet {
  readonly spec: GarmentSpecification;
  readonly width: number;
  readonly outline: GarmentOutline | undefined;
  readonly id: (words: string) => string;
  readonly toSheetPoint: (face: FlatFace, point: SheetPoint) => SheetPoint;
  /** The y position at which the lists begin, below the flats. */
  readonly listsTop: number;
}

const findGarmentOutline = (spec: GarmentSpecification): GarmentOutline | undefined => {
  const labels = selectNodesOfKind(spec, 'garment').map(({ label }) => label);
  const names = [spec.name ?? '', ...labels];
  if (/dress/i.test(spec.category) && names.some((name) => /\bslip\b/i.test(name)))
    return findOutline('slip');
  return [spec.category, ...names].map(findOutline).find((outline) => outline !== undefined);
};

/** Computes the width, outline and positions of a drawing. `id` creates unique ids of SVG elements. */
export const computeDrawingLayout = (
  spec: GarmentSpecification,
  id: (words: string) => string,
): DrawingSheet => {
  const width = selectNodesOfKind(spec, 'seam', 'quilt_line').length > MANY_SEAMS ? A0_WIDTH : A3_WIDTH;
  const round = (n: number) => Number(n.toFixed(2));
  const toSheetPoint: DrawingSheet['toSheetPoint'] = (face, [x, y]) => [
    round(width / 2 + (face === 'front' ? -48 : 48) + x),
    round(FLATS_TOP + y),
  ];
  const outline = findGarmentOutline(spec);
  const listsTop = FLATS_TOP + (outline?.points.hem?.[1] ?? EMPTY_FRAME.height) + 20;
  return { spec, width, outline, id, toSheetPoint, listsTop };
};

/**
 * A row of a list on the drawing sheet. `words` is its text, and `id` is the id of its SVG group. `drawing` is SVG with
 * the lines of the node in the drawing of the garment, or empty.
 */
export interface DrawingRow {
  readonly node: GraphNode;
  readonly id: string;
  readonly words: string;
  readonly drawing: string;
}

/**
 * Draws a list as SVG, with `title` at the y position `top`. The rows are below it, in as many columns as fit; without
 * rows, the list shows `? not stated`. Each row is an SVG group with the id and the provenance of its node. Also
 * returns `bottom`, the y position at which the list ends.
 */
export const drawList = (
  title: string,
  sheet: DrawingSheet,
  top: number,
  rows: readonly DrawingRow[],
): { content: string; bottom: number } => {
  const contentWidth = sheet.width - 2 * SHEET_MARGIN;
  const count = Math.floor((contentWidth + LIST_COLUMN_GAP) / (MIN_LIST_COLUMN_WIDTH + LIST_COLUMN_GAP));
  const width = (contentWidth - LIST_COLUMN_GAP * (count - 1)) / count;
  const firstY = top + LIST_LINE_HEIGHT * 1.4;
  const rowsPerColumn = Math.ceil(rows.length / count);
  let [y, bottom] = [firstY, firstY + (rows.length === 0 ? LIST_LINE_HEIGHT : 0)];
  const groups = rows.map(({ node, id, words, drawing }, at) => {
    if (at % rowsPerColumn === 0) y = firstY;
    const x = SHEET_MARGIN + Math.floor(at / rowsPerColumn) * (width + LIST_COLUMN_GAP);
    const textLines = wrapToWidth(cleanXmlText(words), SVG_FONT_SIZE, width - 3).map((line, row) =>
      renderSvgText(row === 0 ? x : x + 3, y + row * LIST_LINE_HEIGHT, line),
    );
    y += textLines.length * LIST_LINE_HEIGHT + 0.6;
    bottom = Math.max(bottom, y);
    return renderSvgElement(
      'g',
      { id, 'data-node': node.id, 'data-state': node.state },
      drawing + textLines.join(''),
    );
  });
  const heading = renderSvgText(SHEET_MARGIN, top, title, { 'font-weight': 'bold' });
  const emptyText = rows.length === 0 ? renderSvgText(SHEET_MARGIN, firstY, '? not stated') : '';
  return { content: heading + emptyText + groups.join(''), bottom: bottom + 4 };
};
