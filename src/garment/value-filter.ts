/**
 * The filter that all commands share. It selects values by kind, name, code and id of the node, and by field,
 * provenance, department and text.
 */

import { toPayloadText } from '../platform/json/json-values.ts';
import { type Department, findDepartment } from './departments.ts';
import type { OwnedValue } from './flatten-body.ts';
import type { GraphNode } from './graph-model.ts';
import { isSelectedKind } from './node-kinds.ts';
import { hasSelectedProvenance } from './provenance-filter.ts';
import { takeLastSegment } from './split-records.ts';
import { listTradeFields } from './trade-tables.ts';
import type { Value } from './value.ts';

/** A filter for values. A member that is undefined sets no condition. */
export interface ValueFilter {
  /** The kinds of the nodes to select. A kind may be given by any of its names in the garment trade. */
  readonly kinds?: readonly string[] | undefined;
  /**
   * Texts that select nodes; case is ignored. A text selects a node if the name or id of the node contains it, or if a
   * code of the node is equal to it.
   */
  readonly labels?: readonly string[] | undefined;
  /** The complete ids of the nodes to select. A part of an id selects nothing. */
  readonly nodes?: readonly string[] | undefined;
  /**
   * Names of fields, either as in the body or as in the garment trade, for example `tol_plus`. In a name, `*` stands
   * for any characters and `?` for one character.
   */
  readonly fields?: readonly string[] | undefined;
  /**
   * The provenance words of the values to select, for example `inferred`. The word `none` selects values without
   * provenance. The word `absent` selects fields that a node does not have but other nodes of its kind have.
   */
  readonly states?: readonly string[] | undefined;
  readonly departments?: readonly string[] | undefined;
  /** A text that the value contains; case is ignored. */
  readonly text?: string | undefined;
}

/** Returns the text in lower case and composed Unicode form, so that texts can be compared. */
export const foldCase = (text: string): string => text.normalize('NFC').toLocaleLowerCase();

const FILTER_MEMBERS = ['kinds', 'labels', 'nodes', 'fields', 'states', 'departments', 'text'] as const;

/**
 * Returns true if the filter has a condition in at least one of the given members, for example `kinds`. Without
 * `names`, checks all members.
 */
export const hasValueFilter = (
  filter: ValueFilter,
  ...names: readonly (typeof FILTER_MEMBERS)[number][]
): boolean => (names.length > 0 ? names : FILTER_MEMBERS).some((name) => filter[name] !== undefined);

/**
 * Converts a name with wildcards, `*` for any characters and `?` for one, to a regular expression that matches the
 * whole name and ignores case.
 */
export const createNamePattern = (typed: string): RegExp =>
  new RegExp(
    `^${typed.replaceAll(/[\\^$.*+?()[\]{}|]/g, (sign) => (sign === '*' ? '.*' : sign === '?' ? '.' : `\\${sign}`))}$`,
    'isu',
  );

/** Returns the path without positions in lists: `sizes.tol_plus` for `sizes[2].tol_plus`. */
export const dropListPlaces = (path: string): string => path.replaceAll(/\[\d+\]/g, '');

/**
 * Returns the names by which a filter can select the field `path`: the path, the path without list positions, its last
 * segment, and the keys of the matching standard fields. For example, the result for `sizes[2].tolPlus` contains
 * `tolPlus` and the key `tol_plus`.
 */
export const listFieldNames = (path: string, kind: string): readonly string[] => {
  const unnumbered = dropListPlaces(path);
  const last = takeLastSegment(unnumbered);
  return [path, unnumbered, last, ...listTradeFields(kind, unnumbered)];
};

/**
 * Returns the label, the id and the codes of the node to which a value belongs. The condition `labels` of a filter is
 * compared with these texts.
 */
export const listOwnerNames = ({ nodeId, label, node }: OwnedValue): readonly string[] => [
  label,
  nodeId,
  ...(node?.entries ?? []).flatMap(({ path, value }) => (/code$/i.test(path) ? toPayloadText(value) : [])),
];

/** Returns the department that works with a value. It depends on the kind and the id of the node, and on the field. */
export const findValueDepartment = ({ nodeId, kind, value }: Omit<OwnedValue, 'node'>): Department =>
  findDepartment({ kind, nodeId, field: value.path });

/**
 * Creates a function that checks whether one of the names of a field (see `listFieldNames`) matches the condition
 * `fields` of a filter. If the filter has no such condition, every field matches.
 */
export const createFieldFilter = ({ fields }: ValueFilter): ((path: string, kind: string) => boolean) => {
  const patterns = fields?.map(createNamePattern);
  return (path, kind) =>
    patterns === undefined ||
    listFieldNames(path, kind).some((name) => patterns.some((pattern) => pattern.test(name)));
};

/**
 * Creates a predicate that checks the members `kinds`, `labels`, `nodes` and `departments` of a filter. If `kinds`,
 * `labels` or `nodes` is set, the predicate returns false for every value that belongs to no node.
 */
export const createOwnerFilter = ({
  kinds,
  labels,
  nodes,
  departments,
}: ValueFilter): ((one: OwnedValue) => boolean) => {
  const parts = labels?.map(foldCase);
  const isNamed = (one: OwnedValue): boolean => {
    if (parts === undefined) return true;
    const [name = '', id = '', ...codes] = listOwnerNames(one).map(foldCase);
    return parts.some((part) => name.includes(part) || id.includes(part) || codes.includes(part));
  };
  const isAboutNodes = kinds !== undefined || nodes !== undefined || labels !== undefined;
  const isSelectedNode = (one: OwnedValue): boolean =>
    !isAboutNodes ||
    (one.nodeId !== '' &&
      isSelectedKind(one.kind, kinds) &&
      (nodes === undefined || nodes.includes(one.nodeId)) &&
      isNamed(one));
  // Callers pass the values of a node one after the other, so the result for the last node is cached.
  let lastNode: GraphNode | undefined;
  let wasSelected = false;
  return (one) => {
    if (one.node === undefined || one.node !== lastNode) {
      lastNode = one.node;
      wasSelected = isSelectedNode(one);
    }
    return wasSelected && (departments === undefined || departments.includes(findValueDepartment(one)));
  };
};

/**
 * Creates a function that checks two conditions of a filter. `states` requires one of the given provenance words, and
 * `text` a payload that contains this text.
 */
export const createContentFilter = ({
  states,
  text,
}: ValueFilter): ((value: Pick<Value, 'state' | 'value'>) => boolean) => {
  const part = text === undefined ? undefined : foldCase(text);
  return (value) =>
    hasSelectedProvenance(states, value) &&
    (part === undefined || foldCase(toPayloadText(value.value)).includes(part));
};

/**
 * Creates a function that returns true for a value if it matches every condition of the filter. An empty filter matches
 * every value.
 */
export const createValueFilter = (filter: ValueFilter): ((one: OwnedValue) => boolean) => {
  const isOwner = createOwnerFilter(filter);
  const isField = createFieldFilter(filter);
  const isContent = createContentFilter(filter);
  return (one) => isContent(one.value) && isField(one.value.path, one.kind) && isOwner(one);
};
