import type { Clock, WaitBudget } from '../../platform/shared-types.ts';
import type { HostSystem, RunSettings } from '../../platform/system/host-system.ts';
import type { Fetch, FetchInit, HeadersLike, ResponseLike } from '../client/index.ts';
import type { RequestPacing } from './retrying-fetch.ts';

/** An event of a request: an attempt that ended, or the start or end of a wait. It contains no secret. */
export type TransportEvent =
  | {
      readonly kind: 'attempt';
      readonly method: string;
      /**
       * The URL of the request in a form that is safe to log. Parts that could be secret are replaced by a word in
       * brackets.
       */
      readonly url: string;
      /** The number of the attempt, from 1. */
      readonly attempt: number;
      readonly status: number | undefined;
      /** The code of the error, if no response came or the response was interrupted. */
      readonly error: string | undefined;
      readonly ms: number;
      readonly headers: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'waiting';
      readonly ms: number;
      /**
       * The reason of the wait: `rate_limited` after a 429, `unavailable` after another error response, `no_connection`
       * without a response, `paced` because the request would exceed the rate limit.
       */
      readonly reason: 'rate_limited' | 'unavailable' | 'no_connection' | 'paced';
      /** The number of the attempt that follows this wait. */
      readonly attempt: number;
    }
  /** Reports that the wait before an attempt has ended, because its time is over or because it was aborted. */
  | { readonly kind: 'waited' };

/** The headers that are logged. Other headers may contain a secret. */
const SAFE_HEADERS = [
  'content-type',
  'content-length',
  'date',
  'retry-after',
  'www-authenticate',
  'x-request-id',
  'request-id',
  'x-correlation-id',
  'server',
  'via',
];

/**
 * The query parameters that the specification (4.2) defines. They contain no secrets, so their values may be logged.
 */
const SAFE_QUERY_NAMES = new Set(['limit', 'before', 'profile']);

/** Returns the response headers that may be logged, for example `content-type` and `x-request-id`. */
export const pickSafeHeaders = (headers: HeadersLike | undefined): Readonly<Record<string, string>> => {
  const safeHeaders: Record<string, string> = {};
  for (const name of SAFE_HEADERS) {
    const value = headers?.get(name);
    if (value !== null && value !== undefined) safeHeaders[name] = value;
  }
  return safeHeaders;
};

/**
 * Returns a URL for a log: without user and password, and with `[hidden]` for the values of unknown query parameters.
 */
export const redactUrl = (address: string): string => {
  const url = new URL(address);
  const query = [...url.searchParams].map(([name, value]) =>
    SAFE_QUERY_NAMES.has(name) ? `${name}=${value}` : `${name}=[hidden]`,
  );
  return `${url.origin}${url.pathname}${query.length > 0 ? `?${query.join('&')}` : ''}`;
};

/**
 * Decides when a request that changes data is sent again. `refused`: only after a 429 or 503, because the service has
 * then done nothing. `failed`: after any temporary failure. `failed` is used only if sending the request twice has the
 * same effect as sending it once.
 */
export type RepeatRule = 'refused' | 'failed';

interface SendInit extends FetchInit {
  readonly repeat?: RepeatRule | undefined;
}

/** Sends a request, with retries, and returns its response. */
export type SendRequest = (url: string, init: SendInit) => Promise<ResponseLike>;

/**
 * The type of a `fetch` function: it sends a request once, without retries. If the response has no `body`, it is read
 * with its method `text`.
 */
export type RawFetch = Fetch;

/** The host system, with two more functions that open network access. Each of them returns a `fetch`. */
export interface NetworkedSystem extends HostSystem {
  /** Returns the fetch that uses the proxies and the certificates from the environment variables. */
  network(): Promise<RawFetch>;
  /** Returns a fetch that sends each request exactly once, for requests that may cost money. */
  singleSender(): Promise<RawFetch>;
}

/** The settings of one run of a command that sends requests, with the functions that open network access. */
export interface NetworkedRunSettings extends RunSettings {
  readonly system: NetworkedSystem;
}

/** The time limits of a request in milliseconds; 0 is no limit. */
export interface RequestTimeouts {
  /**
   * The maximum time from sending the request to receiving the headers of the response, including the time to connect.
   */
  readonly headers: number;
  /** The maximum time between two chunks of the response body. */
  readonly idle: number;
  /**
   * The maximum time for receiving the whole body of a response. `idle` is not enough, because a body in many small
   * chunks could go on forever.
   */
  readonly body: number;
  /** The maximum time for the whole request, from sending it to the last byte of the response. */
  readonly total: number;
}

/** The options of `createRetryingFetch`. */
export interface TransportOptions {
  readonly fetch: RawFetch;
  readonly clock: Clock;
  random(): number;
  /** The maximum total time in milliseconds that one request waits (default: 60,000). Infinity means no limit. */
  readonly maxWait?: number | undefined;
  /**
   * The limit for the total waiting time of all requests of this run. The time that a request takes until it times out
   * counts as waiting time.
   */
  readonly waitBudget?: WaitBudget | undefined;
  readonly timeouts?: Partial<RequestTimeouts> | undefined;
  /** The maximum number of times that a request is sent (default: 5). */
  readonly tries?: number | undefined;
  /** Returns the rate limiter that the request counts against; undefined if it counts against none. */
  findPacing?(url: string, init: FetchInit): Promise<RequestPacing | undefined>;
  /** Called for each attempt to send a request, and at the start and end of each wait. */
  onEvent?(event: TransportEvent): void;
}

/** The default time limits: 1 minute for the headers, 30 s between chunks, 5 minutes for the body, no total limit. */
export const DEFAULT_REQUEST_TIMEOUTS: RequestTimeouts = {
  headers: 60_000,
  idle: 30_000,
  body: 300_000,
  total: 0,
};
