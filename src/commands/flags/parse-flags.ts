/** Functions that read the values of flags, for several commands. */

import { UsageError } from '../../platform/errors.ts';
import type { ShellSafe } from '../../platform/escape/shell.ts';
import type { FlagSpec, FlagValues } from '../argument-spec.ts';

/** Reads a whole number of at least 1; undefined if the flag is absent. Throws a UsageError for anything else. */
export const readCountFlag = (flags: FlagValues, flag: string): number | undefined => {
  const typed = flags[flag];
  if (typed === undefined) return undefined;
  const number = Number(typed);
  if (typeof typed !== 'string' || !/^[0-9]+$/.test(typed) || number < 1 || !Number.isSafeInteger(number)) {
    throw new UsageError(`--${flag} takes a whole number of at least 1, not ${JSON.stringify(typed)}`);
  }
  return number;
};

const DURATION_UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };
const DURATION_PATTERN = /^(\d{1,9}(?:\.\d{1,9})?[smhd])+$/;
const SECONDS_PATTERN = /^\d{1,9}(?:\.\d{1,9})?$/;

/**
 * Returns the milliseconds of a duration such as `90s`, `1h30m` or `2d`; `90` means 90 seconds. Throws a UsageError
 * that names `name`, for example `--since`.
 */
export const parseDuration = (typed: string, name: string): number => {
  if (SECONDS_PATTERN.test(typed)) return Number(typed) * 1000;
  if (!DURATION_PATTERN.test(typed)) {
    throw new UsageError(
      `${name} takes seconds, or a time such as 90s, 15m, 24h, 7d or 1h30m, not ${JSON.stringify(typed)}`,
    );
  }
  const parts = typed.match(/[\d.]+[smhd]/g) ?? [];
  return parts.reduce(
    (sum, part) => sum + Number(part.slice(0, -1)) * (DURATION_UNITS[part.at(-1) ?? ''] ?? 0) * 1000,
    0,
  );
};

/** Returns the text of a flag; undefined if it was not typed. Throws a UsageError for an empty text. */
export const readTextFlag = (flags: FlagValues, flag: string): string | undefined => {
  const typed = flags[flag];
  if (typed === undefined || typed === true) return undefined;
  if (typed === '') throw new UsageError(`--${flag} is empty`);
  return typed;
};

/**
 * Returns the values of a flag that takes a comma-separated list, without empty values; undefined if the flag is
 * absent. If no value is left, throws a UsageError with `example` as its hint.
 */
export const readListFlag = (
  flags: FlagValues,
  flag: string,
  example: ShellSafe,
): readonly string[] | undefined => {
  const words = readTextFlag(flags, flag)
    ?.split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  if (words?.length === 0) throw new UsageError(`--${flag} is empty`, { hint: example });
  return words;
};

/** Returns a date in milliseconds since 1970. Throws a UsageError for an impossible date, for example 2026-02-30. */
const parseDateFlag = (typed: string, flag: string): number => {
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
 * Reads a flag that gives a start time: a date, or a duration before now, such as `7d` or `12h`. Returns a function
 * that converts the current time to the start time, both in milliseconds since 1970. For a duration in whole days, the
 * start is at midnight UTC, so that the result is the same all day. Returns undefined without the flag, and throws a
 * UsageError for an invalid value.
 */
export const readSinceFlag = (flags: FlagValues, flag: string): ((now: number) => number) | undefined => {
  const typed = readTextFlag(flags, flag);
  if (typed === undefined) return undefined;
  if (!DURATION_PATTERN.test(typed)) {
    const at = parseDateFlag(typed, flag);
    return () => at;
  }
  const duration = parseDuration(typed, `--${flag}`);
  return (now) => (duration % DAY_MS === 0 ? Math.floor(now / DAY_MS) * DAY_MS : now) - duration;
};

const DEFAULT_RESERVE = 5;

/** The flag `--reserve`: the number of requests that a command with many requests leaves to other programs. */
export const RESERVE_FLAG: FlagSpec = {
  value: 'N',
  default: String(DEFAULT_RESERVE),
  about: 'leave N requests per 5 minutes to other programs',
};

/**
 * Returns the value of `--reserve`, a whole number of at least 0 (default: 5). Throws a UsageError for any other value.
 */
export const readReserveFlag = (flags: FlagValues): number =>
  flags.reserve === '0' ? 0 : (readCountFlag(flags, 'reserve') ?? DEFAULT_RESERVE);
