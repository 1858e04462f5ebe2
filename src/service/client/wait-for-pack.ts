import { NotReadyError } from './errors.ts';
import type { Signal } from './options.ts';
import { getRequestedWait, isTransientFailure } from './retry-rules.ts';
import { readClock, sleepUnlessAborted } from './runtime.ts';
import type { TechPackStatus } from './types.ts';

/**
 * Returns true if the status of a purchase says that the Tech Pack can be downloaded: `pack.ready` is true. Other
 * members of the status, such as `pdf`, are not checked.
 */
export function isPackReady(status: unknown): boolean {
  const { pack } = Object(status) as { readonly pack?: { readonly ready?: unknown } | null };
  return pack?.ready === true;
}

/**
 * The default times of `waitForPack` in milliseconds: `interval` is the time between two requests for the status, and
 * `atMost` is the maximum time of the whole wait.
 */
export const PACK_WAIT_DEFAULTS = {
  interval: 10_000,
  atMost: 30 * 60_000,
} as const;

interface PackWait {
  /** The milliseconds to wait between two requests for the status. */
  readonly interval: number;
  /** The maximum wait in milliseconds. At its end, the status is polled once more. */
  readonly atMost: number;
  readonly signal?: Signal | undefined;
  onStatus?: ((status: TechPackStatus) => void) | undefined;
  poll(): PromiseLike<TechPackStatus>;
}

/**
 * Polls the status of a purchase until `pack.ready` is true, calls `onStatus` with each status and returns the last
 * status. Ignores temporary failures and throws other errors. Throws NotReadyError after `atMost` milliseconds, or
 * earlier if `Retry-After` is longer than the remaining time.
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
    let requestedMs = 0;
    try {
      last = await poll();
      cause = undefined;
    } catch (error) {
      if (!isTransientFailure(error)) throw error;
      cause = error;
      requestedMs = (getRequestedWait(error) ?? 0) * 1000;
    }
    if (cause === undefined && last !== undefined) {
      onStatus?.(last);
      if (isPackReady(last)) return last;
    }
    const left = until - readClock();
    if (left <= 0 || requestedMs > left) throw new NotReadyError('GET /v1/tech-packs', atMost, last, cause);
    await sleepUnlessAborted(Math.max(requestedMs, Math.min(interval, left)), signal);
  }
}
