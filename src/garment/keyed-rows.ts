/** Finds objects that hold one table row per key, for example `measurements: {chest: {…}, waist: {…}}`. */

import { isRecord, toNumberText } from '../platform/json/json-values.ts';
import { isSizeName } from './sizes.ts';
import { takeFirstSegment } from './split-records.ts';
import type { Value } from './value.ts';

const FIRST_SEGMENTS = /^([^.[\]]+)(?:\.([^.[\]]+)(.*))?$/s;

/**
 * Returns true if a name ends with `s`, like a plural. Each member of an object with such a name, for example
 * `measurements`, can be a table row.
 */
const isPlural = (name: string): boolean => name.endsWith('s') || name.endsWith('S');

/**
 * Whether a member of an object is itself an object or a number. A value with provenance counts as an object. The
 * members can be table rows only if all are objects, or all are numbers.
 */
interface MapMember {
  readonly isObject: boolean;
  readonly isNumber: boolean;
}

const classifyMember = (value: unknown, isStated: boolean): MapMember => ({
  isObject: isStated || isRecord(value),
  isNumber: toNumberText(value) !== undefined,
});

/**
 * Returns the names of the members that contain one table row per key, for example `measurements`. Such a name is a
 * plural, and `isRowMember` accepts it. A member in which all keys are sizes is left out, because each size is a
 * column.
 */
export const findKeyedRowMaps = (
  entries: readonly Value[],
  isRowMember: (member: string) => boolean,
): ReadonlySet<string> => {
  const found = new Map<string, Map<string, MapMember> | undefined>();
  for (const { path, value, state, role } of entries) {
    // Most members have no plural name and are skipped here, because this check takes less time than the regular
    // expression below.
    if (!isPlural(takeFirstSegment(path))) continue;
    const [, name, key, rest] = FIRST_SEGMENTS.exec(path) ?? [];
    if (name === undefined || !isRowMember(name)) continue;
    const members = found.has(name) ? found.get(name) : new Map<string, MapMember>();
    const isMap = key !== undefined || (role === 'plain' && isRecord(value));
    found.set(name, isMap ? members : undefined);
    if (members === undefined || !isMap) continue;
    if (key === undefined)
      for (const [each, item] of Object.entries(Object(value)))
        members.set(each, classifyMember(item, false));
    else if (rest !== '') members.set(key, members.get(key) ?? { isObject: true, isNumber: false });
    else members.set(key, classifyMember(value, state !== undefined || role !== 'plain'));
  }
  const names = [...found].flatMap(([name, members]) => {
    const all = [...(members?.values() ?? [])];
    const isRows =
      all.length > 0 && (all.every(({ isObject }) => isObject) || all.every(({ isNumber }) => isNumber));
    return isRows && ![...(members?.keys() ?? [])].every(isSizeName) ? [name] : [];
  });
  return new Set(names);
};

/**
 * Splits the path of a value into the path of its table row (`line`) and the rest. For example,
 * `measurements.chest.tol` is split into `measurements.chest` and `tol`. `rowMaps` has the names of the objects with
 * one row for each key. Returns undefined for a path that does not begin with such a name and a key.
 */
export const splitRowKey = (
  field: string,
  rowMaps: ReadonlySet<string>,
): { readonly line: string; readonly rest: string } | undefined => {
  if (rowMaps.size === 0) return undefined;
  const [, name = '', key, rest = ''] = FIRST_SEGMENTS.exec(field) ?? [];
  if (key === undefined || !rowMaps.has(name)) return undefined;
  return { line: `${name}.${key}`, rest: rest.replace(/^\./, '') };
};
