/** What can go wrong with a call. No message holds the credential or the query of an address. */

import type { HeadersLike } from './options.ts';
import type { TechPackStatus } from './types.ts';

/** What every error of the client has in common. */
export abstract class ClientError extends Error {
  /** Method and path of the request, without its query: `GET /v1/me`. Empty where there was no request. */
  readonly route: string;

  constructor(message: string, route: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.route = route;
  }
}

/** The request cannot be made: a bad base address, credential, path or body. Nothing was sent. */
export class RequestError extends ClientError {
  override readonly name = 'RequestError';
}

/** No answer came: the service was not reached, or the connection broke before one began. See `cause`. */
export class NetworkError extends ClientError {
  override readonly name = 'NetworkError';
}

/** The answer was not complete within `timeout` milliseconds. The service may have acted on the request. */
export class TimeoutError extends ClientError {
  override readonly name = 'TimeoutError';
  /** Milliseconds. */
  readonly timeout: number;

  constructor(route: string, timeout: number) {
    super(`${route}: no complete answer within ${timeout} ms`, route);
    this.timeout = timeout;
  }
}

/** Why an answer cannot be used. */
export type AnswerReason =
  | 'redirect'
  | 'cut_short'
  | 'empty'
  | 'not_json'
  | 'not_object'
  | 'wrong_shape'
  /** Of a document: it is not the one that was described, or another one came when it was asked for the rest. */
  | 'wrong_size'
  | 'wrong_digest'
  | 'changed';

/** Something answered, but not as the specification says the service does. Never a half-read value. */
export class AnswerError extends ClientError {
  override readonly name = 'AnswerError';
  readonly reason: AnswerReason;
  readonly status: number;
  /** The body, as far as it came. Not enumerable, so that an inspected error does not spill it. */
  declare readonly text: string;

  constructor(
    route: string,
    about: { reason: AnswerReason; message: string; status: number; text?: string; cause?: unknown },
  ) {
    super(`${route}: ${about.message}`, route, about.cause);
    this.reason = about.reason;
    this.status = about.status;
    hide(this, 'text', about.text ?? '');
  }
}

/** The service answered with an error (sections 2.1 and 7). */
export class ApiError extends ClientError {
  override readonly name: string = 'ApiError';
  readonly status: number;
  /** The service's machine code, such as `RATE_LIMITED`; `HTTP_502` where the body shows none. */
  readonly code: string;
  /** The whole error object of section 2.1 came, as JSON: the service itself said it, and nothing on the way to it. */
  readonly stated: boolean;
  /** Seconds until another try makes sense, where the service says. */
  readonly retryAfter: number | undefined;
  /** `Retry-After` as it was written: seconds or an HTTP date. */
  readonly retryAfterHeader: string | undefined;
  /** The challenge that comes with a 401. */
  readonly wwwAuthenticate: string | undefined;
  /** From whichever request-id header the answer carries; the specification names none. */
  readonly requestId: string | undefined;
  /** The headers of the answer. Not enumerable. */
  declare readonly headers: HeadersLike;
  /** The body as it came. Not enumerable. */
  declare readonly text: string;

  constructor(
    route: string,
    about: {
      message: string;
      status: number;
      code: string;
      stated?: boolean;
      retryAfter?: number | undefined;
      retryAfterHeader?: string | undefined;
      wwwAuthenticate?: string | undefined;
      requestId?: string | undefined;
      headers?: HeadersLike;
      text?: string;
    },
  ) {
    super(about.message, route);
    this.status = about.status;
    this.code = about.code;
    this.stated = about.stated ?? false;
    this.retryAfter = about.retryAfter;
    this.retryAfterHeader = about.retryAfterHeader;
    this.wwwAuthenticate = about.wwwAuthenticate;
    this.requestId = about.requestId;
    hide(this, 'headers', about.headers ?? { get: () => null });
    hide(this, 'text', about.text ?? '');
  }
}

/** The Tech Pack was not ready within `timeout` milliseconds. It may still be later: wait again. */
export class NotReadyError extends ClientError {
  override readonly name = 'NotReadyError';
  /** Milliseconds. */
  readonly timeout: number;
  /** What was seen last; undefined where no look came to anything, and then `cause` says why. */
  readonly last: TechPackStatus | undefined;

  constructor(route: string, timeout: number, last: TechPackStatus | undefined, cause: unknown) {
    super(`${route}: the Tech Pack was not ready within ${timeout} ms`, route, cause);
    this.timeout = timeout;
    this.last = last;
  }
}

function hide(error: Error, name: string, value: unknown): void {
  Object.defineProperty(error, name, { value, enumerable: false });
}
