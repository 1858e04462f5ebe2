import { TimeoutError } from './errors.ts';

/** Timers that are set longer than this fire at once. */
const LONGEST = 2 ** 31 - 1;

/**
 * Runs work until it ends, the caller's signal aborts or the time is up. An abort rejects with the signal's own
 * reason and a timeout with TimeoutError, also where the work itself does not listen to the signal it is handed.
 */
export async function within<T>(
  route: string,
  timeout: number,
  signal: AbortSignal | undefined,
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
      timer = setTimeout(() => stop(new TimeoutError(route, timeout)), Math.min(timeout, LONGEST));
  });
  try {
    return await Promise.race([stopped, work(controller.signal)]);
  } catch (reason) {
    // What is left of the answer is not read any more; without this its connection stays open.
    controller.abort(reason);
    throw reason;
  } finally {
    clearTimeout(timer);
    if (heard) signal?.removeEventListener('abort', heard);
  }
}
