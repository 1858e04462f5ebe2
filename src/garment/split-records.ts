/**
 * Splits a value into several table cells. A list or object becomes one value for each member. A graded value, which
 * has a number for each size, becomes one value for each size.
 */

import { getOwnMember, isObjectOrList, isRecord, toScalarText } from '../platform/json/json-values.ts';
import { isSizeName } from './sizes.ts';
import { readStated } from './stated-value.ts';
import { normalizeName, TOLERANCE_PARTS } from './trade-vocabulary.ts';
import { flattenValue, isBareValue, joinValuePath, readValues, type Value } from './value.ts';

/** The members that can hold the name of a list item, in order of preference. */
export const ITEM_NAME_KEYS = ['size', 'field', 'key', 'code', 'name', 'label', 'id'];
const SIZE_LIST_PATTERN = /(?:^|_)(?:sizes?|size_?run|by_?size|grad(?:e|es|ed|ing)|run|size_chart|尺码)$/;
/** Returns the first segment of a path, for example `measurements` of `measurements[0].tol`. */
export const takeFirstSegment = (path: string): string => {
  const dot = path.indexOf('.');
  const bracket = path.indexOf('[');
  const end = dot < 0 ? bracket : bracket < 0 ? dot : Math.min(dot, bracket);
  return end < 0 ? path : path.slice(0, end);
};

/** Returns the last segment of a path, for example `stand` of `collar.stand`. */
export const takeLastSegment = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
/** Returns true if the last segment of the path is a name for a list of sizes, for example `spec.by_size`. */
export const isSizeListPath = (path: string): boolean =>
  SIZE_LIST_PATTERN.test(normalizeName(takeLastSegment(path)));

/** The maximum depth to which lists and objects are split. Deeper content stays one value. */
const MAX_DEPTH = 16;
/**
 * Splits an object or a list of objects into its members, and these members in turn. For example, `[{a: 1}, {a: 2}]`
 * becomes two values with the paths `[0].a` and `[1].a`. Returns only `entry` for any other value, and for an object
 * with provenance.
 */
export const splitRecords = (entry: Value, depth = 0): readonly Value[] => {
  const { value, path, role } = entry;
  if (role === 'deep' || depth >= MAX_DEPTH) return [entry];
  if (Array.isArray(value) && value.length > 0 && value.every(isRecord) && isBareValue(entry))
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

/**
 * Splits the value `entry` into one value for each size or for each side of a tolerance. The payload of `entry` is for
 * example `{XS: 56, S: 58}`, `{plus: 1, minus: 0.5}` or a list of values with a `size`. If a part has no unit or
 * provenance of its own, it gets that of `entry`. Returns undefined if `entry` cannot be split, or if its unit, basis
 * or confidence would be lost.
 */
export const splitBySize = (entry: Value, inner: readonly Value[]): readonly Value[] | undefined => {
  const sizes = readSizeValues(entry, inner);
  const isShown = (key: 'unit' | 'basis' | 'confidence'): boolean =>
    entry[key] === undefined || sizes?.some((size) => size[key] === entry[key]) === true;
  return isShown('unit') && isShown('basis') && isShown('confidence') ? sizes : undefined;
};

/**
 * Returns true if all keys are names of sizes, or if all keys are names of sides of a tolerance, as in `{plus: 1,
 * minus: 0.5}`.
 */
export const isSizeOrToleranceKeys = (keys: readonly string[]): boolean =>
  keys.every(isSizeName) || keys.every((key) => TOLERANCE_PARTS.includes(normalizeName(key)));

interface SizedParts {
  /**
   * The values that replace a value with sizes. The first is the same value without the members for sizes, and the
   * others are one value for each size.
   */
  readonly parts: readonly Value[];
  /** The original values that were split into sizes, for example the object in the member `by_size`. */
  readonly replaced: readonly Value[];
}

/**
 * Splits a value with amounts for sizes in a further member, such as `by_size` in `{value: 58, unit: "cm", by_size: {S:
 * 56}}`. The sizes get the unit of the value, but not its provenance. Returns undefined for a value without sizes.
 */
export const splitMemberSizes = (entry: Value): SizedParts | undefined => {
  const isSized = ([key, value]: readonly [string, unknown]): boolean =>
    isSizeListPath(key) && isObjectOrList(value);
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
    // Each size gets the unit of the whole value, unless the size has its own unit. A member such as `sizes: {value:
    // 5}` is a single value that was not split into sizes, so it is not changed.
    return parts.map((each) => (each.path === path ? each : { ...each, unit: each.unit ?? entry.unit }));
  });
  const withoutSizes = { ...entry, otherMembers: entry.otherMembers.filter((each) => !isSized(each)) };
  return { parts: [withoutSizes, ...sizes], replaced };
};

/**
 * Splits a value with several sizes, or a tolerance with two sides, into one value for each size or side. Returns
 * undefined for any other value and for an object without provenance.
 */
const readSizeValues = (entry: Value, inner: readonly Value[]): readonly Value[] | undefined => {
  const { value, path } = entry;
  if (entry.state === undefined && !Array.isArray(value)) return undefined;
  if (isRecord(value)) {
    const members = Object.entries(value);
    if (members.length === 0 || !isSizeOrToleranceKeys(members.map(([key]) => key))) return undefined;
    return members.map(([key, item]) => {
      const sizePath = joinValuePath(path, key);
      // A member beside the sizes may have the same path as a size, so a size without provenance is not looked up.
      const part = readStated(item) && inner.find((each) => each.path === sizePath);
      return fillFromWhole(part ?? { ...entry, path: sizePath, value: item, otherMembers: [] }, entry);
    });
  }
  const hasSize = (item: unknown): boolean =>
    isRecord(item) && Boolean(toScalarText(getOwnMember(item, 'size')));
  if (!Array.isArray(value) || value.length === 0 || !value.every(hasSize)) return undefined;
  const items = value.map((_, at) => inner.find((each) => each.path === `${path}[${at}]`));
  return items.every((item) => item !== undefined)
    ? items.map((item) => fillFromWhole(item, entry))
    : undefined;
};

/**
 * Returns the value of one size (`part`). A missing provenance or unit is taken from the value of all sizes (`whole`).
 * A missing basis or confidence is taken from `whole` only if `part` has no provenance of its own.
 */
const fillFromWhole = (part: Value, whole: Value): Value => ({
  ...part,
  parent: undefined,
  state: part.state ?? whole.state,
  unit: part.unit ?? whole.unit,
  basis: part.basis ?? (part.state === undefined ? whole.basis : undefined),
  confidence: part.confidence ?? (part.state === undefined ? whole.confidence : undefined),
});
