/** Finding the values below one member of a body, in the order of the body. */

import { isRecord, own, scalarText } from '../json/values.ts';
import { type Stated, stated, stateOf } from './stated.ts';

/**
 * `value` is stated, or stands where a stated value is expected; `label`, `self`, `link` and `fact` likewise
 * by where they stand. `plain` is a member that carries no state and need not; `deep` is what lies below
 * the depth that is taken apart, kept whole.
 */
export type Role = 'label' | 'self' | 'value' | 'link' | 'fact' | 'plain' | 'deep';

export interface Entry extends Stated {
  readonly role: Role;
  /** Where it stands below its owner: `cut`, `payload.deep[2]`; for a link its relation; empty for the owner itself. */
  readonly field: string;
  /** It stands inside the entry with this field. */
  readonly within: string | undefined;
}

/** Levels that are taken apart. What lies deeper is kept whole, as one entry of the role `deep`. */
const DEEPEST = 64;

export const plain = (field: string, value: unknown, role: Role = 'plain'): Entry => ({
  role,
  field,
  within: undefined,
  state: undefined,
  value,
  member: undefined,
  unit: undefined,
  basis: undefined,
  confidence: undefined,
  extras: [],
});

/** A body that carries a state of its own, for the whole of it. */
export const ownState = (body: Readonly<Record<string, unknown>>): readonly Entry[] => {
  const state = stateOf(body);
  return state === undefined ? [] : [{ ...plain('', undefined, 'self'), state }];
};

export const below = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

/** True when a stated value stands anywhere in it. Without recursion. */
export const holdsState = (root: unknown): boolean => {
  const todo = [root];
  while (todo.length > 0) {
    const value = todo.pop();
    if (Array.isArray(value)) for (const item of value) todo.push(item);
    else if (isRecord(value)) {
      if (stated(value)) return true;
      for (const item of Object.values(value)) todo.push(item);
    }
  }
  return false;
};

/** The member under which an item of a list names itself: `{field, value, state}`. */
const naming = (item: unknown): 'field' | 'key' | undefined => {
  if (!isRecord(item) || !(Object.hasOwn(item, 'state') || Object.hasOwn(item, 'value'))) return undefined;
  return (['field', 'key'] as const).find((key) => scalarText(own(item, key)) !== undefined);
};

/**
 * The entries of one member. Where nothing in it is stated it is one entry, whole: `plain`, or a `value`
 * without a state where `expected` says that a state should have been there.
 */
export const entriesOf = (value: unknown, path: string, expected = false, depth = 0): readonly Entry[] => {
  if (depth > DEEPEST && typeof value === 'object' && value !== null)
    return [plain(path, value, holdsState(value) ? 'deep' : 'plain')];
  const read = stated(value);
  if (read) return statedEntries(read, 'value', path, depth);
  const found = Array.isArray(value)
    ? value.flatMap((item, at) => itemEntries(item, path, at, depth + 1))
    : isRecord(value)
      ? Object.entries(value).flatMap(([key, item]) => entriesOf(item, below(path, key), false, depth + 1))
      : [];
  if (found.some(({ role }) => role !== 'plain')) return found;
  return [plain(path, value, expected ? 'value' : 'plain')];
};

/** An item of a list: under its own `field` where it names one, under its position otherwise. */
export const itemEntries = (
  item: unknown,
  path: string,
  at: number,
  depth = 0,
  role: Role = 'value',
): readonly Entry[] => {
  const key = naming(item);
  const read = key === undefined ? undefined : stated(item, [key]);
  if (key === undefined || !isRecord(item) || !read)
    return entriesOf(item, `${path}[${at}]`, role === 'fact', depth);
  const name = scalarText(own(item, key)) ?? '';
  const extras = read.extras.filter(([other]) => other !== key);
  return statedEntries({ ...read, extras }, role, below(path, name), depth);
};

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Most values hold nothing but a word or a number: one look spares them the search. */
const canHold = ({ value, unit, basis, confidence, extras }: Stated): boolean =>
  isObject(value) ||
  isObject(unit) ||
  isObject(basis) ||
  isObject(confidence) ||
  extras.some(([, extra]) => isObject(extra));

/** A stated value, followed by those that stand inside it. */
export const statedEntries = (read: Stated, role: Role, field: string, depth = 0): readonly Entry[] => {
  const { state, value, member, unit, basis, confidence, extras } = read;
  const entry: Entry = {
    role,
    field,
    within: undefined,
    state,
    value,
    member,
    unit,
    basis,
    confidence,
    extras,
  };
  return canHold(read) ? [entry, ...inside(read, field, depth)] : [entry];
};

/** The stated values that stand inside a stated value: in its payload or in what stands beside it. */
const inside = (read: Stated, field: string, depth: number): readonly Entry[] => {
  const beside = (['unit', 'basis', 'confidence'] as const).map((key) => [key, read[key]] as const);
  const parts = [...beside, ...read.extras].map(([key, value]) => [below(field, key), value] as const);
  return [[field, read.value] as const, ...parts]
    .filter(([, value]) => isObject(value))
    .flatMap(([path, value]) => entriesOf(value, path, false, depth + 1))
    .filter(({ role }) => role !== 'plain')
    .map((entry) => ({ ...entry, within: entry.within ?? field }));
};
