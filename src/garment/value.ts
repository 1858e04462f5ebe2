/** Reads the values in one member of a body, in the order of the body. */

import {
  getOwnMember,
  isObjectOrList,
  isRecord,
  type JsonObject,
  toScalarText,
} from '../platform/json/json-values.ts';
import { readProvenance, readStated, type StatedValue } from './stated-value.ts';

/**
 * The role of a value in its owner (a node or the body). `value`: a value with provenance, or one that should have it.
 * `label`: the name of a node. `self`: the provenance of the owner itself. `link`: a relation. `fact`: a fact of the
 * garment. `plain`: a member that needs no provenance. `deep`: content below the depth limit, as one value.
 */
export type ValueRole = 'label' | 'self' | 'value' | 'link' | 'fact' | 'plain' | 'deep';

/**
 * A value of a body, with its path in the node or body that contains it, and with its role there. An example of a role
 * is `link`.
 */
export interface Value extends StatedValue {
  readonly role: ValueRole;
  /**
   * The path of the value in its owner (a node or the body), for example `cut` or `payload.deep[2]`. The path of a link
   * is the name of its relation. If the value stands for the owner itself, the path is empty.
   */
  readonly path: string;
  /** The path of the value in which this value is nested; undefined for a value that is not nested. */
  readonly parent: string | undefined;
}

/**
 * The maximum depth to which a member is split into single values. Deeper content with provenance becomes one value
 * with the role `deep`.
 */
const MAX_DEPTH = 64;

/**
 * Creates a value that has only a payload, without provenance, unit or other members. The default role is `plain`,
 * which means that the value needs no provenance.
 */
export const createBareValue = (field: string, value: unknown, role: ValueRole = 'plain'): Value => ({
  role,
  path: field,
  parent: undefined,
  state: undefined,
  value,
  member: undefined,
  unit: undefined,
  basis: undefined,
  confidence: undefined,
  otherMembers: [],
});

/** Returns true if a value has only a payload: no provenance, unit, basis, confidence or other members. */
export const isBareValue = ({ state, unit, basis, confidence, otherMembers }: Value): boolean =>
  [state, unit, basis, confidence].every((part) => part === undefined) && otherMembers.length === 0;

/**
 * Returns a list with one value for the provenance (`state`) that the body states for itself. This value has no payload
 * (content). The list is empty if the body has no `state`.
 */
export const readBodyProvenance = (body: JsonObject): readonly Value[] => {
  const state = readProvenance(body);
  return state === undefined ? [] : [{ ...createBareValue('', undefined, 'self'), state }];
};

/** Joins a path and a member name, for example `collar` and `stand` to `collar.stand`. */
export const joinValuePath = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

/**
 * Yields the provenance words of `root` and of all values nested in it, at any depth. Yields undefined for a value
 * object without a provenance word, for example `{value: 56}`. The function is not recursive, because the nesting of a
 * body may be deeper than the call stack allows.
 */
export const listNestedProvenance = function* (root: unknown): Generator<string | undefined> {
  const pending = [root];
  while (pending.length > 0) {
    const value = pending.pop();
    if (Array.isArray(value)) for (const item of value) pending.push(item);
    else if (isRecord(value)) {
      const stated = readStated(value);
      if (stated) yield stated.state;
      for (const item of Object.values(value)) pending.push(item);
    }
  }
};

/** Matches a name such as `7.5`, which would look like two steps in a path. */
const DECIMAL_NUMBER = /^-?\d+\.\d/;

const findNamingKey = (item: unknown): 'field' | 'key' | undefined => {
  if (!isRecord(item) || !(Object.hasOwn(item, 'state') || Object.hasOwn(item, 'value'))) return undefined;
  return (['field', 'key'] as const).find((key) => {
    const name = toScalarText(getOwnMember(item, key));
    return name !== undefined && !DECIMAL_NUMBER.test(name);
  });
};

/** Returns true for a list item with a name, which is the path of its value: `fit` for `{field: 'fit', value: 2}`. */
export const isNamedItem = (item: unknown): boolean => findNamingKey(item) !== undefined;

/**
 * Returns the values in one member of a body. If the member contains provenance, returns each value in it. Otherwise
 * returns the whole member as one value, with the role `value` if `expected` is true, else `plain`. Content that is
 * nested deeper than `MAX_DEPTH` is never split: its role is `deep` if it contains provenance, else `plain`.
 */
export const readValues = (value: unknown, path: string, expected = false, depth = 0): readonly Value[] => {
  if (!isObjectOrList(value)) return [createBareValue(path, value, expected ? 'value' : 'plain')];
  if (depth > MAX_DEPTH)
    return [createBareValue(path, value, listNestedProvenance(value).next().done ? 'plain' : 'deep')];
  const stated = readStated(value);
  if (stated) return expandStated(stated, 'value', path, depth);
  const found = Array.isArray(value)
    ? value.flatMap((item, at) => readItemValues(item, path, at, depth + 1))
    : isRecord(value)
      ? Object.entries(value).flatMap(([key, item]) =>
          readValues(item, joinValuePath(path, key), false, depth + 1),
        )
      : [];
  if (found.some(({ role }) => role !== 'plain')) return found;
  return [createBareValue(path, value, expected ? 'value' : 'plain')];
};

/**
 * Returns the values of a list item. Their path contains the name of the item, which is its member `field` or `key`. If
 * the item has no name, the path contains the position `at` instead, as in `notes[2]`.
 */
export const readItemValues = (
  item: unknown,
  path: string,
  at: number,
  depth = 0,
  role: ValueRole = 'value',
): readonly Value[] => {
  const key = findNamingKey(item);
  const stated = key === undefined ? undefined : readStated(item, [key]);
  if (key === undefined || !isRecord(item) || !stated)
    return readValues(item, `${path}[${at}]`, role === 'fact', depth);
  const name = toScalarText(getOwnMember(item, key)) ?? '';
  const extras = stated.otherMembers.filter(([other]) => other !== key);
  return expandStated({ ...stated, otherMembers: extras }, role, joinValuePath(path, name), depth);
};

/**
 * Returns true if the payload, unit, basis, confidence or another member of a value is an object or list. Only objects
 * and lists can contain further values with provenance.
 */
const canNestValues = ({ value, unit, basis, confidence, otherMembers }: StatedValue): boolean =>
  isObjectOrList(value) ||
  isObjectOrList(unit) ||
  isObjectOrList(basis) ||
  isObjectOrList(confidence) ||
  otherMembers.some(([, member]) => isObjectOrList(member));

/** Converts the result of `readStated` to a list: the value with its role and path, then the values inside it. */
export const expandStated = (
  stated: StatedValue,
  role: ValueRole,
  field: string,
  depth = 0,
): readonly Value[] => {
  // The members are copied one by one, because the spread syntax `...stated` would need more memory and take ten times
  // as long.
  const { state, value, member, unit, basis, confidence, otherMembers } = stated;
  const entry: Value = {
    role,
    path: field,
    parent: undefined,
    state,
    value,
    member,
    unit,
    basis,
    confidence,
    otherMembers,
  };
  return canNestValues(stated) ? [entry, ...readNestedValues(stated, field, depth)] : [entry];
};

const readNestedValues = (stated: StatedValue, field: string, depth: number): readonly Value[] => {
  const namedParts = (['unit', 'basis', 'confidence'] as const).map((key) => [key, stated[key]] as const);
  const parts = [...namedParts, ...stated.otherMembers].map(
    ([key, value]) => [joinValuePath(field, key), value] as const,
  );
  return [[field, stated.value] as const, ...parts]
    .filter(([, value]) => isObjectOrList(value))
    .flatMap(([path, value]) => readValues(value, path, false, depth + 1))
    .filter(({ role }) => role !== 'plain')
    .map((entry) => ({ ...entry, parent: entry.parent ?? field }));
};

const MAX_FLATTEN_DEPTH = 16;

/**
 * Splits an object without provenance into its innermost members: `a: {b: 1, c: 2}` into `a.b` and `a.c`. Returns any
 * other value, and an empty object, as the only item.
 */
export const flattenValue = (entry: Value): readonly Value[] => flattenLevel(entry, 0);

const flattenLevel = (entry: Value, depth: number): readonly Value[] => {
  const { value, path, role } = entry;
  if (role === 'deep' || !isRecord(value) || depth >= MAX_FLATTEN_DEPTH || !isBareValue(entry))
    return [entry];
  const members = Object.entries(value);
  if (members.length === 0) return [entry];
  return members.flatMap(([key, item]) =>
    flattenLevel({ ...entry, path: joinValuePath(path, key), value: item }, depth + 1),
  );
};
