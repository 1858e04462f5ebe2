/** Filters the body of a graph. The parts that remain are unchanged and in the order of the body. */

import { getOwnMember, isRecord } from '../platform/json/json-values.ts';
import { type AbsentFieldFinder, createAbsentFieldFinder } from './absent-fields.ts';
import { flattenBody, toOwnedValue } from './flatten-body.ts';
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

/** A filtered body, and what the filter removed from it. */
export interface FilteredGraph {
  readonly body: unknown;
  /** The number of nodes that remain. */
  readonly nodes: number;
  /** The number of nodes before filtering. */
  readonly totalNodes: number;
  /** Names of the members of the body that were removed. */
  readonly leftOut: readonly string[];
  /** The ids of nodes that match the filter by kind, name, id or department, but have none of its fields. */
  readonly nodesWithoutFields: readonly string[];
}

const PROVENANCE_MEMBERS = ['state', 'unit', 'basis', 'confidence'];

/**
 * Returns true if one of the values matches `fields`, `states` and `text` of a filter. If `fields` selects one of
 * `names`, for example the name of a group, it selects all these values.
 */
type ValuePredicate = (entries: readonly Value[], ...names: readonly string[]) => boolean;

/** Creates a function that takes the kind of a node and returns the predicate for the values of that node. */
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
 * Splits a member into parts that are filtered separately, each with its name, content and values. Returns undefined
 * for a member that is filtered as a whole.
 */
type MemberSplitter = (
  key: string,
  value: unknown,
) => readonly (readonly [string, unknown, readonly Value[]])[] | undefined;

interface MemberReader {
  /** The ids of all nodes, by which lists of ids are recognized as links. */
  readonly known: ReadonlySet<string>;
  readonly split: MemberSplitter;
}

/** Creates a splitter that splits a group into its fields, and a list of links into single links. */
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

/** Returns the member with only the parts that match; undefined if nothing in it matches. */
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
  // A member may match although none of its parts does. The whole member remains then.
  if (kept === undefined || kept.length === 0) return value;
  return Array.isArray(value)
    ? kept.map(([, item]) => item)
    : Object.fromEntries(kept.map(([name, item]) => [name, item]));
};

/** Returns the node with its id, kind and label and the values that match; undefined if no value matches. */
const filterNode = (
  raw: unknown,
  { entries }: GraphNode,
  keeps: ValuePredicate,
  reader: MemberReader,
): unknown => {
  if (!isRecord(raw)) return keeps(entries, '') ? raw : undefined;
  const naming = listNamingMembers(raw);
  const payload = findPayloadKey(raw) ?? '';
  // The provenance of a node applies to payload, unit, basis and confidence, so they remain or are removed together.
  const self = typeof getOwnMember(raw, 'state') === 'string' ? [...PROVENANCE_MEMBERS, payload] : [];
  const spoken = Object.fromEntries(Object.entries(raw).filter(([key]) => self.includes(key)));
  const hasSelf = self.length > 0 && keeps(readValues(spoken, payload), payload);
  // Id, kind and label always remain, so only other members decide whether the node remains.
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

/** Adds absent fields as `{state: "absent"}` to a node. `kept` is the filtered node; undefined if nothing matched. */
const addAbsentFields = (raw: unknown, kept: unknown, fields: readonly string[]): unknown => {
  if (fields.length === 0 || !isRecord(raw)) return kept;
  const naming = Object.fromEntries(listNamingMembers(raw).map((key) => [key, raw[key]]));
  const added = Object.fromEntries(fields.map((field) => [field, { state: ABSENT_STATE }]));
  return { ...(isRecord(kept) ? kept : naming), ...added };
};

/**
 * Filters a graph. `body` of the result has only the nodes and values that match, and always `garment_id` and
 * `profile`. Absent fields that the filter asks for are added as `{state: "absent"}`. If the filter is empty or the
 * body is not an object, `body` is the unchanged body.
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
  // A filter by kind, name or department selects nodes, so it excludes all members outside the nodes.
  const isAboutNodes = hasValueFilter(filter, 'kinds', 'nodes', 'labels', 'departments');
  const createFieldPredicate = createValuePredicates({ fields });
  const lacking: string[] = [];
  const raws = isList ? Object.entries(Object(list)) : [];
  const left = raws.flatMap(([key, raw], at) => {
    const node = graph.nodes[at];
    if (node === undefined) return [];
    const owned = toOwnedValue(node);
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
