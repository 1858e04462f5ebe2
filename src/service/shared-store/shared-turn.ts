import type { LocalRateLimiter, RateLimitSlot } from '../rate-limit/rate-limiter.ts';
import type { LedgerAuthority } from './ledger-authority.ts';
import { IN_PROGRESS, RELEASED } from './request-ledger.ts';

/** Options of `createSharedTurn`. */
export interface SharedTurnOptions {
  readonly local: LocalRateLimiter;
  readonly authority: LedgerAuthority;
  /** Reserves a slot on the server and returns the wait for it; undefined if this machine decides. */
  reserveSlot(): Promise<{ readonly id: string; readonly wait: number } | undefined>;
  /** Returns the remaining wait for a reserved slot; undefined if this machine decides now. */
  pollSlot(id: string): Promise<number | undefined>;
  markEnded(id: string): void;
  releaseSlot(id: string): void;
}

/**
 * Creates a turn in the rate limit. The slot comes from the server or from the share of this machine; if
 * the authority changes during the wait, another slot is reserved.
 */
export const createSharedTurn = ({
  local,
  authority,
  reserveSlot,
  pollSlot,
  markEnded,
  releaseSlot,
}: SharedTurnOptions): RateLimitSlot => {
  /** The slot from the server, and from its use on also in the ledger of this machine. */
  let theirs: string | undefined;
  let kept: ReturnType<LocalRateLimiter['recordGrantedSlot']> | undefined;
  let own: ReturnType<LocalRateLimiter['reserveSlot']> | undefined;
  let isNoted = false;
  let since = authority.version();

  const drop = (): void => {
    kept?.release();
    if (theirs !== undefined) releaseSlot(theirs);
    own?.release();
    if (own !== undefined && isNoted) authority.note(own.id, RELEASED);
    [theirs, kept, own, isNoted] = [undefined, undefined, undefined, false];
  };
  const hasMoved = (): boolean =>
    since !== authority.version() || (own !== undefined && authority.isTogether());

  const byEngine = async (): Promise<number | undefined> => {
    if (theirs !== undefined) return pollSlot(theirs);
    const given = await reserveSlot();
    theirs = given?.id;
    return given?.wait;
  };

  return {
    async getWaitMs() {
      if (hasMoved()) drop();
      const wait = own === undefined && authority.isTogether() ? await byEngine() : undefined;
      since = authority.version();
      if (wait !== undefined && theirs !== undefined) {
        if (wait === 0) kept ??= local.recordGrantedSlot(theirs);
        return wait;
      }
      if (theirs !== undefined) drop();
      if (own === undefined) authority.stayAlone();
      own ??= local.reserveSlot();
      const left = own.getWaitMs();
      if (left === 0 && !isNoted) {
        isNoted = true;
        authority.note(own.id, IN_PROGRESS);
      }
      return left;
    },
    hasMoved,
    markSent() {
      kept?.markSent();
      if (theirs !== undefined) markEnded(theirs);
      if (own === undefined) return;
      own.markSent();
      authority.note(own.id, 0);
    },
    release: drop,
  };
};
