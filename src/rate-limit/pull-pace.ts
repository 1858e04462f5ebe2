/** Keeping below the rate limit of the service (specification section 8), so that nobody meets a 429. */

import { typeable } from '../border/shell.ts';
import type { Clock, Patience, Rate } from '../contract.ts';
import { UsageError } from '../errors.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { slidingWindow } from './sliding-window.ts';

export const SERVICE_RATE: Rate = { limit: 300, windowMs: 300_000 };

/** When requests may be sent. */
export interface Pace {
  readonly rate: Rate;
  /** Longest wait in milliseconds; a request that would have to wait for longer is given up. May be Infinity. */
  readonly longest: number;
  /** Resolves when a request may be sent that leaves `reserve` of the window's requests to others. */
  room(reserve: number, signal: AbortSignal): Promise<void>;
  /** Milliseconds until so many more requests have been sent, as far as the limit decides. */
  estimate(requests: number, reserve: number): number;
  /** So many milliseconds were waited. */
  spend?(ms: number): void;
  /** A request was answered, or failed. */
  record(): void;
  /** The service asked for silence, in milliseconds from now. */
  hold(ms: number): void;
}

/** What was to be waited for may come earlier, where others share the limit. */
const LONGEST_NAP_MS = 5_000;

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

/** Reads `300/5m`. Throws a UsageError. */
export const parseRate = (text: string): Rate => {
  const [, limit = '', count = '', unit = ''] =
    /^([1-9]\d{0,6})\/([1-9]\d{0,4})?(s|m|h)$/.exec(text.trim()) ?? [];
  if (unit === '') {
    throw new UsageError(`TOILE_RATE is ${JSON.stringify(text)}, which is no rate`, {
      code: 'bad_rate',
      hint: typeable`requests, a stroke, a time: 300/5m`,
    });
  }
  return { limit: Number(limit), windowMs: Number(count || '1') * (UNITS[unit] ?? 1000) };
};

/** The same, with what the whole command may wait: what was waited for one request is gone for the next. */
export const patiently = (pace: Pace, patience: Patience): Pace => ({
  ...pace,
  get longest() {
    return patience.left();
  },
  spend: patience.spend,
});

/** The rate limiter, for work that leaves room to others. Whoever sends writes each request down itself. */
export const paceOver = (
  limiter: Pick<RateLimiter, 'room' | 'estimate' | 'hold'>,
  rate: Rate,
  { sleep }: Pick<Clock, 'sleep'>,
  longest: number,
): Pace => ({
  rate,
  longest,
  async room(reserve, signal) {
    signal.throwIfAborted();
    for (let ms = await limiter.room(reserve); ms > 0; ms = await limiter.room(reserve))
      await sleep(Math.min(LONGEST_NAP_MS, Math.ceil(ms)), signal);
  },
  estimate: (requests, reserve) => limiter.estimate(requests, reserve),
  record: () => undefined,
  hold: (ms) => limiter.hold(ms),
});

/**
 * Counts in this process alone. A request counts from its answer: it reached the service before that, so a window
 * measured here ends after the service's own, however long the way.
 */
export const createPace = (rate: Rate, clock: Clock, longest = Number.POSITIVE_INFINITY): Pace => {
  const counted = slidingWindow(rate);
  const limiter = {
    room: (reserve: number) => counted.room(clock.now(), reserve),
    estimate: (requests: number, reserve: number) => counted.estimate(clock.now(), requests, reserve),
    hold: (ms: number) => counted.hold(clock.now() + ms),
  };
  return { ...paceOver(limiter, rate, clock, longest), record: () => counted.sent(clock.now()) };
};
