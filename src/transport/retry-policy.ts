import { isRead, mayPass, waitAfter as waitAfterFailure } from '../client/repeat.ts';
import { retryAfterMs } from '../client/retry-after.ts';
import type { Outcome } from './attempt.ts';
import { isPermanent } from './explain.ts';
import type { Repeat } from './options.ts';

/**
 * Whether the same request may be sent again. Reads may after anything that can pass. An export may only after
 * a 429, which says that nothing was done. Nothing else that writes is ever repeated, unless its sender knows that
 * it may be (`repeat`): a Tech Pack costs money.
 */
export const mayRepeat = (method: string, url: string, outcome: Outcome, repeat?: Repeat): boolean => {
  const limited = outcome.kind === 'answered' && outcome.status === 429;
  if (repeat === 'refused') return limited || (outcome.kind === 'answered' && outcome.status === 503);
  const isSafe = isRead(method) || repeat === 'failed';
  if (!isSafe) {
    return method === 'POST' && limited && /\/v1\/designs\/[^/]+\/exports$/.test(new URL(url).pathname);
  }
  if (outcome.kind !== 'answered') return !isPermanent(outcome.error);
  return mayPass(outcome.status);
};

/** Why a request is sent again, for those who watch. */
export const reasonOf = (outcome: Outcome): 'rate_limited' | 'unavailable' | 'no_connection' => {
  if (outcome.kind !== 'answered') return 'no_connection';
  return outcome.status === 429 ? 'rate_limited' : 'unavailable';
};

/** Milliseconds to wait after a try, as the answer asks or as a client does that was told nothing. */
export const waitAfter = (
  outcome: Outcome,
  attempt: number,
  now: number,
  random: () => number,
): { least: number; spread: number } => {
  const asked = outcome.kind === 'failed' ? undefined : retryAfterMs(outcome.headers, now);
  return waitAfterFailure({ tries: attempt, asked, limited: reasonOf(outcome) === 'rate_limited' }, random);
};
