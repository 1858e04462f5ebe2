/**
 * Splits two bodies into nodes and values for comparison. Equal values get equal texts, even if they are spelled
 * differently (`56.0` and `56`) or their members are in another order.
 */

import {
  getOwnMember,
  isRecord,
  isSameJson,
  type JsonObject,
  toJsonText,
  toNumberText,
  toScalarText,
} from '../platform/json/json-values.ts';
import { type GraphNode, KIND_KEYS, readGraph } from './graph-model.ts';
import { readStated } from './stated-value.ts';
import { joinValuePath, type Value } from './value.ts';

/**
 * What a comparable value is: `value` (a value with provenance), `label` (the name of a node), `link` (a relation),
 * `fact` (a fact about the garment), `plain` (a member without provenance) or `beside` (a member of another value, such
 * as its basis).
 */
export type ComparableRole = 'value' | 'label' | 'link' | 'fact' | 'plain' | 'beside';

/** One value to compare, or one member that explains a value, such as `basis`. */
export interface ComparableMember {
  readonly role: ComparableRole;
  /**
   * The path of the member in its node, for example `lines[0].quantity`. For a value outside all nodes, it is the path
   * in the body.
   */
  readonly path: string;
  readonly state: string | undefined;
  readonly value: unknown;
  readonly unit: unknown;
  /**
   * The payload (the content of the value) and the unit as one text for comparisons. Numbers are normalized, so that
   * `56.0` and `56` give the same text.
   */
  readonly normalized: string;
  /**
   * The value and its unit as one text, with numbers spelled as the service sent them: `56.0` and `56` give different
   * texts.
   */
  readonly written: string;
}

/**
 * One item of a comparison: a value with provenance, or a member without provenance. `beside` contains the members that
 * explain the item, for example `basis`.
 */
export interface ComparableValue extends ComparableMember {
  readonly beside: ReadonlyMap<string, ComparableMember>;
  /**
   * The value as one text: its provenance, its payload, its unit, and the members that explain it, such as `basis`. Two
   * values with the same text do not differ.
   */
  readonly whole: string;
}

/**
 * A node, prepared for the comparison with a node of another body. Lists and objects in its values are split into
 * single values.
 */
export interface ComparableNode {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  readonly state: string | undefined;
  readonly values: readonly ComparableValue[];
  /** True if the node has an id. A node without an id can be matched only by its content. */
  readonly isNamed: boolean;
  readonly whole: string;
  isEqualTo(other: ComparableNode): boolean;
  /** The values of the node as they are in the body, before they are split into `values`. */
  readonly entries: readonly Value[];
}

/** A body split into nodes and values, ready for comparison with another body. */
export interface ComparableBody {
  readonly garmentId: string | undefined;
  readonly profile: string | undefined;
  readonly nodes: readonly ComparableNode[];
  readonly rest: readonly ComparableValue[];
  readonly isGraph: boolean;
}

const EMPTY_VALUE = { state: undefined, value: undefined, unit: undefined };

/** Returns the same text for all spellings of a number: `56e0` for `56.0`, `56` and `5.6e1`. No digit is lost. */
const normalizeNumber = (written: string): string => {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(written) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  // The trailing zeros are removed in a loop, because /0+$/ takes quadratic time in a long number with many zeros.
  let end = digits.length;
  while (digits.charAt(end - 1) === '0') end--;
  const short = digits.slice(0, end);
  if (short === '') return '0';
  const shift = digits.length - short.length - fraction.length;
  const power = exponent === '0' ? shift : BigInt(exponent) + BigInt(shift);
  return `${sign}${short}e${power}`;
};

/**
 * The text that replaces an inner value with provenance when the value around it is compared. The inner value is
 * compared separately, so it must not affect this comparison.
 */
const NESTED_MARK = '\u0000stated';

const maskNestedValues = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || toNumberText(value) !== undefined) return value;
  if (readStated(value)) return NESTED_MARK;
  if (Array.isArray(value)) return value.map(maskNestedValues);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskNestedValues(item)]));
};

/**
 * Returns the same text for equal values. The order of members and of list items does not matter, nor does the spelling
 * of numbers (`56.0`). The only exception is a list of numbers: `[1, 2]` and `[2, 1]` are not equal.
 */
export const normalizeValue = (value: unknown): string => {
  const number = toNumberText(value);
  if (number !== undefined) return normalizeNumber(number);
  if (Array.isArray(value)) {
    const items = value.map(normalizeValue);
    const isRow = value.every((item) => toNumberText(item) !== undefined);
    return `[${(isRow ? items : items.sort()).join(',')}]`;
  }
  if (!isRecord(value)) return value === undefined ? '-' : toJsonText(value);
  const members = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}:${normalizeValue(item)}`,
  );
  return `{${members.sort().join(',')}}`;
};

const createMember = (
  role: ComparableRole,
  path: string,
  { state, value, unit }: Pick<ComparableMember, 'state' | 'value' | 'unit'>,
  // Nested values with provenance are compared separately, so placeholders replace them here.
  masked: unknown = maskNestedValues(value),
): ComparableMember => {
  const text = toJsonText(masked ?? null);
  const normalizedPayload = typeof masked === 'string' ? text : normalizeValue(masked);
  const [maskedUnit, writtenUnit] = [maskNestedValues(unit) ?? undefined, toJsonText(unit ?? null)];
  return {
    role,
    path,
    state,
    value,
    unit,
    normalized: `${normalizedPayload} ${normalizeValue(maskedUnit)}`,
    written: `${text} ${writtenUnit}`,
  };
};

const addMembers = (own: ComparableMember, beside: ComparableValue['beside']): ComparableValue => {
  const state = own.state === undefined ? '' : toJsonText(own.state);
  const members = Array.from(beside, ([name, { written }]) => ` ${name} ${written}`).sort();
  return { ...own, beside, whole: `${state} ${own.written}${members.join('')}` };
};

const createPlainComparable = (path: string, value: unknown): ComparableValue =>
  addMembers(createMember('plain', path, { ...EMPTY_VALUE, value }), new Map());

/** The depth to which lists and objects without provenance are split. Deeper content stays one value. */
const MAX_PLAIN_DEPTH = 16;

/**
 * Splits a value without provenance, if it is an object or a list of objects. Returns the innermost members of the
 * value, each with its path. Any other value is returned as the only item.
 */
const listPlainLeaves = (
  value: unknown,
  path: string,
  depth = 0,
): readonly (readonly [string, unknown])[] => {
  if (depth < MAX_PLAIN_DEPTH && isRecord(value) && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([key, item]) =>
      listPlainLeaves(item, joinValuePath(path, key), depth + 1),
    );
  const isRows = Array.isArray(value) && value.length > 0 && value.every((item) => isRecord(item));
  if (depth < MAX_PLAIN_DEPTH && isRows)
    return value.flatMap((item, at) => listPlainLeaves(item, `${path}[${at}]`, depth + 1));
  return [[path, value]];
};

/**
 * Converts a value to a list of values that can be compared. An object without provenance is split into its innermost
 * members, for example `a: {b: 1}` into `a.b`. Any other value becomes one item of the list.
 */
export const listComparables = (entry: Value): readonly ComparableValue[] => {
  const { path, role, value, basis, confidence, otherMembers } = entry;
  if (role === 'plain' && value === undefined) return [];
  if (role === 'plain' && entry.unit === undefined && otherMembers.length === 0)
    return listPlainLeaves(value, path).map(([leaf, inner]) => createPlainComparable(leaf, inner));
  const beside = new Map<string, ComparableMember>();
  for (const [key, member] of [['basis', basis], ['confidence', confidence], ...otherMembers] as const) {
    // A member with provenance is compared as a separate value, so it is skipped here.
    if (member === undefined || readStated(member)) continue;
    const comparable = createMember('beside', joinValuePath(path, key), { ...EMPTY_VALUE, value: member });
    // A link and its target may both have a member with the same name, for example `basis`. Then the first of the two
    // members is stored under the key `basis`, and the second one under a key with a number, for example `basis 1`.
    beside.set(beside.has(key) ? `${key} ${beside.size}` : key, comparable);
  }
  // A value with the role `deep` is nested so deeply that it is compared as a whole. In all other values, `NESTED_MARK`
  // replaces the nested values.
  const own =
    role === 'deep'
      ? createMember('value', path, entry, value)
      : createMember(role === 'self' ? 'value' : role, path, entry);
  return [addMembers(own, beside)];
};

/** Returns true if two values have the same parts in the same order, with their numbers spelled alike. */
const isWrittenAlike = (one: Value, other: Value | undefined): boolean =>
  other !== undefined &&
  one.role === other.role &&
  one.path === other.path &&
  one.parent === other.parent &&
  one.state === other.state &&
  one.member === other.member &&
  isSameJson(one.value, other.value) &&
  isSameJson(one.unit, other.unit) &&
  isSameJson(one.basis, other.basis) &&
  isSameJson(one.confidence, other.confidence) &&
  isSameJson(one.otherMembers, other.otherMembers);

/** The parts of values that were split. Values of both bodies that are written alike share their parts. */
type PartsByValue = Map<Value, readonly ComparableValue[]>;

/**
 * Builds a node for comparison. Its values are split into parts only when they are first read, because most nodes are
 * equal in both bodies.
 */
const buildComparableNode = (
  { id, kind, label, state, entries }: GraphNode,
  at: number,
  partsByValue: PartsByValue,
): ComparableNode => {
  const splitValue = (entry: Value): readonly ComparableValue[] => {
    const parts = partsByValue.get(entry) ?? listComparables(entry);
    partsByValue.set(entry, parts);
    return parts;
  };
  let values: readonly ComparableValue[] | undefined;
  let whole: string | undefined;
  const splitValues = (): readonly ComparableValue[] => {
    // The kind of a node, for example `seam`, is compared like a value. `entries` contains the kind only if it has
    // provenance, so any other kind is added here.
    const isValue = entries.some(({ path }) => KIND_KEYS.includes(path));
    const own = kind === '' || isValue ? [] : [createPlainComparable('kind', kind)];
    return [...own, ...entries.flatMap(splitValue)];
  };
  return {
    id,
    kind,
    label,
    state,
    entries,
    isNamed: id !== `#${at}`,
    get values() {
      values ??= splitValues();
      return values;
    },
    get whole() {
      whole ??= this.values
        .map((each) => `${each.role} ${each.path} ${each.whole}`)
        .toSorted()
        .join('\n');
      return whole;
    },
    isEqualTo(other) {
      const alike = entries.map((entry, index) => isWrittenAlike(entry, other.entries[index]));
      // Most nodes are equal in every detail. In other nodes, only the values that differ are split for both bodies.
      if (kind === other.kind && entries.length === other.entries.length && !alike.includes(false))
        return true;
      for (const [index, entry] of entries.entries()) {
        const same = alike[index] ? other.entries[index] : undefined;
        if (same) partsByValue.set(same, splitValue(entry));
      }
      return this.whole === other.whole;
    },
  };
};

/**
 * Returns the names of the members of a body that are lists of objects with ids, for example the list of questions in a
 * body of confirmations.
 */
const findIdentifiedLists = (body: JsonObject): readonly string[] => {
  const hasId = (item: unknown) => isRecord(item) && toScalarText(getOwnMember(item, 'id')) !== undefined;
  return Object.entries(body).flatMap(([key, list]) =>
    Array.isArray(list) && list.length > 0 && list.every(hasId) ? [key] : [],
  );
};

const hasNodes = (body: unknown): boolean => isRecord(body) && Object.hasOwn(body, 'nodes');

/**
 * Splits each of two bodies into nodes and other values, for comparison. A body without `nodes`, such as confirmations,
 * may have a list of objects with ids. These objects are compared like nodes. If the other body has a list with the
 * same name, its items are also compared like nodes.
 */
export const readComparableBodies = (a: unknown, b: unknown): readonly [ComparableBody, ComparableBody] => {
  const lists = new Set(
    [a, b].flatMap((body) => (isRecord(body) && !hasNodes(body) ? findIdentifiedLists(body) : [])),
  );
  const partsByValue: PartsByValue = new Map();
  const readBody = (body: unknown): ComparableBody => {
    const isGraph = hasNodes(body);
    const isList = ([key, value]: readonly [string, unknown]) => lists.has(key) && Array.isArray(value);
    const nodeLists = !isGraph && isRecord(body) ? Object.entries(body).filter(isList) : [];
    const remaining =
      isRecord(body) && nodeLists.length > 0
        ? Object.fromEntries(Object.entries(body).filter((member) => !isList(member)))
        : body;
    const graph = readGraph(remaining);
    const items = nodeLists.flatMap(([, list]) => readGraph({ nodes: list }).nodes);
    return {
      garmentId: graph.garmentId,
      profile: graph.profile,
      nodes: (isGraph ? graph.nodes : items).map((node, at) => buildComparableNode(node, at, partsByValue)),
      rest: [...graph.facts, ...graph.rest].flatMap(listComparables),
      isGraph,
    };
  };
  return [readBody(a), readBody(b)];
};
