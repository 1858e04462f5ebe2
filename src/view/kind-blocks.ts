/** The nodes of one kind: as a table, as one line per value, or counted where there are too many to read. */

import { tallyOf, valuesIn } from '../garment/flatten-body.ts';
import type { Graph, GraphNode } from '../garment/graph.ts';
import { byKind, kindHeading } from '../garment/kinds.ts';
import { type LeftOut, leaving, leftOutNames, notShown } from '../garment/left-out.ts';
import { labelOf } from '../garment/node-values.ts';
import { ENTRY_COLUMNS, entryRows, leftOutOf } from './entry-rows.ts';
import { kindTable } from './kind-table.ts';
import { type Block, type Column, type Grid, gap, grid, type Inline, line } from './model.ts';
import { countPieces } from './read-header.ts';
import { type TableOptions, tableBlocks } from './table-blocks.ts';
import { besides, faint, heading, mark, strong, textPieces, valuePieces, whyPieces } from './value-pieces.ts';

/** More nodes than this are counted by kind, with the first of each kind. */
export const READABLE = 60;
const FIRST = 3;

const OVERVIEW: readonly Column[] = [{ fit: 'wrap', min: 14 }, { fit: 'cut', min: 20 }, {}];

const nodeRows = (node: GraphNode, all: boolean): readonly (readonly Inline[])[] => {
  if (!node.open) {
    const [only] = node.entries;
    // Without a field it is the node, whole; one that stands in a list has companions and a place to show.
    const alone = node.entries.length === 1 && only?.role === 'value' && only.field === '';
    if (alone)
      return [[[mark(undefined), ' ', strong(node.id)], textPieces(only.value), faint('no state given')]];
  }
  const label = labelOf(node);
  const others = node.entries.filter((entry) => entry !== label);
  const shown = label ? valuePieces(label) : node.label;
  const beside = label && all ? besides(label) : [];
  const left = all ? [] : leftOutOf(node.entries);
  return [
    [[mark(node.state), ' ', strong(node.id)], shown, label ? whyPieces(label) : ''],
    ...beside.map(([key, value]): Inline[] => [['      ', faint(key)], textPieces(value), '']),
    ...entryRows(others, '  ', all),
    ...(left.length > 0 ? [[['    ', faint('left out')], faint(`${leftOutNames(left)}  --all`), '']] : []),
  ];
};

const kindHead = (kind: string, nodes: readonly GraphNode[]): Block =>
  line([heading(kindHeading(kind)), faint(`  ${nodes.length}`)], { indent: 1 });

export interface KindOptions extends TableOptions {
  readonly all?: boolean;
}

export const fullKind = (
  kind: string,
  nodes: readonly GraphNode[],
  options: KindOptions = {},
): readonly Block[] => {
  const all = options.all ?? false;
  const table = all ? undefined : kindTable(kind, nodes);
  const lines = (): Grid =>
    grid(
      ENTRY_COLUMNS,
      nodes.flatMap((node) => nodeRows(node, all)),
      { indent: 1 },
    );
  const body: Block = table
    ? { kind: 'either', wide: tableBlocks(table, options), narrow: [lines()] }
    : lines();
  return [gap, kindHead(kind, nodes), body];
};

/** Of nodes that are counted, the first of each kind are shown by their names. */
export const leftOutOfCounted = (graph: Graph): readonly LeftOut[] => {
  const first = new Set([...byKind(graph.nodes).values()].flatMap((nodes) => nodes.slice(0, FIRST)));
  const shown = new Set([...first].flatMap((node) => (node.open ? labelOf(node) : node.entries[0]) ?? []));
  const entries = graph.nodes.flatMap((node) => node.entries);
  return [
    ...leaving(
      'node',
      graph.nodes.filter((node) => !first.has(node)).map(({ kind }) => kind || 'no kind'),
    ),
    ...notShown(entries, (entry) => (shown.has(entry) ? ['value'] : [])),
  ];
};

export const countedKind = (kind: string, nodes: readonly GraphNode[]): readonly Block[] => {
  const first = nodes.slice(0, FIRST).map((node): Inline[] => {
    const label = labelOf(node);
    const shown = node.open ? (label ? valuePieces(label) : node.label) : textPieces(node.entries[0]?.value);
    return [[mark(node.state), ' ', strong(node.id)], shown, countPieces(tallyOf(valuesIn([node])))];
  });
  const rest = nodes.length - first.length;
  const how = kind === '' ? '--all' : `--kind ${/^[\w-]+$/.test(kind) ? kind : JSON.stringify(kind)}`;
  return [
    gap,
    line([heading(kindHeading(kind)), faint(`  ${nodes.length}`)], {
      indent: 1,
      right: countPieces(tallyOf(valuesIn(nodes))),
    }),
    grid(OVERVIEW, first, { indent: 1 }),
    ...(rest > 0 ? [line(faint(`+${rest} more  ${how}`), { indent: 3 })] : []),
  ];
};
