import { findCalloutConflicts } from './callout-conflicts.ts';
import type { Conflict, ConflictSource } from './conflict.ts';
import { readGraph } from './graph-model.ts';
import { findBasisConflicts, findCountConflicts, findToleranceConflicts } from './point-conflicts.ts';
import { readTradeTables } from './read-trade-tables.ts';
import {
  findGradeConflicts,
  findOutsideSizes,
  findRangeConflicts,
  findReversingRows,
} from './size-conflicts.ts';
import { createValueFilter, type ValueFilter } from './value-filter.ts';

const RULES: readonly ((source: ConflictSource) => readonly Conflict[])[] = [
  findRangeConflicts,
  findOutsideSizes,
  findReversingRows,
  findGradeConflicts,
  findBasisConflicts,
  findToleranceConflicts,
  findCountConflicts,
  findCalloutConflicts,
];

/**
 * Returns all conflicts in the body of a graph. They are sorted by the position of the node that has their first
 * contradicting value. Conflicts without a node come first.
 */
export const findConflicts = (body: unknown): readonly Conflict[] => {
  const graph = readGraph(body);
  const { tables, further } = readTradeTables(body);
  const source = { graph, tables: [...tables, ...further] };
  const places = new Map(graph.nodes.map(({ id }, at) => [id, at] as const));
  const findPlace = ({ statements: [first] }: Conflict): number => places.get(first?.nodeId ?? '') ?? -1;
  return RULES.flatMap((find) => find(source)).toSorted((one, other) => findPlace(one) - findPlace(other));
};

/** Returns the conflicts in which at least one of the contradicting values matches the filter. */
export const filterConflicts = (conflicts: readonly Conflict[], filter: ValueFilter): readonly Conflict[] => {
  const isWanted = createValueFilter(filter);
  return conflicts.filter(({ statements }) => statements.some(isWanted));
};
