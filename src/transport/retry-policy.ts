import { retryAfterMs } from '../client/retry-after.ts';
import type { Outcome } from './attempt.ts';
import { isPermanent } from './explain.ts';
import type { Repeat } from './options.ts';

/** First wait in milliseconds where the answer names none; it doubles with every try. */
const FIRST_WAIT = 250;
/** The same after a 429: the window of the limit is minutes long. */
const FIRST_WAIT_LIMITED = 2_000;
const LONGEST_WAIT = 30_000;
/** Spreads those that were told the same moment by up to this many milliseconds. */
const SPREAD = 1_000;

/**
 * Whether the same request may be sent again. Reads may after anything that can pass. An export may only after
 * a 429, which says that nothing was done. Nothing else that writes is ever repeated, unless its sender knows that
 * it may be (`repeat`): a Tech Pack costs money.
 */
export function mayRepeat(method: string, url: string, outcome: Outcome, repeat?: Repeat): boolean {
  const limited = outcome.kind === 'answered' && outcome.status === 429;
  if (repeat === 'refused') return limited || (outcome.kind === 'answered' && outcome.status === 503);
  const isSafe = method === 'GET' || method === 'HEAD' || repeat === 'failed';
  if (!isSafe) {
    return method === 'POST' && limited && /\/v1\/designs\/[^/]+\/exports$/.test(new URL(url).pathname);
  }
  if (outcome.kind !== 'answered') return !isPermanent(outcome.error);
  return limited || outcome.status === 408 || outcome.status >= 500;
}

/** Why a request is sent again, for those who watch. */
export function reasonOf(outcome: Outcome): 'rate_limited' | 'unavailable' | 'no_connection' {
  if (outcome.kind !== 'answered') return 'no_connection';
  return outcome.status === 429 ? 'rate_limited' : 'unavailable';
}

/**
 * Milliseconds to wait after a try: at `least`, and with `spread` so that many do not come back at once.
 * What the service asks for is never undercut.
 */
export function waitAfter(
  outcome: Outcome,
  attempt: number,
  now: number,
  random: () => number,
): { least: number; spread: number } {
  const asked = outcome.kind === 'failed' ? undefined : retryAfterMs(outcome.headers, now);
  if (asked !== undefined) return { least: asked, spread: random() * SPREAD };
  const first = reasonOf(outcome) === 'rate_limited' ? FIRST_WAIT_LIMITED : FIRST_WAIT;
  const full = Math.min(LONGEST_WAIT, first * 2 ** (attempt - 1));
  return { least: full / 2, spread: (random() * full) / 2 };
}
