/**
 * Finds fields that a node lacks although other nodes of its kind have them, such as a tolerance. An absent field is
 * not `unstated`, because the body does not mention it.
 */

import type { OwnedValue } from './flatten-body.ts';
import type { GraphNode } from './graph-model.ts';
import { ABSENT_STATE } from './provenance-filter.ts';
import { toTradeKind } from './trade-kinds.ts';
import { listTradeFields } from './trade-tables.ts';
import { createFieldFilter, dropListPlaces, type ValueFilter } from './value-filter.ts';

/** A value of a node. Only its node and its kind are used. */
type NodeFields = Pick<OwnedValue, 'kind' | 'node'>;

/** Collects the fields of all nodes by kind (`add`), then finds the fields that one node lacks. */
export interface AbsentFieldFinder {
  /** True if the filter selects the state `absent` and no text. */
  readonly isWanted: boolean;
  /**
   * Records the fields that these values have, by the kind of the node. Fields that the filter excludes are ignored.
   */
  add(values: Iterable<OwnedValue>): void;
  /**
   * Returns the fields that other nodes of the kind have and this node lacks, in the order in which they were added.
   */
  find(node: NodeFields): readonly string[];
  /** Returns the names of the fields that a node has, for `findMissing`. The body can be released after this call. */
  readNames(node: GraphNode): ReadonlySet<string>;
  /** Does the same as `find` for a node of which only the kind and the names of its fields are known. */
  findMissing(kind: string, names: ReadonlySet<string>): readonly string[];
}

/**
 * Returns the trade names of the fields that a value states: `tol_minus` and `tol_plus` for `tol`. An unknown
 * field has its path as its name.
 */
const listStatedFields = (kind: string, path: string): readonly string[] => {
  const field = dropListPlaces(path);
  const [known = field, ...covered] = listTradeFields(kind, field);
  return covered.length > 0 ? covered : [known];
};

/** Creates a finder of absent fields, limited to the fields that the filter selects. */
export const createAbsentFieldFinder = (filter: ValueFilter): AbsentFieldFinder => {
  const isField = createFieldFilter(filter);
  const byKind = new Map<string, Set<string>>();
  const readNames = ({ kind, entries }: GraphNode): ReadonlySet<string> =>
    new Set(entries.flatMap(({ role, path }) => (role === 'link' ? [] : listStatedFields(kind, path))));
  const findMissing = (kind: string, names: ReadonlySet<string>): readonly string[] =>
    [...(byKind.get(toTradeKind(kind)) ?? [])].filter((field) => !names.has(field));
  return {
    isWanted: filter.states?.includes(ABSENT_STATE) === true && filter.text === undefined,
    add(values) {
      for (const { kind, nodeId, value } of values) {
        if (nodeId === '' || !['value', 'self'].includes(value.role) || value.parent !== undefined) continue;
        if (value.path === '' || !isField(value.path, kind)) continue;
        const key = toTradeKind(kind);
        const fields = byKind.get(key) ?? new Set<string>();
        byKind.set(key, fields);
        const stated = listStatedFields(kind, value.path);
        const wanted = stated.filter((field) => isField(field, kind));
        for (const field of wanted.length > 0 ? wanted : stated) fields.add(field);
      }
    },
    readNames,
    findMissing,
    find: ({ kind, node }) => (node === undefined ? [] : findMissing(kind, readNames(node))),
  };
};
