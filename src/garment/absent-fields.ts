/**
 * Finds fields that a node lacks although other nodes of its kind have them, such as a tolerance. Such a
 * field is not `unstated`: the body does not mention it.
 */

import type { OwnedValue } from './flatten-body.ts';
import type { GraphNode } from './graph-model.ts';
import { ABSENT_STATE } from './provenance-filter.ts';
import { toTradeKind } from './trade-kinds.ts';
import { createFieldFilter, listFieldNames, type ValueFilter } from './value-filter.ts';

/** Fields that state the same as several others: `±1` is a tolerance in both directions. */
const COMBINED_FIELDS: readonly (readonly [combined: RegExp, parts: RegExp])[] = [
  [/^tol(erance)?s?$/i, /^tol(erance)?[_.](plus|minus|upper|lower)$/i],
];

/** The fields of one node. */
type NodeFields = Pick<OwnedValue, 'kind' | 'node'>;

/** Collects the fields of all nodes by kind, and finds those that one node lacks. */
export interface AbsentFieldFinder {
  /** True when the filter selects absent fields. */
  readonly isWanted: boolean;
  add(values: Iterable<OwnedValue>): void;
  /** Returns the fields that the node lacks, in the order in which they were found. */
  find(node: NodeFields): readonly string[];
  /** Returns the names of the fields that a node has, for `find` after its body is gone. */
  readNames(node: GraphNode): ReadonlySet<string>;
  findMissing(kind: string, names: ReadonlySet<string>): readonly string[];
}

/** Creates the finder for the fields of a filter. */
export const createAbsentFieldFinder = (filter: ValueFilter): AbsentFieldFinder => {
  const isField = createFieldFilter(filter);
  const byKind = new Map<string, Set<string>>();
  const readNames = ({ entries }: GraphNode): ReadonlySet<string> =>
    new Set(
      entries.flatMap(({ role, path }) =>
        role !== 'link' && (isField(path) || COMBINED_FIELDS.some(([combined]) => combined.test(path)))
          ? [listFieldNames(path)[1] ?? path]
          : [],
      ),
    );
  const findMissing = (kind: string, names: ReadonlySet<string>): readonly string[] => {
    const isCombined = (field: string): boolean =>
      COMBINED_FIELDS.some(
        ([combined, part]) => part.test(field) && [...names].some((name) => combined.test(name)),
      );
    return [...(byKind.get(toTradeKind(kind)) ?? [])].filter(
      (field) => !names.has(field) && !isCombined(field),
    );
  };
  return {
    isWanted: filter.states?.includes(ABSENT_STATE) === true && filter.text === undefined,
    add(values) {
      for (const { kind, nodeId, value } of values) {
        if (nodeId === '' || !['value', 'self'].includes(value.role) || value.parent !== undefined) continue;
        if (value.path === '' || !isField(value.path)) continue;
        const key = toTradeKind(kind);
        const fields = byKind.get(key) ?? new Set<string>();
        byKind.set(key, fields.add(listFieldNames(value.path)[1] ?? value.path));
      }
    },
    readNames,
    findMissing,
    find: ({ kind, node }) => (node === undefined ? [] : findMissing(kind, readNames(node))),
  };
};
