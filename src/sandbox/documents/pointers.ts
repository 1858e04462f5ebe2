import type { Point } from './body.ts';
import { measureTrace } from './measure-places.ts';
import { stroke } from './outline.ts';
import { type Face, spotOf } from './places.ts';
import { type Drawn, details, everything, INK, joined, list, thin } from './rows.ts';
import { LEFT, RIGHT, type Sheet } from './sheet.ts';
import { kindOf, ofKind, valueIn, valuesOf } from './specification.ts';
import { mark, marked, named } from './state-marks.ts';
import { element, text } from './xml.ts';

/** Spots that coincide are fanned out, so that each number can be read. */
function fanned(taken: Map<string, number>, face: Face, [x, y]: Point): Point {
  const key = `${face} ${x.toFixed(0)} ${y.toFixed(0)}`;
  const before = taken.get(key) ?? 0;
  taken.set(key, before + 1);
  const turn = before * 2.4;
  const reach = 5 + Math.sqrt(before) * 4;
  return [x + Math.cos(turn - 0.8) * reach, y + Math.sin(turn - 0.8) * reach];
}

export function callouts(sheet: Sheet): Drawn {
  const taken = new Map<string, number>();
  const rows = ofKind(sheet.spec, 'construction_note', 'process').map((node, at) => {
    const number = marked(valueIn(node, 'callout')).replace(/^\S+ /, '');
    const process = kindOf(node) === 'process';
    const shown = process ? 'Process' : /^\d+$/.test(number) ? number : `#${at + 1}`;
    const note = valueIn(node, 'text');
    const words = process
      ? joined(`${shown} ${named(node)}`, everything(node))
      : `${shown} ${named(node)}${note ? `; text ${marked(note)}` : ''}`;
    const spot = process ? undefined : spotOf(sheet.body, node.label);
    const drawing = spot
      ? balloon(
          shown,
          mark(node.state),
          sheet.place(spot[0])(spot[1]),
          fanned(taken, spot[0], sheet.place(spot[0])(spot[1])),
        )
      : '';
    return { id: sheet.id(process ? `Process_${node.id}` : `Callout_${shown}`), words, drawing };
  });
  return list('CALLOUTS', LEFT, rows);
}

function balloon(number: string, state: string, [x, y]: Point, [cx, cy]: Point): string {
  const [dx, dy] = [x - cx, y - cy];
  const far = Math.hypot(dx, dy);
  const edge =
    far > 2.3
      ? element('path', {
          ...thin,
          d: `M ${(cx + (dx / far) * 2.3).toFixed(2)} ${(cy + (dy / far) * 2.3).toFixed(2)} L ${x.toFixed(2)} ${y.toFixed(2)}`,
        })
      : '';
  const dot = element('circle', { cx: x, cy: y, r: 0.45, fill: INK });
  return (
    edge +
    dot +
    element('circle', { cx, cy, r: 2.3, fill: '#ffffff', stroke: INK, 'stroke-width': 0.2 }) +
    text(cx, cy + 0.85, `${number}${state}`, { 'text-anchor': 'middle', 'font-size': 2.4 })
  );
}

export function measures(sheet: Sheet): Drawn {
  const taken = new Map<string, number>();
  const drawn = new Set<string>();
  const rows = ofKind(sheet.spec, 'measurement').map((node) => {
    const code = marked(valueIn(node, 'code')).replace(/^\S+ /, '');
    const own = code && code !== 'not stated' ? code : node.id.replace(/^pom\./, '');
    const rest = valuesOf(node)
      .map(({ field }) => field)
      .filter(
        (field) => field !== 'spec' && (field !== 'code' || valueIn(node, field)?.state !== 'asserted'),
      );
    const words = `${own} ${marked(valueIn(node, 'spec')) || '? not stated'}: ${named(node)}${rest.length > 0 ? `; ${details(node, rest)}` : ''}`;
    const trace = measureTrace(sheet.body, node.label);
    const d = trace ? stroke(trace.points, sheet.place(trace.face)) : '';
    const end = trace?.points.at(-1);
    const drawing =
      trace && end && !drawn.has(d)
        ? measured(d, own, fanned(taken, trace.face, sheet.place(trace.face)(end)))
        : '';
    drawn.add(d);
    return { id: sheet.id(`POM_${own}`), words, drawing };
  });
  return list('POINTS OF MEASURE', RIGHT, rows);
}

const measured = (d: string, code: string, [x, y]: Point): string =>
  element('path', { d, fill: 'none', stroke: INK, 'stroke-width': 0.35 }) +
  text(x - 1.6, y + 4, code, { 'font-size': 2.4 });
