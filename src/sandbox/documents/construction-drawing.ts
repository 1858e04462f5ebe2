import { createCalloutRows, createClosureRows, createMeasureRows, createSeamRows } from './drawing-rows.ts';
import { createDrawingSheet, type DrawingSheet, drawList, wrapToWidth } from './drawing-sheet.ts';
import { drawFlat } from './flats.ts';
import { type ExportFacts, type GarmentSpecification, MARK_LEGEND } from './garment-specification.ts';
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

const THIN_LINE_STYLE = { fill: 'none', stroke: INK_COLOR, 'stroke-width': 0.35 };

/**
 * Draws the title block: name, identity, profile, time, legend, number of open questions, and a line of 50
 * mm to check the scale of a print.
 */
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
  const says = [
    `${spec.identity} | profile: ${spec.profile} | driver: ${driver} | created: ${facts.createdAt} | export: ${facts.exportId}`,
    `${MARK_LEGEND} | unresolved confirmations: ${spec.questions.length} (they do not block a sample or a quotation)`,
    'Construction drawing: the outline shows the kind of garment and where things are; it is not to scale and no render.',
  ];
  const height = 5 + name.length * 6.2 + says.length * 4.8;
  const words = [
    ...name.map((line, at) => renderSvgText(SHEET_MARGIN + 3, y + 6.5 + at * 6.2, line, { 'font-size': 5 })),
    ...says.map((line, at) =>
      renderSvgText(SHEET_MARGIN + 3, y + 5 + name.length * 6.2 + (at + 0.5) * 4.8, line),
    ),
  ];
  const right = sheet.width - SHEET_MARGIN - 55;
  const scale = renderSvgElement('path', {
    ...THIN_LINE_STYLE,
    d: `M ${right} ${y + 9} L ${right + 50} ${y + 9} M ${right} ${y + 7} L ${right} ${y + 11} M ${right + 50} ${y + 7} L ${right + 50} ${y + 11}`,
  });
  const frame = renderSvgElement('rect', { x: SHEET_MARGIN, y, width, height, ...THIN_LINE_STYLE });
  return {
    content:
      frame +
      words.join('') +
      renderSvgElement(
        'g',
        { id: sheet.id('Calibration') },
        scale + renderSvgText(right + 19, y + 6, '50 mm'),
      ),
    bottom: y + height,
  };
};

/** The top-level groups, which editors show as layers. The first group is at the bottom. */
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

/** The ids of the layers. */
export const SVG_LAYERS = Object.keys(LAYER_NAMES) as readonly SvgLayer[];

const LAYER_TEXT_STYLE = { 'font-family': SVG_FONT_FAMILY, 'font-size': SVG_FONT_SIZE, fill: INK_COLOR };
const LAYER_LINE_STYLE = { fill: 'none', stroke: INK_COLOR, 'stroke-width': 0.7 };

/**
 * Renders the layered SVG of a garment: named groups in millimetres, without style sheet, script, image,
 * reference or filter. Each value has its provenance mark inside the text.
 */
export const renderConstructionDrawing = (
  spec: GarmentSpecification,
  driver: string,
  facts: ExportFacts,
): string => {
  const id = createIdMaker();
  for (const layer of SVG_LAYERS) id(layer);
  const sheet = createDrawingSheet(spec, id);
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
  const title = renderSvgElement(
    'title',
    {},
    escapeXmlText(`${spec.identity} ${spec.name ?? '(unnamed)'}, ${spec.profile} profile`),
  );
  const about = renderSvgElement(
    'desc',
    {},
    escapeXmlText(`Construction drawing, not a render. Marks: ${MARK_LEGEND}.`),
  );
  const spaces =
    'xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"';
  const root = `<svg ${spaces} version="1.1" width="${sheet.width}mm" height="${height}mm" viewBox="0 0 ${sheet.width} ${height}">`;
  return ['<?xml version="1.0" encoding="UTF-8"?>', root, title, about, ...layers, '</svg>', ''].join('\n');
};
