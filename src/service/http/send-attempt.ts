import { collectBytes } from '../../platform/collect-bytes.ts';
import { BeyondLimit, ToileError } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { rejectOnAbort } from '../../platform/promises.ts';
import type { Clock } from '../../platform/shared-types.ts';
import { RESPONSE_LIMITS } from '../../platform/size-limits.ts';
import { estimateTextLimit, MIN_TEXT_BYTES } from '../../platform/system/memory-limit.ts';
import type { FetchInit, HeadersLike, ResponseLike } from '../client/index.ts';
import type { RawFetch, RequestTimeouts } from './transport-options.ts';

/**
 * Returns the text of a response. Calls `onChunk` after each chunk. Throws BeyondLimit if the decompressed text is
 * longer than a size limit. For an error response (status 400 or higher, except 402), returns the beginning of such a
 * long text instead.
 */
export const readBoundedText = async (response: ResponseLike, onChunk?: () => void): Promise<string> => {
  const { status, headers } = response;
  const isErrorResponse = status >= 400 && status !== 402;
  const declared = Number(headers.get('content-length'));
  // `estimateTextLimit` loads a module of Node.js, so it is called only if the text is longer than MIN_TEXT_BYTES.
  let maxBytes = isErrorResponse ? RESPONSE_LIMITS.errorBytes : MIN_TEXT_BYTES;
  const isTooLong = (bytes: number): boolean => {
    if (!isErrorResponse && bytes > maxBytes) maxBytes = Math.min(RESPONSE_LIMITS.bytes, estimateTextLimit());
    return bytes > maxBytes;
  };
  if (!isErrorResponse && isTooLong(declared)) throw createResponseTooLargeError(maxBytes);
  const reader = response.body?.getReader();
  if (!reader) {
    const text = await response.text();
    if (!isTooLong(text.length)) return text;
    if (isErrorResponse) return text.slice(0, maxBytes);
    throw createResponseTooLargeError(maxBytes);
  }
  const bytes = collectBytes(Math.max(0, Math.min(declared, maxBytes)) || 0);
  for (;;) {
    const { done, value } = await reader.read();
    onChunk?.();
    if (done) return bytes.toText();
    if (value) bytes.add(value);
    if (!isTooLong(bytes.length)) continue;
    void reader.cancel?.().catch(() => undefined);
    if (isErrorResponse) return bytes.toText();
    throw createResponseTooLargeError(maxBytes);
  }
};

const formatMebibytes = (bytes: number): string =>
  `${(bytes / 2 ** 20).toFixed(bytes < 10 * 2 ** 20 ? 1 : 0)} MiB`;

const createResponseTooLargeError = (maxBytes: number): BeyondLimit =>
  maxBytes < RESPONSE_LIMITS.bytes
    ? new BeyondLimit(`the answer is longer than ${formatMebibytes(maxBytes)} and does not fit in memory`, {
        code: 'too_little_memory',
        hint: shellText`allow more memory: NODE_OPTIONS=--max-old-space-size=512`,
      })
    : new BeyondLimit(`the answer is longer than ${formatMebibytes(maxBytes)}, the limit of toile`, {
        code: 'answer_too_large',
        hint: shellText`if the address is right, contact support`,
      });

interface ResponseHead {
  readonly status: number;
  readonly type: string | undefined;
  readonly headers: HeadersLike;
}

/**
 * The result of sending a request once: `answered` with the whole text, `cut` if the response was interrupted or too
 * long, `failed` if no response came.
 */
export type AttemptOutcome =
  | (ResponseHead & { readonly kind: 'answered'; readonly text: string })
  | (ResponseHead & { readonly kind: 'cut'; readonly error: unknown })
  | { readonly kind: 'failed'; readonly error: unknown };

/** Thrown if the headers or the body of a response take too long. `explainNetworkError` has a message for its code. */
export class ResponseTimeoutError extends Error {
  readonly code: 'HEADERS_TIMEOUT' | 'BODY_TIMEOUT';
  constructor(code: ResponseTimeoutError['code'], limit: number) {
    super(`nothing for ${limit} ms`);
    this.code = code;
  }
}

/**
 * Sends a request once and reads the body of the response, unless the response is a redirect. Returns `failed` if no
 * response came. Returns `cut` if the body was interrupted, took too long or was too long. Rejects if the signal
 * aborts, or if `fetch` throws a ToileError other than BeyondLimit.
 */
export const sendAttempt = async (
  fetch: RawFetch,
  url: string,
  init: FetchInit,
  clock: Clock,
  timeouts: RequestTimeouts,
): Promise<AttemptOutcome> => {
  const stop = new AbortController();
  const waitOptions = { clock, signal: AbortSignal.any([init.signal, stop.signal]) };
  const startedAt = clock.now();
  /**
   * Returns the time limit of one phase of the request in milliseconds. It is `limit`, but not more than what is left
   * of the time for the whole request.
   */
  const limitToTotal = (limit: number): number => {
    if (timeouts.total <= 0) return limit;
    const left = Math.max(1, startedAt + timeouts.total - clock.now());
    return limit <= 0 ? left : Math.min(limit, left);
  };
  let response: ResponseLike | undefined;
  try {
    const sent = fetch(url, { ...init, signal: waitOptions.signal });
    const answer = await waitWithTimeout(
      waitOptions,
      limitToTotal(timeouts.headers),
      'HEADERS_TIMEOUT',
      sent,
    );
    response = answer;
    const { status, type, headers } = answer;
    // The body of a redirect is not read, because it may never end.
    const isRedirect = status >= 300 && status <= 399;
    const text = isRedirect
      ? ''
      : await waitWithTimeout(
          waitOptions,
          limitToTotal(timeouts.body),
          'BODY_TIMEOUT',
          waitWithIdleTimeout(waitOptions.clock, timeouts.idle, (onChunk) =>
            readBoundedText(answer, onChunk),
          ),
        );
    if (isRedirect) stop.abort();
    return { kind: 'answered', status, type, headers, text };
  } catch (error) {
    stop.abort(error);
    init.signal.throwIfAborted();
    // A response that is too long causes the error BeyondLimit. This error is not thrown but returned together with the
    // status of the response, because the caller needs the status.
    if (error instanceof ToileError && !(error instanceof BeyondLimit)) throw error;
    if (!response) return { kind: 'failed', error };
    const { status, type, headers } = response;
    return { kind: 'cut', status, type, headers, error };
  }
};

/**
 * Returns the result of `work`. Throws ResponseTimeoutError with `code` if `work` takes longer than `limit`
 * milliseconds; 0 means no limit. If the signal aborts first, throws the reason of the signal.
 */
export const waitWithTimeout = async <T>(
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
  limit: number,
  code: ResponseTimeoutError['code'],
  work: Promise<T>,
): Promise<T> => {
  if (limit <= 0) return rejectOnAbort(work, signal);
  const ended = new AbortController();
  const timeout = clock.sleep(limit, ended.signal).then(() => {
    throw new ResponseTimeoutError(code, limit);
  });
  // Without this handler, Node would report an unhandled rejection if `timeout` rejects after the `Promise.race` below
  // has ended.
  timeout.catch(() => {});
  try {
    return await Promise.race([rejectOnAbort(work, signal), timeout]);
  } finally {
    ended.abort();
  }
};

/**
 * Returns the result of `work`. Throws ResponseTimeoutError if `work` does not call `onChunk` for `limit` milliseconds.
 * One timer serves all chunks, because a timer for each chunk is slow.
 */
const waitWithIdleTimeout = async <T>(
  clock: Clock,
  limit: number,
  work: (onChunk: () => void) => Promise<T>,
): Promise<T> => {
  if (limit <= 0) return work(() => undefined);
  let lastChunkAt = clock.now();
  const ended = new AbortController();
  const rejectOnSilence = async (): Promise<never> => {
    for (let left = limit; left > 0; left = lastChunkAt + limit - clock.now())
      await clock.sleep(left, ended.signal);
    throw new ResponseTimeoutError('BODY_TIMEOUT', limit);
  };
  try {
    return await Promise.race([
      work(() => {
        lastChunkAt = clock.now();
      }),
      rejectOnSilence(),
    ]);
  } finally {
    ended.abort();
  }
};
