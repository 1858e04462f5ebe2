import type { Clock, WaitBudget } from '../../platform/shared-types.ts';
import type { HostSystem, RunSettings } from '../../platform/system/host-system.ts';
import type { FetchInit, ResponseLike } from '../client/index.ts';
import type { RequestPacing } from './acquire-slot.ts';
import type { TransportEvent } from './transport-event.ts';

/**
 * The part of a stream that is used. Chunks are read one by one, to tell a stalled body from a long one.
 */
interface BodyLike {
  getReader(): {
    read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
    cancel?(reason?: unknown): Promise<void>;
  };
  /** Discards the rest of the body. */
  cancel?(): Promise<void>;
}

/**
 * When a request that writes may be sent again. `refused`: after a response that says that nothing was
 * done. `failed`: after any failure that may pass, because doing it twice is the same as once.
 */
export type RepeatRule = 'refused' | 'failed';

/** The options of a request, with the rule for repeating it. */
export interface SendInit extends FetchInit {
  readonly repeat?: RepeatRule | undefined;
}

/** Sends a request, with retries. */
export type SendRequest = (url: string, init: SendInit) => Promise<ResponseLike>;

/** The type of the `fetch` of a runtime. Without `body` the text is read at once. */
export type RawFetch = (
  url: string,
  init: FetchInit,
) => Promise<ResponseLike & { readonly body?: BodyLike | null }>;

/** The process and the machine, with its network. */
export interface NetworkedSystem extends HostSystem {
  /** Returns the fetch for this network, with its proxies and certificates. */
  network(): Promise<RawFetch>;
  /** Returns a fetch that sends each request exactly once. It is used for requests that may cost money. */
  singleSender(): Promise<RawFetch>;
}

/** The settings of a run that sends requests. */
export interface NetworkedSettings extends RunSettings {
  readonly system: NetworkedSystem;
}

/** Time limits in milliseconds; 0 waits forever. */
export interface RequestTimeouts {
  /** From sending to the head of the response, including the connection. */
  readonly headers: number;
  /** Between two chunks of the body. */
  readonly idle: number;
  /** For the whole body. A body that arrives in small chunks is never idle. */
  readonly body: number;
  /** From sending to the last byte. */
  readonly total: number;
}

/** Options of `createRetryingFetch`. */
export interface TransportOptions {
  /** Sends a request once. */
  readonly fetch: RawFetch;
  readonly clock: Clock;
  /** 0 up to 1, as Math.random. */
  random(): number;
  /** Milliseconds that one request may wait between its attempts. May be Infinity. Default: 60 s. */
  readonly maxWait?: number | undefined;
  /** The budget of all requests together, including responses that time out. */
  readonly waitBudget?: WaitBudget | undefined;
  readonly timeouts?: Partial<RequestTimeouts> | undefined;
  /** The largest number of attempts. Default: 5. */
  readonly tries?: number | undefined;
  /**
   * Returns the rate limit that a request counts against; undefined for none. The request waits for its
   * slot, within `maxWait`.
   */
  findPacing?(url: string, init: FetchInit): Promise<RequestPacing | undefined>;
  /** Called for each event, for `--debug` and the countdown. */
  onEvent?(event: TransportEvent): void;
}

/** The default time limits. */
export const DEFAULT_REQUEST_TIMEOUTS: RequestTimeouts = {
  headers: 60_000,
  idle: 30_000,
  body: 300_000,
  total: 0,
};
