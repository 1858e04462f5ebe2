/** A member without a state taken apart to its last members, for bodies that nest plain numbers. */

import { isRecord } from '../json/values.ts';
import type { Entry } from './entries.ts';

const DEEPEST = 16;

/** The entry itself where it is stated or holds no members. */
export const leaves = (entry: Entry): readonly Entry[] => {
  return below(entry, 0);
};

const below = (entry: Entry, depth: number): readonly Entry[] => {
  const { state, value, field, role, extras, unit, basis, confidence } = entry;
  const alone = extras.length === 0 && unit === undefined && basis === undefined && confidence === undefined;
  if (state !== undefined || !alone || role === 'deep' || !isRecord(value) || depth >= DEEPEST)
    return [entry];
  const members = Object.entries(value);
  if (members.length === 0) return [entry];
  return members.flatMap(([key, item]) =>
    below({ ...entry, field: field === '' ? key : `${field}.${key}`, value: item }, depth + 1),
  );
};
