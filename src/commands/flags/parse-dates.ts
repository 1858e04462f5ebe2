import { UsageError } from '../../errors.ts';
import type { Given } from '../typed.ts';
import { text } from './parse-flags.ts';

/** A date as typed, in milliseconds since 1970. One that no calendar has is refused, not moved to the next month. */
export const day = (flags: Given, flag: string): number | undefined => {
  const typed = text(flags, flag);
  if (typed === undefined) return undefined;
  const [, date] = /^(\d{4}-\d{2}-\d{2})($|T)/.exec(typed) ?? [];
  const at = date === undefined ? Number.NaN : Date.parse(typed);
  if (Number.isNaN(at) || new Date(`${date}T00:00Z`).toISOString().slice(0, 10) !== date) {
    throw new UsageError(`--${flag} takes a date such as 2026-09-15, not ${JSON.stringify(typed)}`);
  }
  return at;
};
