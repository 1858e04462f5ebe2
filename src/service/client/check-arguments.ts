/** Checks of arguments, for programs without types. */

import { RequestError } from './errors.ts';

/** Creates the RequestError of an argument. */
export const createRequestError = (why: string): RequestError => new RequestError(why, '');

/**
 * Throws RequestError when the argument is wrong. The message does not repeat a text, which may be a
 * secret.
 */
function assertArgument(isSo: boolean, name: string, be: string, value: unknown): void {
  if (isSo) return;
  const is = Object(value) === value ? 'an object' : typeof value === 'string' ? 'a text' : value;
  throw createRequestError(`${name} should be ${be}, and is ${value === '' ? 'empty' : String(is)}`);
}

/** Returns the argument if it is an object. Throws RequestError otherwise. */
export function checkObjectArgument<T>(value: T, name: string): T {
  assertArgument(Object(value) === value && !Array.isArray(value), name, 'an object with names', value);
  return value;
}

/**
 * Returns the argument if it is absent or a number from `least` on; with a `least` above 0 it must be an
 * integer. Throws RequestError otherwise.
 */
export function checkNumberArgument(value: number | undefined, name: string, least = 0): number | undefined {
  const fits = typeof value === 'number' && value >= least && (least === 0 || Number.isInteger(value));
  assertArgument(value === undefined || fits, name, `a number from ${least} on`, value);
  return value;
}

/** Returns the argument if it is absent or a text that is not empty. Throws RequestError otherwise. */
export function checkTextArgument(value: string | undefined, name: string): string | undefined {
  assertArgument(
    value === undefined || (typeof value === 'string' && value !== ''),
    name,
    'a text or left out',
    value,
  );
  return value;
}
