/** Pairs the values of two versions of a node by path. The values of a list are paired by the names of its items. */

import { addToGroup, groupByKey } from '../platform/group-items.ts';
import { toNumberText, toScalarText } from '../platform/json/json-values.ts';
import { appendAll } from '../platform/lists.ts';
import type { ComparableValue } from './comparable-value.ts';
import { isSizeName } from './sizes.ts';
import { isSizeListPath } from './split-records.ts';

/** Two versions of a value. `before` is undefined for an added value, `after` for a removed one. */
export interface ValuePair {
  readonly before: ComparableValue | undefined;
  readonly after: ComparableValue | undefined;
  readonly size: string | undefined;
  /** The path of the value without its size, for example `spec` for `spec.XS`. */
  readonly base: string;
}

/**
 * A list in which the same items without names now have another order. `before` has the items in the old order, and
 * `after` in the new order. An item is given only by its first value.
 */
export interface ReorderedList {
  readonly path: string;
  readonly before: readonly ComparableValue[];
  readonly after: readonly ComparableValue[];
}

/**
 * The result of comparing two versions of a node: the pairs of values, and the lists with the same items in another
 * order.
 */
export interface MatchedValues {
  readonly pairs: readonly ValuePair[];
  readonly reordered: readonly ReorderedList[];
}

type ItemPairs<T> = readonly (readonly [T | undefined, T | undefined])[];

/**
 * Pairs each item of the second list with an item of the first list that has the same key. Returns the pairs in the
 * order of the second list, then the items that only the first list has. An item without a partner is paired with
 * undefined.
 */
export const matchByKey = <T>(
  from: readonly T[],
  to: readonly T[],
  getKey: (item: T) => string,
): ItemPairs<T> => {
  const unpaired = groupByKey(from, getKey);
  for (const list of unpaired.values()) if (list.length > 1) list.reverse();
  const found = to.map((item) => [unpaired.get(getKey(item))?.pop(), item] as const);
  const remaining = new Set([...unpaired.values()].flat());
  return remaining.size === 0
    ? found
    : [...found, ...from.filter((item) => remaining.has(item)).map((item) => [item, undefined] as const)];
};

/**
 * Pairs the items of two lists in several steps. Each function in `steps` returns a key for an item. Items with the
 * same key become a pair if no earlier step has paired them. Returns the pairs in the order of the second list, then
 * the items that only the first list has.
 */
export const matchInSteps = <T extends object>(
  from: readonly T[],
  to: readonly T[],
  steps: readonly ((item: T) => string)[],
): ItemPairs<T> => {
  const pairs: ItemPairs<T>[number][] = [];
  let [remainingFrom, remainingTo] = [from, to];
  for (const getKey of steps) {
    if (remainingFrom.length === 0 || remainingTo.length === 0) break;
    const matched = matchByKey(remainingFrom, remainingTo, getKey);
    appendAll(
      pairs,
      matched.filter(([a, b]) => a !== undefined && b !== undefined),
    );
    remainingFrom = matched.flatMap(([a, b]) => (a !== undefined && b === undefined ? [a] : []));
    remainingTo = matched.flatMap(([a, b]) => (b !== undefined && a === undefined ? [b] : []));
  }
  const positions = new Map(to.map((item, at) => [item, at] as const));
  const findPosition = ([, item]: ItemPairs<T>[number]): number =>
    item === undefined ? -1 : (positions.get(item) ?? -1);
  const added = remainingTo.map((item) => [undefined, item] as const);
  const sorted = [...pairs, ...added].toSorted((one, other) => findPosition(one) - findPosition(other));
  return [...sorted, ...remainingFrom.map((item) => [item, undefined] as const)];
};

/**
 * A value of one of two compared bodies. Values of the two bodies with the same `key` and `rest` belong together.
 * `rest` is the part of the path of the value that is not yet converted to a part of `key`.
 */
interface KeyedValue {
  readonly value: ComparableValue;
  key: string;
  rest: string;
  size: string | undefined;
  base: string;
}

/** An item of a list: its position, its name (empty if it has none) and all its values. */
interface ListItem {
  readonly position: number;
  readonly name: string;
  readonly isSize: boolean;
  readonly values: readonly KeyedValue[];
  /**
   * The paths and contents of all values of the item as one text. Equal items in two versions of a list have the same
   * text.
   */
  readonly whole: string;
}

const ITEM_PATTERN = /^([^[]*)\[(\d+)\]/;
/**
 * Groups of members from which the name of a list item is taken. The first group with at least one member in the item
 * is used. If the item has several members of this group, for example `code` and `size`, its name contains all of them.
 */
const NAMING_KEYS: readonly (readonly string[])[] = [
  ['id'],
  ['key', 'code', 'size', 'field'],
  ['name'],
  ['label'],
];

/**
 * Returns the name of a list item, and true if this name is a size. The name is empty if the item has none. Example:
 * `["XS", true]`.
 */
const readItemName = (values: readonly KeyedValue[], head: string): readonly [string, boolean] => {
  const members = new Map<string, string>();
  const note = (name: string, value: unknown): void => {
    const text = toScalarText(value);
    if (text !== undefined && text !== '' && !members.has(name)) members.set(name, text);
  };
  for (const { value, rest } of values) {
    if (rest === '') for (const [name, member] of value.beside) note(name, member.value);
    else if (rest.startsWith('.')) note(rest.slice(1), value.value);
  }
  for (const keys of NAMING_KEYS) {
    const parts = keys.flatMap((key) => members.get(key) ?? []);
    if (parts.length === 0) continue;
    const name = parts.join(' ');
    return [
      name,
      parts.length === 1 && (members.get('size') === name || (isSizeName(name) && isSizeListPath(head))),
    ];
  }
  return ['', false];
};

const readItems = (values: readonly KeyedValue[]): ReadonlyMap<string, readonly ListItem[]> => {
  const lists = new Map<string, Map<number, KeyedValue[]>>();
  for (const each of values) {
    const [whole, head = '', at = ''] = ITEM_PATTERN.exec(each.rest) ?? [];
    if (whole === undefined) continue;
    const items = lists.get(head) ?? new Map<number, KeyedValue[]>();
    lists.set(head, items);
    each.rest = each.rest.slice(whole.length);
    addToGroup(items, Number(at), each);
  }
  return new Map(
    [...lists].map(([head, items]) => [
      head,
      [...items].map(([position, own]): ListItem => {
        const [name, isSize] = readItemName(own, head);
        const parts = own.map(({ rest, value }) => `${rest.replaceAll(/\[\d+\]/g, '[]')} ${value.whole}`);
        return { position, name, isSize, values: own, whole: parts.toSorted().join('\n') };
      }),
    ]),
  );
};

/**
 * Returns true if the second version of a list has another order of the items without a name. Only items that are in
 * both versions and equal there are compared.
 */
const isReordered = (pairs: ItemPairs<ListItem>): boolean => {
  const equalPairs = pairs.flatMap(([a, b]) =>
    a && b && a.name === '' && a.whole === b.whole ? [[a.position, b.position] as const] : [],
  );
  const sorted = equalPairs.toSorted(([one], [other]) => one - other);
  return sorted.some(([, position], at) => at > 0 && position < (sorted[at - 1]?.[1] ?? 0));
};

/**
 * Pairs the list items of two versions, and gives the values of paired items equal keys. Items with the same name and
 * content are paired first, then items with the same name. Items without a name are also paired by content first, and
 * the remaining ones in their order. A list in which items without a name have a new order is added to `reordered`.
 */
const assignKeys = (
  from: readonly KeyedValue[],
  to: readonly KeyedValue[],
  reordered: ReorderedList[],
): void => {
  const [before, after] = [readItems(from), readItems(to)];
  for (const head of new Set([...before.keys(), ...after.keys()])) {
    const [itemsBefore, itemsAfter] = [before.get(head) ?? [], after.get(head) ?? []];
    const pairs = matchInSteps(itemsBefore, itemsAfter, [
      ({ name, whole }) => `${name}\n${whole}`,
      ({ name }) => name,
    ]);
    if (isReordered(pairs)) {
      const takeFirstValues = (items: readonly ListItem[]) =>
        items.flatMap(({ values }) => values[0]?.value ?? []);
      const path = `${itemsAfter[0]?.values[0]?.base ?? ''}${head}`;
      reordered.push({ path, before: takeFirstValues(itemsBefore), after: takeFirstValues(itemsAfter) });
    }
    pairs.forEach(([a, b], at) => {
      const { name = '', isSize = false } = a ?? b ?? {};
      for (const value of [...(a?.values ?? []), ...(b?.values ?? [])]) {
        value.key = `${value.key}${head}[${name}#${at}]`;
        value.base = `${value.base}${head}${isSize ? '' : `[${name || at}]`}`;
        if (isSize) value.size = name;
      }
      assignKeys(a?.values ?? [], b?.values ?? [], reordered);
    });
  }
};

/** Splits a path into size and base: `XS` and `spec` for `spec.XS`. Without a size, the base is the whole path. */
const findSize = (
  { base, rest, size }: KeyedValue,
  isMeasured: boolean,
): Pick<ValuePair, 'size' | 'base'> => {
  const path = `${base}${rest}`;
  if (size !== undefined) return { size, base: path };
  const dot = path.lastIndexOf('.');
  const [before, last] = [path.slice(0, Math.max(0, dot)), path.slice(dot + 1)];
  const isBySize = isSizeListPath(before) || (isSizeName(last) && (isMeasured || /[A-Z]$/i.test(last)));
  if (before !== '' && isBySize) return { size: last, base: before };
  // At the end of a name, only a size that ends in a capital letter is recognized, for example `XL` in `target_XL`. A
  // number at the end, as in `target_30`, is possibly not a size.
  const [, name, letter] = /^(.+)[_ -]([^_ -]+)$/.exec(path) ?? [];
  return name !== undefined && letter !== undefined && isSizeName(letter) && /[A-Z]$/.test(letter)
    ? { size: letter, base: name }
    : { size: undefined, base: path };
};

/**
 * Pairs the values of two versions of a node. If the node is a measurement (`isMeasured`), a number in a path can be a
 * size, for example 38 in `spec.38`.
 */
export const matchValues = (
  from: readonly ComparableValue[],
  to: readonly ComparableValue[],
  isMeasured: boolean,
): MatchedValues => {
  const create = (value: ComparableValue): KeyedValue => ({
    value,
    key: '',
    rest: value.path,
    size: undefined,
    base: '',
  });
  const [before, after] = [from.map(create), to.map(create)];
  const reordered: ReorderedList[] = [];
  assignKeys(before, after, reordered);
  const getKey = ({ value: { role, normalized }, key, rest }: KeyedValue): string =>
    // The key of a link contains its target, because links to different nodes are different relations.
    role === 'link'
      ? `link ${key}${rest} ${normalized}`
      : `${role === 'label' || role === 'plain' ? 'value' : role} ${key}${rest}`;
  const pairs = matchInSteps(before, after, [
    (each) => `${getKey(each)} ${each.value.whole}`,
    (each) => `${getKey(each)} ${each.value.state} ${each.value.normalized}`,
    (each) => `${getKey(each)} ${each.value.normalized}`,
    getKey,
  ]);
  return {
    reordered,
    pairs: pairs.flatMap(([a, b]) => {
      const keyed = b ?? a;
      return keyed ? [{ before: a?.value, after: b?.value, ...findSize(keyed, isMeasured) }] : [];
    }),
  };
};

/**
 * Returns true if all values of a list are numbers. A change of their order is then important; in other lists it is a
 * minor change.
 */
export const hasOnlyNumbers = (values: readonly ComparableValue[]): boolean =>
  values.every(({ value }) => toNumberText(value) !== undefined);
