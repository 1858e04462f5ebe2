/**
 * Finds fields that a node lacks although other nodes of its kind have them, for example `tol_plus` of a measurement.
 * An absent field is not an `unstated` value: the body does not mention it.
 */

import type { OwnedValue } from './flatten-body.ts';
import type { GraphNode } from './graph-model.ts';
import { ABSENT_STATE } from './provenance-filter.ts';
import { toTradeKind } from './trade-kinds.ts';
import { listTradeFields } from './trade-tables.ts';
import { createFieldFilter, dropListPlaces, type ValueFilter } from './value-filter.ts';

/**
 * Finds the fields that a node lacks although other nodes of its kind have them. First pass the values of all nodes to
 * `add`.
 */
export interface AbsentFieldFinder {
  /** True if the filter asks for absent fields: its `states` contain `absent` and it does not search for a `text`. */
  readonly isWanted: boolean;
  /** Records which fields occur in nodes of each kind. Ignores fields that the filter excludes. */
  add(values: Iterable<OwnedValue>): void;
  /**
   * Returns the fields that the node `owned.node` lacks, although other nodes of its kind have them. Returns an empty
   * list if `owned.node` is undefined.
   */
  find(owned: Pick<OwnedValue, 'kind' | 'node'>): readonly string[];
  /**
   * Returns the names of the fields that a node has. A caller can store these names instead of the whole node, and pass
   * them to `findAbsentIn`.
   */
  readNames(node: GraphNode): ReadonlySet<string>;
  /**
   * Returns the fields that `add` recorded for the nodes of a kind and that one node of this kind lacks. `names` has
   * the fields of this node.
   */
  findAbsentIn(kind: string, names: ReadonlySet<string>): readonly string[];
}

/**
 * Returns the names of the fields that a value at `path` states. For example, a value at `tol` states the fields
 * `tol_minus` and `tol_plus`. If the path is not the name of a known field, returns the path without list positions.
 */
const listStatedFields = (kind: string, path: string): readonly string[] => {
  const field = dropListPlaces(path);
  const [known = field, ...covered] = listTradeFields(kind, field);
  return covered.length > 0 ? covered : [known];
};

/**
 * Creates an object that finds absent fields: fields that a node lacks although another node of its kind has them. It
 * considers only the fields that `filter` selects, for example `tol_*`.
 */
export const createAbsentFieldFinder = (filter: ValueFilter): AbsentFieldFinder => {
  const isField = createFieldFilter(filter);
  const fieldsByKind = new Map<string, Set<string>>();
  const readNames = ({ kind, entries }: GraphNode): ReadonlySet<string> =>
    new Set(entries.flatMap(({ role, path }) => (role === 'link' ? [] : listStatedFields(kind, path))));
  const findAbsentIn = (kind: string, names: ReadonlySet<string>): readonly string[] =>
    [...(fieldsByKind.get(toTradeKind(kind)) ?? [])].filter((field) => !names.has(field));
  return {
    isWanted: filter.states?.includes(ABSENT_STATE) === true && filter.text === undefined,
    add(values) {
      for (const { kind, nodeId, value } of values) {
        if (nodeId === '' || !['value', 'self'].includes(value.role) || value.parent !== undefined) continue;
        if (value.path === '' || !isField(value.path, kind)) continue;
        const key = toTradeKind(kind);
        const fields = fieldsByKind.get(key) ?? new Set<string>();
        fieldsByKind.set(key, fields);
        const statedFields = listStatedFields(kind, value.path);
        const selected = statedFields.filter((field) => isField(field, kind));
        for (const field of selected.length > 0 ? selected : statedFields) fields.add(field);
      }
    },
    readNames,
    findAbsentIn,
    find: ({ kind, node }) => (node === undefined ? [] : findAbsentIn(kind, readNames(node))),
  };
};
