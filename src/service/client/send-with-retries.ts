import { sleepUnlessAborted } from './deadline.ts';
import { AnswerError, ApiError, NetworkError, TimeoutError } from './errors.ts';
import type { Signal } from './platform.ts';
import { computeRetryWait, isReadMethod, isTransientStatus, MAX_TRIES_AFTER_TIMEOUT } from './retry-rules.ts';
import { getRandomNumber } from './runtime.ts';

/**
 * Seconds. When `Retry-After` asks for more, the error is thrown at once, so that the program can decide.
 */
const MAX_RETRY_AFTER = 60;

/** Returns true for an error after which the same read may succeed. */
export const isTransientFailure = (error: unknown): boolean =>
  error instanceof ApiError
    ? isTransientStatus(error.status)
    : error instanceof NetworkError ||
      error instanceof TimeoutError ||
      (error instanceof AnswerError && error.reason === 'cut_short');

/** Returns the seconds of `Retry-After`; undefined for an error without it. */
export const getRequestedWait = (error: unknown): number | undefined =>
  error instanceof ApiError ? error.retryAfter : undefined;

/** Waits before the next try of a read. Throws the error when there is no further try. */
export async function waitBeforeRetry(
  error: unknown,
  tries: number,
  retries: number,
  signal: Signal | undefined,
): Promise<void> {
  const most = error instanceof TimeoutError ? Math.min(retries, MAX_TRIES_AFTER_TIMEOUT - 1) : retries;
  const seconds = getRequestedWait(error);
  if (tries > most || !isTransientFailure(error) || (seconds ?? 0) > MAX_RETRY_AFTER) throw error;
  const asked = seconds === undefined ? undefined : seconds * 1000;
  const { least, spread } = computeRetryWait(
    { tries, requestedMs: asked, isRateLimited: error instanceof ApiError && error.status === 429 },
    getRandomNumber,
  );
  await sleepUnlessAborted(least + spread, signal);
}

/** Sends a request. A read is retried after a transient error; any other request is sent once. */
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
