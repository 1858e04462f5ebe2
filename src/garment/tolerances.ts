/** Reads a tolerance that is written as one value: `0.5`, `±1 cm`, `+1/-0.5`. */

import { toScalarText } from '../platform/json/json-values.ts';
import type { Value } from './value.ts';

const NUMBER = String.raw`(?:\d{1,6} )?\d{1,6}(?:[.,/]\d{1,6})?`;
const UNIT = `(?: ?([a-z"″'′]{1,6}))?`;
const BOTH = new RegExp(`^(?:±|\\+/-|\\+-|-/\\+)? ?(${NUMBER})${UNIT}$`, 'iu');
const EACH = new RegExp(`^([+-]) ?(${NUMBER})${UNIT} ?[/,;]? ?([+-]) ?(${NUMBER})${UNIT}$`, 'iu');

/**
 * A tolerance split into a minus tolerance and a plus tolerance. Both have a unit, provenance and basis. Any other
 * member of the original tolerance is only in `tol_plus`.
 */
export interface SplitTolerance {
  readonly tol_minus: Value;
  readonly tol_plus: Value;
}

/**
 * Splits a tolerance such as `±1 cm` or `+1/-0.5` into a minus tolerance and a plus tolerance, both without signs. If
 * `entry` has no unit, both get the unit in the text. A null tolerance gives two null tolerances. Returns undefined for
 * a text that is not a tolerance.
 */
export const splitTolerance = (entry: Value): SplitTolerance | undefined => {
  const create = (minus: unknown, plus: unknown, unit?: string): SplitTolerance => ({
    tol_minus: { ...entry, value: minus, unit: entry.unit ?? unit, otherMembers: [] },
    tol_plus: { ...entry, value: plus, unit: entry.unit ?? unit },
  });
  if ((entry.value ?? null) === null) return create(entry.value, entry.value);
  const text = toScalarText(entry.value)
    ?.normalize('NFKC')
    .replaceAll(/[−–]/g, '-')
    .replaceAll(/\s{1,3}/g, ' ')
    .trim();
  if (text === undefined) return undefined;
  const [, number, unit] = BOTH.exec(text) ?? [];
  if (number !== undefined) {
    const value = typeof entry.value === 'string' ? number : entry.value;
    return create(value, value, unit);
  }
  const [, sign, first, firstUnit, otherSign, second, secondUnit] = EACH.exec(text) ?? [];
  if (first === undefined || sign === otherSign || (firstUnit && firstUnit !== secondUnit)) return undefined;
  return sign === '-' ? create(first, second, secondUnit) : create(second, first, secondUnit);
};
