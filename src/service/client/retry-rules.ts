/**
 * Rules for retries: which requests may be retried, and how long to wait before a retry. The client and the command
 * line use the same rules.
 */

import { AnswerError, ApiError, NetworkError, TimeoutError } from './errors.ts';
import type { HeadersLike, Signal } from './options.ts';
import { getRandomNumber, sleepUnlessAborted } from './runtime.ts';

/** The maximum that `readRetryAfter` returns, in seconds. Converted to milliseconds, it is still a safe integer. */
const MAX_RETRY_AFTER_SECONDS = 1e12;

/**
 * Returns the wait in seconds that the header `Retry-After` requests. If this header is an HTTP date, the wait begins
 * at the time in the header `Date` or, without that header, at `now` (milliseconds since 1970). Returns undefined if
 * `Retry-After` is missing or invalid. Also returns undefined if it is a date and neither `Date` nor `now` is known.
 */
export function readRetryAfter(headers: HeadersLike, now?: number): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  // A huge number of seconds in `Retry-After` is reduced to the maximum. It is not ignored, so that the caller still
  // sees that the wait is too long.
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Number(text), MAX_RETRY_AFTER_SECONDS);
  const until = parseHttpDate(text);
  const from = parseHttpDate(headers.get('date')?.trim() ?? '') ?? now;
  return until === undefined || from === undefined ? undefined : Math.max(0, (until - from) / 1000);
}

/**
 * Returns the wait in milliseconds that the header `Retry-After` requests. See `readRetryAfter`. `now` is in
 * milliseconds since 1970.
 */
export function readRetryAfterMs(headers: HeadersLike, now: number): number | undefined {
  const seconds = readRetryAfter(headers, now);
  return seconds === undefined ? undefined : seconds * 1000;
}

/** Parses an HTTP date to milliseconds since 1970; undefined for any other text. */
function parseHttpDate(text: string): number | undefined {
  const ms = /^[a-z]{3,9},? /i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/**
 * The maximum wait in milliseconds before the first retry, if the response has no `Retry-After`. It doubles with each
 * further retry.
 */
const FIRST_WAIT_MS = 250;
/**
 * The maximum wait in milliseconds before the first retry after a 429, if the response has no `Retry-After`. It is
 * longer than after other failures, because a rate limit lasts minutes.
 */
const FIRST_RATE_LIMIT_WAIT_MS = 2_000;
const MAX_WAIT_MS = 30_000;
/** The maximum random milliseconds added to `Retry-After`, so that several clients do not retry at the same time. */
const MAX_SPREAD_MS = 1_000;

/**
 * The maximum number of tries of a request that times out. The number is low, because a slow host is rarely faster on
 * the next try.
 */
export const MAX_TRIES_AFTER_TIMEOUT = 2;

/**
 * Returns true for GET and HEAD. Other methods are not retried, because a second POST could order a second Tech Pack.
 */
export const isReadMethod = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** Returns true for a status after which a retry may succeed: 408, 429 and 5xx. */
export const isTransientStatus = (status: number): boolean =>
  status === 408 || status === 429 || status >= 500;

interface FailedTry {
  /** The number of times that the request was sent so far. */
  readonly tries: number;
  /** The wait in milliseconds that `Retry-After` requests; undefined if the response does not have this header. */
  readonly requestedMs?: number | undefined;
  readonly isRateLimited?: boolean | undefined;
}

/**
 * Returns the wait before the next try, in milliseconds, as two parts: `least` is fixed, and `spread` is random. With
 * `Retry-After`, `least` is the requested wait and `spread` is at most MAX_SPREAD_MS. Without it, both parts can grow
 * with each try, up to 30 s in total.
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

/**
 * The maximum `Retry-After` in seconds for which the client waits. If the service requests a longer wait, the error is
 * thrown at once, and the caller decides what to do.
 */
const MAX_RETRY_WAIT_SECONDS = 60;

/**
 * Returns true for an error after which a retry may succeed: 408, 429, 5xx, a timeout, no response or an incomplete
 * one.
 */
export const isTransientFailure = (error: unknown): boolean =>
  error instanceof ApiError
    ? isTransientStatus(error.status)
    : error instanceof NetworkError ||
      error instanceof TimeoutError ||
      (error instanceof AnswerError && error.reason === 'cut_short');

/**
 * Returns the wait in seconds that the service requested in the header `Retry-After`. Returns undefined if the error is
 * not an ApiError, or if the response had no such header.
 */
export const getRequestedWait = (error: unknown): number | undefined =>
  error instanceof ApiError ? error.retryAfter : undefined;

/**
 * Waits before the next try of a request. Throws `error` at once if another try cannot help, if `Retry-After` is more
 * than a minute, or if all `retries` were used. A timeout is retried only once.
 */
export async function waitBeforeRetry(
  error: unknown,
  tries: number,
  retries: number,
  signal: Signal | undefined,
): Promise<void> {
  const maxRetries = error instanceof TimeoutError ? Math.min(retries, MAX_TRIES_AFTER_TIMEOUT - 1) : retries;
  const seconds = getRequestedWait(error);
  if (tries > maxRetries || !isTransientFailure(error) || (seconds ?? 0) > MAX_RETRY_WAIT_SECONDS)
    throw error;
  const requestedMs = seconds === undefined ? undefined : seconds * 1000;
  const { least, spread } = computeRetryWait(
    { tries, requestedMs, isRateLimited: error instanceof ApiError && error.status === 429 },
    getRandomNumber,
  );
  await sleepUnlessAborted(least + spread, signal);
}

/**
 * Calls `send` and returns its result. For GET and HEAD, calls it again after a temporary failure, up to `retries`
 * times. Throws the last error.
 */
export async function sendWithRetries<T>(
  method: string,
  retries: number,
  signal: Signal | undefined,
  send: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      await waitBeforeRetry(error, tries, isReadMethod(method) ? retries : 0, signal);
    }
  }
}
