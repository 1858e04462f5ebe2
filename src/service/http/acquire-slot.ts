import { RateLimited } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { rejectOnAbort } from '../../platform/poll-until-done.ts';
import type { Clock } from '../../platform/shared-types.ts';
import { MAX_RETRY_AFTER_MS } from '../../platform/size-limits.ts';
import type { FetchInit } from '../client/index.ts';
import type { AttemptOutcome } from './send-attempt.ts';
import type { TransportEvent } from './transport-event.ts';

/** Milliseconds that requests of this machine are stopped after a 429 without `Retry-After`. */
const DEFAULT_HOLD_MS = 2_000;

/** Milliseconds between two checks of a slot that may come nearer. */
const MAX_SLEEP_MS = 1_000;

/** The reserved moment at which one request may be sent. */
export interface PacingSlot {
  /** Returns the milliseconds until the request may be sent. Ask again after waiting. */
  getWaitMs(): number | Promise<number>;
  /** Returns whether the moment may have come nearer during the wait. */
  hasMoved?(): boolean;
  markSent(): void;
  release(): void;
}

/** Keeps the processes that share a rate limit below it. */
export interface RequestPacing {
  reserveSlot(): PacingSlot;
  /** Stops all requests for that many milliseconds, as the service has requested. */
  hold(ms: number): void;
}

/** Options of `acquireSlot`. */
export interface SlotOptions {
  readonly clock: Clock;
  readonly attempt: number;
  /** Milliseconds that may still be spent waiting. */
  readonly left: number;
  tell(event: TransportEvent): void;
}

/** Waits until the request may be sent. Rejects with RateLimited when that takes longer than `left`. */
export const acquireSlot = async (
  pacing: RequestPacing,
  { signal }: FetchInit,
  { clock, attempt, left, tell }: SlotOptions,
): Promise<{ readonly turn: PacingSlot; readonly waited: number }> => {
  const turn = pacing.reserveSlot();
  let waited = 0;
  try {
    const asked = async (): Promise<number> => {
      const ms = turn.getWaitMs();
      return typeof ms === 'number' ? ms : rejectOnAbort(ms, signal);
    };
    for (let ms = await asked(); ms > 0; ms = await asked()) {
      if (ms > Math.min(left - waited, MAX_RETRY_AFTER_MS)) throw createRateLimitError(ms);
      const whole = Math.ceil(ms);
      tell({ kind: 'waiting', ms: whole, reason: 'paced', attempt });
      try {
        waited += await sleepForSlot(turn, whole, (nap) => clock.sleep(nap, signal));
      } finally {
        tell({ kind: 'waited' });
      }
    }
    return { turn, waited };
  } catch (error) {
    turn.release();
    throw error;
  }
};

/** Sleeps for `ms` milliseconds, or until the slot may have come nearer. Returns the time slept. */
const sleepForSlot = async (
  turn: PacingSlot,
  ms: number,
  sleep: (nap: number) => Promise<void>,
): Promise<number> => {
  const longest = turn.hasMoved === undefined ? ms : MAX_SLEEP_MS;
  let rested = 0;
  while (rested < ms && !(rested > 0 && turn.hasMoved?.())) {
    const nap = Math.min(longest, ms - rested);
    await sleep(nap);
    rested += nap;
  }
  return rested;
};

/**
 * Records the outcome of a request with its slot. `asked` is the wait in milliseconds that the service
 * requested.
 */
export const recordOutcome = (
  pacing: RequestPacing,
  turn: PacingSlot,
  outcome: AttemptOutcome,
  asked: number | undefined,
): void => {
  if (outcome.kind === 'answered' && outcome.status === 429) {
    turn.release();
    pacing.hold(asked ?? DEFAULT_HOLD_MS);
  } else turn.markSent();
};

const createRateLimitError = (ms: number): RateLimited => {
  const seconds = Math.ceil(ms / 1000);
  return new RateLimited(`the rate limit of this key is used up; the next request may go in ${seconds} s`, {
    hint: shellText`try again then, or wait for it: --max-wait ${seconds + 1}`,
    details: { retry_after: seconds },
  });
};
