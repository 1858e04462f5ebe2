/** A value taken apart for a table: lists and maps of records, and what is given size by size. */

import { isRecord, own, scalarText } from '../json/values.ts';
import { below, type Entry } from './entries.ts';
import { leaves } from './flatten-entry.ts';

/** Members by which an item of a list says which one it is. */
export const NAMES = ['size', 'field', 'key', 'code', 'name', 'label', 'id'];
const SIZE_LIST = /(?:^|_)(?:sizes?|size_?run|by_?size|grad(?:e|es|ed|ing)|run)$/i;
const SIZE =
  /^(?:\d{0,2}X{0,5}[SL]|M|\d{0,2}X{1,5}|XS[-/]S|S[-/]M|M[-/]L|L[-/]XL|\d{1,3}(?:[-/]\d{1,3})?[A-Z]?|(?:one|free)[ _-]?size|OS)$/i;
export const lastName = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
export const isSize = (word: string): boolean => SIZE.test(word);
export const isSizeList = (path: string): boolean => SIZE_LIST.test(lastName(path));

/** Lists and maps without a state, taken apart as far as they hold records; each part has the state of the whole. */
const DEEPEST = 16;
export const apart = (entry: Entry, depth = 0): readonly Entry[] => {
  const { value, field, role } = entry;
  if (role === 'deep' || depth >= DEEPEST) return [entry];
  if (Array.isArray(value) && value.length > 0 && value.every(isRecord) && isBare(entry))
    return value.flatMap((item, at) =>
      Object.keys(item).length === 0
        ? [{ ...entry, field: `${field}[${at}]`, value: item }]
        : Object.entries(item).flatMap(([key, inner]) =>
            apart({ ...entry, field: `${field}[${at}].${key}`, value: inner }, depth + 1),
          ),
    );
  const found = leaves(entry);
  if (found.length > 1 || found[0] !== entry) return found.flatMap((each) => apart(each, depth + 1));
  return [entry];
};

const isBare = ({ state, unit, basis, confidence, extras }: Entry): boolean =>
  state === undefined &&
  extras.length === 0 &&
  unit === undefined &&
  basis === undefined &&
  confidence === undefined;

/**
 * One value that is given size by size: a cell for each. What an item says itself counts, and else what is said of the
 * whole; undefined where it is not given by size, and where something is said of the whole that no size would show.
 */
export const bySize = (entry: Entry, inner: readonly Entry[]): readonly Entry[] | undefined => {
  const sizes = sizesOf(entry, inner);
  const isShown = (key: 'unit' | 'basis' | 'confidence'): boolean =>
    entry[key] === undefined || sizes?.some((size) => size[key] === entry[key]) === true;
  return isShown('unit') && isShown('basis') && isShown('confidence') ? sizes : undefined;
};

const sizesOf = (entry: Entry, inner: readonly Entry[]): readonly Entry[] | undefined => {
  const { value, field } = entry;
  if (entry.state === undefined && !Array.isArray(value)) return undefined;
  if (isRecord(value)) {
    const members = Object.entries(value);
    if (members.length === 0 || !members.every(([key]) => isSize(key))) return undefined;
    return members.map(([key, item]) => {
      const path = below(field, key);
      return spoken(
        inner.find((each) => each.field === path) ?? { ...entry, field: path, value: item, extras: [] },
        entry,
      );
    });
  }
  if (!Array.isArray(value) || value.length === 0 || !value.every((item) => nameIn(item, ['size'])))
    return undefined;
  const items = value.map((_, at) => inner.find((each) => each.field === `${field}[${at}]`));
  return items.every((item) => item !== undefined) ? items.map((item) => spoken(item, entry)) : undefined;
};

const spoken = (part: Entry, whole: Entry): Entry => ({
  ...part,
  within: undefined,
  state: part.state ?? whole.state,
  unit: part.unit ?? whole.unit,
  basis: part.basis ?? (part.state === undefined ? whole.basis : undefined),
  confidence: part.confidence ?? (part.state === undefined ? whole.confidence : undefined),
});

const nameIn = (item: unknown, names: readonly string[] = NAMES): string | undefined => {
  if (!isRecord(item)) return undefined;
  const text = names.map((name) => scalarText(own(item, name))).find((found) => found !== undefined);
  return text === '' ? undefined : text;
};
