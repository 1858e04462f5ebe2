/** A garment graph of any dialect: its envelope, its nodes and its facts. */

import { isRecord, own, scalarText } from '../json/values.ts';
import { type Entry, entriesOf, itemEntries, ownState, plain, statedEntries } from './entries.ts';
import { linksOf } from './links.ts';
import { groupEntries, isNamed } from './open-body.ts';
import { payloadKey, type Stated, stated, stateOf } from './stated.ts';

export interface GraphNode {
  /** As the body gave it, or `#17` after its position. Not unique in every body. */
  readonly id: string;
  /** Empty where the body gives none. */
  readonly kind: string;
  readonly label: string;
  /** The state of the label, or else that of the node. */
  readonly state: string | undefined;
  /** False for a node that is a string, a number, a list or null. */
  readonly open: boolean;
  /** Label, values, links and members without a state, in the order of the body. */
  readonly entries: readonly Entry[];
}

export interface Graph {
  readonly garmentId: string | undefined;
  readonly profile: string | undefined;
  readonly nodes: readonly GraphNode[];
  readonly facts: readonly Entry[];
  /** Whatever else the body holds. */
  readonly rest: readonly Entry[];
}

const ID = ['id', 'node_id', 'key'];
const KIND = ['kind', 'type', 'node_type'];
const LABEL = ['label', 'name', 'title'];
/** Members that only group what they hold: their name adds nothing to a field. */
export const GROUPS: readonly string[] = ['values', 'facts'];

/** The members by which a node of this body says what it is. */
export const namingMembers = (node: Readonly<Record<string, unknown>>): readonly string[] =>
  [ID, KIND, LABEL].flatMap((keys) => firstText(node, keys) ?? []);

const textOf = (value: unknown): string | undefined => scalarText(stated(value)?.value ?? value);

const firstText = (node: Readonly<Record<string, unknown>>, keys: readonly string[]): string | undefined =>
  keys.find((key) => {
    const value = own(node, key);
    if (value === undefined) return false;
    const text = scalarText(value);
    return text === undefined ? stated(value) !== undefined : text !== '';
  });

/** A node can carry a state of its own. It then speaks for its payload, or for a label that has none. */
const selfOf = (node: Readonly<Record<string, unknown>>): Stated | undefined => {
  const state = stateOf(node);
  if (state === undefined) return undefined;
  const key = payloadKey(node);
  const value = key === undefined ? undefined : own(node, key);
  const [unit, basis, confidence] = [own(node, 'unit'), own(node, 'basis'), own(node, 'confidence')];
  return { state, value, member: undefined, unit, basis, confidence, extras: [] };
};

const readNode = (raw: unknown, at: string, known: ReadonlySet<string>): GraphNode => {
  if (!isRecord(raw)) {
    const entries = entriesOf(raw, '', true);
    return { id: at, kind: '', label: '', state: undefined, open: false, entries };
  }
  const self = selfOf(raw);
  const [id, kind, named] = [ID, KIND, LABEL].map((keys) => firstText(raw, keys));
  // Beside a state of the node, a label of null is one that the state speaks for.
  const label = named ?? (self ? LABEL.find((key) => own(raw, key) === null) : undefined);
  const labelRead = label === undefined ? undefined : stated(own(raw, label));
  const labelText = label === undefined ? undefined : scalarText(labelRead?.value ?? own(raw, label));
  const payload = payloadKey(raw);
  const consumed = self ? ['state', 'unit', 'basis', 'confidence', payload] : [];
  const entries: Entry[] = [];
  if (self) {
    const speaksForLabel = payload === undefined && labelRead === undefined && label !== undefined;
    const value = speaksForLabel ? own(raw, label) : self.value;
    const field = payload ?? (speaksForLabel ? label : '');
    entries.push(...statedEntries({ ...self, value }, speaksForLabel ? 'label' : 'self', field));
  }
  for (const key of Object.keys(raw)) {
    if (consumed.includes(key)) continue;
    const value = raw[key];
    const isName = key === id || key === kind || key === label;
    const read = isName ? (key === label ? labelRead : stated(value)) : undefined;
    if (read) entries.push(...statedEntries(read, key === label ? 'label' : 'value', key));
    else if (key === label && !(self && payload === undefined)) entries.push(plain(key, value, 'label'));
    else if (isName) continue;
    else if (GROUPS.includes(key)) entries.push(...groupEntries(key, value));
    else entries.push(...(linksOf(key, value, known) ?? entriesOf(value, key)));
  }
  return {
    id: (id === undefined ? undefined : textOf(own(raw, id))) ?? at,
    kind: (kind === undefined ? undefined : textOf(own(raw, kind))) ?? '',
    label: labelText ?? '',
    state: labelRead ? labelRead.state : self?.state,
    open: true,
    entries,
  };
};

const knownIds = (list: readonly (readonly [string, unknown])[]): ReadonlySet<string> => {
  const ids = list.flatMap(([, node]) => {
    const key = isRecord(node) ? firstText(node, ID) : undefined;
    return isRecord(node) && key !== undefined ? [textOf(own(node, key)) ?? ''] : [];
  });
  return new Set(ids.filter((id) => id !== ''));
};

/** Nodes of a list by position, of an object by name; undefined for anything else. */
const nodeList = (nodes: unknown): readonly (readonly [string, unknown])[] | undefined => {
  if (Array.isArray(nodes)) return nodes.map((node, at) => [`#${at}`, node] as const);
  return isRecord(nodes) && !stated(nodes) ? Object.entries(nodes) : undefined;
};

const factEntries = (facts: unknown): readonly Entry[] => {
  if (Array.isArray(facts))
    return facts.flatMap((item, at) =>
      isNamed(item) ? itemEntries(item, '', at, 0, 'fact') : entriesOf(item, `facts[${at}]`, true),
    );
  if (!isRecord(facts) || stated(facts)) return entriesOf(facts, 'facts');
  return Object.entries(facts).flatMap(([field, item]) => entriesOf(item, field, true));
};

/** What stands beside nodes and facts, the profile among it. */
export const besideOf = ({ profile, rest }: Graph): readonly Entry[] =>
  profile === undefined ? rest : [plain('profile', profile), ...rest];

/** A command looks at one body in several ways, and a body is never changed once it was read. */
const READ = new WeakMap<object, Graph>();

/** Reads any value as a garment graph. Never throws; what it does not know stays in `rest`. */
export const readGraph = (body: unknown): Graph => {
  if (!isRecord(body)) {
    const rest = body === undefined ? [] : entriesOf(body, '');
    return { garmentId: undefined, profile: undefined, nodes: [], facts: [], rest };
  }
  const graph = READ.get(body) ?? graphOf(body);
  READ.set(body, graph);
  return graph;
};

const graphOf = (body: Readonly<Record<string, unknown>>): Graph => {
  const list = nodeList(own(body, 'nodes'));
  const known = knownIds(list ?? []);
  const facts = Object.hasOwn(body, 'facts') && typeof body.facts === 'object' && body.facts !== null;
  const rest: Entry[] = [...ownState(body)];
  const hasState = rest.length > 0;
  const taken = (key: string): boolean =>
    (key === 'nodes' && list !== undefined) || (key === 'facts' && facts) || (key === 'state' && hasState);
  for (const [key, value] of Object.entries(body)) {
    const named = ['garment_id', 'profile'].includes(key) && scalarText(value) !== undefined;
    if (!named && !taken(key)) rest.push(...entriesOf(value, key));
  }
  return {
    garmentId: textOf(own(body, 'garment_id')),
    profile: textOf(own(body, 'profile')),
    nodes: (list ?? []).map(([at, node]) => readNode(node, at, known)),
    facts: facts ? factEntries(body.facts) : [],
    rest,
  };
};
