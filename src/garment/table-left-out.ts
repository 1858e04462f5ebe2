/** What a table of nodes leaves out of a graph, by name. */

import type { Entry } from './entries.ts';
import type { GraphNode } from './graph.ts';
import { wanted } from './kinds.ts';
import { type LeftOut, leaving, notShown, type Part } from './left-out.ts';
import type { NodeTable } from './node-table.ts';

/** By its kind; one that gives none by its id, or by its place. */
export const leavingNodes = (what: string, nodes: readonly GraphNode[]): readonly LeftOut[] =>
  leaving(
    what,
    nodes.map(({ kind, id }) => (kind === '' ? id : kind)),
  );

/** What stands on a row, relations among it, each once however many targets it has. */
const entriesOnRows = ({ rows }: NodeTable): readonly Entry[] =>
  rows.flatMap(({ cells, relations, within, leftover }) => [
    ...cells.values(),
    ...new Set(relations.map(({ entry }) => entry)),
    ...within,
    ...leftover,
  ]);

/** Of a table, or of one for each of several garments. `shows` says what is seen of an entry on a row. */
export const leftOutOfTables = (
  tables: readonly NodeTable[],
  shows: (entry: Entry) => readonly Part[],
  gone: readonly LeftOut[] = [],
): readonly LeftOut[] => {
  const onRows = tables.flatMap(entriesOnRows);
  const unseen = new Set(tables.flatMap(({ around, beside }) => [...around, ...beside]));
  return [
    ...leavingNodes(
      'node of another kind',
      tables.flatMap(({ outside }) => outside),
    ),
    ...gone,
    ...notShown([...onRows, ...unseen], (entry) => (unseen.has(entry) ? [] : shows(entry))),
  ];
};

/** Nodes of these kinds that hold no value, so that no row of a value tells of them. */
export const leavingRowless = (
  nodes: readonly GraphNode[],
  kinds: readonly string[] | undefined,
): readonly LeftOut[] =>
  leavingNodes(
    'node without a value',
    nodes.filter(({ kind, entries }) => wanted(kind, kinds) && entries.every(({ role }) => role === 'plain')),
  );
