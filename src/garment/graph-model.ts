/** Reads a garment graph of any shape: its ids, nodes, facts and other values. */

import { getOwnMember, isRecord, type JsonObject, toScalarText } from '../platform/json/json-values.ts';
import { appendAll } from '../platform/lists.ts';
import { readLinks } from './links.ts';
import { readGroupValues } from './open-body.ts';
import {
  findPayloadKey,
  readMemberText,
  readProvenance,
  readStated,
  type StatedValue,
} from './stated-value.ts';
import {
  createBareValue,
  expandStated,
  isNamedItem,
  readBodyProvenance,
  readItemValues,
  readValues,
  type Value,
} from './value.ts';

/** A node of a garment graph, for example a piece or a seam. */
export interface GraphNode {
  /**
   * The id of the node in the body. If it has none, this is its key in an object of nodes, or its position in a list
   * (`#17`). Several nodes can have the same id.
   */
  readonly id: string;
  /** The kind of the node; empty if the body gives none. */
  readonly kind: string;
  readonly label: string;
  /** The provenance of the label. If the label is a plain text, this is the provenance of the node. */
  readonly state: string | undefined;
  /**
   * True if the node is an object. The list of nodes in an untrusted body may also have a string, a number, a list or
   * null.
   */
  readonly isObject: boolean;
  /**
   * What the body has for the node: its label, its values, its links and its members that have no provenance. They are
   * in the order of the body.
   */
  readonly entries: readonly Value[];
}

/** The body of a graph, split into nodes, facts and other values. */
export interface GraphModel {
  readonly garmentId: string | undefined;
  readonly profile: string | undefined;
  readonly nodes: readonly GraphNode[];
  /** The values in the member `facts`. They belong to the garment, not to a node. */
  readonly facts: readonly Value[];
  /**
   * The values of the body that are neither in nodes nor in the member `facts`. The members `garment_id` and `profile`
   * are not included.
   */
  readonly rest: readonly Value[];
}

const ID_KEYS = ['id', 'node_id', 'key'];
/** Names of members that can contain the kind of a node, in order of preference. */
export const KIND_KEYS: readonly string[] = ['kind', 'type', 'node_type'];
const LABEL_KEYS = ['label', 'name', 'title'];
/**
 * The names of members that only group the values of a node. These names are not part of a path: the path in `values:
 * {cut: 2}` is `cut` and not `values.cut`.
 */
export const GROUP_MEMBERS: readonly string[] = ['values', 'facts'];

/**
 * Returns the names of the members in which this node has its id, kind and label, for example `["id", "type", "name"]`.
 */
export const listNamingMembers = (node: JsonObject): readonly string[] =>
  [ID_KEYS, KIND_KEYS, LABEL_KEYS].flatMap((keys) => findTextKey(node, keys) ?? []);

const findTextKey = (node: JsonObject, keys: readonly string[]): string | undefined => {
  for (const key of keys) {
    const value = getOwnMember(node, key);
    if (value === undefined) continue;
    const text = toScalarText(value);
    if (text === undefined ? readStated(value) !== undefined : text !== '') return key;
  }
  return undefined;
};

/**
 * Returns the provenance, basis and confidence of a node, with its payload and unit. The provenance applies to the
 * payload. In a node without a payload, it applies to the label.
 */
const readNodeProvenance = (node: JsonObject): StatedValue | undefined => {
  const state = readProvenance(node);
  if (state === undefined) return undefined;
  const key = findPayloadKey(node);
  const value = key === undefined ? undefined : getOwnMember(node, key);
  const [unit, basis, confidence] = ['unit', 'basis', 'confidence'].map((name) => getOwnMember(node, name));
  return { state, value, member: undefined, unit, basis, confidence, otherMembers: [] };
};

const readGraphNode = (raw: unknown, position: string, nodeIds: ReadonlySet<string>): GraphNode => {
  if (!isRecord(raw)) {
    const entries = readValues(raw, '', true);
    return { id: position, kind: '', label: '', state: undefined, isObject: false, entries };
  }
  const self = readNodeProvenance(raw);
  const idKey = findTextKey(raw, ID_KEYS);
  const kindKey = findTextKey(raw, KIND_KEYS);
  const textLabelKey = findTextKey(raw, LABEL_KEYS);
  // If a node has provenance, a null in its label member is read as its label. The provenance, for example `unstated`,
  // may describe this missing label.
  const labelKey =
    textLabelKey ?? (self ? LABEL_KEYS.find((key) => getOwnMember(raw, key) === null) : undefined);
  const statedLabel = labelKey === undefined ? undefined : readStated(getOwnMember(raw, labelKey));
  const labelText =
    labelKey === undefined ? undefined : toScalarText(statedLabel?.value ?? getOwnMember(raw, labelKey));
  const payloadKey = findPayloadKey(raw);
  const selfMembers = self && ['state', 'unit', 'basis', 'confidence', payloadKey];
  const entries: Value[] = [];
  if (self) {
    const isOfLabel = payloadKey === undefined && statedLabel === undefined && labelKey !== undefined;
    const value = isOfLabel ? getOwnMember(raw, labelKey) : self.value;
    const field = payloadKey ?? (isOfLabel ? labelKey : '');
    appendAll(entries, expandStated({ ...self, value }, isOfLabel ? 'label' : 'self', field));
  }
  for (const key of Object.keys(raw)) {
    if (selfMembers?.includes(key)) continue;
    const value = raw[key];
    const isName = key === idKey || key === kindKey || key === labelKey;
    const stated = isName ? (key === labelKey ? statedLabel : readStated(value)) : undefined;
    if (stated) appendAll(entries, expandStated(stated, key === labelKey ? 'label' : 'value', key));
    else if (key === labelKey && !(self && payloadKey === undefined))
      entries.push(createBareValue(key, value, 'label'));
    else if (isName) continue;
    else if (GROUP_MEMBERS.includes(key)) appendAll(entries, readGroupValues(key, value));
    else appendAll(entries, readLinks(key, value, nodeIds) ?? readValues(value, key));
  }
  return {
    // If a node has an empty id, its position in the list is used as the id. Otherwise its values would look like
    // values outside all nodes.
    id: (idKey === undefined ? undefined : readMemberText(getOwnMember(raw, idKey))) || position,
    kind: (kindKey === undefined ? undefined : readMemberText(getOwnMember(raw, kindKey))) ?? '',
    label: labelText ?? '',
    state: statedLabel ? statedLabel.state : self?.state,
    isObject: true,
    entries,
  };
};

const collectNodeIds = (list: readonly (readonly [string, unknown])[]): ReadonlySet<string> => {
  const ids = new Set<string>();
  for (const [, node] of list) {
    if (!isRecord(node)) continue;
    const key = findTextKey(node, ID_KEYS);
    const id = key === undefined ? undefined : readMemberText(getOwnMember(node, key));
    if (id) ids.add(id);
  }
  return ids;
};

const listRawNodes = (nodes: unknown): readonly (readonly [string, unknown])[] | undefined => {
  if (Array.isArray(nodes)) return nodes.map((node, at) => [`#${at}`, node] as const);
  return isRecord(nodes) && !readStated(nodes)
    ? Object.entries(nodes).map(([key, node], at) => [key || `#${at}`, node] as const)
    : undefined;
};

const readFacts = (facts: unknown): readonly Value[] => {
  if (Array.isArray(facts))
    return facts.flatMap((item, at) =>
      isNamedItem(item) ? readItemValues(item, '', at, 0, 'fact') : readValues(item, `facts[${at}]`, true),
    );
  if (!isRecord(facts) || readStated(facts)) return readValues(facts, 'facts');
  return Object.entries(facts).flatMap(([field, item]) => readValues(item, field, true));
};

/**
 * Returns the values of the body that are neither in nodes nor in the member `facts`. The profile of the body, if it
 * has one, is returned as the first value.
 */
export const listRestValues = ({ profile, rest }: GraphModel): readonly Value[] =>
  profile === undefined ? rest : [createBareValue('profile', profile), ...rest];

/** A cache of graphs by body, because commands read one body several times and never change it. */
const GRAPH_CACHE = new WeakMap<object, GraphModel>();

/**
 * Reads a body of any shape as a garment graph. The result is cached by body. Never throws; unknown members are in
 * `rest`.
 */
export const readGraph = (body: unknown): GraphModel => {
  if (!isRecord(body)) {
    const rest = body === undefined ? [] : readValues(body, '');
    return { garmentId: undefined, profile: undefined, nodes: [], facts: [], rest };
  }
  const graph = GRAPH_CACHE.get(body) ?? buildGraph(body);
  GRAPH_CACHE.set(body, graph);
  return graph;
};

const buildGraph = (body: JsonObject): GraphModel => {
  const list = listRawNodes(getOwnMember(body, 'nodes'));
  const nodeIds = collectNodeIds(list ?? []);
  const hasFacts = Object.hasOwn(body, 'facts') && typeof body.facts === 'object' && body.facts !== null;
  const rest: Value[] = [...readBodyProvenance(body)];
  const hasState = rest.length > 0;
  const isReadElsewhere = (key: string): boolean =>
    (key === 'nodes' && list !== undefined) || (key === 'facts' && hasFacts) || (key === 'state' && hasState);
  for (const [key, value] of Object.entries(body)) {
    const isNaming = ['garment_id', 'profile'].includes(key) && toScalarText(value) !== undefined;
    if (!isNaming && !isReadElsewhere(key)) appendAll(rest, readValues(value, key));
  }
  return {
    garmentId: readMemberText(getOwnMember(body, 'garment_id')),
    profile: readMemberText(getOwnMember(body, 'profile')),
    nodes: (list ?? []).map(([position, node]) => readGraphNode(node, position, nodeIds)),
    facts: hasFacts ? readFacts(body.facts) : [],
    rest,
  };
};
