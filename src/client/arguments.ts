/** Arguments as programs without types hand them over: what cannot be meant is refused in words. */

import { RequestError } from './errors.ts';

export const refused = (why: string): RequestError => new RequestError(why, '');

/** Throws RequestError where it is not so. A text is not repeated: it may be a secret in the wrong place. */
function should(isSo: boolean, name: string, be: string, value: unknown): void {
  if (isSo) return;
  const is = Object(value) === value ? 'an object' : typeof value === 'string' ? 'a text' : value;
  throw refused(`${name} should be ${be}, and is ${value === '' ? 'empty' : String(is)}`);
}

/** The options of a call, or a body. */
export function objectIn<T>(value: T, name: string): T {
  should(Object(value) === value && !Array.isArray(value), name, 'an object with names', value);
  return value;
}

/** A number, if there is any: a whole one, or one of milliseconds. */
export function numberIn(value: number | undefined, name: string, least = 0): number | undefined {
  const fits = typeof value === 'number' && value >= least && (least === 0 || Number.isInteger(value));
  should(value === undefined || fits, name, `a number from ${least} on`, value);
  return value;
}

/** A word, if there is any. */
export function textIn(value: string | undefined, name: string): string | undefined {
  should(
    value === undefined || (typeof value === 'string' && value !== ''),
    name,
    'a text or left out',
    value,
  );
  return value;
}
