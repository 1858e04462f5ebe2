/**
 * The options and results of the client. Types such as `HeadersLike` declare only the members that the client uses, so
 * that they are compatible with every runtime.
 */

import type { ExportRequest, Profile } from './types.ts';

/** The members of `Headers` that the client uses. Header names are case-insensitive. */
export interface HeadersLike {
  get(name: string): string | null;
  forEach?(each: (value: string, name: string) => void): void;
}

/** The members of `Response` that the client uses. */
export interface ResponseLike {
  readonly status: number;
  /**
   * The type of the response. It is `opaqueredirect` if the response is a redirect and the browser hides its target.
   */
  readonly type?: string;
  readonly headers: HeadersLike;
  /** The address from which the response came, after all redirects. */
  readonly url?: string;
  /** The body as a stream. Only downloads use it. */
  readonly body?: StreamLike | null;
  text(): Promise<string>;
}

/** The options that the client passes to `fetch`. Only downloads follow redirects, because they send no credential. */
export interface FetchInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly redirect: 'manual' | 'follow';
  readonly credentials: 'omit';
  readonly signal: Signal;
}

/** A function that sends a request, for example the runtime's `fetch`. */
export type Fetch = (url: string, init: FetchInit) => Promise<ResponseLike>;

/** The options of `request`: base address, credential, timeout, headers, and functions to send and parse. */
export interface RequestOptions {
  /** An http or https address, with or without a path prefix and trailing slash, for example `https://host/api`. */
  readonly baseUrl: string;
  /** A personal key or OAuth access token (specification section 5), sent as `Authorization: Bearer`. */
  readonly credential?: string | undefined;
  /** The function that sends requests (default: the runtime's own `fetch`). */
  readonly fetch?: Fetch | undefined;
  /**
   * Parses a response body (default: `JSON.parse`). A parser may return an object for a number, to keep all its digits,
   * for example those of `56.0`.
   */
  readonly parse?: ((text: string) => unknown) | undefined;
  /**
   * Checks the text of a response body. Returns a function that parses the text when `value` of the response is first
   * read. This function must not throw. If `parseLazily` returns undefined, `parse` parses the text at once.
   * @internal
   */
  readonly parseLazily?: ((text: string) => (() => unknown) | undefined) | undefined;
  /** Serializes the body of a request (default: `JSON.stringify`). */
  readonly stringify?: ((value: unknown) => string | undefined) | undefined;
  /** The maximum time in milliseconds until the whole response has arrived (default: 0, no limit). */
  readonly timeout?: number | undefined;
  /** The `User-Agent` header. It is sent only if given, because browsers refuse to set it. */
  readonly userAgent?: string | undefined;
  /**
   * Further headers for all requests. The headers that the client sets itself, such as `authorization`, override them.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The options of `Client`: all options of `request`, and the number of retries. */
export interface ClientOptions extends RequestOptions {
  /**
   * The maximum time in milliseconds until the whole response has arrived (default: 60,000; 0: no limit). It applies to
   * each try separately.
   */
  readonly timeout?: number | undefined;
  /**
   * The maximum number of retries of a GET or HEAD request after 408, 429, 5xx or no response (default: 2). Before a
   * retry, the client waits at least as long as `Retry-After` says. If `Retry-After` is longer than a minute, there is
   * no retry. Requests with another method are never retried.
   */
  readonly maxRetries?: number | undefined;
}

/** A request to any route. The body is either `json` or `text`. A GET or HEAD request must not have a body. */
export interface ApiRequest {
  /** The HTTP method in capital letters. */
  readonly method: string;
  /** The path below the base address, for example `/v1/me`. It may contain a query. */
  readonly path: string;
  /** Query parameters. Undefined ones are left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined;
  /** A value that is sent as JSON. */
  readonly json?: unknown;
  /** A body that is JSON text already; it is sent unchanged. */
  readonly text?: string | undefined;
  /** Aborting the signal cancels the request. */
  readonly signal?: Signal | undefined;
  /** Further headers of this request. They override headers with the same name in the options of the client. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The timeout of this request in milliseconds. It replaces the timeout in the options of the client. */
  readonly timeout?: number | undefined;
  /** Statuses outside 200-299 for which the request returns the response and does not throw an error. */
  readonly accept?: readonly number[] | undefined;
}

/** A response of the service: the parsed body, its raw text, the status and the headers. */
export interface ApiResponse<T> {
  readonly value: T;
  /** The body of the response as text, exactly as the service wrote it. */
  readonly text: string;
  readonly status: number;
  readonly headers: HeadersLike;
}

// A program may use type libraries without `AbortSignal` or `ReadableStream`, and the client must compile there too.
// The types `Signal` and `Stream` therefore fall back to `SignalLike` and `StreamLike`.

/** The members of `AbortSignal` that the client uses. */
export interface SignalLike {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** The global type `AbortSignal`, if the TypeScript libraries of the program declare it. Otherwise SignalLike. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer Own extends SignalLike } }
  ? Own
  : SignalLike;

/** The members of `ReadableStream` that the client uses. */
export interface StreamLike {
  getReader(): {
    read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
    cancel?(reason?: unknown): Promise<void>;
  };
  /** Discards the bytes of the stream that were not read yet. */
  cancel?(): Promise<void>;
}

/** The type `ReadableStream` if the type libraries of the program declare it, otherwise StreamLike. */
export type Stream = typeof globalThis extends { ReadableStream: { prototype: infer Own extends StreamLike } }
  ? Own
  : StreamLike;

/** The signal, the timeout and the headers of one call of a client method. */
export interface CallOptions {
  /** The signal that aborts the call. The call then rejects with the reason of the signal. */
  readonly signal?: Signal | undefined;
  /** The timeout of this call in milliseconds. Replaces the timeout of the client. */
  readonly timeout?: number | undefined;
  /** Further headers for this call. They override the headers of the client options. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The options of `listDesigns`: the page size, and the cursor after which the page starts. */
export interface ListOptions extends CallOptions {
  /** The size of the page, at least 1. The service's default is 20; the specification (section 8) names no maximum. */
  readonly limit?: number | undefined;
  /** The `next_before` of the previous page. Null or undefined requests the first page. */
  readonly before?: string | null | undefined;
}

/** The options of a request for a graph: its profile, and the options of every call. */
export interface ProfileOptions extends CallOptions {
  /** The profile of the graph. If undefined, the service uses `technical_designer`. */
  readonly profile?: Profile | (string & {}) | undefined;
}

/** A reference to a design by its uuid, or to a garment by its id such as `GARM-101` (specification 4.2). */
export interface ReadTarget {
  readonly kind: 'design' | 'garment';
  readonly id: string;
}

/** The options of `exportDesign`: the profile, the driver, and the options of every call. */
export interface ExportOptions extends ExportRequest, CallOptions {}
