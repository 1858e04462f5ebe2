import { UsageError } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import type { Clock, RateLimit, WaitBudget } from '../../platform/shared-types.ts';
import type { LocalStorage } from '../../platform/state/local-storage.ts';
import type { HostSystem } from '../../platform/system/host-system.ts';
import type { SharedEngine } from '../shared-store/connect-shared-engine.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { createSlidingWindow } from './sliding-window.ts';

const SERVICE_RATE_LIMIT: RateLimit = { limit: 300, windowMs: 300_000 };

/** Decides when bulk work, for example `toile pull`, may send its next request. */
export interface RequestPacer {
  readonly rate: RateLimit;
  /**
   * The maximum number of milliseconds that a request may wait, or Infinity. A request that would have to wait longer
   * fails.
   */
  readonly maxWaitMs: number;
  /**
   * Waits until bulk work may send its next request. `reserve` is the number of requests within the rate limit that
   * stay free for other work.
   */
  waitForBulk(reserve: number, signal: AbortSignal): Promise<void>;
  /**
   * Estimates the milliseconds that bulk work needs for `requests` more requests, if it leaves `reserve` requests of
   * the limit free.
   */
  estimate(requests: number, reserve: number): number;
  /** Subtracts `ms` milliseconds from the time that the run may still spend on waits. */
  spendWait?(ms: number): void;
  /** Counts a request towards the limit after it got a response or failed. */
  record(): void;
  hold(ms: number): void;
}

/**
 * The maximum length of one sleep in milliseconds. After each sleep, the remaining wait is computed again, because it
 * may have become shorter.
 */
const MAX_SLEEP_MS = 5_000;

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

/** Parses a rate limit of the form requests/time, for example `300/5m`. Throws a UsageError for another text. */
export const parseRateLimit = (text: string): RateLimit => {
  const [, limit = '', count = '', unit = ''] =
    /^([1-9]\d{0,6})\/([1-9]\d{0,4})?(s|m|h)$/.exec(text.trim()) ?? [];
  if (unit === '') {
    throw new UsageError(`invalid rate limit ${JSON.stringify(text)} (TOILE_RATE, or the setting rate)`, {
      code: 'bad_rate',
      hint: shellText`expected requests/time, for example 300/5m`,
    });
  }
  return { limit: Number(limit), windowMs: Number(count || '1') * (UNIT_MS[unit] ?? 1000) };
};

/**
 * Creates a RequestPacer that uses a rate limiter to decide when bulk work may send. Its method `record` does nothing,
 * because the limiter counts the requests itself.
 */
const createLimiterPacer = (
  limiter: Pick<RateLimiter, 'getBulkWaitMs' | 'estimate' | 'hold'>,
  rate: RateLimit,
  { sleep }: Pick<Clock, 'sleep'>,
  maxWaitMs: number,
): RequestPacer => ({
  rate,
  maxWaitMs,
  async waitForBulk(reserve, signal) {
    signal.throwIfAborted();
    for (let ms = await limiter.getBulkWaitMs(reserve); ms > 0; ms = await limiter.getBulkWaitMs(reserve))
      await sleep(Math.min(MAX_SLEEP_MS, Math.ceil(ms)), signal);
  },
  estimate: (requests, reserve) => limiter.estimate(requests, reserve),
  record: () => undefined,
  hold: (ms) => limiter.hold(ms),
});

/**
 * Creates a RequestPacer that counts only the requests of this process. A request is counted when its response has
 * arrived. `maxWaitMs` is the maximum wait of one request in milliseconds.
 */
export const createProcessPacer = (
  rate: RateLimit,
  clock: Clock,
  maxWaitMs = Number.POSITIVE_INFINITY,
): RequestPacer => {
  const window = createSlidingWindow(rate);
  const limiter = {
    getBulkWaitMs: (reserve: number) => window.getBulkWaitMs(clock.now(), reserve),
    estimate: (requests: number, reserve: number) => window.estimate(clock.now(), requests, reserve),
    hold: (ms: number) => window.hold(clock.now() + ms),
  };
  return {
    ...createLimiterPacer(limiter, rate, clock, maxWaitMs),
    record: () => window.countEnded(clock.now()),
  };
};

/**
 * Creates the functions that read the rate limit of a run and open rate limiters. Each rate limiter is for one origin
 * (an address such as `https://api.example.com`) and one credential.
 */
export const createRateLimiters = (
  system: HostSystem,
  { resolveFolders, noteOnce }: LocalStorage,
  openSharedEngine: () => Promise<SharedEngine | undefined>,
) => {
  const { env, clock, platform } = system;
  const limiters = new Map<string, Promise<RateLimiter>>();
  const readRateLimit = async (): Promise<RateLimit> => {
    return env.TOILE_RATE ? parseRateLimit(env.TOILE_RATE) : SERVICE_RATE_LIMIT;
  };
  const createLimiter = async (origin: string, credential: string): Promise<RateLimiter> => {
    const [{ createLocalRateLimiter, createLogName }, { state }, rate, engine] = await Promise.all([
      import('./rate-limiter.ts'),
      resolveFolders(),
      readRateLimit(),
      openSharedEngine(),
    ]);
    const host = { pid: platform.pid, now: () => clock.now() };
    const name = createLogName(origin, credential);
    const local = createLocalRateLimiter(state, name, rate, host, noteOnce);
    return engine === undefined ? local : engine.createLimiter(local, rate, name, { origin, credential });
  };
  return {
    /**
     * Returns the rate limit in TOILE_RATE or, without it, the rate limit of the service. Throws a UsageError if
     * TOILE_RATE is invalid.
     */
    readRateLimit,
    /**
     * Returns the rate limiter for the origin of `url` and the credential. If TOILE_SHARED is set, all machines share
     * its limit.
     */
    openLimiter(url: string, credential: string) {
      const { origin } = new URL(url);
      const key = `${origin}\n${credential}`;
      const limiter = limiters.get(key) ?? createLimiter(origin, credential);
      limiters.set(key, limiter);
      return limiter;
    },
  };
};

/**
 * Creates functions for bulk work such as a pull. `openPacer` returns the object that delays the requests, and
 * `countRequest` counts a finished request. If `openLimiter` is undefined, as for an embedded sandbox, only the
 * requests of this process count. `maxWaitMs` limits the wait of one request, and `waitBudget` the wait of all requests
 * together.
 */
export const createBulkPacing = (
  clock: Clock,
  readRateLimit: () => Promise<RateLimit>,
  openLimiter: (() => Promise<RateLimiter>) | undefined,
  maxWaitMs: number,
  waitBudget: WaitBudget | undefined,
) => {
  let openedPacer: RequestPacer | undefined;
  return {
    async openPacer() {
      if (openedPacer) return openedPacer;
      const pacer = openLimiter
        ? createLimiterPacer(await openLimiter(), await readRateLimit(), clock, maxWaitMs)
        : createProcessPacer(await readRateLimit(), clock, maxWaitMs);
      openedPacer = waitBudget
        ? {
            ...pacer,
            // All requests share the wait budget, so the wait of one shortens the maximum wait of the next.
            get maxWaitMs() {
              return waitBudget.remaining();
            },
            spendWait: waitBudget.spend,
          }
        : pacer;
      return openedPacer;
    },
    /** Counts a completed request. Does nothing before `openPacer` has returned its first result. */
    countRequest: () => openedPacer?.record(),
  };
};
