/** The graph as text that other tools draw: a tree for the eye, Mermaid for documents. */

import { type Entry, type GraphNode, payloadText, readGraph } from '../provenance/index.ts';
import type { GraphOptions } from './graph.ts';
import { byKind, wanted } from './kinds.ts';

const SIGNS: Readonly<Record<string, string>> = { asserted: '=', inferred: '~', unstated: '?' };

const sign = (state: string | undefined): string => (state === undefined ? ' ' : (SIGNS[state] ?? '!'));

// Text for a file has no painter behind it, so what could move a cursor or break a line is taken out here.
const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu, ' ').trim();

function valueText({ state, value, unit }: Entry): string {
  const units = unit === undefined || unit === null ? '' : ` ${payloadText(unit)}`;
  const bare = value === undefined || value === null;
  if (state === 'unstated') return bare ? 'not stated' : `not stated (given: ${payloadText(value)}${units})`;
  return bare
    ? `none (${state === 'asserted' ? 'stated' : (state ?? 'no state given')})`
    : `${payloadText(value)}${units}`;
}

const said = (entry: Entry): string => {
  const known = entry.state === undefined || entry.state in SIGNS;
  return oneLine(valueText(entry)) + (known ? '' : ` [state: ${oneLine(entry.state ?? '')}]`);
};

function nodeTree(node: GraphNode, all: boolean): readonly string[] {
  const label = node.entries.find(({ role }) => role === 'label');
  const entries = node.entries.filter((entry) => entry !== label && (all || entry.role !== 'plain'));
  const name = label ? said(label) : oneLine(node.label);
  const lines = entries.map(
    (entry) =>
      `${sign(entry.state)} ${oneLine(entry.field)}${entry.role === 'link' ? ' -> ' : ': '}${entry.role === 'link' ? oneLine(payloadText(entry.value)) : said(entry)}`,
  );
  return [
    `${sign(node.state)} ${oneLine(node.id)}${name === '' ? '' : `  ${name}`}`,
    ...branches(lines.map((text) => [text])),
  ];
}

/** Each block under its branch; the last one closes it. */
function branches(blocks: readonly (readonly string[])[]): readonly string[] {
  return blocks.flatMap(([first = '', ...rest], at) => {
    const last = at === blocks.length - 1;
    return [`${last ? '└─ ' : '├─ '}${first}`, ...rest.map((text) => `${last ? '   ' : '│  '}${text}`)];
  });
}

/** Kinds, their nodes, and the values and relations of each, with the marks. Ends with a line break. */
export function treeText(body: unknown, options: GraphOptions = {}): string {
  const graph = readGraph(body);
  const all = options.all ?? false;
  const kinds = [...byKind(graph.nodes)].filter(([kind]) => wanted(kind, options.kinds));
  const blocks = kinds.map(([kind, nodes]) => [
    `${kind === '' ? '(no kind)' : oneLine(kind)} (${nodes.length})`,
    ...branches(nodes.map((node) => nodeTree(node, all))),
  ]);
  const facts = graph.facts.map((fact) => [`${sign(fact.state)} ${oneLine(fact.field)}: ${said(fact)}`]);
  const whole = (options.kinds ?? []).length > 0 || facts.length === 0 ? [] : [['facts', ...branches(facts)]];
  const head = oneLine(graph.garmentId || options.subject || '(no garment id)');
  return `${[head, ...branches([...blocks, ...whole]), '', '= asserted   ~ inferred   ? unstated'].join('\n')}\n`;
}

/** Mermaid reads `#quot;` and its like in quoted labels; whatever it could take for markup is written so. */
const quoted = (text: string): string =>
  `"${oneLine(text).replace(/[^\p{L}\p{N}\p{M} .,:;/()+=~?!_-]/gu, (symbol) => `#${symbol.codePointAt(0)};`)}"`;

const SHAPES: Readonly<Record<string, readonly [string, string]>> = {
  asserted: ['[', ']'],
  inferred: ['([', '])'],
  unstated: ['{{', '}}'],
};
const ARROWS: Readonly<Record<string, string>> = { asserted: '-->', inferred: '-.->', unstated: '-.-x' };

/**
 * A Mermaid flowchart of nodes and relations. Provenance is in shape and line as well as in the mark: a box is
 * asserted, a stadium inferred, a hexagon unstated, a box with a double side anything else; a solid arrow is
 * asserted, a dotted one inferred, a dotted one that ends in a cross unstated, a thick one anything else.
 */
export function mermaidText(body: unknown, options: GraphOptions = {}): string {
  const graph = readGraph(body);
  const nodes = graph.nodes.filter(({ kind }) => wanted(kind, options.kinds));
  const names = new Map<string, string>();
  const lines = nodes.map((node, at) => {
    if (!names.has(node.id)) names.set(node.id, `n${at}`);
    const [open, close] = SHAPES[node.state ?? ''] ?? ['[[', ']]'];
    const title = node.label === '' ? node.id : node.label;
    return `  n${at}${open}${quoted(`${sign(node.state)} ${title}${node.kind === '' ? '' : ` (${node.kind})`}`)}${close}`;
  });
  const outside = new Map<string, string>();
  const arrows = nodes.flatMap((node, at) =>
    node.entries
      .filter(({ role }) => role === 'link')
      .flatMap((link) => {
        const targets = Array.isArray(link.value) ? link.value : [link.value];
        return targets.map((target) => {
          const id = payloadText(target);
          const known = names.get(id) ?? outside.get(id) ?? `x${outside.size}`;
          if (!names.has(id)) outside.set(id, known);
          const arrow = ARROWS[link.state ?? ''] ?? '==>';
          return `  n${at} ${arrow}|${quoted(`${sign(link.state)} ${link.field}`)}| ${known}`;
        });
      }),
  );
  const strangers = [...outside].map(([id, name]) => `  ${name}(${quoted(id)})`);
  return `${['flowchart LR', ...lines, ...strangers, ...arrows].join('\n')}\n`;
}
