import type { GraphNode } from '../../garment/graph.ts';
import { type Line, lineOf, type Point } from './flats.ts';
import { INK } from './pen.ts';
import type { Row, Sheet } from './sheet.ts';
import { kindOf, ofKind, valueIn } from './specification.ts';
import { details, mark, marked, named } from './state-marks.ts';
import { element, text } from './xml.ts';

const STROKE = { fill: 'none', stroke: INK, 'stroke-width': 0.2 } as const;
const SMALL = 2.4;

const joined = (...parts: readonly string[]): string => parts.filter(Boolean).join(': ');

/** What is said in a field, without its mark; empty where nothing is. */
const said = (node: GraphNode, field: string): string => {
  const words = marked(valueIn(node, field)).replace(/^\S+ /, '');
  return words === 'not stated' ? '' : words;
};

/** Marks that would lie on one another are fanned out, so that each can be read. */
const fan = (): ((at: Point) => Point) => {
  const taken = new Map<string, number>();
  return ([x, y]) => {
    const key = `${x.toFixed(0)} ${y.toFixed(0)}`;
    const before = taken.get(key) ?? 0;
    taken.set(key, before + 1);
    const reach = 5 + Math.sqrt(before) * 4;
    return [x + Math.cos(before * 2.4 - 0.8) * reach, y + Math.sin(before * 2.4 - 0.8) * reach];
  };
};

/** A line that many have in common is drawn once, for the first. */
const once = (
  draw: (line: Line, node: GraphNode) => string,
): ((line: Line | undefined, node: GraphNode) => string) => {
  const drawn = new Set<string>();
  return (line, node) => {
    if (!line || drawn.has(line.d)) return '';
    drawn.add(line.d);
    return draw(line, node);
  };
};

const balloon = (words: string, [x, y]: Point, [cx, cy]: Point): string => {
  return (
    element('path', { ...STROKE, d: `M ${cx.toFixed(2)} ${cy.toFixed(2)} L ${x} ${y}` }) +
    element('circle', { cx: x, cy: y, r: 0.45, fill: INK }) +
    element('circle', { ...STROKE, cx, cy, r: 2.3, fill: '#ffffff' }) +
    text(cx, cy + 0.85, words, { 'text-anchor': 'middle', 'font-size': SMALL })
  );
};

export const callouts = (sheet: Sheet): Row[] => {
  const beside = fan();
  return ofKind(sheet.spec, 'construction_note', 'process').map((node, at) => {
    if (kindOf(node) === 'process')
      return {
        node,
        id: sheet.id(`Process_${node.id}`),
        words: joined(`Process ${named(node)}`, details(node)),
        drawing: '',
      };
    const number = said(node, 'callout');
    const shown = /^\d+$/.test(number) ? number : `#${at + 1}`;
    const note = valueIn(node, 'text');
    const spot = lineOf(sheet, 'construction_note', node.label)?.to;
    return {
      node,
      id: sheet.id(`Callout_${shown}`),
      words: `${shown} ${named(node)}${note ? `; text ${marked(note)}` : ''}`,
      drawing: spot ? balloon(`${shown}${mark(node.state)}`, spot, beside(spot)) : '',
    };
  });
};

const codeOf = (node: GraphNode): string => said(node, 'code') || node.id.replace(/^pom\./, '');

export const measures = (sheet: Sheet): Row[] => {
  const beside = fan();
  const draw = once(({ d, to }, node) => {
    const [x, y] = beside(to);
    return (
      element('path', { ...STROKE, 'stroke-width': 0.35, d }) +
      text(x - 1.6, y + 4, codeOf(node), { 'font-size': SMALL })
    );
  });
  return ofKind(sheet.spec, 'measurement').map((node) => {
    const shown = ['spec', ...(valueIn(node, 'code')?.state === 'asserted' ? ['code'] : [])];
    const rest = details(node, shown);
    return {
      node,
      id: sheet.id(`POM_${codeOf(node)}`),
      words: `${codeOf(node)} ${marked(valueIn(node, 'spec')) || '? not stated'}: ${named(node)}${rest && `; ${rest}`}`,
      drawing: draw(lineOf(sheet, 'measurement', node.label), node),
    };
  });
};

/** What a node is called in a list of parts: `seam.side` is `Seam_side`. */
const part = (sheet: Sheet, stem: string, node: GraphNode, drawing: string): Row => ({
  node,
  id: sheet.id(`${stem}_${node.id.replace(new RegExp(`^${stem}\\.`, 'i'), '')}`),
  words: joined(named(node), details(node)),
  drawing,
});

/** Seams as dashed lines on the flats; a garment of many layers has one line for all of them. */
export const seams = (sheet: Sheet): Row[] => {
  const draw = once(({ d }) =>
    element('path', { ...STROKE, 'stroke-width': 0.25, 'stroke-dasharray': '2 1', d }),
  );
  return ofKind(sheet.spec, 'seam', 'quilt_line').map((node) =>
    part(sheet, 'Seam', node, draw(lineOf(sheet, 'seam', node.label), node)),
  );
};

const MOST_DOTS = 12;

/** What closes the front, with a dot for each that is counted. */
export const closures = (sheet: Sheet): Row[] => {
  const draw = once(({ d, from: [x, y], to }, node) => {
    const count = valueIn(node, 'count')?.state === 'asserted' ? Number(said(node, 'count')) : 0;
    const dots = Math.min(MOST_DOTS, Number.isInteger(count) ? count : 0);
    const step = (to[1] - y) / (dots + 1);
    const circles = Array.from({ length: Math.max(0, dots) }, (_, at) =>
      element('circle', { ...STROKE, cx: x, cy: y + step * (at + 1), r: 0.9 }),
    );
    return element('path', { ...STROKE, d }) + circles.join('');
  });
  return ofKind(sheet.spec, 'closure', 'trim').map((node) => {
    const isClosure = kindOf(node) === 'closure';
    const where = `${node.label} ${said(node, 'placement')}`;
    const drawing = isClosure ? draw(lineOf(sheet, 'closure', where), node) : '';
    return part(sheet, isClosure ? 'Closure' : 'Trim', node, drawing);
  });
};
