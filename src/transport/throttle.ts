import { typeable } from '../border/shell.ts';
import type { FetchInit } from '../client/index.ts';
import type { Clock } from '../contract.ts';
import { RateLimited } from '../errors.ts';
import { LONGEST_RETRY_AFTER } from '../size-limits.ts';
import { unlessAborted } from '../wait.ts';
import type { Outcome } from './attempt.ts';
import type { TransportEvent } from './events.ts';

/** Milliseconds that a 429 without `Retry-After` keeps everybody on this machine from sending. */
const HOLD = 2_000;

/** A turn that can come nearer is asked about so often, in milliseconds. */
const LONGEST_NAP = 1_000;

/** The moment at which one request may be sent. */
export interface Turn {
  /** Milliseconds until then; asked again after waiting. */
  wait(): number | Promise<number>;
  /** While it waits: whether it is worth asking again at once. */
  moved?(): boolean;
  sent(): void;
  withdrawn(): void;
}

/** What keeps those who share a rate limit from running into it together. */
export interface Pacing {
  turn(): Turn;
  /** The service asked for so many milliseconds of silence. */
  hold(ms: number): void;
}

export interface TurnTaking {
  readonly clock: Clock;
  readonly attempt: number;
  /** Milliseconds that may be spent waiting. */
  readonly left: number;
  tell(event: TransportEvent): void;
}

/** Waits until the request may be sent. Rejects with RateLimited where that takes longer than is left. */
export const takeTurn = async (
  pacing: Pacing,
  { signal }: FetchInit,
  { clock, attempt, left, tell }: TurnTaking,
): Promise<{ readonly turn: Turn; readonly waited: number }> => {
  const turn = pacing.turn();
  let waited = 0;
  try {
    const asked = async (): Promise<number> => {
      const ms = turn.wait();
      return typeof ms === 'number' ? ms : unlessAborted(ms, signal);
    };
    for (let ms = await asked(); ms > 0; ms = await asked()) {
      if (ms > Math.min(left - waited, LONGEST_RETRY_AFTER)) throw tooLong(ms);
      const whole = Math.ceil(ms);
      tell({ kind: 'waiting', ms: whole, reason: 'paced', attempt });
      try {
        waited += await rest(turn, whole, (nap) => clock.sleep(nap, signal));
      } finally {
        tell({ kind: 'waited' });
      }
    }
    return { turn, waited };
  } catch (error) {
    turn.withdrawn();
    throw error;
  }
};

/** Rests for so long, or until the turn may have come nearer. Milliseconds that it took. */
const rest = async (turn: Turn, ms: number, sleep: (nap: number) => Promise<void>): Promise<number> => {
  const longest = turn.moved === undefined ? ms : LONGEST_NAP;
  let rested = 0;
  while (rested < ms && !(rested > 0 && turn.moved?.())) {
    const nap = Math.min(longest, ms - rested);
    await sleep(nap);
    rested += nap;
  }
  return rested;
};

/** Writes down what came of it. `asked` is the wait in milliseconds that the service named. */
export const settle = (pacing: Pacing, turn: Turn, outcome: Outcome, asked: number | undefined): void => {
  if (outcome.kind === 'answered' && outcome.status === 429) {
    turn.withdrawn();
    pacing.hold(asked ?? HOLD);
  } else turn.sent();
};

const tooLong = (ms: number): RateLimited => {
  const seconds = Math.ceil(ms / 1000);
  return new RateLimited(`the rate limit of this key is used up; the next request may go in ${seconds} s`, {
    hint: typeable`try again then, or wait for it: --max-wait ${seconds + 1}`,
    details: { retry_after: seconds },
  });
};
