import { RateLimited, ToileError, Unavailable } from '../../platform/errors.ts';
import { type ShellSafe, shellText } from '../../platform/escape/shell.ts';
import { rejectOnAbort } from '../../platform/promises.ts';
import type { Clock, WaitBudget } from '../../platform/shared-types.ts';
import { MAX_RETRY_AFTER_MS } from '../../platform/size-limits.ts';
import type { FetchInit, ResponseLike } from '../client/index.ts';
import {
  computeRetryWait,
  isReadMethod,
  isTransientStatus,
  MAX_TRIES_AFTER_TIMEOUT,
  readRetryAfterMs,
} from '../client/retry-rules.ts';
import type { RateLimiter, RateLimitSlot } from '../rate-limit/rate-limiter.ts';
import { explainNetworkError, findErrorCode, isPermanentError } from './explain-network-error.ts';
import { type AttemptOutcome, sendAttempt } from './send-attempt.ts';
import {
  DEFAULT_REQUEST_TIMEOUTS,
  pickSafeHeaders,
  type RepeatRule,
  type RequestTimeouts,
  redactUrl,
  type SendRequest,
  type TransportEvent,
  type TransportOptions,
} from './transport-options.ts';

/**
 * The milliseconds of the pause after a response with status 429 that has no `Retry-After`. All requests that share the
 * rate limit pause.
 */
const DEFAULT_HOLD_MS = 2_000;

/**
 * The maximum milliseconds of one sleep of a waiting request. After each sleep, the request checks whether it may be
 * sent earlier than planned.
 */
const MAX_SLEEP_MS = 1_000;

/** The functions of a rate limiter that are needed to send a request. */
export type RequestPacing = Pick<RateLimiter, 'reserveSlot' | 'hold'>;

interface SlotOptions {
  readonly clock: Clock;
  readonly attempt: number;
  /** The milliseconds that remain of the maximum wait of the request. */
  readonly remainingMs: number;
  report(event: TransportEvent): void;
}

/**
 * Reserves a slot of the rate limit (a permission to send one request), waits until the request may be sent, and
 * reports the wait to `report`. Returns the slot and the milliseconds waited. If the wait would be longer than
 * `remainingMs` or MAX_RETRY_AFTER_MS, releases the slot and rejects with RateLimited.
 */
export const acquireSlot = async (
  pacing: RequestPacing,
  { signal }: FetchInit,
  { clock, attempt, remainingMs, report }: SlotOptions,
): Promise<{ readonly slot: RateLimitSlot; readonly waited: number }> => {
  const slot = pacing.reserveSlot();
  let waited = 0;
  try {
    const readWaitMs = async (): Promise<number> => {
      const ms = slot.getWaitMs();
      return typeof ms === 'number' ? ms : rejectOnAbort(ms, signal);
    };
    for (let ms = await readWaitMs(); ms > 0; ms = await readWaitMs()) {
      if (ms > Math.min(remainingMs - waited, MAX_RETRY_AFTER_MS)) throw createRateLimitError(ms);
      const waitMs = Math.ceil(ms);
      report({ kind: 'waiting', ms: waitMs, reason: 'paced', attempt });
      try {
        waited += await sleepForSlot(slot, waitMs, (sleepMs) => clock.sleep(sleepMs, signal));
      } finally {
        report({ kind: 'waited' });
      }
    }
    return { slot, waited };
  } catch (error) {
    slot.release();
    throw error;
  }
};

/**
 * Sleeps for `ms` milliseconds, until the slot (the right to send a request) begins. Stops earlier if `slot.hasMoved`
 * says that the slot may begin sooner. Returns the milliseconds slept.
 */
const sleepForSlot = async (
  slot: RateLimitSlot,
  ms: number,
  sleep: (sleepMs: number) => Promise<void>,
): Promise<number> => {
  const maxSleepMs = slot.hasMoved === undefined ? ms : MAX_SLEEP_MS;
  let sleptMs = 0;
  while (sleptMs < ms && !(sleptMs > 0 && slot.hasMoved?.())) {
    const sleepMs = Math.min(maxSleepMs, ms - sleptMs);
    await sleep(sleepMs);
    sleptMs += sleepMs;
  }
  return sleptMs;
};

/**
 * Tells the rate limiter how a request ended. After a 429, the request is no longer counted, and all requests pause for
 * `retryAfterMs` milliseconds (default: 2,000). Otherwise, the request is counted as sent.
 */
export const recordOutcome = (
  pacing: RequestPacing,
  slot: RateLimitSlot,
  outcome: AttemptOutcome,
  retryAfterMs: number | undefined,
): void => {
  if (outcome.kind === 'answered' && outcome.status === 429) {
    slot.release();
    pacing.hold(retryAfterMs ?? DEFAULT_HOLD_MS);
  } else slot.markSent();
};

const createRateLimitError = (ms: number): RateLimited => {
  const seconds = Math.ceil(ms / 1000);
  return new RateLimited(
    `the rate limit of this key is used up; the next request is possible in ${seconds} s`,
    {
      hint: shellText`try again then, or wait for it: --max-wait ${seconds + 1}`,
      details: { retry_after: seconds },
    },
  );
};

/**
 * Returns true if a request may be sent again after this outcome. A GET or HEAD may be repeated after any temporary
 * failure. A POST that creates an export may be repeated only after a 429. Any other request may cost money and is
 * repeated only as `repeat` allows.
 */
const canRepeatRequest = (
  method: string,
  url: string,
  outcome: AttemptOutcome,
  repeat?: RepeatRule,
): boolean => {
  const isRateLimited = outcome.kind === 'answered' && outcome.status === 429;
  if (repeat === 'refused') return isRateLimited || (outcome.kind === 'answered' && outcome.status === 503);
  const isSafe = isReadMethod(method) || repeat === 'failed';
  if (!isSafe) {
    return method === 'POST' && isRateLimited && /\/v1\/designs\/[^/]+\/exports$/.test(new URL(url).pathname);
  }
  if (outcome.kind !== 'answered') return !isPermanentError(outcome.error);
  return isTransientStatus(outcome.status);
};

const getRetryReason = (outcome: AttemptOutcome): 'rate_limited' | 'unavailable' | 'no_connection' => {
  if (outcome.kind !== 'answered') return 'no_connection';
  return outcome.status === 429 ? 'rate_limited' : 'unavailable';
};

const readRequestedMs = (outcome: AttemptOutcome, now: number): number | undefined =>
  outcome.kind === 'failed' ? undefined : readRetryAfterMs(outcome.headers, now);

/**
 * Creates a `fetch` that waits for the rate limit, retries temporary failures, and reads the body of the response
 * before it returns. Rejects with RateLimited if the wait would exceed `maxWait` or if the last attempt got a 429, and
 * with Unavailable if no response came. If the signal aborts, rejects with the reason of the signal. If the body was
 * interrupted, `text` of the response rejects.
 */
export const createRetryingFetch = (options: TransportOptions): SendRequest => {
  const { clock, maxWait = 60_000, tries = 5, waitBudget } = options;
  const timeouts = { ...DEFAULT_REQUEST_TIMEOUTS, ...options.timeouts };
  const report = (event: TransportEvent) => options.onEvent?.(event);

  const sendInTurn = async (url: string, init: FetchInit, attempt: number, remainingMs: number) => {
    const pacing = await options.findPacing?.(url, init);
    if (pacing === undefined) return { outcome: await sendAndReport(url, init, attempt), waited: 0 };
    const { slot, waited } = await acquireSlot(pacing, init, { clock, attempt, remainingMs, report });
    try {
      const outcome = await sendAndReport(url, init, attempt);
      recordOutcome(pacing, slot, outcome, readRequestedMs(outcome, clock.now()));
      return { outcome, waited };
    } catch (error) {
      // The request was aborted after its start. It may have arrived, so it counts against the rate limit.
      slot.markSent();
      throw error;
    }
  };

  const sendAndReport = async (url: string, init: FetchInit, attempt: number): Promise<AttemptOutcome> => {
    const startedAt = clock.now();
    const outcome = await sendAttempt(options.fetch, url, init, clock, limitTimeouts(timeouts, waitBudget));
    if (isTimeoutOutcome(outcome)) waitBudget?.spend(clock.now() - startedAt);
    report({
      kind: 'attempt',
      method: init.method,
      url: redactUrl(url),
      attempt,
      status: outcome.kind === 'failed' ? undefined : outcome.status,
      error: outcome.kind === 'answered' ? undefined : (findErrorCode(outcome.error) ?? 'unknown'),
      ms: clock.now() - startedAt,
      headers: pickSafeHeaders(outcome.kind === 'failed' ? undefined : outcome.headers),
    });
    return outcome;
  };

  return async (url, { repeat, ...init }) => {
    let left = Math.min(maxWait, waitBudget?.remaining() ?? maxWait);
    const spend = (ms: number): void => {
      left -= ms;
      waitBudget?.spend(ms);
    };
    for (let attempt = 1; ; attempt += 1) {
      init.signal.throwIfAborted();
      const { outcome, waited } = await sendInTurn(url, init, attempt, left);
      spend(waited);
      left = Math.min(left, waitBudget?.remaining() ?? left);
      if (!canRepeatRequest(init.method, url, outcome, repeat)) return toResponse(url, outcome);
      const reason = getRetryReason(outcome);
      const { least, spread } = computeRetryWait(
        {
          tries: attempt,
          requestedMs: readRequestedMs(outcome, clock.now()),
          isRateLimited: reason === 'rate_limited',
        },
        options.random,
      );
      const maxTries = isTimeoutOutcome(outcome) ? Math.min(tries, MAX_TRIES_AFTER_TIMEOUT) : tries;
      if (attempt >= maxTries || least > Math.min(left, MAX_RETRY_AFTER_MS))
        return finishRetries(url, outcome, clock.now());
      const ms = Math.min(left, Math.ceil(least + spread));
      report({ kind: 'waiting', ms, reason, attempt: attempt + 1 });
      try {
        await clock.sleep(ms, init.signal);
      } finally {
        report({ kind: 'waited' });
      }
      spend(ms);
    }
  };
};

/**
 * The total timeout of a request is shortened to the time that the command may still wait, but not below this number of
 * milliseconds.
 */
const MIN_TOTAL_MS = 10_000;

/**
 * Limits the total timeout of a request to the rest of `waitBudget` (the time that the command may still wait), or to
 * MIN_TOTAL_MS if less is left. A budget with a `total` of 0 does not change the timeout.
 */
const limitTimeouts = (timeouts: RequestTimeouts, waitBudget: WaitBudget | undefined): RequestTimeouts => {
  if (waitBudget === undefined || waitBudget.total === 0) return timeouts;
  const left = Math.max(MIN_TOTAL_MS, waitBudget.remaining());
  return { ...timeouts, total: timeouts.total <= 0 ? left : Math.min(timeouts.total, left) };
};

const isTimeoutOutcome = (outcome: AttemptOutcome): boolean =>
  outcome.kind !== 'answered' && /(HEADERS|BODY)_TIMEOUT$/.test(findErrorCode(outcome.error) ?? '');

const toResponse = (url: string, outcome: AttemptOutcome): ResponseLike => {
  if (outcome.kind === 'failed') throw toNetworkError(url, outcome.error);
  const { status, type, headers } = outcome;
  const text = async () => {
    if (outcome.kind === 'cut') throw toNetworkError(url, outcome.error);
    return outcome.text;
  };
  return { status, ...(type !== undefined && { type }), headers, text };
};

/** Returns the response to the last attempt. Throws RateLimited if its status is 429. */
const finishRetries = (url: string, outcome: AttemptOutcome, now: number): ResponseLike => {
  if (outcome.kind !== 'answered' || outcome.status !== 429) return toResponse(url, outcome);
  const retryAfterMs = readRequestedMs(outcome, now);
  const seconds = retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1000);
  const serviceCode = readServiceCode(outcome.text);
  throw new RateLimited('the rate limit of the service is reached', {
    hint:
      seconds === undefined
        ? shellText`try again in a few minutes`
        : shellText`try again in ${formatSeconds(seconds)}`,
    details: {
      status: 429,
      ...(serviceCode !== undefined && { service_code: serviceCode }),
      ...(seconds !== undefined && { retry_after: seconds }),
    },
  });
};

const toNetworkError = (url: string, error: unknown): ToileError => {
  if (error instanceof ToileError) return error;
  const { message, hint, code } = explainNetworkError(error, new URL(url));
  return new Unavailable(message, { hint, code, cause: error });
};

const readServiceCode = (text: string): string | undefined => {
  try {
    const code: unknown = JSON.parse(text)?.code;
    return typeof code === 'string' ? code : undefined;
  } catch {
    return undefined;
  }
};

const formatSeconds = (seconds: number): ShellSafe => {
  if (seconds < 120) return seconds === 1 ? shellText`1 second` : shellText`${seconds} seconds`;
  if (seconds < 7_200) return shellText`${Math.ceil(seconds / 60)} minutes`;
  if (seconds < 172_800) return shellText`${Math.ceil(seconds / 3_600)} hours`;
  return shellText`${Math.ceil(seconds / 86_400)} days`;
};
