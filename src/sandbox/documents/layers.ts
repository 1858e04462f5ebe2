import type { GraphNode } from '../../provenance/index.ts';
import { outline, type Point, stroke } from './body.ts';
import { insides } from './insides.ts';
import { linesOf } from './lines.ts';
import { LEGEND, mark, marked, named } from './marks.ts';
import { type Face, measureTrace, seamTrace, spotOf } from './places.ts';
import { kindOf, ofKind, valueIn, valuesOf } from './reading.ts';
import { LEADING, LEFT, MARGIN, RIGHT, type Sheet, SIZE, WIDTH } from './sheet.ts';
import { clean, element, text } from './xml.ts';

/** What a layer draws, and how far down its list reaches. */
export interface Drawn {
  readonly content: string;
  readonly bottom: number;
}

const INK = '#000000';
const thin = { fill: 'none', stroke: INK, 'stroke-width': 0.2 } as const;

interface Column {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Lines of text one under the other. */
function block(words: string, { x, y, width }: Column): { content: string; bottom: number } {
  const lines = linesOf(clean(words), SIZE, width - 3);
  return {
    content: lines.map((line, at) => text(at === 0 ? x : x + 3, y + at * LEADING, line)).join(''),
    bottom: y + lines.length * LEADING,
  };
}

/** A list whose rows are groups of their own, so that each can be found by name in a layers panel. */
function list(
  head: string,
  column: Column,
  rows: readonly { id: string; words: string; drawing?: string }[],
): Drawn {
  let y = column.y + LEADING * 1.4;
  const groups = rows.map(({ id, words, drawing = '' }) => {
    const { content, bottom } = block(words, { ...column, y });
    y = bottom + 0.6;
    return element('g', { id }, drawing + content);
  });
  const heading = head === '' ? '' : text(column.x, column.y, head, { 'font-weight': 'bold' });
  const nothing = rows.length === 0 ? text(column.x, y, '? none stated') : '';
  return { content: heading + nothing + groups.join(''), bottom: y + (rows.length === 0 ? LEADING : 0) };
}

const details = (node: GraphNode, fields: readonly string[]): string =>
  fields
    .flatMap((field) => {
      const value = valueIn(node, field);
      return value ? [`${field.replaceAll('_', ' ')} ${marked(value)}`] : [];
    })
    .join('; ');

/** Every value of a node, for rows whose kind says nothing of what matters most. */
const everything = (node: GraphNode): string =>
  details(
    node,
    valuesOf(node).map(({ field }) => field),
  );

const joined = (...parts: readonly string[]): string => parts.filter(Boolean).join(': ');

export function flat(sheet: Sheet, face: Face): Drawn {
  const place = sheet.place(face);
  const name = face === 'front' ? 'Front' : 'Back';
  const [x, y] = place([0, 0]);
  const caption = text(x, y - 3, name.toUpperCase(), {
    'text-anchor': 'middle',
    'font-size': SIZE,
    fill: INK,
    stroke: 'none',
    'font-family': 'Helvetica, Arial, sans-serif',
  });
  if (!sheet.body) {
    const frame = element('rect', {
      id: sheet.id(`${name}_outline`),
      x: x - 34,
      y: y + 4,
      width: 68,
      height: 100,
      'stroke-dasharray': '3 2',
      'stroke-width': 0.35,
    });
    const words = text(x, y + 54, '? outline not stated', {
      'text-anchor': 'middle',
      'font-size': SIZE,
      fill: INK,
      stroke: 'none',
      'font-family': 'Helvetica, Arial, sans-serif',
    });
    return { content: caption + frame + words, bottom: 0 };
  }
  const shape = element('path', {
    id: sheet.id(`${name}_outline`),
    d: outline(sheet.body, face, place),
    'stroke-linejoin': 'round',
  });
  const parts = ofKind(sheet.spec, 'piece', 'closure').map(({ label }) => label);
  const has = (words: RegExp) => parts.some((label) => words.test(label));
  const inner = insides(sheet.body, face, has).map((points) => stroke(points, place, 'both'));
  const lines =
    inner.length > 0
      ? element('path', {
          id: sheet.id(`${name}_details`),
          d: inner.join(' '),
          'stroke-width': 0.35,
          'stroke-linejoin': 'round',
        })
      : '';
  return { content: caption + shape + lines, bottom: 0 };
}

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
      words: joined(
        named(node),
        details(node, ['seam_class', 'stitch_class', 'spi', 'topstitch', 'topstitch_distance', 'spacing']),
      ),
      drawing,
    };
  });
  return columns('SEAMS AND STITCHING', sheet, sheet.middle.y, floor, rows);
}

const MANY = 40;

/**
 * A list in two columns of the middle, or, where it is long, in five across the sheet and below everything
 * that stands beside the flats.
 */
function columns(
  head: string,
  sheet: Sheet,
  from: number,
  floor: number,
  rows: readonly { id: string; words: string; drawing?: string }[],
): Drawn {
  const many = rows.length > MANY;
  const { x, width } = many ? { x: MARGIN, width: WIDTH - 2 * MARGIN } : sheet.middle;
  const y = many ? Math.max(from, floor + 8) : from;
  const count = many ? 5 : 2;
  const each = (width - 6 * (count - 1)) / count;
  const length = Math.ceil(rows.length / count);
  const parts = Array.from({ length: count }, (_, at) => rows.slice(at * length, (at + 1) * length))
    .filter((part, at) => at === 0 || part.length > 0)
    .map((part, at) => list(at === 0 ? head : '', { x: x + at * (each + 6), y, width: each }, part));
  return {
    content: parts.map(({ content }) => content).join(''),
    bottom: Math.max(...parts.map(({ bottom }) => bottom)) + 3,
  };
}

/** A button for each that is counted, down the centre front. */
function fastening(sheet: Sheet, node: GraphNode): string {
  const { body } = sheet;
  const words = `${node.label} ${marked(valueIn(node, 'type'))}`;
  if (!body || /cuff|pocket|hood|hem|liner|inner|neck/i.test(node.label)) return '';
  const place = sheet.place('front');
  const from = (body.neck?.[1] ?? body.waist[1]) + (body.drop ?? 2) + 3;
  const to = (body.crotch && !body.neck ? body.crotch[1] - 8 : body.hem[1]) - 6;
  if (/zip/i.test(words))
    return element('path', {
      ...thin,
      d: `${stroke(
        [
          [-0.6, from],
          [-0.6, to],
        ],
        place,
      )} ${stroke(
        [
          [0.6, from],
          [0.6, to],
        ],
        place,
      )}`,
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
    const shown = process ? 'Process' : /^\d+$/.test(number) ? number : String(at + 1);
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
      .filter((field) => field !== 'code' && field !== 'spec');
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

export function titleBlock(
  sheet: Sheet,
  y: number,
  driver: string,
  facts: { readonly createdAt: string; readonly exportId: string },
): Drawn {
  const { spec } = sheet;
  const width = WIDTH - 2 * MARGIN;
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
  const right = WIDTH - MARGIN - 55;
  const scale = element('path', {
    ...thin,
    'stroke-width': 0.35,
    d: `M ${right} ${y + 9} L ${right + 50} ${y + 9} M ${right} ${y + 7} L ${right} ${y + 11} M ${right + 50} ${y + 7} L ${right + 50} ${y + 11}`,
  });
  const frame = element('rect', {
    x: MARGIN,
    y,
    width,
    height,
    fill: 'none',
    stroke: INK,
    'stroke-width': 0.35,
  });
  return {
    content:
      frame +
      words.join('') +
      element('g', { id: sheet.id('Calibration') }, scale + text(right + 19, y + 6, '50 mm')),
    bottom: y + height,
  };
}
