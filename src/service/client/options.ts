/**
 * Options and results of the client. The types name only the members that the client uses, so that they fit
 * every runtime.
 */

import type { ExportRequest, Profile } from './types.ts';

/** The part of `Headers` that the client uses. Names are case-insensitive. */
export interface HeadersLike {
  get(name: string): string | null;
  forEach?(each: (value: string, name: string) => void): void;
}

/** The part of `Response` that the client uses. */
export interface ResponseLike {
  readonly status: number;
  /** `opaqueredirect` is the type of a redirect that a browser did not follow. */
  readonly type?: string;
  readonly headers: HeadersLike;
  /** The final address, after redirects. */
  readonly url?: string;
  /** Used by downloads only. */
  readonly body?: StreamLike | null;
  text(): Promise<string>;
}

/** The options that the client passes to `fetch`. Redirects are not followed when a credential is sent. */
export interface FetchInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly redirect: 'manual' | 'follow';
  readonly credentials: 'omit';
  readonly signal: Signal;
}

/** The function that sends requests, for example the runtime's `fetch`. */
export type Fetch = (url: string, init: FetchInit) => Promise<ResponseLike>;

/** Options of `request`. */
export interface RequestOptions {
  /** An http or https address, with or without a path prefix and trailing slash: `https://host/api`. */
  readonly baseUrl: string;
  /** Personal key or OAuth access token (section 5), sent as `Authorization: Bearer`. */
  readonly credential?: string | undefined;
  /** Default: the runtime's own `fetch`. */
  readonly fetch?: Fetch | undefined;
  /**
   * Parses a body (default: `JSON.parse`). Another parser may return objects for numbers, to preserve how
   * they are written.
   */
  readonly parse?: ((text: string) => unknown) | undefined;
  /**
   * Returns a function that parses the body when its value is read and cannot fail; undefined leaves the
   * body to `parse`.
   * @internal
   */
  readonly parseLazily?: ((text: string) => (() => unknown) | undefined) | undefined;
  /** Serializes a body (default: `JSON.stringify`). The counterpart of `parse`. */
  readonly stringify?: ((value: unknown) => string | undefined) | undefined;
  /** Milliseconds from sending to the last byte of the response (default: 0, no limit). */
  readonly timeout?: number | undefined;
  /** The `User-Agent` header. It is sent only when given, because browsers refuse to set it. */
  readonly userAgent?: string | undefined;
  /** Further headers. The headers that the client sets itself override them. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of `Client`. */
export interface ClientOptions extends RequestOptions {
  /**
   * Milliseconds that each try of a request may take to the last byte of its response (default: 60,000; 0:
   * no limit).
   */
  readonly timeout?: number | undefined;
  /**
   * How often a read is retried after 429, 408, 5xx or no response (default: 2). `Retry-After` is respected
   * up to a minute. A request that writes is never retried.
   */
  readonly maxRetries?: number | undefined;
}

/** A request to any route. It has at most one of `json` and `text`, and neither with GET or HEAD. */
export interface ApiRequest {
  /** The HTTP method in capital letters. */
  readonly method: string;
  /** The path below the base address, for example `/v1/me`. It may contain a query. */
  readonly path: string;
  /** Query parameters. Undefined ones are left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined;
  /** A body to serialize. */
  readonly json?: unknown;
  /** A body that is JSON text already; it is sent unchanged. */
  readonly text?: string | undefined;
  /** Cancels the request when it aborts. */
  readonly signal?: Signal | undefined;
  /** Further headers. They override the headers of the options. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Replaces the timeout of the options. */
  readonly timeout?: number | undefined;
  /** Statuses outside of 200-299 that are not errors. */
  readonly accept?: readonly number[] | undefined;
}

/** A response: the value, the raw text, the status and the headers. */
export interface ApiResponse<T> {
  readonly value: T;
  /** The body as the service wrote it. */
  readonly text: string;
  readonly status: number;
  readonly headers: HeadersLike;
}

// The types of the runtime need no type libraries: they are the runtime's own where the program declares them,
// and otherwise the members that the client uses.

/** The part of `AbortSignal` that the client uses. */
export interface SignalLike {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** `AbortSignal`, if the program declares that type. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer Own extends SignalLike } }
  ? Own
  : SignalLike;

/** The part of a stream that the client reads. */
export interface StreamLike {
  getReader(): {
    read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
    cancel?(reason?: unknown): Promise<void>;
  };
  /** Discards the rest of the stream. */
  cancel?(): Promise<void>;
}

/** `ReadableStream`, if the program declares that type. */
export type Stream = typeof globalThis extends { ReadableStream: { prototype: infer Own extends StreamLike } }
  ? Own
  : StreamLike;

/** Options of every call. */
export interface CallOptions {
  /** Aborting rejects the call with the signal's reason. */
  readonly signal?: Signal | undefined;
  /** Milliseconds; replaces the timeout of the client. */
  readonly timeout?: number | undefined;
  /** Further headers. They override the headers of the client options. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Selects a page of designs. */
export interface ListOptions extends CallOptions {
  /**
   * The size of the page, at least 1. The default of the service is 20; the specification names no maximum
   * (section 8).
   */
  readonly limit?: number | undefined;
  /** The `next_before` of the previous page; null, as on the last page, is the first page. */
  readonly before?: string | null | undefined;
}

/** Selects the profile of a graph. */
export interface ProfileOptions extends CallOptions {
  /** The service's default is `technical_designer`. */
  readonly profile?: Profile | (string & {}) | undefined;
}

/** A design of the caller, by its uuid, or a garment, by its permanent identity (4.2). */
export interface ReadTarget {
  readonly kind: 'design' | 'garment';
  readonly id: string;
}

/** Options of an export. */
export interface ExportOptions extends ExportRequest, CallOptions {}
