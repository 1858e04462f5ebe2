import { RateLimited, ToileError, Unavailable } from '../platform/errors.ts';
import { shellText } from '../platform/escape/shell.ts';
import type { Clock } from '../platform/shared-types.ts';
import { MAX_RETRY_AFTER_MS } from '../platform/size-limits.ts';
import { ApiError } from '../service/client/errors.ts';
import type { RequestPacer } from '../service/rate-limit/rate-limiters.ts';
import { isFolderFailure } from './collection-disk.ts';

/** Thrown when the number of requests that --max-requests allows is reached. */
export class RequestLimitReached extends Error {}

/** The wait in seconds after a 429 (too many requests) without a `Retry-After` header. */
const DEFAULT_HOLD_S = 30;

const REPORT_WAIT_MS = 1000;

/** The options of `createRequestSender`. `pacer` delays requests so that they keep the rate limit. */
export interface RequestSenderOptions {
  readonly pacer: RequestPacer;
  readonly clock: Clock;
  /** In each window of the rate limit, the sender leaves this number of requests free for other commands. */
  readonly reserve: number;
  readonly signal: AbortSignal;
  readonly maxRequests?: number | undefined;
  /**
   * Called before each request is sent, and once a second while the request has to wait. `isWaiting` is true if the
   * request has to wait for the rate limit.
   */
  onRequest?(isWaiting: boolean): void;
}

const createTooLongWaitError = (ms: number): RateLimited =>
  new RateLimited('the rate limit is used up for longer than --max-wait', {
    hint: shellText`without --max-wait, the command waits as long as necessary`,
    details: { retry_after: Math.ceil(ms / 1000) },
  });

/** Sends requests within the rate limit and --max-requests. */
export interface RequestSender {
  /**
   * Sends a request as soon as the rate limit allows. After a 429, sends it again, but not if --max-wait is given or
   * `Retry-After` is too long.
   * @throws RequestLimitReached if --max-requests is used up.
   * @throws RateLimited if the request would have to wait too long.
   */
  send<T>(request: () => PromiseLike<T>): Promise<T>;
  /** The number of requests so far, without those that got a 429. */
  readonly requests: number;
}

/** Creates a RequestSender that sends at most `maxRequests` requests. Requests that got a 429 do not count. */
export const createRequestSender = ({
  pacer,
  clock,
  reserve,
  signal,
  maxRequests = Infinity,
  onRequest,
}: RequestSenderOptions): RequestSender => {
  let requests = 0;
  return {
    get requests() {
      return requests;
    },
    async send(request) {
      while (true) {
        if (requests >= maxRequests) throw new RequestLimitReached();
        const startedAt = clock.now();
        let ms = pacer.estimate(1, reserve);
        if (ms > pacer.maxWaitMs) throw createTooLongWaitError(ms);
        for (; ms > REPORT_WAIT_MS; ms = pacer.estimate(1, reserve)) {
          onRequest?.(true);
          await clock.sleep(REPORT_WAIT_MS, signal);
        }
        onRequest?.(ms > 0);
        await pacer.waitForBulk(reserve, signal);
        pacer.spendWait?.(clock.now() - startedAt);
        try {
          const response = await request();
          requests += 1;
          return response;
        } catch (caught) {
          const error = unwrapNetworkError(caught);
          if (!(error instanceof RateLimited)) {
            requests += 1;
            throw error;
          }
          const retryAfterMs = (error.details.retry_after ?? DEFAULT_HOLD_S) * 1000;
          // The pull usually waits after a 429 and repeats the request. But with --max-wait, or if `Retry-After` is
          // more than MAX_RETRY_AFTER_MS, it throws the error.
          if (pacer.maxWaitMs < Number.POSITIVE_INFINITY || retryAfterMs > MAX_RETRY_AFTER_MS) throw error;
          pacer.hold(retryAfterMs);
        }
      }
    },
  };
};

const unwrapNetworkError = (error: unknown): unknown =>
  error instanceof Error && error.name === 'NetworkError' && error.cause instanceof ToileError
    ? error.cause
    : error;

const readErrorStatus = (error: unknown): number | undefined => {
  if (error instanceof ToileError) return error.details.status;
  return error instanceof Error && 'status' in error && typeof error.status === 'number'
    ? error.status
    : undefined;
};

/** Returns true if the service (not a download link) rejected the credential. */
const isCredentialRejected = (error: unknown): boolean =>
  error instanceof ApiError && [401, 403].includes(readErrorStatus(error) ?? 0);

/** Returns true for an error that ends the whole pull: rejected credential, rate limit, disk error or cancellation. */
export const isFatalError = (error: unknown, signal: AbortSignal): boolean =>
  signal.aborted || error instanceof RateLimited || isCredentialRejected(error) || isFolderFailure(error);

/** Returns true for a failure of the network or service. The next request would probably fail in the same way. */
export const isServiceOutage = (error: unknown): boolean =>
  error instanceof Unavailable ||
  (error instanceof Error && ['NetworkError', 'TimeoutError', 'AnswerError'].includes(error.name)) ||
  (readErrorStatus(error) ?? 0) >= 500;

/**
 * Returns true if an error is a 404 that the service itself sent (specification 2.1, section 7). The body of such a
 * response describes the error. A 404 from a proxy has no such body.
 */
export const isGoneFromService = (error: unknown): boolean =>
  error instanceof Error && readErrorStatus(error) === 404 && 'stated' in error && error.stated === true;
