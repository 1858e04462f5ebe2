import type { HeadersLike } from './options.ts';

/** The longest wait that is still a safe integer in milliseconds. */
const MAX_RETRY_AFTER_SECONDS = 1e12;

/**
 * Returns the seconds of `Retry-After`, which is a number of seconds or an HTTP date. A date is compared
 * with the response's own `Date`, because the local clock may be wrong; without that header with `now`, in
 * milliseconds since 1970. Returns undefined when neither is known.
 */
export function readRetryAfter(headers: HeadersLike, now?: number): number | undefined {
  const written = headers.get('retry-after')?.trim() ?? '';
  // A number with any count of digits is a wait: an excessive one must be refused, not ignored.
  if (/^\d+(\.\d+)?$/.test(written)) return Math.min(Number(written), MAX_RETRY_AFTER_SECONDS);
  const until = parseHttpDate(written);
  const from = parseHttpDate(headers.get('date')?.trim() ?? '') ?? now;
  return until === undefined || from === undefined ? undefined : Math.max(0, (until - from) / 1000);
}

/** Returns the milliseconds of `Retry-After`. */
export function readRetryAfterMs(headers: HeadersLike, now: number): number | undefined {
  const seconds = readRetryAfter(headers, now);
  return seconds === undefined ? undefined : seconds * 1000;
}

/** Parses an HTTP date to milliseconds; undefined for any other text. */
function parseHttpDate(written: string): number | undefined {
  const ms = /^[a-z]{3,9},? /i.test(written) ? Date.parse(written) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}
