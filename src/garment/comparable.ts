/** A body taken apart into what can change by itself, under keys that do not depend on position. */

import { isRecord, jsonText, own, scalarText } from '../json/values.ts';
import type { Entry } from './entries.ts';
import { type GraphNode, readGraph } from './graph.ts';
import { meaning, skeleton } from './normalize.ts';

/** `beside` is what explains or extends a stated value: its basis, its confidence, any further member. */
export type AtomRole = 'value' | 'label' | 'link' | 'fact' | 'plain' | 'beside';

export interface Atom {
  readonly role: AtomRole;
  /** As in the body, positions included. */
  readonly field: string;
  readonly state: string | undefined;
  readonly value: unknown;
  readonly unit: unknown;
  /** What it is matched by within its node. */
  readonly key: string;
  /** Value and unit by what they mean, and as they are written. */
  readonly meaning: string;
  readonly written: string;
}

export interface AtomNode {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  readonly state: string | undefined;
  readonly atoms: readonly Atom[];
  /** What it is matched by; a node without an id of its own only by all that it holds. */
  readonly key: string;
}

export interface Comparable {
  readonly garmentId: string | undefined;
  readonly profile: string | undefined;
  readonly nodes: readonly AtomNode[];
  /** What stands beside the nodes. */
  readonly rest: readonly Atom[];
  readonly isGraph: boolean;
}

const NOTHING = { state: undefined, value: undefined, unit: undefined };

const ROLES: Readonly<Record<Entry['role'], AtomRole>> = {
  value: 'value',
  self: 'value',
  deep: 'value',
  label: 'label',
  link: 'link',
  fact: 'fact',
  plain: 'plain',
};

const atom = (
  role: AtomRole,
  field: string,
  { state, value, unit }: Pick<Atom, 'state' | 'value' | 'unit'>,
): Atom => {
  // What lies too deep to be taken apart is compared whole.
  const bare = skeleton(value);
  const text = jsonText(bare ?? null);
  // A text means what it says.
  const means = `${typeof bare === 'string' ? text : meaning(bare)} ${meaning(unit ?? undefined)}`;
  const place = field.includes('[') ? field.replaceAll(/\[\d+\]/g, '[]') : field;
  const group = role === 'label' || role === 'plain' ? 'value' : role;
  return {
    role,
    field,
    state,
    value,
    unit,
    // A relation is what it leads to: another target is another relation.
    key: role === 'link' ? `link ${place} ${means}` : `${group} ${place}`,
    meaning: means,
    written: `${text} ${jsonText(unit ?? null)}`,
  };
};

/** What of an entry can change by itself. */
export const atomsOf = (entry: Entry): readonly Atom[] => {
  const { field, basis, confidence, extras } = entry;
  const isEmpty = entry.role === 'plain' && entry.value === undefined;
  const atoms = isEmpty ? [] : [atom(ROLES[entry.role], field, entry)];
  const beside = (key: string, value: unknown): void => {
    if (value === undefined) return;
    atoms.push(atom('beside', field === '' ? key : `${field}.${key}`, { ...NOTHING, value }));
  };
  beside('basis', basis);
  beside('confidence', confidence);
  for (const [key, value] of extras) beside(key, value);
  return atoms;
};

/** Names of the member by which a node says what it is. */
const KINDS: readonly string[] = ['kind', 'type', 'node_type'];

/** Nodes that share an id are one: the service alone knows why it gave it twice. */
const atomNodes = (nodes: readonly GraphNode[]): readonly AtomNode[] => {
  const byKey = new Map<string, AtomNode>();
  const unnamed: AtomNode[] = [];
  nodes.forEach((node, at) => {
    const { id, kind, label, state } = node;
    // Reading a graph takes a plain kind for what the node is, and not for one of its values.
    const isValue = node.entries.some(({ field }) => KINDS.includes(field));
    const own = kind === '' || isValue ? [] : [atom('plain', 'kind', { ...NOTHING, value: kind })];
    const atoms = [...own, ...node.entries.flatMap(atomsOf)];
    if (id === `#${at}`) {
      const holds = atoms.map((each) => `${each.key} ${each.state} ${each.meaning}`).sort();
      unnamed.push({ id, kind, label, state, atoms, key: `without id ${kind} ${holds.join('\n')}` });
      return;
    }
    const key = `id ${id}`;
    const known = byKey.get(key);
    byKey.set(
      key,
      known ? { ...known, atoms: [...known.atoms, ...atoms] } : { id, kind, label, state, atoms, key },
    );
  });
  return [...byKey.values(), ...unnamed];
};

/** Members of a body without nodes that list things with ids, as confirmations do. */
const listsIn = (body: Readonly<Record<string, unknown>>): readonly string[] => {
  return Object.entries(body).flatMap(([key, list]) => {
    const named = (item: unknown) => isRecord(item) && scalarText(own(item, 'id')) !== undefined;
    return Array.isArray(list) && list.length > 0 && list.every(named) ? [key] : [];
  });
};

const hasNodes = (body: unknown): boolean => isRecord(body) && Object.hasOwn(body, 'nodes');

/** Reads two bodies alike, so that a list which is empty in one of them is the same list. */
export const comparables = (a: unknown, b: unknown): readonly [Comparable, Comparable] => {
  const lists = new Set([a, b].flatMap((body) => (isRecord(body) && !hasNodes(body) ? listsIn(body) : [])));
  const read = (body: unknown): Comparable => {
    const isGraph = hasNodes(body);
    const isList = ([key, value]: readonly [string, unknown]) => lists.has(key) && Array.isArray(value);
    const taken = !isGraph && isRecord(body) ? Object.entries(body).filter(isList) : [];
    const others =
      isRecord(body) && taken.length > 0
        ? Object.fromEntries(Object.entries(body).filter((member) => !isList(member)))
        : body;
    const graph = readGraph(others);
    const items = taken.flatMap(([, list]) => readGraph({ nodes: list }).nodes);
    return {
      garmentId: graph.garmentId,
      profile: graph.profile,
      nodes: atomNodes(isGraph ? graph.nodes : items),
      rest: [...graph.facts, ...graph.rest].flatMap(atomsOf),
      isGraph,
    };
  };
  return [read(a), read(b)];
};
