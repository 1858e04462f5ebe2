import type { HeadersLike } from './options.ts';

/** Seconds; as many as are still a whole number of milliseconds. */
const LONGEST = 1e12;

/**
 * Seconds to wait by `Retry-After`, which is a number of seconds or an HTTP date. A date is measured from the
 * answer's own `Date`, since the clock of this machine may be wrong; without that header from `now`, in milliseconds
 * since 1970, and for whoever has no clock it says nothing.
 */
export function retryAfter(headers: HeadersLike, now?: number): number | undefined {
  const written = headers.get('retry-after')?.trim() ?? '';
  // However many digits: a wait beyond all measure is one to be refused, and not one that was not asked for.
  if (/^\d+(\.\d+)?$/.test(written)) return Math.min(Number(written), LONGEST);
  const until = httpDate(written);
  const from = httpDate(headers.get('date')?.trim() ?? '') ?? now;
  return until === undefined || from === undefined ? undefined : Math.max(0, (until - from) / 1000);
}

export function retryAfterMs(headers: HeadersLike, now: number): number | undefined {
  const seconds = retryAfter(headers, now);
  return seconds === undefined ? undefined : seconds * 1000;
}

function httpDate(written: string): number | undefined {
  const ms = /^[a-z]{3,9},? /i.test(written) ? Date.parse(written) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}
