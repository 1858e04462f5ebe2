import { flat } from './flats.ts';
import { INK, LETTERS, MARGIN, SIZE } from './pen.ts';
import { callouts, closures, measures, seams } from './rows.ts';
import { list, sheetOf } from './sheet.ts';
import type { ExportFacts, Specification } from './specification.ts';
import { LEGEND } from './state-marks.ts';
import { titleBlock } from './title-block.ts';
import { element, escaped, idMaker } from './xml.ts';

/** Top-level groups, which are what editors show as layers; the first in the file lies at the bottom. */
const NAMES = {
  Title_block: 'Title block',
  Flat_front: 'Flat, front',
  Flat_back: 'Flat, back',
  Seams: 'Seams and stitching',
  Closures_and_trims: 'Closures and trims',
  Callouts: 'Callouts',
  Points_of_measure: 'Points of measure',
} as const;
type Layer = keyof typeof NAMES;

export const LAYERS = Object.keys(NAMES) as readonly Layer[];

const LETTERING = { 'font-family': LETTERS, 'font-size': SIZE, fill: INK };
const LINE = { fill: 'none', stroke: INK, 'stroke-width': 0.7 };

/**
 * A drawing that editors open with its layers: named groups under the root and nothing else, millimetres, no
 * style sheet, script, image, reference or filter. Each value carries its mark inside the text.
 */
export const drawing = (spec: Specification, driver: string, facts: ExportFacts): string => {
  const id = idMaker();
  for (const layer of LAYERS) id(layer);
  const sheet = sheetOf(spec, id);
  const parts = new Map<Layer, string>([
    ['Flat_front', flat(sheet, 'front')],
    ['Flat_back', flat(sheet, 'back')],
  ]);
  let y = sheet.floor;
  for (const [layer, head, rows] of [
    ['Callouts', 'CALLOUTS', callouts(sheet)],
    ['Points_of_measure', 'POINTS OF MEASURE', measures(sheet)],
    ['Seams', 'SEAMS AND STITCHING', seams(sheet)],
    ['Closures_and_trims', 'CLOSURES AND TRIMS', closures(sheet)],
  ] as const) {
    const { content, bottom } = list(head, sheet, y, rows);
    parts.set(layer, content);
    y = bottom + 4;
  }
  const { content, bottom } = titleBlock(sheet, y, driver, facts);
  parts.set('Title_block', content);
  const height = Math.ceil(bottom + MARGIN);
  const layers = LAYERS.map((layer) =>
    element(
      'g',
      {
        id: layer,
        'data-name': NAMES[layer],
        'inkscape:groupmode': 'layer',
        'inkscape:label': NAMES[layer],
        ...(layer.startsWith('Flat') ? LINE : LETTERING),
      },
      parts.get(layer),
    ),
  );
  const title = element(
    'title',
    {},
    escaped(`${spec.identity} ${spec.name ?? '(unnamed)'}, ${spec.profile} profile`),
  );
  const about = element('desc', {}, escaped(`Construction drawing, not a render. Marks: ${LEGEND}.`));
  const spaces =
    'xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"';
  const root = `<svg ${spaces} version="1.1" width="${sheet.width}mm" height="${height}mm" viewBox="0 0 ${sheet.width} ${height}">`;
  return ['<?xml version="1.0" encoding="UTF-8"?>', root, title, about, ...layers, '</svg>', ''].join('\n');
};
