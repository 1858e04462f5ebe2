import type { FetchInit, ResponseLike } from '../client/index.ts';
import type { Clock, Patience } from '../contract.ts';
import type { TransportEvent } from './events.ts';
import type { Pacing } from './throttle.ts';

/** The part of a stream that is read, so that a body which stops coming can be told from a long one. */
interface BodyLike {
  getReader(): {
    read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
    cancel?(reason?: unknown): Promise<void>;
  };
  /** Gives up what is still to come. */
  cancel?(): Promise<void>;
}

/**
 * What makes it safe to send a request again that writes: `refused`, an answer that says nothing was done; `failed`,
 * anything that can pass, since doing it twice is the same as once or there is no other way to go on.
 */
export type Repeat = 'refused' | 'failed';

/** A request whose sender may know when it may be sent again. */
export interface SendInit extends FetchInit {
  readonly repeat?: Repeat | undefined;
}

export type Send = (url: string, init: SendInit) => Promise<ResponseLike>;

/** A `fetch` as runtimes have it. Without `body` the text is read in one go. */
export type RawFetch = (
  url: string,
  init: FetchInit,
) => Promise<ResponseLike & { readonly body?: BodyLike | null }>;

/** Milliseconds; 0 waits for ever. */
export interface Timeouts {
  /** From sending to the head of the answer, connecting included. */
  readonly headers: number;
  /** Between two pieces of the body. */
  readonly idle: number;
  /** For all of the body: one that drips is never idle. */
  readonly body: number;
  /** From sending to the last byte. */
  readonly whole: number;
}

export interface TransportOptions {
  /** What sends. */
  readonly fetch: RawFetch;
  readonly clock: Clock;
  /** 0 up to 1, as Math.random. */
  random(): number;
  /** Milliseconds that one request may spend waiting between its tries; may be Infinity. 60 s by default. */
  readonly maxWait?: number | undefined;
  /** Beside that, what all requests together may spend so, answers that do not come included. */
  readonly patience?: Patience | undefined;
  readonly timeouts?: Partial<Timeouts> | undefined;
  /** How often a request is sent at most; 5 by default. */
  readonly tries?: number | undefined;
  /** Whose limit a request counts against, if anybody's: it then waits for its turn, within `maxWait`. */
  pace?(url: string, init: FetchInit): Promise<Pacing | undefined>;
  /** Told as it happens, for `--debug` and for a countdown. */
  onEvent?(event: TransportEvent): void;
}

export const TIMEOUTS: Timeouts = { headers: 60_000, idle: 30_000, body: 300_000, whole: 0 };
