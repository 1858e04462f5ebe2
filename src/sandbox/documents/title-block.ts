import { linesOf } from './lines.ts';
import { INK, MARGIN } from './pen.ts';
import type { Sheet } from './sheet.ts';
import type { ExportFacts } from './specification.ts';
import { LEGEND } from './state-marks.ts';
import { clean, element, text } from './xml.ts';

const THIN = { fill: 'none', stroke: INK, 'stroke-width': 0.35 };

/** Who, for whom, when; what the marks mean; how much is open; and a line of a known length to check a print by. */
export const titleBlock = (
  sheet: Sheet,
  y: number,
  driver: string,
  facts: ExportFacts,
): { content: string; bottom: number } => {
  const { spec } = sheet;
  const width = sheet.width - 2 * MARGIN;
  const name = linesOf(
    clean(`${spec.name ?? '(unnamed)'}${spec.category ? `, ${spec.category}` : ''}`),
    5,
    width - 90,
  );
  const says = [
    `${spec.identity} | profile: ${spec.profile} | driver: ${driver} | created: ${facts.createdAt} | export: ${facts.exportId}`,
    `${LEGEND} | unresolved confirmations: ${spec.questions.length} (they do not block a sample or a quotation)`,
    'Construction drawing: the outline shows the kind of garment and where things are; it is not to scale and no render.',
  ];
  const height = 5 + name.length * 6.2 + says.length * 4.8;
  const words = [
    ...name.map((line, at) => text(MARGIN + 3, y + 6.5 + at * 6.2, line, { 'font-size': 5 })),
    ...says.map((line, at) => text(MARGIN + 3, y + 5 + name.length * 6.2 + (at + 0.5) * 4.8, line)),
  ];
  const right = sheet.width - MARGIN - 55;
  const scale = element('path', {
    ...THIN,
    d: `M ${right} ${y + 9} L ${right + 50} ${y + 9} M ${right} ${y + 7} L ${right} ${y + 11} M ${right + 50} ${y + 7} L ${right + 50} ${y + 11}`,
  });
  const frame = element('rect', { x: MARGIN, y, width, height, ...THIN });
  return {
    content:
      frame +
      words.join('') +
      element('g', { id: sheet.id('Calibration') }, scale + text(right + 19, y + 6, '50 mm')),
    bottom: y + height,
  };
};
