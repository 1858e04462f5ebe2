import type { GraphNode } from '../../garment/graph.ts';
import { stroke } from './outline.ts';
import { columns, type Drawn, everything, INK, joined, thin } from './rows.ts';
import { seamTrace } from './seam-places.ts';
import type { Sheet } from './sheet.ts';
import { kindOf, ofKind, valueIn } from './specification.ts';
import { marked, named } from './state-marks.ts';
import { element } from './xml.ts';

/** Seams as dashed lines on the flats, each with all that is said of it in the list. */
export function seams(sheet: Sheet, floor: number): Drawn {
  const drawn = new Set<string>();
  const rows = ofKind(sheet.spec, 'seam', 'quilt_line').map((node) => {
    const trace = seamTrace(sheet.body, node.label);
    const d = trace ? stroke(trace.points, sheet.place(trace.face), trace.sides) : '';
    // A garment of many layers has one seam line for all of them.
    const fresh = d !== '' && !drawn.has(`${trace?.face} ${d}`);
    if (fresh) drawn.add(`${trace?.face} ${d}`);
    const drawing = fresh
      ? element('path', { d, fill: 'none', stroke: INK, 'stroke-width': 0.25, 'stroke-dasharray': '2 1' })
      : '';
    return {
      id: sheet.id(`Seam_${node.id.replace(/^seam\./, '')}`),
      words: joined(named(node), everything(node)),
      drawing,
    };
  });
  return columns('SEAMS AND STITCHING', sheet, sheet.middle.y, floor, rows);
}

/** A button for each that is counted, down the centre front. */
function fastening(sheet: Sheet, node: GraphNode): string {
  const { body } = sheet;
  const words = `${node.label} ${marked(valueIn(node, 'type'))}`;
  const where = `${node.label} ${marked(valueIn(node, 'placement'))}`;
  if (!body || !/front|fly/i.test(where) || /cuff|pocket|hood|hem|liner|inner|neck/i.test(node.label))
    return '';
  const place = sheet.place('front');
  const from = (body.neck?.[1] ?? body.waist[1]) + (body.drop ?? 2) + 3;
  const to = (body.crotch && !body.neck ? body.crotch[1] - 8 : body.hem[1]) - 6;
  if (/zip/i.test(words))
    return element('path', {
      ...thin,
      d: stroke(
        [
          [0.6, from],
          [0.6, to],
        ],
        place,
        'both',
      ),
    });
  const count = Math.min(12, Number(/= (\d+)/.exec(marked(valueIn(node, 'count')))?.[1] ?? 0));
  if (!/button|snap/i.test(words) || !body.neck) return '';
  return Array.from({ length: count }, (_, at) => {
    const [cx, cy] = place([0, from + ((to - from) * at) / Math.max(1, count - 1)]);
    return element('circle', { ...thin, cx, cy, r: 0.9 });
  }).join('');
}

export function closures(sheet: Sheet, y: number, floor: number): Drawn {
  const rows = ofKind(sheet.spec, 'closure', 'trim').map((node) => ({
    id: sheet.id(
      kindOf(node) === 'closure'
        ? `Closure_${node.id.replace(/^closure\./, '')}`
        : `Trim_${node.id.replace(/^trim\./, '')}`,
    ),
    words: joined(named(node), everything(node)),
    drawing: kindOf(node) === 'closure' ? fastening(sheet, node) : '',
  }));
  return columns('CLOSURES AND TRIMS', sheet, y, floor, rows);
}
