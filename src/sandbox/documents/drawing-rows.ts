/** The lists of a drawing: callouts, points of measure, seams, closures and trims. */

import type { GraphNode } from '../../garment/graph-model.ts';
import type { DrawingRow, DrawingSheet } from './drawing-sheet.ts';
import { type FlatLine, findFlatLine, type SheetPoint } from './flats.ts';
import {
  findFieldValue,
  formatMark,
  formatNameWithMark,
  formatNodeDetails,
  formatValueWithMark,
  resolveNodeKind,
  selectNodesOfKind,
} from './garment-specification.ts';
import { INK_COLOR, renderSvgElement, renderSvgText } from './svg-markup.ts';

const STROKE_STYLE = { fill: 'none', stroke: INK_COLOR, 'stroke-width': 0.2 } as const;
const SMALL_FONT_SIZE = 2.4;

const joinWithColon = (...parts: readonly string[]): string => parts.filter(Boolean).join(': ');

/** Returns the text of a field without its mark; empty when it is not stated. */
const readFieldText = (node: GraphNode, field: string): string => {
  const words = formatValueWithMark(findFieldValue(node, field)).replace(/^\S+ /, '');
  return words === 'not stated' ? '' : words;
};

/** Creates a function that moves overlapping marks apart, so that each can be read. */
const createFanOut = (): ((at: SheetPoint) => SheetPoint) => {
  const taken = new Map<string, number>();
  return ([x, y]) => {
    const key = `${x.toFixed(0)} ${y.toFixed(0)}`;
    const before = taken.get(key) ?? 0;
    taken.set(key, before + 1);
    const reach = 5 + Math.sqrt(before) * 4;
    return [x + Math.cos(before * 2.4 - 0.8) * reach, y + Math.sin(before * 2.4 - 0.8) * reach];
  };
};

/** Wraps a draw function so that a line shared by several nodes is drawn once, for the first node. */
const drawOncePerLine = (
  draw: (line: FlatLine, node: GraphNode) => string,
): ((line: FlatLine | undefined, node: GraphNode) => string) => {
  const drawn = new Set<string>();
  return (line, node) => {
    if (!line || drawn.has(line.d)) return '';
    drawn.add(line.d);
    return draw(line, node);
  };
};

/** Draws a numbered circle with a line to its point. */
const drawBalloon = (words: string, [x, y]: SheetPoint, [cx, cy]: SheetPoint): string => {
  return (
    renderSvgElement('path', { ...STROKE_STYLE, d: `M ${cx.toFixed(2)} ${cy.toFixed(2)} L ${x} ${y}` }) +
    renderSvgElement('circle', { cx: x, cy: y, r: 0.45, fill: INK_COLOR }) +
    renderSvgElement('circle', { ...STROKE_STYLE, cx, cy, r: 2.3, fill: '#ffffff' }) +
    renderSvgText(cx, cy + 0.85, words, { 'text-anchor': 'middle', 'font-size': SMALL_FONT_SIZE })
  );
};

/** Creates the rows of callouts and processes. */
export const createCalloutRows = (sheet: DrawingSheet): DrawingRow[] => {
  const beside = createFanOut();
  return selectNodesOfKind(sheet.spec, 'construction_note', 'process').map((node, at) => {
    if (resolveNodeKind(node) === 'process')
      return {
        node,
        id: sheet.id(`Process_${node.id}`),
        words: joinWithColon(`Process ${formatNameWithMark(node)}`, formatNodeDetails(node)),
        drawing: '',
      };
    const number = readFieldText(node, 'callout');
    const shown = /^\d+$/.test(number) ? number : `#${at + 1}`;
    const note = findFieldValue(node, 'text');
    const spot = findFlatLine(sheet, 'construction_note', node.label)?.to;
    return {
      node,
      id: sheet.id(`Callout_${shown}`),
      words: `${shown} ${formatNameWithMark(node)}${note ? `; text ${formatValueWithMark(note)}` : ''}`,
      drawing: spot ? drawBalloon(`${shown}${formatMark(node.state)}`, spot, beside(spot)) : '',
    };
  });
};

/** Returns the code of a point of measure, or else its id. */
const readPointCode = (node: GraphNode): string =>
  readFieldText(node, 'code') || node.id.replace(/^pom\./, '');

/** Creates the rows of points of measure. */
export const createMeasureRows = (sheet: DrawingSheet): DrawingRow[] => {
  const beside = createFanOut();
  const draw = drawOncePerLine(({ d, to }, node) => {
    const [x, y] = beside(to);
    return (
      renderSvgElement('path', { ...STROKE_STYLE, 'stroke-width': 0.35, d }) +
      renderSvgText(x - 1.6, y + 4, readPointCode(node), { 'font-size': SMALL_FONT_SIZE })
    );
  });
  return selectNodesOfKind(sheet.spec, 'measurement').map((node) => {
    const shown = ['spec', ...(findFieldValue(node, 'code')?.state === 'asserted' ? ['code'] : [])];
    const rest = formatNodeDetails(node, shown);
    return {
      node,
      id: sheet.id(`POM_${readPointCode(node)}`),
      words: `${readPointCode(node)} ${formatValueWithMark(findFieldValue(node, 'spec')) || '? not stated'}: ${formatNameWithMark(node)}${rest && `; ${rest}`}`,
      drawing: draw(findFlatLine(sheet, 'measurement', node.label), node),
    };
  });
};

/** Creates the row of a part. The id `seam.side` becomes `Seam_side`. */
const createPartRow = (sheet: DrawingSheet, stem: string, node: GraphNode, drawing: string): DrawingRow => ({
  node,
  id: sheet.id(`${stem}_${node.id.replace(new RegExp(`^${stem}\\.`, 'i'), '')}`),
  words: joinWithColon(formatNameWithMark(node), formatNodeDetails(node)),
  drawing,
});

/**
 * Creates the rows of seams and quilt lines. On the flats they are dashed lines; layers share one line.
 */
export const createSeamRows = (sheet: DrawingSheet): DrawingRow[] => {
  const draw = drawOncePerLine(({ d }) =>
    renderSvgElement('path', { ...STROKE_STYLE, 'stroke-width': 0.25, 'stroke-dasharray': '2 1', d }),
  );
  return selectNodesOfKind(sheet.spec, 'seam', 'quilt_line').map((node) =>
    createPartRow(sheet, 'Seam', node, draw(findFlatLine(sheet, 'seam', node.label), node)),
  );
};

/** Dots drawn for one closure. */
const MAX_DOTS = 12;

/** Creates the rows of closures and trims. A closure with a stated count has a dot for each piece. */
export const createClosureRows = (sheet: DrawingSheet): DrawingRow[] => {
  const draw = drawOncePerLine(({ d, from: [x, y], to }, node) => {
    const count =
      findFieldValue(node, 'count')?.state === 'asserted' ? Number(readFieldText(node, 'count')) : 0;
    const dots = Math.min(MAX_DOTS, Number.isInteger(count) ? count : 0);
    const step = (to[1] - y) / (dots + 1);
    const circles = Array.from({ length: Math.max(0, dots) }, (_, at) =>
      renderSvgElement('circle', { ...STROKE_STYLE, cx: x, cy: y + step * (at + 1), r: 0.9 }),
    );
    return renderSvgElement('path', { ...STROKE_STYLE, d }) + circles.join('');
  });
  return selectNodesOfKind(sheet.spec, 'closure', 'trim').map((node) => {
    const isClosure = resolveNodeKind(node) === 'closure';
    const where = `${node.label} ${readFieldText(node, 'placement')}`;
    const drawing = isClosure ? draw(findFlatLine(sheet, 'closure', where), node) : '';
    return createPartRow(sheet, isClosure ? 'Closure' : 'Trim', node, drawing);
  });
};
