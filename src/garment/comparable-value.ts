/** Splits a body into values that can change independently, under keys that do not depend on position. */

import { getOwnMember, isRecord, toJsonText, toScalarText } from '../platform/json/json-values.ts';
import { type GraphNode, readGraph } from './graph-model.ts';
import { maskNestedValues, normalizeValue } from './normalize-value.ts';
import type { Value } from './value.ts';

/**
 * The role of a comparable value. `beside` explains or extends a stated value: its basis, confidence or
 * another member.
 */
export type ComparableRole = 'value' | 'label' | 'link' | 'fact' | 'plain' | 'beside';

/** The smallest part of a body that can change independently. */
export interface ComparableValue {
  readonly role: ComparableRole;
  /** The path as in the body, with positions. */
  readonly path: string;
  readonly state: string | undefined;
  readonly value: unknown;
  readonly unit: unknown;
  /** The key by which the value is matched within its node. */
  readonly key: string;
  /** Value and unit in normalized form; `written` has them as in the body. */
  readonly normalized: string;
  readonly written: string;
}

/** A node with its comparable values. */
export interface ComparableNode {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  readonly state: string | undefined;
  readonly values: readonly ComparableValue[];
  /** The key by which the node is matched. A node without an id has all of its values as its key. */
  readonly key: string;
}

/** A body in the form in which two bodies are compared. */
export interface ComparableBody {
  readonly garmentId: string | undefined;
  readonly profile: string | undefined;
  readonly nodes: readonly ComparableNode[];
  /** Values outside the nodes. */
  readonly rest: readonly ComparableValue[];
  readonly isGraph: boolean;
}

const EMPTY_VALUE = { state: undefined, value: undefined, unit: undefined };

const COMPARABLE_ROLES: Readonly<Record<Value['role'], ComparableRole>> = {
  value: 'value',
  self: 'value',
  deep: 'value',
  label: 'label',
  link: 'link',
  fact: 'fact',
  plain: 'plain',
};

const createComparable = (
  role: ComparableRole,
  field: string,
  { state, value, unit }: Pick<ComparableValue, 'state' | 'value' | 'unit'>,
): ComparableValue => {
  // Stated values inside this value are compared separately, so they are masked here.
  const bare = maskNestedValues(value);
  const text = toJsonText(bare ?? null);
  // Text is compared as written; only other values are normalized.
  const means = `${typeof bare === 'string' ? text : normalizeValue(bare)} ${normalizeValue(unit ?? undefined)}`;
  const place = field.includes('[') ? field.replaceAll(/\[\d+\]/g, '[]') : field;
  const group = role === 'label' || role === 'plain' ? 'value' : role;
  return {
    role,
    path: field,
    state,
    value,
    unit,
    // The target is part of the key: a link to another target is another relation.
    key: role === 'link' ? `link ${place} ${means}` : `${group} ${place}`,
    normalized: means,
    written: `${text} ${toJsonText(unit ?? null)}`,
  };
};

/** Returns the comparable values of a value: itself, its basis, its confidence and its other members. */
export const listComparables = (entry: Value): readonly ComparableValue[] => {
  const { path, basis, confidence, otherMembers } = entry;
  const isEmpty = entry.role === 'plain' && entry.value === undefined;
  const atoms = isEmpty ? [] : [createComparable(COMPARABLE_ROLES[entry.role], path, entry)];
  const beside = (key: string, value: unknown): void => {
    if (value === undefined) return;
    atoms.push(createComparable('beside', path === '' ? key : `${path}.${key}`, { ...EMPTY_VALUE, value }));
  };
  beside('basis', basis);
  beside('confidence', confidence);
  for (const [key, value] of otherMembers) beside(key, value);
  return atoms;
};

/** Names of the member that holds the kind of a node. */
const KIND_MEMBERS: readonly string[] = ['kind', 'type', 'node_type'];

/** Builds comparable nodes. Nodes that share an id are merged into one. */
const buildComparableNodes = (nodes: readonly GraphNode[]): readonly ComparableNode[] => {
  const byKey = new Map<string, ComparableNode>();
  const unnamed: ComparableNode[] = [];
  nodes.forEach((node, at) => {
    const { id, kind, label, state } = node;
    // The graph reader does not list a kind without provenance among the values, so it is added here.
    const isValue = node.entries.some(({ path }) => KIND_MEMBERS.includes(path));
    const own =
      kind === '' || isValue ? [] : [createComparable('plain', 'kind', { ...EMPTY_VALUE, value: kind })];
    const atoms = [...own, ...node.entries.flatMap(listComparables)];
    if (id === `#${at}`) {
      const holds = atoms.map((each) => `${each.key} ${each.state} ${each.normalized}`).sort();
      unnamed.push({ id, kind, label, state, values: atoms, key: `without id ${kind} ${holds.join('\n')}` });
      return;
    }
    const key = `id ${id}`;
    const known = byKey.get(key);
    byKey.set(
      key,
      known
        ? { ...known, values: [...known.values, ...atoms] }
        : { id, kind, label, state, values: atoms, key },
    );
  });
  return [...byKey.values(), ...unnamed];
};

/** Returns the names of members that list objects with ids, as confirmations do. */
const findIdentifiedLists = (body: Readonly<Record<string, unknown>>): readonly string[] => {
  return Object.entries(body).flatMap(([key, list]) => {
    const named = (item: unknown) => isRecord(item) && toScalarText(getOwnMember(item, 'id')) !== undefined;
    return Array.isArray(list) && list.length > 0 && list.every(named) ? [key] : [];
  });
};

const hasNodes = (body: unknown): boolean => isRecord(body) && Object.hasOwn(body, 'nodes');

/**
 * Reads two bodies in the same way, so that a list which is empty in one of them is matched with the other.
 */
export const readComparableBodies = (a: unknown, b: unknown): readonly [ComparableBody, ComparableBody] => {
  const lists = new Set(
    [a, b].flatMap((body) => (isRecord(body) && !hasNodes(body) ? findIdentifiedLists(body) : [])),
  );
  const read = (body: unknown): ComparableBody => {
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
      nodes: buildComparableNodes(isGraph ? graph.nodes : items),
      rest: [...graph.facts, ...graph.rest].flatMap(listComparables),
      isGraph,
    };
  };
  return [read(a), read(b)];
};
