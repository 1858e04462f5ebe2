import type { DrawingSheet } from './drawing-sheet.ts';
import { INK_COLOR, SHEET_MARGIN } from './drawing-style.ts';
import type { ExportFacts } from './garment-specification.ts';
import { MARK_LEGEND } from './provenance-marks.ts';
import { cleanXmlText, renderSvgElement, renderSvgText } from './svg-markup.ts';
import { wrapToWidth } from './wrap-to-width.ts';

const THIN_LINE_STYLE = { fill: 'none', stroke: INK_COLOR, 'stroke-width': 0.35 };

/**
 * Draws the title block: name, identity, profile, time, legend, number of open questions, and a line of 50
 * mm to check the scale of a print.
 */
export const drawTitleBlock = (
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
