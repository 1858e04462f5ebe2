/** The values of flags that several commands take, each read one way. */

import { UsageError } from '../../errors.ts';
import type { FlagSpec, Given } from '../typed.ts';

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

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };
const DURATION = /^(\d+(?:\.\d+)?[smhd])+$/;

/** A span of time in milliseconds: `90s`, `61m`, `1h30m`, `2d`. Throws a UsageError that names `what`. */
export const duration = (typed: string, what: string): number => {
  if (!DURATION.test(typed)) {
    throw new UsageError(`${what} takes a time such as 90s, 61m, 24h or 1h30m, not ${JSON.stringify(typed)}`);
  }
  const parts = typed.match(/[\d.]+[smhd]/g) ?? [];
  return parts.reduce(
    (sum, part) => sum + Number(part.slice(0, -1)) * (UNITS[part.at(-1) ?? ''] ?? 0) * 1000,
    0,
  );
};

/** A flag's text, or undefined when it was not typed. Empty text is refused. */
export const text = (flags: Given, flag: string): string | undefined => {
  const typed = flags[flag];
  if (typed === undefined || typed === true) return undefined;
  if (typed === '') throw new UsageError(`--${flag} is empty`);
  return typed;
};

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

/** Requests of each window that are left to people: with them the next command never waits behind a pull. */
const RESERVE = 5;

export const RESERVE_FLAG: FlagSpec = {
  value: 'N',
  about: `requests of every five minutes that are left to others; ${RESERVE} unless said`,
};

/** Zero is an answer here. */
export const reserveOf = (flags: Given): number =>
  flags.reserve === '0' ? 0 : (count(flags, 'reserve') ?? RESERVE);
