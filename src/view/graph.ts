/** The garment graph: one line per value, grouped by kind; counted instead where that would be too long to read. */

import { counted } from '../garment/counted.ts';
import type { Entry } from '../garment/entries.ts';
import { tallyOf, valuesOf } from '../garment/flatten-body.ts';
import { type Graph, type GraphNode, readGraph } from '../garment/graph.ts';
import { byKind, means, wanted } from '../garment/kinds.ts';
import { garmentOf, labelOf } from '../garment/node-values.ts';
import { ENTRY_COLUMNS, entryRows, leftOutOf } from './entry-rows.ts';
import { departments, factoryHead, notStated } from './factory.ts';
import type { GraphOptions } from './graph-options.ts';
import { countedKind, fullKind, leftOutOfCounted, READABLE } from './kind-blocks.ts';
import { type Block, gap, grid, line, type View } from './model.ts';
import { countPieces, identity, legend, more, title } from './read-header.ts';
import { faint, heading, strong } from './value-pieces.ts';

export type { GraphOptions, Reader } from './graph-options.ts';
export { graphRows } from './graph-rows.ts';

/** The garment's own name, where it has one. */
const nameOf = (graph: Graph): Entry | undefined => {
  const garment = garmentOf(graph);
  return garment && garment.label !== '' ? labelOf(garment) : undefined;
};

const head = (graph: Graph, options: GraphOptions): readonly Block[] => {
  const counts = countPieces(tallyOf(valuesOf(graph)));
  return [
    title([strong(identity(graph.garmentId, options))], nameOf(graph), graph.profile),
    line([`${counted(graph.nodes.length, 'node')}; counted here: `, ...counts], { right: legend, hang: 2 }),
  ];
};

const unknownKinds = (
  kinds: ReadonlyMap<string, readonly GraphNode[]>,
  typed: readonly string[],
): readonly Block[] => {
  const strangers = typed.filter((word) => ![...kinds.keys()].some((kind) => means(word, kind)));
  if (strangers.length === 0) return [];
  const there = [...kinds].map(([kind, nodes]) => `${kind === '' ? '(no kind)' : kind} ${nodes.length}`);
  return [
    gap,
    line(`No node here is of the kind ${strangers.map((word) => JSON.stringify(word)).join(' or ')}.`),
    line(there.length > 0 ? `Kinds in this graph: ${there.join(', ')}` : 'This graph holds no nodes.', {
      hang: 2,
    }),
  ];
};

const section = (name: string, entries: readonly Entry[], all: boolean): readonly Block[] =>
  entries.length === 0
    ? []
    : [
        gap,
        line(heading(name), { indent: 1 }),
        grid(ENTRY_COLUMNS, entryRows(entries, '', all), { indent: 1 }),
      ];

/** What stands beside the nodes, and what was left out of the whole. */
const after = (graph: Graph, all: boolean): readonly Block[] => {
  const rest = all ? graph.rest : graph.rest.filter(({ role }) => role !== 'plain');
  const left = all ? [] : leftOutOf([...graph.facts, ...graph.rest]);
  return [
    ...section('FACTS', graph.facts, all),
    ...section('BESIDE THE NODES', rest, all),
    ...(left.length > 0 ? [gap, line(more(left), { indent: 1, hang: 2 })] : []),
  ];
};

const how = line(faint('Everything, one line per value: --all   as sent: --json'), { indent: 1 });

const leftOfCounted = (graph: Graph): readonly Block[] => [
  line(more(leftOutOfCounted(graph)), { indent: 1, hang: 2 }),
];

const factory = (graph: Graph, options: GraphOptions): View => {
  return [
    ...factoryHead(graph, nameOf(graph), options),
    ...departments(graph),
    ...after(graph, false),
    ...notStated(graph),
    gap,
    ...(graph.nodes.length > READABLE ? leftOfCounted(graph) : []),
    how,
  ];
};

/** For a terminal. Reads any body; specification 2.7 shows only its envelope. */
export const graphView = (body: unknown, options: GraphOptions = {}): View => {
  const all = options.all ?? false;
  const graph = readGraph(body);
  const typed = options.kinds ?? [];
  const reader = options.view ?? (graph.profile === 'factory' ? 'factory' : 'designer');
  if (reader === 'factory' && !all && typed.length === 0 && graph.nodes.length > 0)
    return factory(graph, options);
  const kinds = byKind(graph.nodes);
  const counted = graph.nodes.length > READABLE && typed.length === 0 && !all;
  const blocks = [...kinds]
    .filter(([kind]) => wanted(kind, typed))
    .flatMap(([kind, nodes]) => (counted ? countedKind(kind, nodes) : fullKind(kind, nodes, { all })));
  const found = [...head(graph, options), ...blocks, ...unknownKinds(kinds, typed)];
  if (typed.length > 0) return found;
  return [...found, ...after(graph, all), ...(counted ? [gap, ...leftOfCounted(graph), how] : [])];
};
