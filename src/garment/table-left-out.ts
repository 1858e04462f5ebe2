import type { GraphNode } from './graph-model.ts';
import { countLeftOut, findLeftOut, type LeftOut, type ValuePart } from './left-out.ts';
import { isSelectedKind } from './node-kinds.ts';
import type { NodeTable } from './node-table.ts';
import type { Value } from './value.ts';

/** Counts nodes that are left out, by kind or, without a kind, by id. `noun` is their name: `node without a value`. */
export const countLeftOutNodes = (noun: string, nodes: readonly GraphNode[]): readonly LeftOut[] =>
  countLeftOut(
    noun,
    nodes.map(({ kind, id }) => (kind === '' ? id : kind)),
  );

/** Returns all values in the rows of a table. A relation to several nodes is one value. */
const listTableValues = ({ rows }: NodeTable): readonly Value[] =>
  rows.flatMap(({ cells, relations, nestedValues, leftover }) => [
    ...cells.values(),
    ...new Set(relations.map(({ value }) => value)),
    ...nestedValues,
    ...leftover,
  ]);

/**
 * Counts what tables leave out: nodes without a row, values outside the rows, and parts of values in the rows.
 * `listShownParts` returns the parts of a value that a row shows; `furtherCounts` are added.
 */
export const findTableLeftOut = (
  tables: readonly NodeTable[],
  listShownParts: (entry: Value) => readonly ValuePart[],
  furtherCounts: readonly LeftOut[] = [],
): readonly LeftOut[] => {
  const rowValues = tables.flatMap(listTableValues);
  const hidden = new Set(tables.flatMap(({ otherValues, bodyValues }) => [...otherValues, ...bodyValues]));
  return [
    ...countLeftOutNodes(
      'node of another kind',
      tables.flatMap(({ otherNodes }) => otherNodes),
    ),
    ...furtherCounts,
    ...findLeftOut([...rowValues, ...hidden], (entry) => (hidden.has(entry) ? [] : listShownParts(entry))),
  ];
};

/**
 * Returns what a list of values leaves out of nodes: those of the selected kinds that have only members without
 * provenance, counted as one item.
 */
export const findNodesWithoutValues = (
  nodes: readonly GraphNode[],
  kinds: readonly string[] | undefined,
): readonly LeftOut[] =>
  countLeftOutNodes(
    'node without a value',
    nodes.filter(
      ({ kind, entries }) => isSelectedKind(kind, kinds) && entries.every(({ role }) => role === 'plain'),
    ),
  );
