/** The values of flags that several commands take, each read one way. */

import type { Typeable } from '../../border/shell.ts';
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
const DURATION = /^(\d{1,9}(?:\.\d{1,9})?[smhd])+$/;
const SECONDS = /^\d{1,9}(?:\.\d{1,9})?$/;

/** A span of time in milliseconds: `90s`, `61m`, `1h30m`, `2d`, or plain seconds. Throws a UsageError that names `what`. */
export const duration = (typed: string, what: string): number => {
  if (SECONDS.test(typed)) return Number(typed) * 1000;
  if (!DURATION.test(typed)) {
    throw new UsageError(
      `${what} takes seconds, or a time such as 90s, 15m, 24h, 7d or 1h30m, not ${JSON.stringify(typed)}`,
    );
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

/** Words with commas between them, as typed; undefined when the flag was not. */
export const list = (flags: Given, flag: string, example: Typeable): readonly string[] | undefined => {
  const words = text(flags, flag)
    ?.split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  if (words?.length === 0) throw new UsageError(`--${flag} names nothing`, { hint: example });
  return words;
};

/** A date as typed, in milliseconds since 1970. One that no calendar has is refused, not moved to the next month. */
const dateOf = (typed: string, flag: string): number => {
  const [, date] = /^(\d{4}-\d{2}-\d{2})($|T)/.exec(typed) ?? [];
  const at = date === undefined ? Number.NaN : Date.parse(typed);
  if (Number.isNaN(at) || new Date(`${date}T00:00Z`).toISOString().slice(0, 10) !== date) {
    throw new UsageError(
      `--${flag} takes a date such as 2026-09-15, or how long ago, such as 7d; not ${JSON.stringify(typed)}`,
    );
  }
  return at;
};

const DAY_MS = 86_400_000;

/**
 * A date, or how long ago: `7d`, `12h`. What it gives is asked for milliseconds since 1970, with the time of now in
 * the same. Whole days begin at midnight UTC, so that the same words mean the same all day long.
 */
export const since = (flags: Given, flag: string): ((now: number) => number) | undefined => {
  const typed = text(flags, flag);
  if (typed === undefined) return undefined;
  if (!DURATION.test(typed)) {
    const at = dateOf(typed, flag);
    return () => at;
  }
  const ago = duration(typed, `--${flag}`);
  return (now) => (ago % DAY_MS === 0 ? Math.floor(now / DAY_MS) * DAY_MS : now) - ago;
};

/** Requests of each window that are left to people: with them the next command never waits behind a pull. */
const RESERVE = 5;

export const RESERVE_FLAG: FlagSpec = {
  value: 'N',
  default: String(RESERVE),
  about: 'requests of every five minutes that are left to others',
};

/** Zero is an answer here. */
export const reserveOf = (flags: Given): number =>
  flags.reserve === '0' ? 0 : (count(flags, 'reserve') ?? RESERVE);
