import type { Clock, WaitBudget } from '../../platform/shared-types.ts';
import type { HostSystem, RunSettings } from '../../platform/system/host-system.ts';
import type { FetchInit, HeadersLike, ResponseLike } from '../client/index.ts';
import type { RequestPacing } from './retrying-fetch.ts';

/** An event of a request: an attempt, or the start or end of a wait. It contains no secret. */
export type TransportEvent =
  | {
      readonly kind: 'attempt';
      readonly method: string;
      /** The URL without query values that could be a secret. */
      readonly url: string;
      /** The number of the attempt, counted from 1. */
      readonly attempt: number;
      /** Undefined if no response came; `error` is then the reason. */
      readonly status: number | undefined;
      readonly error: string | undefined;
      readonly ms: number;
      /** The response headers that are known to contain no secret. */
      readonly headers: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'waiting';
      readonly ms: number;
      /**
       * Why the request waits: `rate_limited` after a 429, `unavailable` after another error response, `no_connection`
       * without a response, `paced` because it would exceed the rate limit.
       */
      readonly reason: 'rate_limited' | 'unavailable' | 'no_connection' | 'paced';
      /** The number of the attempt that follows the wait. */
      readonly attempt: number;
    }
  /** The wait ended or was aborted. */
  | { readonly kind: 'waited' };

/** The headers that may be logged. Unknown headers may contain a secret. */
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

/** The query members of the service's routes (specification 4.2). Their values may be logged. */
const SAFE_QUERY_NAMES = new Set(['limit', 'before', 'profile']);

/** Returns the response headers that contain no secret. */
export const pickSafeHeaders = (headers: HeadersLike | undefined): Readonly<Record<string, string>> => {
  const shown: Record<string, string> = {};
  for (const name of SAFE_HEADERS) {
    const value = headers?.get(name);
    if (value !== null && value !== undefined) shown[name] = value;
  }
  return shown;
};

/** Returns a URL for a log: without user and password, and with only the documented query values. */
export const redactUrl = (written: string): string => {
  const url = new URL(written);
  const query = [...url.searchParams].map(([name, value]) =>
    SAFE_QUERY_NAMES.has(name) ? `${name}=${value}` : `${name}=[hidden]`,
  );
  return `${url.origin}${url.pathname}${query.length > 0 ? `?${query.join('&')}` : ''}`;
};

/** The members of a response body that are used. Chunks are read one by one, so that a stalled body is detected. */
interface BodyLike {
  getReader(): {
    read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
    cancel?(reason?: unknown): Promise<void>;
  };
  /** Discards what was not read. */
  cancel?(): Promise<void>;
}

/**
 * When a request that changes something may be sent again. `refused`: only after a 429 or 503, which say that nothing
 * was done. `failed`: after any temporary failure, because sending it twice has the same effect as once.
 */
export type RepeatRule = 'refused' | 'failed';

interface SendInit extends FetchInit {
  readonly repeat?: RepeatRule | undefined;
}

/** Sends a request, with retries, and returns its response. */
export type SendRequest = (url: string, init: SendInit) => Promise<ResponseLike>;

/** The type of `fetch`: sends a request once. A response without `body` has its whole text at once. */
export type RawFetch = (
  url: string,
  init: FetchInit,
) => Promise<ResponseLike & { readonly body?: BodyLike | null }>;

/** The machine and the process, with the functions that send requests. */
export interface NetworkedSystem extends HostSystem {
  /** Returns the fetch for this network, with its proxies and certificates. */
  network(): Promise<RawFetch>;
  /** Returns a fetch that sends each request exactly once. It is used for requests that may cost money. */
  singleSender(): Promise<RawFetch>;
}

/** The settings of a run of a command that sends requests. */
export interface NetworkedSettings extends RunSettings {
  readonly system: NetworkedSystem;
}

/** The time limits of a request in milliseconds; 0 waits forever. */
export interface RequestTimeouts {
  /** From sending to the headers of the response, including the connection. */
  readonly headers: number;
  /** Between two chunks of the body. */
  readonly idle: number;
  /** For the whole body. It limits a body that arrives slowly in many small chunks. */
  readonly body: number;
  /** From sending to the last byte. */
  readonly total: number;
}

/** The network, the limits and the listeners of `createRetryingFetch`. */
export interface TransportOptions {
  /** Sends a request once. */
  readonly fetch: RawFetch;
  readonly clock: Clock;
  /** Returns a random number from 0 up to 1, like Math.random. */
  random(): number;
  /** The maximum milliseconds that one request waits between its attempts. May be Infinity. Default: 60,000. */
  readonly maxWait?: number | undefined;
  /** The wait budget of all requests together. Responses that time out use it too. */
  readonly waitBudget?: WaitBudget | undefined;
  readonly timeouts?: Partial<RequestTimeouts> | undefined;
  /** The maximum number of attempts. Default: 5. */
  readonly tries?: number | undefined;
  /** Returns the rate limiter that counts a request, which waits for its slot within `maxWait`; undefined for none. */
  findPacing?(url: string, init: FetchInit): Promise<RequestPacing | undefined>;
  /** Called for each event, for `--debug` and the countdown. */
  onEvent?(event: TransportEvent): void;
}

/** The default time limits, in milliseconds. */
export const DEFAULT_REQUEST_TIMEOUTS: RequestTimeouts = {
  headers: 60_000,
  idle: 30_000,
  body: 300_000,
  total: 0,
};
