import type { LocalLimiter, Turn } from '../rate-limit/rate-limiter.ts';
import { GIVEN_BACK, UNDER_WAY } from './ledger.ts';
import type { Deciding } from './who-decides.ts';

export interface Places {
  readonly local: LocalLimiter;
  readonly deciding: Deciding;
  /** A place by the engine, and the wait for it; undefined where this machine decides. */
  place(): Promise<{ readonly id: string; readonly wait: number } | undefined>;
  /** The wait for a place that was waited for; undefined where this machine decides by now. */
  again(id: string): Promise<number | undefined>;
  ended(id: string): void;
  gaveBack(id: string): void;
}

/** A place, by whoever decides; where that changes while it waits, another one. */
export const sharedTurn = ({ local, deciding, place, again, ended, gaveBack }: Places): Turn => {
  /** By the engine, and from when it is used also in the ledger of this machine. */
  let theirs: string | undefined;
  let kept: ReturnType<LocalLimiter['given']> | undefined;
  let own: ReturnType<LocalLimiter['turn']> | undefined;
  let isNoted = false;
  let since = deciding.version();

  const drop = (): void => {
    kept?.withdrawn();
    if (theirs !== undefined) gaveBack(theirs);
    own?.withdrawn();
    if (own !== undefined && isNoted) deciding.note(own.id, GIVEN_BACK);
    [theirs, kept, own, isNoted] = [undefined, undefined, undefined, false];
  };
  const hasMoved = (): boolean =>
    since !== deciding.version() || (own !== undefined && deciding.isTogether());

  const byEngine = async (): Promise<number | undefined> => {
    if (theirs !== undefined) return again(theirs);
    const given = await place();
    theirs = given?.id;
    return given?.wait;
  };

  return {
    async wait() {
      if (hasMoved()) drop();
      const wait = own === undefined && deciding.isTogether() ? await byEngine() : undefined;
      since = deciding.version();
      if (wait !== undefined && theirs !== undefined) {
        if (wait === 0) kept ??= local.given(theirs);
        return wait;
      }
      if (theirs !== undefined) drop();
      if (own === undefined) deciding.stayAlone();
      own ??= local.turn();
      const left = own.wait();
      if (left === 0 && !isNoted) {
        isNoted = true;
        deciding.note(own.id, UNDER_WAY);
      }
      return left;
    },
    moved: hasMoved,
    sent() {
      kept?.sent();
      if (theirs !== undefined) ended(theirs);
      if (own === undefined) return;
      own.sent();
      deciding.note(own.id, 0);
    },
    withdrawn: drop,
  };
};
