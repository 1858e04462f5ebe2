/** How many requests a caller may send in a window of time. */
export interface Rate {
  readonly limit: number;
  readonly windowMs: number;
}

export const RATE: Rate = { limit: 300, windowMs: 5 * 60 * 1000 };

/** Counts requests per caller in a window that slides. Refused requests do not count. */
export interface RateWindow {
  readonly rate: Rate;
  /** Milliseconds until the caller may send again; 0 when this request is admitted, and counted. */
  admit(caller: string, now: number): number;
  used(caller: string, now: number): number;
  clear(): void;
}

export const rateWindow = (rate: Rate): RateWindow => {
  const sent = new Map<string, number[]>();

  const within = (caller: string, now: number): number[] => {
    const times = (sent.get(caller) ?? []).filter((time) => time > now - rate.windowMs);
    sent.set(caller, times);
    return times;
  };

  return {
    rate,
    admit(caller, now) {
      const times = within(caller, now);
      if (times.length < rate.limit) {
        times.push(now);
        return 0;
      }
      return Math.max(1, (times[times.length - rate.limit] ?? now) + rate.windowMs - now);
    },
    used: (caller, now) => within(caller, now).length,
    clear: () => sent.clear(),
  };
};
