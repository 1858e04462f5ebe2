/**
 * The functions that the client needs from the runtime besides `fetch`: clock, random numbers, timers, files and
 * digests.
 */

import { TimeoutError } from './errors.ts';
import type { Signal } from './options.ts';

/** The maximum delay of a timer in milliseconds. With a longer delay, runtimes would call the timer at once. */
const MAX_TIMER_DELAY_MS = 2 ** 31 - 1;

/** Returns the current time in milliseconds since 1970. */
export const readClock = (): number => Date.now();

/** Returns a random number from 0 (inclusive) to 1 (exclusive). */
export const getRandomNumber = (): number => Math.random();

interface OpenFileLike {
  write(bytes: Uint8Array, from: number): Promise<{ readonly bytesWritten: number }>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The members of `node:fs/promises` that the client uses. */
interface FileSystemLike {
  open(path: string, flags: string): Promise<OpenFileLike>;
  rename(from: string, to: string): Promise<void>;
  rm(path: string, options: { readonly force: boolean }): Promise<void>;
}

/** The members of `node:crypto` that the client uses. */
interface CryptoLike {
  createHash(name: 'sha256'): { update(bytes: Uint8Array): void; digest(form: 'hex'): string };
}

/**
 * Loads a built-in module of Node, Deno or Bun; undefined in a browser. It does not use `import`, because a bundle for
 * browsers could not resolve the module.
 */
const loadBuiltinModule = (name: string): unknown =>
  typeof process === 'undefined' ? undefined : process.getBuiltinModule?.(`node:${name}`);

/** Loads `node:fs/promises` of Node, Deno or Bun; undefined in a browser. */
export const loadFileSystem = () => loadBuiltinModule('fs/promises') as FileSystemLike | undefined;

/** Creates a SHA-256 hash with `update` and `digest`; undefined in a browser. */
export const createSha256 = () =>
  (loadBuiltinModule('crypto') as CryptoLike | undefined)?.createHash('sha256');

/**
 * Runs `work` and returns its result. Rejects with the reason of `signal` when that aborts, and with TimeoutError after
 * `timeout` milliseconds (0: no limit). In both cases it aborts the signal that it passes to `work`, but does not wait
 * until `work` has ended.
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
  let onAbort: (() => void) | undefined;
  const rejection = new Promise<never>((_, reject) => {
    const stop = (reason: unknown) => {
      reject(reason);
      controller.abort(reason);
    };
    onAbort = () => stop(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    if (timeout > 0)
      timer = setTimeout(() => stop(new TimeoutError(route, timeout)), Math.min(timeout, MAX_TIMER_DELAY_MS));
  });
  try {
    return await Promise.race([rejection, work(controller.signal)]);
  } catch (reason) {
    // If the function `work` fails before it has read the whole response, the connection is still open. Aborting the
    // signal that was passed to `work` closes it.
    controller.abort(reason);
    throw reason;
  } finally {
    clearTimeout(timer);
    if (onAbort) signal?.removeEventListener('abort', onAbort);
  }
}

/** Waits `ms` milliseconds, at most about 24 days. Rejects with the reason of `signal` when that aborts. */
export const sleepUnlessAborted = (ms: number, signal: Signal | undefined): Promise<void> =>
  runWithDeadline('', 0, signal, (ended) => {
    let timer: ReturnType<typeof setTimeout>;
    return new Promise((resolve) => {
      timer = setTimeout(resolve, Math.min(ms, MAX_TIMER_DELAY_MS));
      ended.addEventListener('abort', () => clearTimeout(timer), { once: true });
    });
  });
