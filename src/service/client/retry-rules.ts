/**
 * Which requests may be retried, and after which wait. The client and the HTTP stack of toile share these
 * rules.
 */

/**
 * Milliseconds before the second try when the response names no wait. The wait doubles with every further
 * try.
 */
const FIRST_WAIT_MS = 250;
/** Milliseconds before the second try after a 429. The window of the rate limit is minutes long. */
const FIRST_RATE_LIMIT_WAIT_MS = 2_000;
const MAX_WAIT_MS = 30_000;
/**
 * Up to this many milliseconds are added, so that clients with the same `Retry-After` do not return at
 * once.
 */
const MAX_SPREAD_MS = 1_000;

/**
 * A host that did not answer in time rarely answers later, so that more tries than these are not worth the
 * wait.
 */
export const MAX_TRIES_AFTER_TIMEOUT = 2;

/**
 * Returns true for GET and HEAD, which may be repeated. No other request is retried: a Tech Pack costs
 * money.
 */
export const isReadMethod = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** Returns true for a status after which a retry may succeed: 408, 429 and 5xx. */
export const isTransientStatus = (status: number): boolean =>
  status === 408 || status === 429 || status >= 500;

/** The facts from which the wait is computed. */
export interface FailedTry {
  /** Tries so far. */
  readonly tries: number;
  /** Milliseconds that the response asks for. */
  readonly requestedMs?: number | undefined;
  /** The response was a 429. */
  readonly isRateLimited?: boolean | undefined;
}

/**
 * Computes the wait before the next try: at least `least` milliseconds, plus `spread`. It is never shorter
 * than the response asks for. `random` returns a number from 0 up to 1.
 */
export function computeRetryWait(
  { tries, requestedMs, isRateLimited }: FailedTry,
  random: () => number,
): { least: number; spread: number } {
  if (requestedMs !== undefined) return { least: requestedMs, spread: random() * MAX_SPREAD_MS };
  const full = Math.min(
    MAX_WAIT_MS,
    (isRateLimited ? FIRST_RATE_LIMIT_WAIT_MS : FIRST_WAIT_MS) * 2 ** (tries - 1),
  );
  return { least: full / 2, spread: (random() * full) / 2 };
}
