/** Filters the body of a graph. The parts that remain are unchanged and in the order of the body. */

import { getOwnMember, isRecord } from '../platform/json/json-values.ts';
import { createAbsentFieldFinder } from './absent-fields.ts';
import { flattenBody, toOwnedValue } from './flatten-body.ts';
import { GROUP_MEMBERS, type GraphNode, listNamingMembers, readGraph } from './graph-model.ts';
import { readLinks } from './links.ts';
import { readGroupValues } from './open-body.ts';
import { ABSENT_STATE } from './provenance-filter.ts';
import { findPayloadKey } from './stated-value.ts';
import { isNamedItem, readItemValues, readValues, type Value } from './value.ts';
import {
  createContentFilter,
  createFieldFilter,
  createOwnerFilter,
  hasValueFilter,
  type ValueFilter,
} from './value-filter.ts';

/**
 * The result of filtering a graph: the filtered body, the numbers of nodes before (`totalNodes`) and after (`nodes`),
 * and the names of what was removed.
 */
export interface FilteredGraph {
  readonly body: unknown;
  readonly nodes: number;
  readonly totalNodes: number;
  /** The names of the members that were removed from the body. */
  readonly leftOut: readonly string[];
  /**
   * The ids of nodes that the filter selects by kind, name, id or department, but that have none of the fields that it
   * selects. Empty if the filter selects no fields, or has no condition for kind, name, id or department.
   */
  readonly nodesWithoutFields: readonly string[];
}

const PROVENANCE_MEMBERS = ['state', 'unit', 'basis', 'confidence'];

/**
 * Returns true if at least one value in `entries` matches the conditions `fields`, `states` and `text` of a filter.
 * `names` are names that all these values share, for example the name of the member that contains them. `fields` may
 * match the own name of a value or one of `names`.
 */
type ValuePredicate = (entries: readonly Value[], ...names: readonly string[]) => boolean;

const createValuePredicates = (filter: ValueFilter): ((kind: string) => ValuePredicate) => {
  const [isFieldOfKind, isContent] = [createFieldFilter(filter), createContentFilter(filter)];
  const isAnyContent = filter.states === undefined && filter.text === undefined;
  return (kind) => {
    const isField = (path: string): boolean => isFieldOfKind(path, kind);
    return (entries, ...names) => {
      const selected = names.some(isField) ? entries : entries.filter(({ path }) => isField(path));
      return selected.some(isContent) || (isAnyContent && names.some(isField));
    };
  };
};

/**
 * Splits a member of a node into parts. A group of values, such as `values`, is split into its fields, and a list of
 * links into single links. Returns the name of each part (empty for a list item), its content and its values. Returns
 * undefined for any other member.
 */
const splitMember = (
  key: string,
  value: unknown,
  nodeIds: ReadonlySet<string>,
): readonly (readonly [string, unknown, readonly Value[]])[] | undefined => {
  if (GROUP_MEMBERS.includes(key) && isRecord(value))
    return Object.entries(value).map(([field, item]) => [field, item, readValues(item, field)]);
  if (!Array.isArray(value)) return undefined;
  if (GROUP_MEMBERS.includes(key))
    return value.map((item, at) => [
      '',
      item,
      isNamedItem(item) ? readItemValues(item, '', at, 0, 'fact') : readValues(item, `${key}[${at}]`),
    ]);
  if (!readLinks(key, value, nodeIds)) return undefined;
  return value.map((item) => ['', item, readLinks(key, [item], nodeIds) ?? []]);
};

/**
 * Filters one member of a node, for example an object with fields or a list of links. Returns the member with only the
 * fields or links that match. Returns it unchanged if it cannot be split, or if the filter matches its name but none of
 * its parts. Returns undefined if nothing matches.
 */
const filterMember = (
  key: string,
  value: unknown,
  hasMatch: ValuePredicate,
  nodeIds: ReadonlySet<string>,
): unknown => {
  const entries = GROUP_MEMBERS.includes(key)
    ? readGroupValues(key, value)
    : (readLinks(key, value, nodeIds) ?? readValues(value, key));
  if (!hasMatch(entries, key)) return undefined;
  const parts = splitMember(key, value, nodeIds)?.filter(([name, , values]) =>
    hasMatch(values, key, ...(name === '' ? [] : [name])),
  );
  if (parts === undefined || parts.length === 0) return value;
  return Array.isArray(value)
    ? parts.map(([, item]) => item)
    : Object.fromEntries(parts.map(([name, item]) => [name, item]));
};

/**
 * Returns the node with its id, kind and label, and with only those values that match. Returns undefined if no value
 * matches.
 */
const filterNode = (
  raw: unknown,
  { entries }: GraphNode,
  hasMatch: ValuePredicate,
  nodeIds: ReadonlySet<string>,
): unknown => {
  if (!isRecord(raw)) return hasMatch(entries, '') ? raw : undefined;
  const naming = listNamingMembers(raw);
  const payload = findPayloadKey(raw) ?? '';
  // The provenance of a node applies to its payload, unit, basis and confidence. So all these members are kept or
  // removed together.
  const self = typeof getOwnMember(raw, 'state') === 'string' ? [...PROVENANCE_MEMBERS, payload] : [];
  const stated = Object.fromEntries(Object.entries(raw).filter(([key]) => self.includes(key)));
  const hasSelf = self.length > 0 && hasMatch(readValues(stated, payload), payload);
  // The id, kind and label are kept in every filtered node, so they do not count as matches.
  let isKept = hasSelf || hasMatch(entries);
  const members = Object.entries(raw).flatMap(([key, value]): [string, unknown][] => {
    if (self.includes(key)) return hasSelf ? [[key, value]] : [];
    if (naming.includes(key)) return [[key, value]];
    const filtered = filterMember(key, value, hasMatch, nodeIds);
    if (filtered === undefined) return [];
    isKept = true;
    return [[key, filtered]];
  });
  return isKept ? Object.fromEntries(members) : undefined;
};

/**
 * Adds the absent fields to a filtered node, each as `{state: "absent"}`. If nothing in the node matched the filter,
 * `filtered` is undefined. The result then has only the id, kind and label of the node and the absent fields.
 */
const addAbsentFields = (raw: unknown, filtered: unknown, fields: readonly string[]): unknown => {
  if (fields.length === 0 || !isRecord(raw)) return filtered;
  const naming = Object.fromEntries(listNamingMembers(raw).map((key) => [key, raw[key]]));
  const added = Object.fromEntries(fields.map((field) => [field, { state: ABSENT_STATE }]));
  return { ...(isRecord(filtered) ? filtered : naming), ...added };
};

/**
 * Filters a graph. The member `body` of the result contains `garment_id`, `profile`, the nodes and values that match,
 * and for each of these nodes its id, kind and label. Absent fields that the filter asks for are added as `{state:
 * "absent"}`. If the filter is empty, or the given body is not an object, `body` is the given body.
 */
export const filterGraph = (body: unknown, filter: ValueFilter): FilteredGraph => {
  const graph = readGraph(body);
  const totalNodes = graph.nodes.length;
  if (!isRecord(body) || !hasValueFilter(filter))
    return { body, nodes: totalNodes, totalNodes, leftOut: [], nodesWithoutFields: [] };
  const { fields } = filter;
  const createPredicate = createValuePredicates(filter);
  const isOwner = createOwnerFilter(filter);
  const finder = createAbsentFieldFinder(filter);
  if (finder.isWanted) finder.add(flattenBody(body));
  const nodeIds = new Set(graph.nodes.map(({ id }) => id));
  const hasContentFilter = hasValueFilter(filter, 'states', 'fields', 'text');
  const list = getOwnMember(body, 'nodes');
  const hasNodes = totalNodes > 0;
  // A filter by kind, name or department selects only nodes. Members of the body that are not nodes are then left out.
  const hasNodeFilter = hasValueFilter(filter, 'kinds', 'nodes', 'labels', 'departments');
  const createFieldPredicate = createValuePredicates({ fields });
  const nodesWithoutFields: string[] = [];
  const rawNodes = hasNodes ? Object.entries(Object(list)) : [];
  const remaining = rawNodes.flatMap(([key, raw], at) => {
    const node = graph.nodes[at];
    if (node === undefined) return [];
    const ownedNode = toOwnedValue(node);
    if (!isOwner(ownedNode)) return [];
    const absentFields = finder.isWanted ? finder.find(ownedNode) : [];
    const hasMatch = createPredicate(node.kind);
    const hasField = createFieldPredicate(node.kind);
    const matching = hasContentFilter ? filterNode(raw, node, hasMatch, nodeIds) : raw;
    const filtered = addAbsentFields(raw, matching, absentFields);
    if (filtered !== undefined) return [[key, filtered] as const];
    if (fields && hasNodeFilter && filterNode(raw, node, hasField, nodeIds) === undefined)
      nodesWithoutFields.push(node.id);
    return [];
  });

  const leftOut: string[] = [];
  const parts = Object.entries(body).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'nodes' && hasNodes)
      return [[key, Array.isArray(list) ? remaining.map(([, raw]) => raw) : Object.fromEntries(remaining)]];
    if (key === 'garment_id' || key === 'profile') return [[key, value]];
    const filtered = hasNodeFilter ? undefined : filterMember(key, value, createPredicate(''), nodeIds);
    if (filtered !== undefined) return [[key, filtered]];
    leftOut.push(key);
    return [];
  });
  return {
    body: Object.fromEntries(parts),
    nodes: remaining.length,
    totalNodes,
    leftOut,
    nodesWithoutFields,
  };
};
