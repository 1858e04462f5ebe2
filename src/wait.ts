/** Waits that end: by a signal, or when something is so. Pure, over a clock that is handed in. */

/**
 * The work's own end, or the reason of the signal at once, whether or not the work hears of it: a body whose fetch is
 * aborted between two pieces may give neither a piece nor an error. One signal often serves many such waits, so the
 * listener goes when the work ends.
 */
export const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });

import type { Clock, Patience } from './contract.ts';

export const patienceFor = (whole: number): Patience => {
  let left = whole;
  return {
    whole,
    left: () => left,
    spend: (ms) => {
      left = Math.max(0, left - ms);
    },
  };
};

export interface Waiting<T> {
  /** Looks once. The signal is aborted at the deadline. */
  look(signal: AbortSignal): Promise<T>;
  isDone(seen: T): boolean;
  /** Least milliseconds to the next look after a failure that may pass; undefined for one that will not. */
  passes(failure: unknown): number | undefined;
  readonly clock: Clock;
  /** 0 up to 1. */
  random(): number;
  readonly signal: AbortSignal;
  /** Milliseconds between the first two looks; later ones lie further apart, up to six times this. */
  readonly interval: number;
  /** Milliseconds in all; 0 looks once. */
  readonly timeout: number;
  /** Told about every second while nothing happens. */
  onTick?(elapsed: number, last: T | undefined): void;
}

/** `seen` is what was seen last; undefined where no look came to anything, and then `failure` says why. */
export type Waited<T> =
  | { readonly done: true; readonly seen: T }
  | { readonly done: false; readonly seen: T | undefined; readonly failure: unknown };

const TICK = 1000;
/** What a look at the deadline may still take. */
const GRACE = 5000;
const GROWTH = 1.25;
const FURTHEST = 6;

/** Ends at the deadline at the latest, with a last look close to it. Rejects with a failure that will not pass. */
export const pollUntil = async <T>(waiting: Waiting<T>): Promise<Waited<T>> => {
  const { clock, signal, timeout } = waiting;
  const began = clock.now();
  const left = (): number => began + timeout - clock.now();
  let seen: T | undefined;
  let failure: unknown;
  let gap = waiting.interval;

  const look = async (): Promise<T> => {
    if (timeout === 0) return waiting.look(signal);
    // A look may hang, or wait for a rate limit, for longer than there is time.
    const late = new AbortController();
    const over = new AbortController();
    void clock.sleep(Math.max(0, left()) + GRACE, over.signal).then(
      () => late.abort(new DOMException('the time is up', 'TimeoutError')),
      () => undefined,
    );
    try {
      return await waiting.look(AbortSignal.any([signal, late.signal]));
    } finally {
      over.abort();
    }
  };

  for (;;) {
    let least = 0;
    try {
      seen = await look();
      failure = undefined;
      if (waiting.isDone(seen)) return { done: true, seen };
    } catch (error) {
      signal.throwIfAborted();
      const isLate = timeout > 0 && left() <= 0;
      // That the time is up says less than why an earlier look failed.
      if (!isLate || waiting.passes(error) !== undefined) failure = error;
      const passing = isLate ? 0 : waiting.passes(error);
      if (passing === undefined) throw error;
      least = passing;
    }
    if (left() <= 0) return { done: false, seen, failure };
    // A tenth either way, so that many who wait do not come at once; the last look is at the deadline.
    const pause = Math.min(left(), Math.max(least, gap * (0.9 + waiting.random() / 5)));
    const until = clock.now() + pause;
    while (clock.now() < until) {
      waiting.onTick?.(clock.now() - began, seen);
      await clock.sleep(Math.min(TICK, until - clock.now()), signal);
    }
    gap = Math.min(gap * GROWTH, waiting.interval * FURTHEST);
  }
};
