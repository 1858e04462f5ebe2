import type { Clock } from '../../../src/platform/shared-types.ts';

/** Creates a clock whose waits end at once and are recorded. */
export function createQuickClock(
  start = Date.parse('2026-10-21T07:28:00Z'),
): Clock & { readonly waits: number[] } {
  let now = start;
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      waits.push(ms);
      now += ms;
    },
  };
}

/** The clock of the machine. */
export const realClock: Clock = {
  now: Date.now,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const isEnded = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', isEnded);
        resolve();
      }, ms);
      if (signal?.aborted) isEnded();
      else signal?.addEventListener('abort', isEnded, { once: true });
    }),
};
