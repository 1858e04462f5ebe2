import { UsageError } from '../errors.ts';
import type { Given } from './define.ts';

/** A whole number of at least one, as typed. */
export const count = (flags: Given, flag: string): number | undefined => {
  const typed = flags[flag];
  if (typed === undefined) return undefined;
  const number = Number(typed);
  if (typeof typed !== 'string' || !/^[0-9]+$/.test(typed) || number < 1 || !Number.isSafeInteger(number)) {
    throw new UsageError(`--${flag} takes a whole number of at least 1, not ${JSON.stringify(typed)}`);
  }
  return number;
};

/** A flag's text, or undefined when it was not typed. Empty text is refused. */
export const text = (flags: Given, flag: string): string | undefined => {
  const typed = flags[flag];
  if (typed === undefined || typed === true) return undefined;
  if (typed === '') throw new UsageError(`--${flag} is empty`);
  return typed;
};
