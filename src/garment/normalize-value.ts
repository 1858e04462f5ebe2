/** Normalizes values for comparison, so that the spelling of a value does not matter. */

import { isRecord, toJsonText, toNumberText } from '../platform/json/json-values.ts';
import { readStated } from './stated-value.ts';

/**
 * Returns one text for all spellings of a number: `56.0`, `56` and `5.6e1` give `56e0`. No digit is lost.
 */
export const normalizeNumber = (written: string): string => {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(written) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  // The expression /0+$/ would take quadratic time in a long number with many zeros.
  let end = digits.length;
  while (digits.charAt(end - 1) === '0') end--;
  const short = digits.slice(0, end);
  if (short === '') return '0';
  const shift = digits.length - short.length - fraction.length;
  const power = exponent === '0' ? shift : BigInt(exponent) + BigInt(shift);
  return `${sign}${short}e${power}`;
};

/** Stands for a stated value inside another one; the inner value is compared separately. */
const NESTED_MARK = '\u0000stated';

/** Returns the value with every stated value in it replaced by a mark. */
export const maskNestedValues = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || toNumberText(value) !== undefined) return value;
  if (readStated(value)) return NESTED_MARK;
  if (Array.isArray(value)) return value.map(maskNestedValues);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskNestedValues(item)]));
};

/**
 * Returns the same text for equal values. The order of members and of lists and the spelling of numbers are
 * ignored. A list of numbers keeps its order: sizes that run backwards are other sizes.
 */
export const normalizeValue = (value: unknown): string => {
  const number = toNumberText(value);
  if (number !== undefined) return normalizeNumber(number);
  if (Array.isArray(value)) {
    const items = value.map(normalizeValue);
    const isRow = value.every((item) => toNumberText(item) !== undefined);
    return `[${(isRow ? items : items.sort()).join(',')}]`;
  }
  if (!isRecord(value)) return value === undefined ? '-' : toJsonText(value);
  const members = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}:${normalizeValue(item)}`,
  );
  return `{${members.sort().join(',')}}`;
};
