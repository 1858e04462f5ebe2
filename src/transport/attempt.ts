import type { FetchInit, HeadersLike } from '../client/index.ts';
import type { Clock } from '../contract.ts';
import { BeyondLimit, ToileError } from '../errors.ts';
import { unlessAborted } from '../wait.ts';
import { boundedText } from './body.ts';
import type { RawFetch, Timeouts } from './options.ts';

/** What came of sending a request once, with its body read to the end. */
export type Outcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly type: string | undefined;
      readonly headers: HeadersLike;
      readonly text: string;
    }
  /** The answer began and broke off. */
  | {
      readonly kind: 'cut';
      readonly status: number;
      readonly type: string | undefined;
      readonly headers: HeadersLike;
      readonly error: unknown;
    }
  | { readonly kind: 'failed'; readonly error: unknown };

/** A limit of this program was reached. The code is read where errors are put into words. */
export class SlowAnswer extends Error {
  readonly code: 'TOILE_HEADERS_TIMEOUT' | 'TOILE_BODY_TIMEOUT';
  /** Milliseconds. */
  readonly limit: number;
  constructor(code: SlowAnswer['code'], limit: number) {
    super(`nothing for ${limit} ms`);
    this.code = code;
    this.limit = limit;
  }
}

/** Sends once. Rejects with the reason of the signal in `init` or a ToileError; every other end is an outcome. */
export const attempt = async (
  fetch: RawFetch,
  url: string,
  init: FetchInit,
  clock: Clock,
  timeouts: Timeouts,
): Promise<Outcome> => {
  const stop = new AbortController();
  const waits = { clock, signal: AbortSignal.any([init.signal, stop.signal]) };
  const began = clock.now();
  /** What is left of the whole time, where that is less. */
  const within = (limit: number): number => {
    if (timeouts.whole <= 0) return limit;
    const left = Math.max(1, began + timeouts.whole - clock.now());
    return limit <= 0 ? left : Math.min(limit, left);
  };
  let response: Awaited<ReturnType<RawFetch>> | undefined;
  try {
    const sent = fetch(url, { ...init, signal: waits.signal });
    const answer = await before(waits, within(timeouts.headers), 'TOILE_HEADERS_TIMEOUT', sent);
    response = answer;
    const { status, type, headers } = answer;
    // Nobody reads what comes with a redirect, and it need not end.
    const redirect = status >= 300 && status <= 399;
    const text = redirect
      ? ''
      : await before(
          waits,
          within(timeouts.body),
          'TOILE_BODY_TIMEOUT',
          unlessSilent(waits.clock, timeouts.idle, (heard) => boundedText(answer, heard)),
        );
    if (redirect) stop.abort();
    return { kind: 'answered', status, type, headers, text };
  } catch (error) {
    stop.abort(error);
    init.signal.throwIfAborted();
    // What already has words is no failure of the network; of an answer that is too long the status still counts.
    if (error instanceof ToileError && !(error instanceof BeyondLimit)) throw error;
    if (!response) return { kind: 'failed', error };
    const { status, type, headers } = response;
    return { kind: 'cut', status, type, headers, error };
  }
};

/** The work's own end, or SlowAnswer when it does not come within the limit, or the reason of the signal. */
export const before = async <T>(
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
  limit: number,
  code: SlowAnswer['code'],
  work: Promise<T>,
): Promise<T> => {
  if (limit <= 0) return unlessAborted(work, signal);
  const ended = new AbortController();
  const late = clock.sleep(limit, ended.signal).then(() => {
    throw new SlowAnswer(code, limit);
  });
  // Once the work has ended this rejects for the second time around, and nobody is there to hear it.
  late.catch(() => {});
  try {
    return await Promise.race([unlessAborted(work, signal), late]);
  } finally {
    ended.abort();
  }
};

/**
 * The work's own end, or SlowAnswer when nothing was heard of it for so long. One timer for all that is heard: a large
 * answer comes in hundreds of pieces, and one for each took as long as reading them.
 */
const unlessSilent = async <T>(
  clock: Clock,
  limit: number,
  work: (heard: () => void) => Promise<T>,
): Promise<T> => {
  if (limit <= 0) return work(() => undefined);
  let last = clock.now();
  const ended = new AbortController();
  const silence = async (): Promise<never> => {
    for (let left = limit; left > 0; left = last + limit - clock.now()) await clock.sleep(left, ended.signal);
    throw new SlowAnswer('TOILE_BODY_TIMEOUT', limit);
  };
  try {
    return await Promise.race([
      work(() => {
        last = clock.now();
      }),
      silence(),
    ]);
  } finally {
    ended.abort();
  }
};
