import type { GraphNode } from '../../garment/graph-model.ts';
import {
  computeDrawingLayout,
  type DrawingRow,
  type DrawingSheet,
  drawFlat,
  drawList,
  type FlatLine,
  findFlatLine,
  type SheetPoint,
  wrapToWidth,
} from './drawing-sheet.ts';
import {
  type ExportFacts,
  findFieldValue,
  formatMark,
  formatNameWithMark,
  formatNodeDetails,
  formatValueWithMark,
  type GarmentSpecification,
  MARK_LEGEND,
  resolveNodeKind,
  selectNodesOfKind,
} from './export-document.ts';
import {
  cleanXmlText,
  createIdMaker,
  escapeXmlText,
  INK_COLOR,
  renderSvgElement,
  renderSvgText,
  SHEET_MARGIN,
  SVG_FONT_FAMILY,
  SVG_FONT_SIZE,
} from './svg-markup.ts';

const LINE_STYLE = { fill: 'none', stroke: INK_COLOR } as const;
const STROKE_STYLE = { ...LINE_STYLE, 'stroke-width': 0.2 } as const;
const SMALL_FONT_SIZE = 2.4;

const joinWithColon = (...parts: readonly string[]): string => parts.filter(Boolean).join(': ');

/** Returns the text of a field without its provenance mark; empty if the field is not stated. */
const readFieldText = (node: GraphNode, field: string): string => {
  const text = formatValueWithMark(findFieldValue(node, field)).replace(/^\S+ /, '');
  return text === 'not stated' ? '' : text;
};

/**
 * Creates a function that returns where to draw a balloon (a numbered circle) for a position on the garment. Several
 * calls with the same position return different places near it, so that the balloons do not overlap.
 */
const createFanOut = (): ((at: SheetPoint) => SheetPoint) => {
  const counts = new Map<string, number>();
  return ([x, y]) => {
    const key = `${x.toFixed(0)} ${y.toFixed(0)}`;
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    const distance = 5 + Math.sqrt(count) * 4;
    return [x + Math.cos(count * 2.4 - 0.8) * distance, y + Math.sin(count * 2.4 - 0.8) * distance];
  };
};

/** Wraps a draw function so that a line that several nodes share is drawn only for the first node. */
const drawOncePerLine = (
  draw: (line: FlatLine, node: GraphNode) => string,
): ((line: FlatLine | undefined, node: GraphNode) => string) => {
  const drawnPaths = new Set<string>();
  return (line, node) => {
    if (!line || drawnPaths.has(line.d)) return '';
    drawnPaths.add(line.d);
    return draw(line, node);
  };
};

const drawBalloon = (text: string, [x, y]: SheetPoint, [cx, cy]: SheetPoint): string =>
  renderSvgElement('path', { ...STROKE_STYLE, d: `M ${cx.toFixed(2)} ${cy.toFixed(2)} L ${x} ${y}` }) +
  renderSvgElement('circle', { cx: x, cy: y, r: 0.45, fill: INK_COLOR }) +
  renderSvgElement('circle', { ...STROKE_STYLE, cx, cy, r: 2.3, fill: '#ffffff' }) +
  renderSvgText(cx, cy + 0.85, text, { 'text-anchor': 'middle', 'font-size': SMALL_FONT_SIZE });

const createCalloutRows = (sheet: DrawingSheet): DrawingRow[] => {
  const placeBeside = createFanOut();
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
    const position = findFlatLine(sheet, 'construction_note', node.label)?.to;
    return {
      node,
      id: sheet.id(`Callout_${shown}`),
      words: `${shown} ${formatNameWithMark(node)}${note ? `; text ${formatValueWithMark(note)}` : ''}`,
      drawing: position
        ? drawBalloon(`${shown}${formatMark(node.state)}`, position, placeBeside(position))
        : '',
    };
  });
};

const readPointCode = (node: GraphNode): string =>
  readFieldText(node, 'code') || node.id.replace(/^pom\./, '');

const createMeasureRows = (sheet: DrawingSheet): DrawingRow[] => {
  const placeBeside = createFanOut();
  const draw = drawOncePerLine(({ d, to }, node) => {
    const [x, y] = placeBeside(to);
    return (
      renderSvgElement('path', { ...STROKE_STYLE, 'stroke-width': 0.35, d }) +
      renderSvgText(x - 1.6, y + 4, readPointCode(node), { 'font-size': SMALL_FONT_SIZE })
    );
  });
  return selectNodesOfKind(sheet.spec, 'measurement').map((node) => {
    const code = readPointCode(node);
    const shownFields = ['spec', ...(findFieldValue(node, 'code')?.state === 'asserted' ? ['code'] : [])];
    const details = formatNodeDetails(node, shownFields);
    return {
      node,
      id: sheet.id(`POM_${code}`),
      words: `${code} ${formatValueWithMark(findFieldValue(node, 'spec')) || '? not stated'}: ${formatNameWithMark(node)}${details && `; ${details}`}`,
      drawing: draw(findFlatLine(sheet, 'measurement', node.label), node),
    };
  });
};

/**
 * Creates the list row of a part, for example of a seam. The id of its SVG group consists of `stem`, `_` and the node
 * id. If the node id begins with the stem and a dot, this beginning is left out. For example, the stem `Seam` and the
 * node `seam.side` give the group id `Seam_side`.
 */
const createPartRow = (sheet: DrawingSheet, stem: string, node: GraphNode, drawing: string): DrawingRow => ({
  node,
  id: sheet.id(`${stem}_${node.id.replace(new RegExp(`^${stem}\\.`, 'i'), '')}`),
  words: joinWithColon(formatNameWithMark(node), formatNodeDetails(node)),
  drawing,
});

/**
 * Returns one list row for each seam and quilt line. Each one with a known place on the garment is also drawn, as a
 * dashed line. Seams at the same place share a line.
 */
const createSeamRows = (sheet: DrawingSheet): DrawingRow[] => {
  const draw = drawOncePerLine(({ d }) =>
    renderSvgElement('path', { ...STROKE_STYLE, 'stroke-width': 0.25, 'stroke-dasharray': '2 1', d }),
  );
  return selectNodesOfKind(sheet.spec, 'seam', 'quilt_line').map((node) =>
    createPartRow(sheet, 'Seam', node, draw(findFlatLine(sheet, 'seam', node.label), node)),
  );
};

const MAX_DOTS = 12;

/**
 * Creates the rows of the list of closures and trims. A closure with a known place on the garment is also drawn, with
 * one dot for each button or snap if their count is asserted. The drawing has at most MAX_DOTS dots. Closures at the
 * same place share a drawing.
 */
const createClosureRows = (sheet: DrawingSheet): DrawingRow[] => {
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
    const placement = `${node.label} ${readFieldText(node, 'placement')}`;
    const drawing = isClosure ? draw(findFlatLine(sheet, 'closure', placement), node) : '';
    return createPartRow(sheet, isClosure ? 'Closure' : 'Trim', node, drawing);
  });
};

const THIN_LINE_STYLE = { ...LINE_STYLE, 'stroke-width': 0.35 };

/** Draws the title block below `y`, with a line of 50 mm to check the scale of a print. */
const drawTitleBlock = (
  sheet: DrawingSheet,
  y: number,
  driver: string,
  facts: ExportFacts,
): { content: string; bottom: number } => {
  const { spec } = sheet;
  const width = sheet.width - 2 * SHEET_MARGIN;
  const name = wrapToWidth(
    cleanXmlText(`${spec.name ?? '(unnamed)'}${spec.category ? `, ${spec.category}` : ''}`),
    5,
    width - 90,
  );
  const notes = [
    `${spec.identity} | profile: ${spec.profile} | driver: ${driver} | created: ${facts.createdAt} | export: ${facts.exportId}`,
    `${MARK_LEGEND} | unresolved confirmations: ${spec.questions.length} (they do not block a sample or a quotation)`,
    'Construction drawing: the outline shows the kind of garment and where things are; it is not to scale and no render.',
  ];
  const height = 5 + name.length * 6.2 + notes.length * 4.8;
  const texts = [
    ...name.map((line, at) => renderSvgText(SHEET_MARGIN + 3, y + 6.5 + at * 6.2, line, { 'font-size': 5 })),
    ...notes.map((line, at) =>
      renderSvgText(SHEET_MARGIN + 3, y + 5 + name.length * 6.2 + (at + 0.5) * 4.8, line),
    ),
  ];
  const scaleX = sheet.width - SHEET_MARGIN - 55;
  const scale = renderSvgElement('path', {
    ...THIN_LINE_STYLE,
    d: `M ${scaleX} ${y + 9} L ${scaleX + 50} ${y + 9} M ${scaleX} ${y + 7} L ${scaleX} ${y + 11} M ${scaleX + 50} ${y + 7} L ${scaleX + 50} ${y + 11}`,
  });
  const scaleText = renderSvgText(scaleX + 19, y + 6, '50 mm');
  const frame = renderSvgElement('rect', { x: SHEET_MARGIN, y, width, height, ...THIN_LINE_STYLE });
  return {
    content:
      frame + texts.join('') + renderSvgElement('g', { id: sheet.id('Calibration') }, scale + scaleText),
    bottom: y + height,
  };
};

/** The top-level groups of the drawing, which editors show as layers. The first group is at the bottom. */
const LAYER_NAMES = {
  Title_block: 'Title block',
  Flat_front: 'Flat, front',
  Flat_back: 'Flat, back',
  Seams: 'Seams and stitching',
  Closures_and_trims: 'Closures and trims',
  Callouts: 'Callouts',
  Points_of_measure: 'Points of measure',
} as const;
type SvgLayer = keyof typeof LAYER_NAMES;

/** The ids of the layers of a construction drawing, for example `Flat_front`. The bottom layer comes first. */
export const SVG_LAYERS = Object.keys(LAYER_NAMES) as readonly SvgLayer[];

const LAYER_TEXT_STYLE = { 'font-family': SVG_FONT_FAMILY, 'font-size': SVG_FONT_SIZE, fill: INK_COLOR };
const LAYER_LINE_STYLE = { ...LINE_STYLE, 'stroke-width': 0.7 };

/**
 * Renders a construction drawing as an SVG in millimetres, with one group for each of SVG_LAYERS: the front and back
 * view, the title block, and lists of callouts, points of measure, seams and closures. The SVG has no scripts, style
 * sheets, images or references, and ends with a line feed.
 */
export const renderConstructionDrawing = (
  spec: GarmentSpecification,
  driver: string,
  facts: ExportFacts,
): string => {
  const id = createIdMaker();
  for (const layer of SVG_LAYERS) id(layer);
  const sheet = computeDrawingLayout(spec, id);
  const parts = new Map<SvgLayer, string>([
    ['Flat_front', drawFlat(sheet, 'front')],
    ['Flat_back', drawFlat(sheet, 'back')],
  ]);
  let y = sheet.listsTop;
  for (const [layer, head, rows] of [
    ['Callouts', 'CALLOUTS', createCalloutRows(sheet)],
    ['Points_of_measure', 'POINTS OF MEASURE', createMeasureRows(sheet)],
    ['Seams', 'SEAMS AND STITCHING', createSeamRows(sheet)],
    ['Closures_and_trims', 'CLOSURES AND TRIMS', createClosureRows(sheet)],
  ] as const) {
    const { content, bottom } = drawList(head, sheet, y, rows);
    parts.set(layer, content);
    y = bottom + 4;
  }
  const { content, bottom } = drawTitleBlock(sheet, y, driver, facts);
  parts.set('Title_block', content);
  const height = Math.ceil(bottom + SHEET_MARGIN);
  const layers = SVG_LAYERS.map((layer) =>
    renderSvgElement(
      'g',
      {
        id: layer,
        'data-name': LAYER_NAMES[layer],
        'inkscape:groupmode': 'layer',
        'inkscape:label': LAYER_NAMES[layer],
        ...(layer.startsWith('Flat') ? LAYER_LINE_STYLE : LAYER_TEXT_STYLE),
      },
      parts.get(layer),
    ),
  );
  const titleText = `${spec.identity} ${spec.name ?? '(unnamed)'}, ${spec.profile} profile`;
  const title = renderSvgElement('title', {}, escapeXmlText(titleText));
  const aboutText = `Construction drawing, not a render. Marks: ${MARK_LEGEND}.`;
  const about = renderSvgElement('desc', {}, escapeXmlText(aboutText));
  const namespaces =
    'xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"';
  const root = `<svg ${namespaces} version="1.1" width="${sheet.width}mm" height="${height}mm" viewBox="0 0 ${sheet.width} ${height}">`;
  return ['<?xml version="1.0" encoding="UTF-8"?>', root, title, about, ...layers, '</svg>', ''].join('\n');
};
