import { TimeoutError } from './errors.ts';
import type { Signal } from './platform.ts';
import { MAX_TIMER_DELAY_MS } from './runtime.ts';

/**
 * Runs `work` until it ends, the signal aborts or the time is up. An abort rejects with the signal's reason
 * and a timeout with TimeoutError, even when `work` ignores the signal that it receives.
 */
export async function runWithDeadline<T>(
  route: string,
  timeout: number,
  signal: Signal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let heard: (() => void) | undefined;
  const stopped = new Promise<never>((_, reject) => {
    const stop = (reason: unknown) => {
      reject(reason);
      controller.abort(reason);
    };
    heard = () => stop(signal?.reason);
    signal?.addEventListener('abort', heard, { once: true });
    if (timeout > 0)
      timer = setTimeout(() => stop(new TimeoutError(route, timeout)), Math.min(timeout, MAX_TIMER_DELAY_MS));
  });
  try {
    return await Promise.race([stopped, work(controller.signal)]);
  } catch (reason) {
    // The rest of the response is not read; without an abort its connection would stay open.
    controller.abort(reason);
    throw reason;
  } finally {
    clearTimeout(timer);
    if (heard) signal?.removeEventListener('abort', heard);
  }
}

/** Waits that many milliseconds. Rejects with the signal's reason when it aborts. */
export const sleepUnlessAborted = (ms: number, signal: Signal | undefined): Promise<void> =>
  runWithDeadline('', 0, signal, (over) => {
    let timer: ReturnType<typeof setTimeout>;
    return new Promise((resolve) => {
      timer = setTimeout(resolve, Math.min(ms, MAX_TIMER_DELAY_MS));
      over.addEventListener('abort', () => clearTimeout(timer), { once: true });
    });
  });
