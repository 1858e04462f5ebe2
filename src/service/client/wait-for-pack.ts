import { sleepUnlessAborted } from './deadline.ts';
import { NotReadyError } from './errors.ts';
import { isPackReady } from './pack-readiness.ts';
import type { Signal } from './platform.ts';
import { readClock } from './runtime.ts';
import { getRequestedWait, isTransientFailure } from './send-with-retries.ts';
import type { TechPackStatus } from './types.ts';

/** Times and callbacks of a wait for a Tech Pack. */
export interface PackWait {
  /** Milliseconds between two polls. */
  readonly interval: number;
  /** Milliseconds in total. The last poll is at their end. */
  readonly atMost: number;
  readonly signal?: Signal | undefined;
  onStatus?: ((status: TechPackStatus) => void) | undefined;
  poll(): PromiseLike<TechPackStatus>;
}

/**
 * Polls until `pack.ready` is true and returns the status. A poll that fails temporarily is repeated.
 * Throws NotReadyError when the time is up.
 */
export async function waitForPack({
  interval,
  atMost,
  signal,
  onStatus,
  poll,
}: PackWait): Promise<TechPackStatus> {
  const until = readClock() + atMost;
  let last: TechPackStatus | undefined;
  let cause: unknown;
  for (;;) {
    let asked = 0;
    try {
      last = await poll();
      cause = undefined;
    } catch (error) {
      if (!isTransientFailure(error)) throw error;
      cause = error;
      asked = (getRequestedWait(error) ?? 0) * 1000;
    }
    if (cause === undefined && last !== undefined) {
      onStatus?.(last);
      if (isPackReady(last)) return last;
    }
    const left = until - readClock();
    if (left <= 0 || asked > left) throw new NotReadyError('GET /v1/tech-packs', atMost, last, cause);
    await sleepUnlessAborted(Math.max(asked, Math.min(interval, left)), signal);
  }
}
