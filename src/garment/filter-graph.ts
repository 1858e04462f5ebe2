/** Filters a graph. The remaining parts stay as the body wrote them, and in its order. */

import { getOwnMember, isRecord } from '../platform/json/json-values.ts';
import { GROUP_MEMBERS, type GraphNode, listNamingMembers, readGraph } from './graph-model.ts';
import { readLinks } from './links.ts';
import { isSelectedKind } from './node-kinds.ts';
import { isNamedItem, readGroupValues } from './open-body.ts';
import { findPayloadKey } from './stated-value.ts';
import { readItemValues, readValues, type Value } from './value.ts';

/** A filter for graphs. A member that is undefined filters nothing. */
export interface GraphFilter {
  readonly kinds?: readonly string[] | undefined;
  /** Ids of nodes. */
  readonly nodes?: readonly string[] | undefined;
  /** Only values with one of these provenance words. */
  readonly states?: readonly string[] | undefined;
  /** Only values with one of these names. */
  readonly fields?: readonly string[] | undefined;
}

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

/** Returns true when at least one member of the filter is given. */
export const hasGraphFilter = ({ kinds, nodes, states, fields }: GraphFilter): boolean =>
  [kinds, nodes, states, fields].some((words) => words !== undefined);

/**
 * Returns the names by which a path can be filtered: `collar.stand` is also `stand`, and `points[2]` is
 * also `points`.
 */
export const listPathNames = (field: string): readonly string[] => {
  const whole = field.toLowerCase();
  const unnumbered = whole.replaceAll(/\[\d+\]/g, '');
  return [whole, unnumbered, unnumbered.slice(unnumbered.lastIndexOf('.') + 1)];
};

const PROVENANCE_MEMBERS = ['state', 'unit', 'basis', 'confidence'];

/** Returns true when the values of a member, or its names, match the filter. */
type ValuePredicate = (entries: readonly Value[], ...names: readonly string[]) => boolean;

const createValuePredicate = ({ states, fields }: GraphFilter): ValuePredicate => {
  const words = fields && new Set(fields.map((field) => field.toLowerCase()));
  const isNamed = (field: string): boolean =>
    words === undefined || listPathNames(field).some((name) => words.has(name));
  const hasState = ({ state }: Value): boolean =>
    states === undefined || (state !== undefined && states.includes(state));
  return (entries, ...names) => {
    const own = names.some(isNamed) ? entries : entries.filter(({ path }) => isNamed(path));
    return own.some(hasState) || (states === undefined && names.some(isNamed));
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

/** The context in which members are read. */
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
  // A member that cannot be split, or that has no matching part, matched as a whole and is kept whole.
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
  // The provenance of the node is kept together with its payload, unit, basis and confidence.
  const self = typeof getOwnMember(raw, 'state') === 'string' ? [...PROVENANCE_MEMBERS, payload] : [];
  const spoken = Object.fromEntries(Object.entries(raw).filter(([key]) => self.includes(key)));
  const hasSelf = self.length > 0 && keeps(readValues(spoken, payload), payload);
  // Id, kind and label are always kept. The node itself is kept only when one of its values matches.
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

/** Returns the graph with only the nodes and values that match the filter. Nodes stay in their order. */
export const filterGraph = (body: unknown, choice: GraphFilter): FilteredGraph => {
  const graph = readGraph(body);
  const of = graph.nodes.length;
  if (!isRecord(body) || !hasGraphFilter(choice))
    return { body, nodes: of, totalNodes: of, leftOut: [], nodesWithoutFields: [] };
  const { kinds, nodes, states, fields } = choice;
  const keeps = createValuePredicate(choice);
  const known = new Set(graph.nodes.map(({ id }) => id));
  const reader: MemberReader = { known, split: createMemberSplitter(known) };
  const isInside = states !== undefined || fields !== undefined;
  const list = getOwnMember(body, 'nodes');
  const isList = of > 0;
  // A filter by kind or node excludes all members outside the nodes.
  const isAboutNodes = kinds !== undefined || nodes !== undefined;
  const hasField = createValuePredicate({ fields });
  const lacking: string[] = [];
  const raws = isList ? Object.entries(Object(list)) : [];
  const left = raws.flatMap(([key, raw], at) => {
    const node = graph.nodes[at];
    if (node === undefined) return [];
    const { id, kind } = node;
    if (!isSelectedKind(kind, kinds) || (nodes !== undefined && !nodes.includes(id))) return [];
    const kept = isInside ? filterNode(raw, node, keeps, reader) : raw;
    if (kept === undefined && fields && isAboutNodes && filterNode(raw, node, hasField, reader) === undefined)
      lacking.push(id);
    return kept === undefined ? [] : [[key, kept] as const];
  });

  const leftOut: string[] = [];
  const members = Object.entries(body).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'nodes' && isList)
      return [[key, Array.isArray(list) ? left.map(([, raw]) => raw) : Object.fromEntries(left)]];
    if (key === 'garment_id' || key === 'profile') return [[key, value]];
    const kept = isAboutNodes ? undefined : filterMember(key, value, keeps, reader);
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
