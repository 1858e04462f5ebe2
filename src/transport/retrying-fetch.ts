import { type Typeable, typeable } from '../border/shell.ts';
import type { FetchInit, ResponseLike } from '../client/index.ts';
import { TRIES_AFTER_TIMEOUT } from '../client/repeat.ts';
import { retryAfterMs } from '../client/retry-after.ts';
import type { Patience } from '../contract.ts';
import { RateLimited, ToileError, Unavailable } from '../errors.ts';
import { LONGEST_RETRY_AFTER } from '../size-limits.ts';
import { attempt, type Outcome } from './attempt.ts';
import { shownHeaders, shownUrl } from './events.ts';
import { codeOf, explain } from './explain.ts';
import { type Send, TIMEOUTS, type Timeouts, type TransportOptions } from './options.ts';
import { mayRepeat, reasonOf, waitAfter } from './retry-policy.ts';
import { settle, takeTurn } from './throttle.ts';

/**
 * A `fetch` for the client that knows when to try again. Answers are handed on with their body read to the end.
 *
 * Rejects with RateLimited where waiting would take longer than `maxWait` or the tries are used up, with
 * Unavailable where no answer came, and with the reason of the signal. An answer that broke off is handed on:
 * reading its text rejects.
 */
export const createFetch = (options: TransportOptions): Send => {
  const { clock, maxWait = 60_000, tries = 5, patience } = options;
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const tell = (event: Parameters<NonNullable<typeof options.onEvent>>[0]) => options.onEvent?.(event);

  /** Sends within the turns of everybody who shares the limit. Milliseconds of `left` that it waited come back. */
  const inTurn = async (url: string, init: FetchInit, number: number, left: number) => {
    const pacing = await options.pace?.(url, init);
    if (pacing === undefined) return { outcome: await sendOnce(url, init, number), waited: 0 };
    const { turn, waited } = await takeTurn(pacing, init, { clock, attempt: number, left, tell });
    try {
      const outcome = await sendOnce(url, init, number);
      const asked = outcome.kind === 'failed' ? undefined : retryAfterMs(outcome.headers, clock.now());
      settle(pacing, turn, outcome, asked);
      return { outcome, waited };
    } catch (error) {
      // Ended from outside, on its way: it may have arrived.
      turn.sent();
      throw error;
    }
  };

  const sendOnce = async (url: string, init: FetchInit, number: number): Promise<Outcome> => {
    const began = clock.now();
    const outcome = await attempt(options.fetch, url, init, clock, bounded(timeouts, patience));
    if (isTimeout(outcome)) patience?.spend(clock.now() - began);
    tell({
      kind: 'attempt',
      method: init.method,
      url: shownUrl(url),
      attempt: number,
      status: outcome.kind === 'failed' ? undefined : outcome.status,
      error: outcome.kind === 'answered' ? undefined : (codeOf(outcome.error) ?? 'unknown'),
      ms: clock.now() - began,
      headers: shownHeaders(outcome.kind === 'failed' ? undefined : outcome.headers),
    });
    return outcome;
  };

  return async (url, { repeat, ...init }) => {
    let left = Math.min(maxWait, patience?.left() ?? maxWait);
    const spend = (ms: number): void => {
      left -= ms;
      patience?.spend(ms);
    };
    for (let number = 1; ; number += 1) {
      init.signal.throwIfAborted();
      const { outcome, waited } = await inTurn(url, init, number, left);
      spend(waited);
      left = Math.min(left, patience?.left() ?? left);
      if (!mayRepeat(init.method, url, outcome, repeat)) return handOn(url, outcome);
      const { least, spread } = waitAfter(outcome, number, clock.now(), options.random);
      const most = isTimeout(outcome) ? Math.min(tries, TRIES_AFTER_TIMEOUT) : tries;
      if (number >= most || least > Math.min(left, LONGEST_RETRY_AFTER))
        return giveUp(url, outcome, clock.now());
      const ms = Math.min(left, Math.ceil(least + spread));
      tell({ kind: 'waiting', ms, reason: reasonOf(outcome), attempt: number + 1 });
      try {
        await clock.sleep(ms, init.signal);
      } finally {
        tell({ kind: 'waited' });
      }
      spend(ms);
    }
  };
};

/** Time for one request, head and body together. */
export const wholly = (ms: number): Timeouts => ({ headers: ms, idle: ms, body: ms, whole: ms });

/** However little is left, an answer that is on its way has time to come. */
const LEAST = 10_000;

/** No answer is waited for longer than there is patience; where nothing is to be waited for, each has its usual time. */
const bounded = (timeouts: Timeouts, patience: Patience | undefined): Timeouts => {
  if (patience === undefined || patience.whole === 0) return timeouts;
  const left = Math.max(LEAST, patience.left());
  return { ...timeouts, whole: timeouts.whole <= 0 ? left : Math.min(timeouts.whole, left) };
};

const isTimeout = (outcome: Outcome): boolean =>
  outcome.kind !== 'answered' && /(HEADERS|BODY)_TIMEOUT$/.test(codeOf(outcome.error) ?? '');

const handOn = (url: string, outcome: Outcome): ResponseLike => {
  if (outcome.kind === 'failed') throw unreachable(url, outcome.error);
  const { status, type, headers } = outcome;
  const text = async () => {
    if (outcome.kind === 'cut') throw unreachable(url, outcome.error);
    return outcome.text;
  };
  return { status, ...(type !== undefined && { type }), headers, text };
};

/** The end of the tries. A 429 becomes toile's own error here, where it is known that waiting was considered. */
const giveUp = (url: string, outcome: Outcome, now: number): ResponseLike => {
  if (outcome.kind !== 'answered' || outcome.status !== 429) return handOn(url, outcome);
  const asked = retryAfterMs(outcome.headers, now);
  const seconds = asked === undefined ? undefined : Math.ceil(asked / 1000);
  const service = serviceCode(outcome.text);
  throw new RateLimited('the service takes no more requests for now: its rate limit is reached', {
    hint:
      seconds === undefined
        ? typeable`try again in a few minutes`
        : typeable`try again in ${inWords(seconds)}`,
    details: {
      status: 429,
      ...(service !== undefined && { service_code: service }),
      ...(seconds !== undefined && { retry_after: seconds }),
    },
  });
};

const unreachable = (url: string, error: unknown): ToileError => {
  if (error instanceof ToileError) return error;
  const { message, hint, code } = explain(error, new URL(url));
  return new Unavailable(message, { hint, code, cause: error });
};

const serviceCode = (text: string): string | undefined => {
  try {
    const code: unknown = JSON.parse(text)?.code;
    return typeof code === 'string' ? code : undefined;
  } catch {
    return undefined;
  }
};

const inWords = (seconds: number): Typeable => {
  if (seconds < 120) return seconds === 1 ? typeable`1 second` : typeable`${seconds} seconds`;
  if (seconds < 7_200) return typeable`${Math.ceil(seconds / 60)} minutes`;
  if (seconds < 172_800) return typeable`${Math.ceil(seconds / 3_600)} hours`;
  return typeable`${Math.ceil(seconds / 86_400)} days`;
};
