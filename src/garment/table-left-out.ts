import type { GraphNode } from './graph-model.ts';
import { countLeftOut, findLeftOut, type LeftOut, type ValuePart } from './left-out.ts';
import { isSelectedKind } from './node-kinds.ts';
import type { NodeTable } from './node-table.ts';
import type { Value } from './value.ts';

/**
 * Counts the nodes that the output leaves out, by kind. A node without a kind is counted under its id. `noun` names
 * what is counted, for example `node without a value`.
 */
export const countLeftOutNodes = (noun: string, nodes: readonly GraphNode[]): readonly LeftOut[] =>
  countLeftOut(
    noun,
    nodes.map(({ kind, id }) => (kind === '' ? id : kind)),
  );

/** Returns all values in the rows of a table. A value that is a relation to several nodes is returned only once. */
const listTableValues = ({ rows }: NodeTable): readonly Value[] =>
  rows.flatMap(({ cells, relations, nestedValues, leftover }) => [
    ...cells.values(),
    ...new Set(relations.map(({ value }) => value)),
    ...nestedValues,
    ...leftover,
  ]);

/**
 * Counts what tables leave out: nodes without a row, values outside the rows, and parts of values that the output does
 * not show, for example the reason of a value. Also returns the counts of the parameter `furtherCounts`.
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
 * Counts the nodes of the selected kinds that have no value with provenance, because a list of values does not show
 * them. The returned list has one count, or is empty if there is no such node.
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
