import { readRetryAfterMs } from '../client/retry-after.ts';
import {
  isReadMethod,
  isTransientStatus,
  computeRetryWait as waitAfterFailure,
} from '../client/retry-rules.ts';
import { isPermanentError } from './explain-network-error.ts';
import type { AttemptOutcome } from './send-attempt.ts';
import type { RepeatRule } from './transport-options.ts';

/**
 * Returns whether a request may be sent again. Reads may be repeated after any failure that may pass. An
 * export may be repeated after a 429 only, which says that nothing was done. Other writes are never
 * repeated unless `repeat` allows it: a Tech Pack costs money.
 */
export const canRepeatRequest = (
  method: string,
  url: string,
  outcome: AttemptOutcome,
  repeat?: RepeatRule,
): boolean => {
  const limited = outcome.kind === 'answered' && outcome.status === 429;
  if (repeat === 'refused') return limited || (outcome.kind === 'answered' && outcome.status === 503);
  const isSafe = isReadMethod(method) || repeat === 'failed';
  if (!isSafe) {
    return method === 'POST' && limited && /\/v1\/designs\/[^/]+\/exports$/.test(new URL(url).pathname);
  }
  if (outcome.kind !== 'answered') return !isPermanentError(outcome.error);
  return isTransientStatus(outcome.status);
};

/** Returns why a request is sent again, for events. */
export const getRetryReason = (outcome: AttemptOutcome): 'rate_limited' | 'unavailable' | 'no_connection' => {
  if (outcome.kind !== 'answered') return 'no_connection';
  return outcome.status === 429 ? 'rate_limited' : 'unavailable';
};

/** Returns the wait after an attempt in milliseconds: what the response requests, or a growing default. */
export const computeAttemptWait = (
  outcome: AttemptOutcome,
  attempt: number,
  now: number,
  random: () => number,
): { least: number; spread: number } => {
  const asked = outcome.kind === 'failed' ? undefined : readRetryAfterMs(outcome.headers, now);
  return waitAfterFailure(
    { tries: attempt, requestedMs: asked, isRateLimited: getRetryReason(outcome) === 'rate_limited' },
    random,
  );
};
