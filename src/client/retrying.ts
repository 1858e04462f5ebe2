import { pause } from './deadline.ts';
import { AnswerError, ApiError, NetworkError, TimeoutError } from './errors.ts';
import type { Signal } from './platform.ts';
import { isRead, mayPass, TRIES_AFTER_TIMEOUT, waitAfter } from './repeat.ts';
import { random } from './runtime.ts';

/** Seconds. Where `Retry-After` asks for more, the error says so at once: a program may have better to do. */
const LONGEST_RETRY_AFTER = 60;

/** Whether the same read may fare better after this. */
export const canPass = (error: unknown): boolean =>
  error instanceof ApiError
    ? mayPass(error.status)
    : error instanceof NetworkError ||
      error instanceof TimeoutError ||
      (error instanceof AnswerError && error.reason === 'cut_short');

/** Seconds that an error asks to be left alone for; undefined where none does. */
export const askedBy = (error: unknown): number | undefined =>
  error instanceof ApiError ? error.retryAfter : undefined;

/** Waits before a read is sent again that has failed so often in a row; throws the error where it is not to be. */
export async function backOff(
  error: unknown,
  tries: number,
  retries: number,
  signal: Signal | undefined,
): Promise<void> {
  const most = error instanceof TimeoutError ? Math.min(retries, TRIES_AFTER_TIMEOUT - 1) : retries;
  const seconds = askedBy(error);
  if (tries > most || !canPass(error) || (seconds ?? 0) > LONGEST_RETRY_AFTER) throw error;
  const asked = seconds === undefined ? undefined : seconds * 1000;
  const { least, spread } = waitAfter(
    { tries, asked, limited: error instanceof ApiError && error.status === 429 },
    random,
  );
  await pause(least + spread, signal);
}

/** Sends a read again after what can pass, so many times at most. Whatever writes is sent once. */
export async function retrying<T>(
  method: string,
  retries: number,
  signal: Signal | undefined,
  send: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      await backOff(error, tries, isRead(method) ? retries : 0, signal);
    }
  }
}
