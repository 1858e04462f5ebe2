/** Keeping below the rate limit of the service (specification section 8), so that nobody meets a 429. */

import { typeable } from '../border/shell.ts';
import type { Clock, Rate } from '../contract.ts';
import { UsageError } from '../errors.ts';

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
  /** A request was answered, or failed. */
  record(): void;
  /** The service asked for silence, in milliseconds from now. */
  hold(ms: number): void;
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

/** Reads `300/5m`. Throws a UsageError. */
export function parseRate(text: string): Rate {
  const [, limit = '', count = '', unit = ''] =
    /^([1-9]\d{0,6})\/([1-9]\d{0,4})?(s|m|h)$/.exec(text.trim()) ?? [];
  if (unit === '') {
    throw new UsageError(`TOILE_RATE is ${JSON.stringify(text)}, which is no rate`, {
      code: 'bad_rate',
      hint: typeable`requests, a stroke, a time: 300/5m`,
    });
  }
  return { limit: Number(limit), windowMs: Number(count || '1') * (UNITS[unit] ?? 1000) };
}

/**
 * Counts in this process alone. A request counts from its answer: it reached the service before that, so a window
 * measured here ends after the service's own, however long the way.
 */
export function createPace(rate: Rate, clock: Clock, longest = Number.POSITIVE_INFINITY): Pace {
  let answered: number[] = [];
  let heldUntil = 0;

  const recent = (): readonly number[] => {
    const since = clock.now() - rate.windowMs;
    if ((answered[0] ?? since + 1) <= since) answered = answered.filter((at) => at > since);
    return answered;
  };
  const allowed = (reserve: number): number => Math.max(1, rate.limit - reserve);

  return {
    rate,
    longest,
    async room(reserve, signal) {
      while (true) {
        signal.throwIfAborted();
        const now = clock.now();
        const used = recent();
        const blocking = used[used.length - allowed(reserve)];
        const until = Math.max(heldUntil, blocking === undefined ? 0 : blocking + rate.windowMs);
        if (until <= now) return;
        await clock.sleep(until - now, signal);
      }
    },
    estimate(requests, reserve) {
      const now = clock.now();
      const used = recent();
      const most = allowed(reserve);
      const free = most - used.length;
      const held = Math.max(0, heldUntil - now);
      if (requests <= free) return held;
      // Behind those that are free now, each goes when an earlier one leaves the window.
      const behind = requests - free;
      const rounds = Math.floor((behind - 1) / most);
      const first = used[(behind - 1) % most] ?? now;
      return Math.max(held, first + rate.windowMs * (rounds + 1) - now);
    },
    record() {
      answered.push(clock.now());
    },
    hold(ms) {
      heldUntil = Math.max(heldUntil, clock.now() + ms);
    },
  };
}
