/** The graph as a tree of text: kinds, their nodes, and what each holds. */

import { besideOf, type GraphNode, readGraph } from '../garment/graph.ts';
import { byKind, wanted } from '../garment/kinds.ts';
import { leftOutText, notShown } from '../garment/left-out.ts';
import { labelOf } from '../garment/node-values.ts';
import { signOf } from '../garment/state-marks.ts';
import { STATE_WORDS } from '../garment/stated.ts';
import type { GraphOptions } from './graph-options.ts';
import { oneLine, said } from './plain-marks.ts';
import { identity } from './read-header.ts';

const nodeTree = (node: GraphNode, all: boolean): readonly string[] => {
  const label = labelOf(node);
  const entries = node.entries.filter((entry) => entry !== label && (all || entry.role !== 'plain'));
  const name = label ? said(label) : oneLine(node.label);
  const lines = entries.map((entry) => {
    const field = oneLine(entry.field);
    const told =
      entry.role === 'link'
        ? `${field} -> ${said(entry)}`
        : field === ''
          ? said(entry)
          : `${field}: ${said(entry)}`;
    return `${signOf(entry.state)} ${told}`;
  });
  return [
    `${signOf(node.state)} ${oneLine(node.id)}${name === '' ? '' : `  ${name}`}`,
    ...branches(lines.map((text) => [text])),
  ];
};

/** Each block under its branch; the last one closes it. */
const branches = (blocks: readonly (readonly string[])[]): readonly string[] => {
  return blocks.flatMap(([first = '', ...rest], at) => {
    const last = at === blocks.length - 1;
    return [`${last ? '└─ ' : '├─ '}${first}`, ...rest.map((text) => `${last ? '   ' : '│  '}${text}`)];
  });
};

const LEGEND = STATE_WORDS.map((state) => `${signOf(state)} ${state}`).join('   ');

/** Kinds, their nodes, and the values and relations of each, with the marks. Ends with a line break. */
export const treeText = (body: unknown, options: GraphOptions = {}): string => {
  const graph = readGraph(body);
  const all = options.all ?? false;
  const kinds = [...byKind(graph.nodes)].filter(([kind]) => wanted(kind, options.kinds));
  const blocks = kinds.map(([kind, nodes]) => [
    `${kind === '' ? '(no kind)' : oneLine(kind)} (${nodes.length})`,
    ...branches(nodes.map((node) => nodeTree(node, all))),
  ]);
  const facts = graph.facts.map((fact) => [`${signOf(fact.state)} ${oneLine(fact.field)}: ${said(fact)}`]);
  const whole = (options.kinds ?? []).length > 0 || facts.length === 0 ? [] : [['facts', ...branches(facts)]];
  const beside = besideOf(graph);
  const left = notShown(
    [...kinds.flatMap(([, nodes]) => nodes.flatMap(({ entries }) => entries)), ...graph.facts, ...beside],
    (entry) => (beside.includes(entry) || (entry.role === 'plain' && !all) ? [] : ['value']),
  );
  const foot = left.length > 0 ? ['', oneLine(leftOutText(left))] : [];
  const head = oneLine(identity(graph.garmentId, options));
  return `${[head, ...branches([...blocks, ...whole]), '', LEGEND, ...foot].join('\n')}\n`;
};
