import type { Clock, WaitBudget } from './shared-types.ts';

/**
 * Returns a function that calls `compute` once and returns the same promise to every later call. If the promise
 * rejects, the next call runs `compute` again. Its member `forget` clears the result.
 */
export const cacheResult = <T>(compute: () => Promise<T>): (() => Promise<T>) & { forget(): void } => {
  let promise: Promise<T> | undefined;
  const forget = (): void => {
    promise = undefined;
  };
  const get = (): Promise<T> => {
    promise ??= compute().catch((error: unknown) => {
      forget();
      throw error;
    });
    return promise;
  };
  return Object.assign(get, { forget });
};

/**
 * Returns a promise for the result of `work`. As soon as `signal` aborts, the promise rejects with the reason of the
 * signal, because `work` alone may never end after an abort.
 */
export const rejectOnAbort = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });

/**
 * Creates a budget of `totalMs` milliseconds for waiting. Waits are subtracted from it, but the rest is never negative.
 */
export const createWaitBudget = (totalMs: number): WaitBudget => {
  let remainingMs = totalMs;
  return {
    total: totalMs,
    remaining: () => remainingMs,
    spend: (ms) => {
      remainingMs = Math.max(0, remainingMs - ms);
    },
  };
};

/** The arguments of `pollUntilDone`: how to poll, when to stop, and the times between polls. */
export interface PollOptions<T> {
  /**
   * Polls once, for example requests a status. `signal` aborts the poll when the caller cancels the wait. If `timeout`
   * is not 0, it also aborts a poll that still runs a few seconds after the deadline.
   */
  poll(signal: AbortSignal): Promise<T>;
  isDone(seen: T): boolean;
  /**
   * Returns the minimum time in milliseconds from a failed poll to the next one; undefined if the failure is permanent.
   */
  retryDelay(failure: unknown): number | undefined;
  readonly clock: Clock;
  random(): number;
  readonly signal: AbortSignal;
  /** Milliseconds between the first two polls. The intervals then grow to at most six times as long. */
  readonly interval: number;
  /**
   * The maximum number of milliseconds of polling. When they have passed, one last poll starts. With 0, there is only
   * the first poll.
   */
  readonly timeout: number;
  /** Called about every second between two polls. `elapsed` is the time of the whole wait so far, in milliseconds. */
  onTick?(elapsed: number, last: T | undefined): void;
}

type PollResult<T> =
  | { readonly done: true; readonly seen: T }
  | { readonly done: false; readonly seen: T | undefined; readonly failure: unknown };

const TICK_MS = 1000;
const GRACE_MS = 5000;
const INTERVAL_GROWTH = 1.25;
const MAX_INTERVAL_FACTOR = 6;

/**
 * Polls until `isDone` accepts a result or the time is up, with a last poll at the deadline. Polls again after a
 * temporary failure. In the returned object, `done` is true if a result was accepted, and `seen` is the last result.
 * `failure` is the last temporary failure, unless a later poll succeeded.
 * @throws the permanent failure of a poll that was not aborted, or the reason of the signal.
 */
export const pollUntilDone = async <T>(options: PollOptions<T>): Promise<PollResult<T>> => {
  const { clock, signal, timeout } = options;
  const began = clock.now();
  const getRemainingMs = (): number => began + timeout - clock.now();
  let lastResult: T | undefined;
  let failure: unknown;
  let interval = options.interval;
  let isCutOff = false;

  const pollOnce = async (): Promise<T> => {
    if (timeout === 0) return options.poll(signal);
    // A call of `poll` may hang or wait for a rate limit. So it is aborted GRACE_MS after `timeout` has passed.
    const tooLate = new AbortController();
    const pollEnd = new AbortController();
    void clock.sleep(Math.max(0, getRemainingMs()) + GRACE_MS, pollEnd.signal).then(
      () => {
        isCutOff = true;
        tooLate.abort(new DOMException('the time is up', 'TimeoutError'));
      },
      () => undefined,
    );
    try {
      return await options.poll(AbortSignal.any([signal, tooLate.signal]));
    } finally {
      pollEnd.abort();
    }
  };

  for (;;) {
    let minDelay = 0;
    try {
      lastResult = await pollOnce();
      failure = undefined;
      if (options.isDone(lastResult)) return { done: true, seen: lastResult };
    } catch (error) {
      signal.throwIfAborted();
      const retryDelay = options.retryDelay(error);
      if (retryDelay === undefined && !isCutOff) throw error;
      // The error of an earlier poll says more about the cause than the error of an aborted poll, which has no retry
      // delay. So it is kept.
      if (retryDelay !== undefined) failure = error;
      minDelay = retryDelay ?? 0;
    }
    if (getRemainingMs() <= 0) return { done: false, seen: lastResult, failure };
    // The pause before the next poll varies by 10 %, so that clients do not all poll at the same time. It is never
    // longer than the time that remains for polling.
    const pause = Math.min(getRemainingMs(), Math.max(minDelay, interval * (0.9 + options.random() / 5)));
    const resumeAt = clock.now() + pause;
    while (clock.now() < resumeAt) {
      options.onTick?.(clock.now() - began, lastResult);
      await clock.sleep(Math.min(TICK_MS, resumeAt - clock.now()), signal);
    }
    interval = Math.min(interval * INTERVAL_GROWTH, options.interval * MAX_INTERVAL_FACTOR);
  }
};
