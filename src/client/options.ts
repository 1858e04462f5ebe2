/** What the client is given and what it hands back, in the smallest shapes that any runtime's own parts fit. */

import type { Signal, StreamLike } from './platform.ts';

/** The part of `Headers` that is used. Names are looked up without regard to case. */
export interface HeadersLike {
  get(name: string): string | null;
  forEach?(each: (value: string, name: string) => void): void;
}

/** The part of `Response` that is used. */
export interface ResponseLike {
  readonly status: number;
  /** `opaqueredirect` is how a browser reports a redirect that it was told not to follow. */
  readonly type?: string;
  readonly headers: HeadersLike;
  /** Where it was read in the end. */
  readonly url?: string;
  /** Read by a download alone. */
  readonly body?: StreamLike | null;
  text(): Promise<string>;
}

/** What the client asks of a `fetch`. Redirects are never to be followed where a credential would travel along. */
export interface FetchInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly redirect: 'manual' | 'follow';
  readonly credentials: 'omit';
  readonly signal: Signal;
}

/** The runtime's own `fetch` fits, and so does anything else of this shape. */
export type Fetch = (url: string, init: FetchInit) => Promise<ResponseLike>;

/** What a request needs beside itself. */
export interface RequestOptions {
  /** An http or https address, with or without a path prefix and trailing slash: `https://host/api`. */
  readonly baseUrl: string;
  /** Personal key or OAuth access token (section 5), sent as `Authorization: Bearer`. */
  readonly credential?: string | undefined;
  /** The runtime's own by default. */
  readonly fetch?: Fetch | undefined;
  /** Reads a body; `JSON.parse` by default. Another one may make objects of numbers to keep their lexemes. */
  readonly parse?: ((text: string) => unknown) | undefined;
  /**
   * How a body is read when its value is asked for, which then does not fail; undefined for one that is left to `parse`.
   * @internal
   */
  readonly parseLater?: ((text: string) => (() => unknown) | undefined) | undefined;
  /** Writes a body; `JSON.stringify` by default. The counterpart of `parse`. */
  readonly stringify?: ((value: unknown) => string | undefined) | undefined;
  /** Milliseconds from sending to the last byte of the answer; 0, the default, waits for ever. */
  readonly timeout?: number | undefined;
  /** Sent only when given: a browser refuses to have it set. */
  readonly userAgent?: string | undefined;
  /** Sent along; what the client sets itself goes before. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** What a client is made with. */
export interface ClientOptions extends RequestOptions {
  /** Milliseconds that each try of a request may take to the last byte of its answer; 60,000 unless said, 0 for ever. */
  readonly timeout?: number | undefined;
  /**
   * How often a read is sent again after what can pass: 429, 408, 5xx, no answer; 2 unless said. `Retry-After` is kept
   * to where it asks for a minute at most. Nothing that writes is ever sent again.
   */
  readonly maxRetries?: number | undefined;
}

/** One request to any route. At most one of `json` and `text` is given, and neither with GET or HEAD. */
export interface Requested {
  readonly method: string;
  /** Relative to the base address, which it cannot leave: `/v1/me`. May bring a query along. */
  readonly path: string;
  /** Members that are undefined are left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined;
  /** A body still to be serialised. */
  readonly json?: unknown;
  /** A body already serialised as JSON; sent as it is. */
  readonly text?: string | undefined;
  readonly signal?: Signal | undefined;
  /** Beside those of the options, and before them. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** In place of that of the options. */
  readonly timeout?: number | undefined;
  /** Statuses outside 200-299 that are answers too. */
  readonly accept?: readonly number[] | undefined;
}

/** An answer with everything that came with it. */
export interface Whole<T> {
  readonly value: T;
  /** The body as the service wrote it. */
  readonly text: string;
  readonly status: number;
  readonly headers: HeadersLike;
}
