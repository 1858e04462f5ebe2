import { UsageError } from '../errors.ts';
import type { Given } from './define.ts';
import { text } from './typed.ts';

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A length of time as typed, `90s`, `15m`, `24h`, `7d`, in milliseconds. */
export const span = (flags: Given, flag: string): number | undefined => {
  const typed = text(flags, flag);
  if (typed === undefined) return undefined;
  const [, number, unit] = /^(\d{1,6})(s|m|h|d)$/.exec(typed) ?? [];
  if (number === undefined || unit === undefined) {
    throw new UsageError(`--${flag} takes a time such as 90s, 15m, 24h or 7d, not ${JSON.stringify(typed)}`);
  }
  return Number(number) * (UNITS[unit] ?? 1000);
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
