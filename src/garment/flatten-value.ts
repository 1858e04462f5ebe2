/** Splits an object without provenance into its innermost members, for bodies that nest plain numbers. */

import { isRecord } from '../platform/json/json-values.ts';
import { isBareValue, joinValuePath, type Value } from './value.ts';

const MAX_DEPTH = 16;

/**
 * Splits an object without provenance into its innermost members: `a: {b: 1, c: 2}` into `a.b` and `a.c`. Returns any
 * other value, and an empty object, as the only item.
 */
export const flattenValue = (entry: Value): readonly Value[] => flattenLevel(entry, 0);

const flattenLevel = (entry: Value, depth: number): readonly Value[] => {
  const { value, path, role } = entry;
  if (role === 'deep' || !isRecord(value) || depth >= MAX_DEPTH || !isBareValue(entry)) return [entry];
  const members = Object.entries(value);
  if (members.length === 0) return [entry];
  return members.flatMap(([key, item]) =>
    flattenLevel({ ...entry, path: joinValuePath(path, key), value: item }, depth + 1),
  );
};
