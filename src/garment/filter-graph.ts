/** Filters a graph. The remaining parts stay unchanged and in the order of the body. */

import { getOwnMember, isRecord } from '../platform/json/json-values.ts';
import { type AbsentFieldFinder, createAbsentFieldFinder } from './absent-fields.ts';
import { flattenBody, toOwnedNode } from './flatten-body.ts';
import { GROUP_MEMBERS, type GraphNode, listNamingMembers, readGraph } from './graph-model.ts';
import { readLinks } from './links.ts';
import { isNamedItem, readGroupValues } from './open-body.ts';
import { ABSENT_STATE } from './provenance-filter.ts';
import { findPayloadKey } from './stated-value.ts';
import { readItemValues, readValues, type Value } from './value.ts';
import {
  createContentFilter,
  createFieldFilter,
  createOwnerFilter,
  hasValueFilter,
  type ValueFilter,
} from './value-filter.ts';

/** The filtered body and what the filter removed. */
export interface FilteredGraph {
  readonly body: unknown;
  /** Number of nodes that remain. */
  readonly nodes: number;
  /** Number of nodes before filtering. */
  readonly totalNodes: number;
  /** Names of the members of the body that were removed. */
  readonly leftOut: readonly string[];
  /** Ids of selected nodes that have none of the fields, with any provenance. */
  readonly nodesWithoutFields: readonly string[];
}

const PROVENANCE_MEMBERS = ['state', 'unit', 'basis', 'confidence'];

/** Returns true when a value of a member matches the filter by field (`names`) and content. */
type ValuePredicate = (entries: readonly Value[], ...names: readonly string[]) => boolean;

/** Returns the function that creates the predicate for members of a node of this kind. */
const createValuePredicates = (filter: ValueFilter): ((kind: string) => ValuePredicate) => {
  const [isFieldOfKind, isContent] = [createFieldFilter(filter), createContentFilter(filter)];
  const isAnyContent = filter.states === undefined && filter.text === undefined;
  return (kind) => {
    const isField = (path: string): boolean => isFieldOfKind(path, kind);
    return (entries, ...names) => {
      const own = names.some(isField) ? entries : entries.filter(({ path }) => isField(path));
      return own.some(isContent) || (isAnyContent && names.some(isField));
    };
  };
};

/**
 * Splits a member into parts that are filtered separately; undefined for a member that is filtered as a
 * whole.
 */
type MemberSplitter = (
  key: string,
  value: unknown,
) => readonly (readonly [string, unknown, readonly Value[]])[] | undefined;

/** What a filter needs in order to split the members of a node. */
interface MemberReader {
  /** Ids of all nodes. They distinguish links from other lists. */
  readonly known: ReadonlySet<string>;
  readonly split: MemberSplitter;
}

/** Creates a function that splits groups into their values and lists of links into single links. */
const createMemberSplitter =
  (known: ReadonlySet<string>): MemberSplitter =>
  (key, value) => {
    if (GROUP_MEMBERS.includes(key) && isRecord(value))
      return Object.entries(value).map(([field, item]) => [field, item, readValues(item, field)]);
    if (!Array.isArray(value)) return undefined;
    if (GROUP_MEMBERS.includes(key))
      return value.map((item, at) => [
        '',
        item,
        isNamedItem(item) ? readItemValues(item, '', at, 0, 'fact') : readValues(item, `${key}[${at}]`),
      ]);
    return (
      readLinks(key, value, known) && value.map((item) => ['', item, readLinks(key, [item], known) ?? []])
    );
  };

/** Returns the member with only the matching parts; undefined when nothing in it matches. */
const filterMember = (
  key: string,
  value: unknown,
  keeps: ValuePredicate,
  { known, split }: MemberReader,
): unknown => {
  const entries = GROUP_MEMBERS.includes(key)
    ? readGroupValues(key, value)
    : (readLinks(key, value, known) ?? readValues(value, key));
  if (!keeps(entries, key)) return undefined;
  const kept = split(key, value)?.filter(([name, , own]) => keeps(own, key, ...(name === '' ? [] : [name])));
  // The member matched as a whole but no single part did, so the whole member remains.
  if (kept === undefined || kept.length === 0) return value;
  return Array.isArray(value)
    ? kept.map(([, item]) => item)
    : Object.fromEntries(kept.map(([name, item]) => [name, item]));
};

/**
 * Returns the node with its id, kind and label and the values that match; undefined when no value matches.
 */
const filterNode = (
  raw: unknown,
  { entries }: GraphNode,
  keeps: ValuePredicate,
  reader: MemberReader,
): unknown => {
  if (!isRecord(raw)) return keeps(entries, '') ? raw : undefined;
  const naming = listNamingMembers(raw);
  const payload = findPayloadKey(raw) ?? '';
  // The provenance of a node remains or goes together with payload, unit, basis and confidence.
  const self = typeof getOwnMember(raw, 'state') === 'string' ? [...PROVENANCE_MEMBERS, payload] : [];
  const spoken = Object.fromEntries(Object.entries(raw).filter(([key]) => self.includes(key)));
  const hasSelf = self.length > 0 && keeps(readValues(spoken, payload), payload);
  // Id, kind and label always remain in a node. The node remains only if one of its values matches.
  let isKept = hasSelf || keeps(entries);
  const members = Object.entries(raw).flatMap(([key, value]): [string, unknown][] => {
    if (self.includes(key)) return hasSelf ? [[key, value]] : [];
    if (naming.includes(key)) return [[key, value]];
    const kept = filterMember(key, value, keeps, reader);
    if (kept === undefined) return [];
    isKept = true;
    return [[key, kept]];
  });
  return isKept ? Object.fromEntries(members) : undefined;
};

/**
 * Returns the node with each of these fields added as `{state: "absent"}`. `kept` is the filtered node,
 * undefined if nothing matched.
 */
const addAbsentFields = (raw: unknown, kept: unknown, fields: readonly string[]): unknown => {
  if (fields.length === 0 || !isRecord(raw)) return kept;
  const naming = Object.fromEntries(listNamingMembers(raw).map((key) => [key, raw[key]]));
  const added = Object.fromEntries(fields.map((field) => [field, { state: ABSENT_STATE }]));
  return { ...(isRecord(kept) ? kept : naming), ...added };
};

/**
 * Returns the graph with only the nodes and values that match the filter, in unchanged order. An empty filter,
 * or a body that is not an object, returns the body unchanged.
 */
export const filterGraph = (body: unknown, filter: ValueFilter): FilteredGraph => {
  const graph = readGraph(body);
  const of = graph.nodes.length;
  if (!isRecord(body) || !hasValueFilter(filter))
    return { body, nodes: of, totalNodes: of, leftOut: [], nodesWithoutFields: [] };
  const { fields } = filter;
  const createPredicate = createValuePredicates(filter);
  const isOwner = createOwnerFilter(filter);
  const finder: AbsentFieldFinder = createAbsentFieldFinder(filter);
  if (finder.isWanted) finder.add(flattenBody(body));
  const known = new Set(graph.nodes.map(({ id }) => id));
  const reader: MemberReader = { known, split: createMemberSplitter(known) };
  const isInside = hasValueFilter(filter, 'states', 'fields', 'text');
  const list = getOwnMember(body, 'nodes');
  const isList = of > 0;
  // A filter by kind, name or department excludes all members outside the nodes.
  const isAboutNodes = hasValueFilter(filter, 'kinds', 'nodes', 'labels', 'departments');
  const createFieldPredicate = createValuePredicates({ fields });
  const lacking: string[] = [];
  const raws = isList ? Object.entries(Object(list)) : [];
  const left = raws.flatMap(([key, raw], at) => {
    const node = graph.nodes[at];
    if (node === undefined) return [];
    const owned = toOwnedNode(node);
    if (!isOwner(owned)) return [];
    const absent = finder.isWanted ? finder.find(owned) : [];
    const keeps = createPredicate(node.kind);
    const hasField = createFieldPredicate(node.kind);
    const kept = addAbsentFields(raw, isInside ? filterNode(raw, node, keeps, reader) : raw, absent);
    if (kept === undefined && fields && isAboutNodes && filterNode(raw, node, hasField, reader) === undefined)
      lacking.push(node.id);
    return kept === undefined ? [] : [[key, kept] as const];
  });

  const leftOut: string[] = [];
  const members = Object.entries(body).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'nodes' && isList)
      return [[key, Array.isArray(list) ? left.map(([, raw]) => raw) : Object.fromEntries(left)]];
    if (key === 'garment_id' || key === 'profile') return [[key, value]];
    const kept = isAboutNodes ? undefined : filterMember(key, value, createPredicate(''), reader);
    if (kept !== undefined) return [[key, kept]];
    leftOut.push(key);
    return [];
  });
  return {
    body: Object.fromEntries(members),
    nodes: left.length,
    totalNodes: of,
    leftOut,
    nodesWithoutFields: lacking,
  };
};
