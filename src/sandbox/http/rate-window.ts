/** The number of requests that a caller may send in a window of time. */
export interface SandboxRateLimit {
  readonly limit: number;
  readonly windowMs: number;
}

/** The rate limit of the specification: 300 requests in five minutes. */
export const DEFAULT_RATE_LIMIT: SandboxRateLimit = { limit: 300, windowMs: 5 * 60 * 1000 };

/** Counts the requests of each caller in a sliding window. Refused requests do not count. */
export interface RateWindow {
  readonly rateLimit: SandboxRateLimit;
  /** Returns 0 and counts the request, or returns the milliseconds until the caller may send again. */
  acquireSlot(caller: string, now: number): number;
  countRequests(caller: string, now: number): number;
  clear(): void;
}

/** Creates a rate window. */
export const createRateWindow = (rate: SandboxRateLimit): RateWindow => {
  const sent = new Map<string, number[]>();

  const within = (caller: string, now: number): number[] => {
    const times = (sent.get(caller) ?? []).filter((time) => time > now - rate.windowMs);
    sent.set(caller, times);
    return times;
  };

  return {
    rateLimit: rate,
    acquireSlot(caller, now) {
      const times = within(caller, now);
      if (times.length < rate.limit) {
        times.push(now);
        return 0;
      }
      return Math.max(1, (times[times.length - rate.limit] ?? now) + rate.windowMs - now);
    },
    countRequests: (caller, now) => within(caller, now).length,
    clear: () => sent.clear(),
  };
};
