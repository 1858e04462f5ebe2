/** When two values say the same, however they are written. */

import { isRecord, jsonText, lexeme } from '../json/values.ts';
import { stated } from './stated.ts';

/** A number by its value: `56.0`, `56` and `5.6e1` are one, and no digit of a long one is lost. */
export const numberText = (written: string): string => {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(written) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  // A search for /0+$/ would begin again at every nought of a long number.
  let end = digits.length;
  while (digits.charAt(end - 1) === '0') end--;
  const short = digits.slice(0, end);
  if (short === '') return '0';
  const shift = digits.length - short.length - fraction.length;
  const power = exponent === '0' ? shift : BigInt(exponent) + BigInt(shift);
  return `${sign}${short}e${power}`;
};

/** Stands for a stated value inside another one, which is compared by itself. */
const HOLE = '\u0000stated';

/** A value without the stated values inside it. */
export const skeleton = (value: unknown, depth = 0): unknown => {
  if (typeof value !== 'object' || value === null || lexeme(value) !== undefined) return value;
  if (depth > 0 && stated(value)) return HOLE;
  if (Array.isArray(value)) return value.map((item) => skeleton(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, skeleton(item, depth + 1)]));
};

/** The same text for values that say the same: order of lists and of members, and the spelling of numbers, aside. */
export const meaning = (value: unknown): string => {
  const number = lexeme(value);
  if (number !== undefined) return numberText(number);
  if (Array.isArray(value)) return `[${value.map(meaning).sort().join(',')}]`;
  if (!isRecord(value)) return value === undefined ? '-' : jsonText(value);
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${meaning(item)}`);
  return `{${members.sort().join(',')}}`;
};
