/** The graph as a Mermaid flowchart, for documents that draw it. */

import { spaced } from '../border/unseen.ts';
import { besideOf, readGraph } from '../garment/graph.ts';
import { wanted } from '../garment/kinds.ts';
import { leaving, leftOutText, notShown } from '../garment/left-out.ts';
import { byId, relationsOf } from '../garment/relations.ts';
import { signOf } from '../garment/state-marks.ts';
import { isStateWord } from '../garment/stated.ts';
import type { GraphOptions } from './graph-options.ts';

/** The text without what could move a cursor, break a line or turn the direction of writing. */
const oneLine = (text: string): string => spaced(text).trim();

/** Mermaid reads `#quot;` and its like in quoted labels; whatever it could take for markup is written so. */
const quoted = (text: string): string =>
  `"${oneLine(text).replace(/[^\p{L}\p{N}\p{M} .,:;/()+=~?!_-]/gu, (symbol) => `#${symbol.codePointAt(0)};`)}"`;
/** A line that is not drawn. A brace would begin an instruction. */
const remark = (text: string): string => oneLine(text).replace(/[{}]/g, ' ');
/** Of a state that Mermaid has no shape for, the word. */
const word = (state: string | undefined): string =>
  state === undefined || isStateWord(state) ? '' : ` [state: ${state}]`;

const SHAPES: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['asserted', ['[', ']']],
  ['inferred', ['([', '])']],
  ['unstated', ['{{', '}}']],
]);
const ARROWS: ReadonlyMap<string, string> = new Map([
  ['asserted', '-->'],
  ['inferred', '-.->'],
  ['unstated', '-.-x'],
]);

/**
 * A Mermaid flowchart of nodes and relations. Provenance is in shape and line as well as in the mark: a box is
 * asserted, a stadium inferred, a hexagon unstated, a box with a double side anything else; a solid arrow is
 * asserted, a dotted one inferred, a dotted one that ends in a cross unstated, a thick one anything else. A remark at
 * the end says what is not drawn.
 */
export const mermaidText = (body: unknown, options: GraphOptions = {}): string => {
  const graph = readGraph(body);
  const nodes = graph.nodes.filter(({ kind }) => wanted(kind, options.kinds));
  const names = new Map<string, string>();
  const lines = nodes.map((node, at) => {
    if (!names.has(node.id)) names.set(node.id, `n${at}`);
    const [open, close] = SHAPES.get(node.state ?? '') ?? ['[[', ']]'];
    const title = node.label === '' ? node.id : node.label;
    return `  n${at}${open}${quoted(`${signOf(node.state)} ${title}${node.kind === '' ? '' : ` (${node.kind})`}${word(node.state)}`)}${close}`;
  });
  const outside = new Map<string, string>();
  const known = byId(graph);
  const arrows = nodes.flatMap((node, at) =>
    relationsOf(node, known).map(({ target, name, state }) => {
      const end = names.get(target) ?? outside.get(target) ?? `x${outside.size}`;
      if (!names.has(target)) outside.set(target, end);
      const arrow = ARROWS.get(state ?? '') ?? '==>';
      return `  n${at} ${arrow}|${quoted(`${signOf(state)} ${name}${word(state)}`)}| ${end}`;
    }),
  );
  const strangers = [...outside].map(([id, name]) => `  ${name}(${quoted(id)})`);
  /** A label that is no word stands in no box; what nobody stated is said by the sign of its state. */
  const unwritten = new Set(
    nodes
      .filter(({ label }) => label === '')
      .flatMap((node) =>
        node.entries.filter(({ role, value }) => role === 'label' && (value ?? null) !== null),
      ),
  );
  const entries = [...nodes.flatMap((node) => node.entries), ...graph.facts, ...besideOf(graph)];
  const left = [
    ...leaving(
      'id',
      nodes.filter(({ label }) => label !== '').map(({ id }) => id),
    ),
    ...notShown(entries, (entry) =>
      (entry.role === 'label' && !unwritten.has(entry)) || entry.role === 'link' ? ['value'] : [],
    ),
  ];
  const about = graph.garmentId === undefined ? [] : [`  %% ${remark(graph.garmentId)}`];
  const foot = left.length > 0 ? [`  %% ${remark(leftOutText(left))}`] : [];
  return `${['flowchart LR', ...lines, ...strangers, ...arrows, ...about, ...foot].join('\n')}\n`;
};
