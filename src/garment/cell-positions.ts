import { cacheByWord } from '../platform/cache-by-word.ts';
import { groupByKey } from '../platform/group-items.ts';
import { toJsonText, toScalarText } from '../platform/json/json-values.ts';
import { findKeyedRowMaps, splitRowKey } from './keyed-rows.ts';
import { isSizeName } from './sizes.ts';
import {
  ITEM_NAME_KEYS,
  isSizeListPath,
  splitBySize,
  splitMemberSizes,
  splitRecords,
  takeLastSegment,
} from './split-records.ts';
import { readStated } from './stated-value.ts';
import { listTradeNames } from './trade-kinds.ts';
import { joinValuePath, readValues, type Value } from './value.ts';

type WordTest = (word: string) => boolean;

/** The row (`line`), the column and the size of one value in a table. */
export interface CellPosition {
  /** The path of the row in its node, for example `lines[0]` or `measurements.chest`; empty for the node itself. */
  readonly line: string;
  readonly column: string;
  readonly size: string | undefined;
  /** The column without its size: `spec` for `spec.XS`. */
  readonly base: string;
  readonly value: Value;
}

/**
 * Names of lists that every table shows as rows, one row for each item. A name is looked up without its final `s`, so
 * `entrie` stands for `entries`.
 */
const ROW_LIST_NAMES = ['line', 'item', 'row', 'entry', 'entrie', 'component', 'children', 'child', 'record'];

const stripPlural = (word: string): string => word.replace(/s$/, '');

/**
 * The values of a node: those with a position in a table of nodes, and those without a position, because they are
 * nested in other values.
 */
export interface PlacedValues {
  readonly positions: readonly CellPosition[];
  /**
   * Values that are nested inside the payload (the content) of another value. They have no cell of their own, because
   * the cell of the outer value shows them.
   */
  readonly shownNested: readonly Value[];
  /**
   * The other nested values, which count as shown by no cell. Most of them are inside a member that explains another
   * value, for example inside its `basis`. Others are nested in a value that is nested itself, or are the provenances
   * of whole values that have one payload per size, because the cells show only the provenance of each payload.
   */
  readonly hiddenNested: readonly Value[];
}

/** Returns true if a nested value is part of the payload of its parent, so that the cell of the parent shows it. */
const isShownWithin = (entry: Value, valuesByPath: ReadonlyMap<string, Value>): boolean => {
  const whole = entry.parent === undefined ? undefined : valuesByPath.get(entry.parent);
  if (!whole) return false;
  const rest = entry.path.slice(whole.path.length).replace(/^\./, '');
  const beside = ['basis', 'confidence', ...whole.otherMembers.map(([key]) => key)];
  return !beside.some((key) => rest === key || rest.startsWith(`${key}.`) || rest.startsWith(`${key}[`));
};

/**
 * Returns true if `nested` has the same path, value and provenance as `part`, which already has a cell. `nested` then
 * needs no cell of its own. If `nested` has no provenance, only the path and the value are compared.
 */
const isSameValue = (nested: Value, part: Value): boolean =>
  nested.path === part.path &&
  (nested.state === undefined || nested.state === part.state) &&
  toJsonText(nested.value ?? null) === toJsonText(part.value ?? null);

/**
 * Finds the row and the column of each value of a node, except links. A list or object is split into one value per
 * table cell. `isRowMember` returns true for the name of a member that contains table rows, such as `measurements`.
 */
export const placeValues = (entries: readonly Value[], isRowMember: WordTest): PlacedValues => {
  const own = entries.filter(({ parent, role }) => parent === undefined && role !== 'link');
  const nested = entries.filter(({ parent }) => parent !== undefined);
  const ownByPath = new Map(nested.length > 0 ? own.map((entry) => [entry.path, entry] as const) : []);
  const placed = new Set<Value>();
  const gradedWholes: Value[] = [];
  const nestedByParent = groupByKey(nested, ({ parent }) => parent);
  const notePlaced = (inner: readonly Value[], parts: readonly Value[]): void => {
    if (inner.length === 0) return;
    const partsByPath = groupByKey(parts, ({ path }) => path);
    for (const each of inner)
      if (partsByPath.get(each.path)?.some((part) => isSameValue(each, part))) placed.add(each);
  };
  const rowMaps = findKeyedRowMaps(entries, isRowMember);
  const isItem = (field: string): boolean =>
    isRowItem(field, isRowMember) || splitRowKey(field, rowMaps)?.rest === '';
  const parts = own.flatMap((entry) => {
    // A plain text or number fits in one cell, so it is not split into several cells.
    if (nested.length === 0 && entry.otherMembers.length === 0 && toScalarText(entry.value) !== undefined)
      return entry;
    const inner = nestedByParent.get(entry.path) ?? [];
    const found = isItem(entry.path) ? expandRowValue(entry) : splitBySize(entry, inner);
    if (!found) {
      const { parts, replaced } = splitMemberSizes(entry) ?? { parts: splitRecords(entry), replaced: [] };
      if (replaced.length === 0) return parts;
      const parents = new Set([entry.path, ...replaced.map(({ path }) => path)]);
      const nestedInParents = [...parents].flatMap((parent) =>
        (nestedByParent.get(parent) ?? []).filter(({ path }) => parent === entry.path || path !== parent),
      );
      // The first item of `parts` is the value without its amounts for sizes. Each further item is the amount for one
      // size. Only these amounts can be nested values.
      notePlaced(nestedInParents, [...replaced, ...parts.slice(1)]);
      return parts;
    }
    // `entry` is a table row. The first item of `found` is the row itself, and the others are its members, such as
    // `note`. Only these members can be nested values.
    if (isItem(entry.path)) {
      notePlaced(inner, found.slice(1));
      return found;
    }
    // A value with an amount for each size may have a provenance as a whole, and each amount may have its own. The
    // cells then show only the provenance of the amounts. The provenance of the whole value is kept in `gradedWholes`,
    // so that it is not lost.
    const amounts = Object.values(entry.value as object);
    if (entry.state !== undefined && amounts.every((amount) => readStated(amount)?.state !== undefined))
      gradedWholes.push({ ...entry, value: undefined, otherMembers: [] });
    // A value with an amount for each size may also have members such as `note`. They apply to all sizes, so each of
    // them gets its own cell.
    const beside = entry.otherMembers.flatMap(([key, value]) =>
      readValues(value, joinValuePath(entry.path, key)),
    );
    // `beside` has the value of each member such as `note`, and the values nested in it. The nested values get no cells
    // of their own, so they are left out here.
    const sizes = [...found, ...beside.filter(({ parent }) => parent === undefined)];
    notePlaced(inner, sizes);
    return sizes;
  });
  const names = findItemNames(parts);
  const positions = parts.flatMap((entry) => findPosition(entry, names, isRowMember, rowMaps) ?? []);
  const others = nested.filter((entry) => !placed.has(entry));
  return {
    positions,
    shownNested: others.filter((entry) => isShownWithin(entry, ownByPath)),
    hiddenNested: [...others.filter((entry) => !isShownWithin(entry, ownByPath)), ...gradedWholes],
  };
};

const isRowList = (name: string, isRowMember: WordTest): boolean =>
  isRowMember(name) || ROW_LIST_NAMES.includes(stripPlural(name.toLowerCase()));

const isRowItem = (field: string, isRowMember: WordTest): boolean => {
  const [, list] = field.endsWith(']') ? (/^(.*)\[\d+\]$/.exec(field) ?? []) : [];
  return list !== undefined && isRowList(takeLastSegment(list), isRowMember);
};

/**
 * Splits a value with additional members, such as `note`, into separate values. The first one is the value without
 * these members, and each member follows as a value.
 */
const expandRowValue = (entry: Value): readonly Value[] => {
  const further = entry.otherMembers.flatMap(([key, value]) =>
    readValues(value, joinValuePath(entry.path, key)),
  );
  return [{ ...entry, otherMembers: [] }, ...further.filter(({ parent }) => parent === undefined)];
};

/**
 * The name of a list item, which is the text of one of its members. `key` is the name of that member, for example
 * `name` or `code`.
 */
interface ItemName {
  readonly name: string;
  /** The path of the member that gives the item its name, if no cell shows this member; otherwise undefined. */
  readonly hiddenPath: string | undefined;
  readonly key: string;
}

/** Counts the values in each list item. The keys are the paths of the items, for example `lines[0]`. */
const countByItem = (parts: readonly Value[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { path } of parts)
    for (let end = path.indexOf(']'); end !== -1; end = path.indexOf(']', end + 1)) {
      const item = path.slice(0, end + 1);
      counts.set(item, (counts.get(item) ?? 0) + 1);
    }
  return counts;
};

/** Maps the path of each list item to the name of the item. Items without a name are not in the map. */
const findItemNames = (parts: readonly Value[]): ReadonlyMap<string, ItemName> => {
  const found = new Map<string, ItemName>();
  const counts = countByItem(parts);
  const rank = ({ key }: ItemName): number => ITEM_NAME_KEYS.indexOf(key);
  const noteName = (item: string, itemName: ItemName): void => {
    const before = found.get(item);
    if (!before || rank(itemName) < rank(before)) found.set(item, itemName);
  };
  for (const { path, value, otherMembers, state, role } of parts) {
    if (path.endsWith(']'))
      for (const [key, extra] of otherMembers) {
        const name = ITEM_NAME_KEYS.includes(key) ? toScalarText(extra) : undefined;
        if (name !== undefined && name !== '') noteName(path, { name, hiddenPath: undefined, key });
      }
    if (!path.includes(']')) continue;
    const [, item = '', key = ''] = /^(.*\])\.([^.[\]]+)$/.exec(path) ?? [];
    const name = ITEM_NAME_KEYS.includes(key) ? toScalarText(value) : undefined;
    // A member that only names a list item gets no cell, because its text is already in the column names of the item.
    // With provenance, or as the only value of the item, it gets a cell.
    const isOnlyName = state === undefined && role === 'plain' && (counts.get(item) ?? 0) > 1;
    const hiddenPath = isOnlyName ? path : undefined;
    if (name !== undefined && name !== '') noteName(item, { name, hiddenPath, key });
  }
  return found;
};

/**
 * Returns the position of a value in a table: its row, column and size. Returns undefined for a value that is only used
 * as the name of a list item, for example `name`, because it has no cell.
 */
const findPosition = (
  entry: Value,
  names: ReadonlyMap<string, ItemName>,
  isRowMember: WordTest,
  rowMaps: ReadonlySet<string>,
): CellPosition | undefined => {
  let { line, rest } = splitRowKey(entry.path, rowMaps) ?? { line: '', rest: entry.path };
  let column = '';
  let size: string | undefined;
  let base = '';
  let path = line;
  let { otherMembers } = entry;
  const findStep = (): RegExpExecArray | null =>
    rest.includes('[') ? /^(.*?)\[(\d+)\](?:\.|$)/.exec(rest) : null;
  for (let step = findStep(); step; step = findStep()) {
    const [whole = '', member = '', at = ''] = step;
    path = `${path === '' ? '' : `${path}.`}${member}[${at}]`;
    rest = rest.slice(whole.length);
    const itemName = names.get(path);
    const isGraded =
      itemName?.key === 'size' ||
      (itemName !== undefined && isSizeName(itemName.name) && isSizeListPath(member));
    if (!isGraded && isRowList(takeLastSegment(member), isRowMember)) {
      line = path;
      column = '';
      continue;
    }
    base = joinValuePath(column, member);
    column = itemName ? joinValuePath(base, itemName.name) : joinValuePath(column, `${member}[${at}]`);
    if (isGraded) size = itemName?.name;
    if (itemName?.hiddenPath === entry.path) return undefined;
    if (rest === '' && itemName)
      otherMembers = otherMembers.filter(
        ([key, value]) => key !== itemName.key || toScalarText(value) !== itemName.name,
      );
  }
  if (size === undefined && rest !== '') {
    const dot = rest.lastIndexOf('.');
    const last = rest.slice(dot + 1);
    const before = dot === -1 ? '' : rest.slice(0, dot);
    const sibling = /[_ -]/.test(last) ? /^(.+)[_ -]([^_ -]+)$/.exec(last) : null;
    const steps = dot === -1 ? [] : rest.split('.');
    const at = steps.findIndex(
      (step, place) => place < steps.length - 1 && isSizeName(step) && isSizeListPath(steps[place - 1] ?? ''),
    );
    // The part before a size must contain a letter: the field `7001.50` is not the field `7001` in size 50.
    if (/\p{L}/u.test(before) && (isSizeName(last) || isSizeListPath(before)))
      [size, base] = [last, joinValuePath(column, before)];
    else if (at > 0) [size, base] = [steps[at], joinValuePath(column, steps.toSpliced(at, 1).join('.'))];
    // A letter size at the end of a name is split off, as in `target_XL`. A number is not split off, because
    // `target_30` may be a second target and not the size 30.
    else if (sibling?.[1] && sibling[2] && isSizeName(sibling[2]) && /[A-Z]$/.test(sibling[2]))
      [size, base] = [sibling[2], joinValuePath(column, joinValuePath(before, sibling[1]))];
  } else if (size !== undefined && rest !== '') base = joinValuePath(base, rest);
  if (rest !== '') column = joinValuePath(column, rest);
  return {
    line,
    column,
    size,
    base,
    value: otherMembers === entry.otherMembers ? entry : { ...entry, otherMembers },
  };
};

const MEMBER_TESTS = new WeakMap<WordTest, WordTest>();

/**
 * Creates a function that returns true for the name of a member that contains table rows. It returns true if `hasKind`
 * accepts a word of the name, or the singular of such a word (`seam` for `seams`). A second call with the same
 * `hasKind` returns the same function.
 */
export const createRowMemberTest = (hasKind: WordTest): WordTest => {
  const cached = MEMBER_TESTS.get(hasKind);
  if (cached) return cached;
  const test = cacheByWord((member) =>
    listTradeNames(member).some((word) => hasKind(word) || hasKind(stripPlural(word))),
  );
  MEMBER_TESTS.set(hasKind, test);
  return test;
};
