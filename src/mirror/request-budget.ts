import { typeable } from '../border/shell.ts';
import { ApiError } from '../client/errors.ts';
import type { Clock } from '../contract.ts';
import { RateLimited, ToileError, Unavailable } from '../errors.ts';
import type { Pace } from '../rate-limit/pull-pace.ts';
import { LONGEST_RETRY_AFTER } from '../size-limits.ts';
import { isOfFolder } from './disk-errors.ts';

/** The number of requests that was allowed has been sent. */
export class Enough extends Error {}

/** Where a 429 does not say how long to wait. */
const DEFAULT_HOLD_S = 30;

/** A longer wait is told of again and again while it lasts, in milliseconds. */
const TOLD_EVERY_MS = 1000;

export interface Sending {
  readonly pace: Pace;
  readonly clock: Clock;
  readonly reserve: number;
  readonly signal: AbortSignal;
  readonly most?: number | undefined;
  /** Told before each request; `waiting` when there is no room for it yet. */
  before?(waiting: boolean): void;
}

const tooLong = (ms: number): RateLimited =>
  new RateLimited('the rate limit is used up for longer than --max-wait', {
    hint: typeable`without --max-wait it waits for as long as it takes`,
    details: { retry_after: Math.ceil(ms / 1000) },
  });

export interface Sender {
  /** One request when there is room for it, and again when the service says that there was none after all. */
  send<T>(request: () => PromiseLike<T>): Promise<T>;
  /** How many were sent and answered by anything but a 429. */
  readonly requests: number;
}

export const sender = ({ pace, clock, reserve, signal, most = Infinity, before }: Sending): Sender => {
  let requests = 0;
  return {
    get requests() {
      return requests;
    },
    async send(request) {
      while (true) {
        if (requests >= most) throw new Enough();
        const began = clock.now();
        let ms = pace.estimate(1, reserve);
        if (ms > pace.longest) throw tooLong(ms);
        for (; ms > TOLD_EVERY_MS; ms = pace.estimate(1, reserve)) {
          before?.(true);
          await clock.sleep(TOLD_EVERY_MS, signal);
        }
        before?.(ms > 0);
        await pace.room(reserve, signal);
        pace.spend?.(clock.now() - began);
        try {
          const answer = await request();
          requests += 1;
          return answer;
        } catch (caught) {
          const error = meant(caught);
          if (!(error instanceof RateLimited)) {
            requests += 1;
            throw error;
          }
          const asked = (error.details.retry_after ?? DEFAULT_HOLD_S) * 1000;
          // Whoever waits for as long as it takes goes on; with a limit the service has used it up.
          if (pace.longest < Number.POSITIVE_INFINITY || asked > LONGEST_RETRY_AFTER) throw error;
          pace.hold(asked);
        }
      }
    },
  };
};

/** The client wraps what its fetch rejects with; what the transport found out about a request stands inside. */
const meant = (error: unknown): unknown =>
  error instanceof Error && error.name === 'NetworkError' && error.cause instanceof ToileError
    ? error.cause
    : error;

export const statusOf = (error: unknown): number | undefined => {
  if (error instanceof ToileError) return error.details.status;
  return error instanceof Error && 'status' in error && typeof error.status === 'number'
    ? error.status
    : undefined;
};

/** The service takes the credential for nothing, or not for this. The storage behind a link says as much of the link. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && [401, 403].includes(statusOf(error) ?? 0);

/** What the whole work cannot go on after: the credential, the disk, the person. */
export const isFinal = (error: unknown, signal: AbortSignal): boolean =>
  signal.aborted || error instanceof RateLimited || isRefused(error) || isOfFolder(error);

/** The network or the service failed, and not this one design. */
export const isOutage = (error: unknown): boolean =>
  error instanceof Unavailable ||
  (error instanceof Error && ['NetworkError', 'TimeoutError', 'AnswerError'].includes(error.name)) ||
  (statusOf(error) ?? 0) >= 500;
