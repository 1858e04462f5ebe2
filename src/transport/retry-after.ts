import type { HeadersLike } from '../client/index.ts';

/** Seconds; as many as are still a whole number of milliseconds. */
const LONGEST = 1e12;

/**
 * Milliseconds that `Retry-After` asks for: seconds, or an HTTP date. A date is measured from the answer's own
 * `Date`, since this machine's clock may be wrong; without that header it is measured from `now`.
 */
export function retryAfterMs(headers: HeadersLike, now: number): number | undefined {
  const written = headers.get('retry-after')?.trim() ?? '';
  // However many digits: a wait beyond all measure is one to be refused, and not one that was not asked for.
  if (/^\d+(\.\d+)?$/.test(written)) return Math.min(Number(written), LONGEST) * 1000;
  const until = httpDate(written);
  return until === undefined ? undefined : Math.max(0, until - (httpDate(headers.get('date') ?? '') ?? now));
}

function httpDate(written: string): number | undefined {
  const ms = /^\s*[a-z]{3,9},? /i.test(written) ? Date.parse(written) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}
