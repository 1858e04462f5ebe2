/** Splits a member without provenance into its innermost members, for bodies that nest plain numbers. */

import { isRecord } from '../platform/json/json-values.ts';
import type { Value } from './value.ts';

const MAX_DEPTH = 16;

/**
 * Returns the innermost members of an object without provenance, each as a value with its own path. Any other value,
 * and an empty object, is returned unchanged as the only item.
 */
export const flattenValue = (entry: Value): readonly Value[] => {
  return flattenLevel(entry, 0);
};

const flattenLevel = (entry: Value, depth: number): readonly Value[] => {
  const { state, value, path, role, otherMembers, unit, basis, confidence } = entry;
  const alone =
    otherMembers.length === 0 && unit === undefined && basis === undefined && confidence === undefined;
  if (state !== undefined || !alone || role === 'deep' || !isRecord(value) || depth >= MAX_DEPTH)
    return [entry];
  const members = Object.entries(value);
  if (members.length === 0) return [entry];
  return members.flatMap(([key, item]) =>
    flattenLevel({ ...entry, path: path === '' ? key : `${path}.${key}`, value: item }, depth + 1),
  );
};
