/**
 * Splits a value into several table cells: lists and objects into one value per member, and graded values into
 * one value per size.
 */

import { getOwnMember, isRecord, toScalarText } from '../platform/json/json-values.ts';
import { flattenValue } from './flatten-value.ts';
import { isSizeName } from './sizes.ts';
import { normalizeName, TOLERANCE_PARTS } from './trade-vocabulary.ts';
import { joinValuePath, readValues, type Value } from './value.ts';

/** Members that name a list item, the best first. */
export const ITEM_NAME_KEYS = ['size', 'field', 'key', 'code', 'name', 'label', 'id'];
const SIZE_LIST_PATTERN = /(?:^|_)(?:sizes?|size_?run|by_?size|grad(?:e|es|ed|ing)|run|size_chart|尺码)$/;
/** Returns the first segment of a path, for example `measurements` of `measurements[0].tol`. */
export const takeFirstSegment = (path: string): string => {
  const [dot, bracket] = [path.indexOf('.'), path.indexOf('[')];
  const end = dot < 0 ? bracket : bracket < 0 ? dot : Math.min(dot, bracket);
  return end < 0 ? path : path.slice(0, end);
};

/** Returns the last segment of a path, for example `stand` of `collar.stand`. */
export const takeLastSegment = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
/** Returns true when the path names a list of sizes, for example `spec.by_size`. */
export const isSizeListPath = (path: string): boolean =>
  SIZE_LIST_PATTERN.test(normalizeName(takeLastSegment(path)));

/** Levels of records that are split. Deeper content stays one value. */
const MAX_DEPTH = 16;
/**
 * Splits a list or object that has no provenance into one value per member. Returns other values as they are.
 */
export const splitRecords = (entry: Value, depth = 0): readonly Value[] => {
  const { value, path, role } = entry;
  if (role === 'deep' || depth >= MAX_DEPTH) return [entry];
  if (Array.isArray(value) && value.length > 0 && value.every(isRecord) && isBareMember(entry))
    return value.flatMap((item, at) =>
      Object.keys(item).length === 0
        ? [{ ...entry, path: `${path}[${at}]`, value: item }]
        : Object.entries(item).flatMap(([key, inner]) =>
            splitRecords({ ...entry, path: `${path}[${at}].${key}`, value: inner }, depth + 1),
          ),
    );
  const found = flattenValue(entry);
  if (found.length > 1 || found[0] !== entry) return found.flatMap((each) => splitRecords(each, depth + 1));
  return [entry];
};

/** Returns true for a member without provenance, unit, basis, confidence and other members. */
const isBareMember = ({ state, unit, basis, confidence, otherMembers }: Value): boolean =>
  state === undefined &&
  otherMembers.length === 0 &&
  unit === undefined &&
  basis === undefined &&
  confidence === undefined;

/**
 * Splits a value that is given by size into one value for each size. A size without unit or provenance gets the
 * unit or provenance of the whole value. Returns undefined when the value is not given by size, or when no size
 * would show the unit, basis or confidence of the whole.
 */
export const splitBySize = (entry: Value, inner: readonly Value[]): readonly Value[] | undefined => {
  const sizes = readSizeValues(entry, inner);
  const isShown = (key: 'unit' | 'basis' | 'confidence'): boolean =>
    entry[key] === undefined || sizes?.some((size) => size[key] === entry[key]) === true;
  return isShown('unit') && isShown('basis') && isShown('confidence') ? sizes : undefined;
};

/** Returns true if all keys are sizes, or if all are parts of a tolerance: `{plus: 1, minus: 0.5}`. */
const isSplitKeys = (keys: readonly string[]): boolean =>
  keys.every(isSizeName) || keys.every((key) => TOLERANCE_PARTS.includes(normalizeName(key)));

/** The values that take the place of a value with sizes beside it. */
interface SizedParts {
  /** The value without its sizes, then one value per size. */
  readonly parts: readonly Value[];
  /** The values that the sizes replace, such as the whole of `by_size`. */
  readonly replaced: readonly Value[];
}

/**
 * Splits a value with sizes in another member, such as `{value: 58, unit: "cm", by_size: {S: 56}}`. The sizes get
 * the unit of the value, but not its provenance. Returns undefined for a value without sizes.
 */
export const splitSizesBeside = (entry: Value): SizedParts | undefined => {
  const isSized = ([key, value]: readonly [string, unknown]): boolean =>
    isSizeListPath(key) && (isRecord(value) || Array.isArray(value));
  if (!entry.otherMembers.some(isSized)) return undefined;
  const replaced: Value[] = [];
  const sizes = entry.otherMembers.filter(isSized).flatMap(([key, value]) => {
    const path = joinValuePath(entry.path, key);
    const found = readValues(value, path);
    const inner = found.filter(({ parent }) => parent !== undefined);
    const parts = found
      .filter(({ parent }) => parent === undefined)
      .flatMap((each) => {
        replaced.push(each);
        return splitBySize(each, inner) ?? splitRecords(each);
      });
    // A member that is not split, such as `sizes: {value: 5}`, is not a size and has a unit of its own.
    return parts.map((each) => (each.path === path ? each : { ...each, unit: each.unit ?? entry.unit }));
  });
  const own = { ...entry, otherMembers: entry.otherMembers.filter((each) => !isSized(each)) };
  return { parts: [own, ...sizes], replaced };
};

/** Returns the values of a size map or size list; undefined for any other value. */
const readSizeValues = (entry: Value, inner: readonly Value[]): readonly Value[] | undefined => {
  const { value, path } = entry;
  if (entry.state === undefined && !Array.isArray(value)) return undefined;
  if (isRecord(value)) {
    const members = Object.entries(value);
    if (members.length === 0 || !isSplitKeys(members.map(([key]) => key))) return undefined;
    return members.map(([key, item]) => {
      const sizePath = joinValuePath(path, key);
      return fillFromWhole(
        inner.find((each) => each.path === sizePath) ?? {
          ...entry,
          path: sizePath,
          value: item,
          otherMembers: [],
        },
        entry,
      );
    });
  }
  if (!Array.isArray(value) || value.length === 0 || !value.every((item) => findItemName(item, ['size'])))
    return undefined;
  const items = value.map((_, at) => inner.find((each) => each.path === `${path}[${at}]`));
  return items.every((item) => item !== undefined)
    ? items.map((item) => fillFromWhole(item, entry))
    : undefined;
};

/**
 * Returns the value of one size. Missing provenance, unit, basis and confidence are copied from the whole
 * value.
 */
const fillFromWhole = (part: Value, whole: Value): Value => ({
  ...part,
  parent: undefined,
  state: part.state ?? whole.state,
  unit: part.unit ?? whole.unit,
  basis: part.basis ?? (part.state === undefined ? whole.basis : undefined),
  confidence: part.confidence ?? (part.state === undefined ? whole.confidence : undefined),
});

/** Returns the name of a list item, from the first of these members that is a scalar; undefined for none. */
const findItemName = (item: unknown, names: readonly string[] = ITEM_NAME_KEYS): string | undefined => {
  if (!isRecord(item)) return undefined;
  const text = names
    .map((name) => toScalarText(getOwnMember(item, name)))
    .find((found) => found !== undefined);
  return text === '' ? undefined : text;
};
