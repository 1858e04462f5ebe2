/** The garment graph: one line per value, grouped by kind; counted instead where that would be too long to read. */

import { type Entry, flatten, type Graph, type GraphNode, readGraph, tallyOf } from '../provenance/index.ts';
import { ENTRY_COLUMNS, entryRows, hiddenIn } from './entry-rows.ts';
import { cellsOf } from './flat-rows.ts';
import { countPieces, identity, legend, more, type ReadOptions, title } from './header.ts';
import { kindTable, tableBlocks } from './kind-table.ts';
import { byKind, kindHeading, means, wanted } from './kinds.ts';
import { type Block, type Column, gap, grid, type Inline, line, type Rows, type View } from './model.ts';
import { besides, faint, heading, mark, strong, textPieces, valuePieces, whyPieces } from './value.ts';

export interface GraphOptions extends ReadOptions {
  /** Only nodes of these kinds; capitals, hyphens and underscores do not matter. */
  readonly kinds?: readonly string[];
}

/** More nodes than this are counted by kind, with the first of each kind. */
const READABLE = 60;
const FIRST = 3;

const OVERVIEW: readonly Column[] = [{ fit: 'wrap', min: 14 }, { fit: 'cut', min: 20 }, {}];

/** What a reader sees of a node's states: its label and values, not its relations. */
const values = (nodes: readonly GraphNode[]): readonly Entry[] =>
  nodes.flatMap(({ entries }) => entries.filter(({ role }) => role !== 'link'));

const nodesWord = (number: number): string => `${number} ${number === 1 ? 'node' : 'nodes'}`;

function head(graph: Graph, options: GraphOptions): readonly Block[] {
  const garments = graph.nodes.filter(({ kind, label }) => kind === 'garment' && label !== '');
  const label = garments.length === 1 ? garments[0]?.entries.find(({ role }) => role === 'label') : undefined;
  const words = [strong(identity(graph.garmentId, options))];
  const named = garments.length === 1 && !label ? [...words, `  ${garments[0]?.label}`] : words;
  return [
    title(named, label, graph.profile),
    line([`${nodesWord(graph.nodes.length)}; counted here: `, ...countPieces(tallyOf(values(graph.nodes)))], {
      right: legend,
      hang: 2,
    }),
  ];
}

function nodeRows(node: GraphNode, all: boolean): readonly (readonly Inline[])[] {
  if (!node.open) {
    const [only] = node.entries;
    const alone = node.entries.length === 1 && only?.role === 'value' && only.state === undefined;
    if (alone)
      return [[[mark(undefined), ' ', strong(node.id)], textPieces(only.value), faint('no state given')]];
  }
  const label = node.entries.find(({ role }) => role === 'label');
  const others = node.entries.filter((entry) => entry !== label);
  const shown = label ? valuePieces(label) : node.label;
  const beside = label && all ? besides(label) : [];
  return [
    [[mark(node.state), ' ', strong(node.id)], shown, label ? whyPieces(label) : ''],
    ...beside.map(([key, value]): Inline[] => [['      ', faint(key)], textPieces(value), '']),
    ...entryRows(others, '  ', all),
    ...(all || hiddenIn(node.entries) === 0 ? [] : [[['    ', more(hiddenIn(node.entries), 'field')]]]),
  ];
}

const kindHead = (kind: string, nodes: readonly GraphNode[]): Block =>
  line([heading(kindHeading(kind)), faint(`  ${nodes.length}`)], { indent: 1 });

function fullKind(kind: string, nodes: readonly GraphNode[], all: boolean): readonly Block[] {
  const table = all ? undefined : kindTable(kind, nodes);
  const lines = (): Block =>
    grid(
      ENTRY_COLUMNS,
      nodes.flatMap((node) => nodeRows(node, all)),
      { indent: 1 },
    );
  return [gap, kindHead(kind, nodes), ...(table ? tableBlocks(table) : [lines()])];
}

function countedKind(kind: string, nodes: readonly GraphNode[]): readonly Block[] {
  const first = nodes.slice(0, FIRST).map((node): Inline[] => {
    const label = node.entries.find(({ role }) => role === 'label');
    const shown = node.open ? (label ? valuePieces(label) : node.label) : textPieces(node.entries[0]?.value);
    return [[mark(node.state), ' ', strong(node.id)], shown, countPieces(tallyOf(values([node])))];
  });
  const rest = nodes.length - first.length;
  const how = kind === '' ? '--all' : `--kind ${/^[\w-]+$/.test(kind) ? kind : JSON.stringify(kind)}`;
  return [
    gap,
    line([heading(kindHeading(kind)), faint(`  ${nodes.length}`)], {
      indent: 1,
      right: countPieces(tallyOf(values(nodes))),
    }),
    grid(OVERVIEW, first, { indent: 1 }),
    ...(rest > 0 ? [line(faint(`+${rest} more  ${how}`), { indent: 3 })] : []),
  ];
}

function unknownKinds(
  kinds: ReadonlyMap<string, readonly GraphNode[]>,
  typed: readonly string[],
): readonly Block[] {
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
}

const section = (name: string, entries: readonly Entry[], all: boolean): readonly Block[] =>
  entries.length === 0
    ? []
    : [
        gap,
        line(heading(name), { indent: 1 }),
        grid(ENTRY_COLUMNS, entryRows(entries, '', all), { indent: 1 }),
      ];

/** For a terminal. Reads any body; specification 2.7 shows only its envelope. */
export function graphView(body: unknown, options: GraphOptions = {}): View {
  const all = options.all ?? false;
  const graph = readGraph(body);
  const typed = options.kinds ?? [];
  const kinds = byKind(graph.nodes);
  const shown = [...kinds].filter(([kind]) => wanted(kind, typed));
  const counted = graph.nodes.length > READABLE && typed.length === 0 && !all;
  const blocks = [
    ...head(graph, options),
    ...shown.flatMap(([kind, nodes]) => (counted ? countedKind(kind, nodes) : fullKind(kind, nodes, all))),
    ...unknownKinds(kinds, typed),
  ];
  if (typed.length > 0) return blocks;
  const rest = all ? graph.rest : graph.rest.filter(({ role }) => role !== 'plain');
  const hidden = all ? 0 : hiddenIn(graph.rest) + (all ? 0 : hiddenIn(graph.facts));
  return [
    ...blocks,
    ...section('FACTS', graph.facts, all),
    ...section('BESIDE THE NODES', rest, all),
    ...(counted
      ? [gap, line(faint('Everything, one line per value: --all   as sent: --json'), { indent: 1 })]
      : []),
    ...(hidden > 0 ? [gap, line(more(hidden, 'member of the body'), { indent: 1 })] : []),
  ];
}

const COLUMNS = ['garment_id', 'node_id', 'kind', 'label', 'field', 'value', 'unit', 'state'] as const;

/**
 * One row per value: labels, values, links (field = relation, value = target) and, with no node, facts. With `all`
 * also the members without a state and what stands beside a value (`cut.basis`), their state empty.
 */
export function graphRows(body: unknown, options: GraphOptions = {}): Rows {
  const all = options.all ?? false;
  const kinds = options.kinds ?? [];
  const { garmentId, profile } = readGraph(body);
  const values = flatten(body).filter(
    ({ kind, nodeId }) => kinds.length === 0 || (nodeId !== '' && wanted(kind, kinds)),
  );
  const garment = garmentId ?? null;
  const rows = values.flatMap(({ nodeId, kind, label, entry }) =>
    cellsOf(entry, all).map(({ field, value, unit, state }) => [
      garment,
      nodeId,
      kind,
      label,
      field,
      value,
      unit,
      state,
    ]),
  );
  const named = all && kinds.length === 0;
  const about = named && profile !== undefined ? [[garment, '', '', '', 'profile', profile, null, null]] : [];
  const bare =
    named && rows.length === 0 && garment !== null ? [[garment, '', '', '', '', null, null, null]] : [];
  return { columns: COLUMNS, rows: [...about, ...rows, ...bare] };
}
