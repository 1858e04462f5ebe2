/** The errors of the client. No message contains the credential or the query of an address. */

import type { HeadersLike } from './options.ts';
import type { TechPackStatus } from './types.ts';

/** The base class of all errors of the client. */
export abstract class ClientError extends Error {
  /**
   * The HTTP method and the path of the failed request, without its query, for example `GET /v1/me`. Empty if there was
   * no request.
   */
  readonly route: string;

  constructor(message: string, route: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.route = route;
  }
}

/** Thrown if an argument is invalid, for example the base address, credential, path or body. Nothing was sent. */
export class RequestError extends ClientError {
  override readonly name = 'RequestError';
}

/**
 * Thrown if there is no response, because the service was not reached or the connection broke. `cause` is the error of
 * `fetch`.
 */
export class NetworkError extends ClientError {
  override readonly name = 'NetworkError';
}

/**
 * Thrown if the response was not complete within `timeout` milliseconds. The service may still have carried out the
 * request.
 */
export class TimeoutError extends ClientError {
  override readonly name = 'TimeoutError';
  readonly timeout: number;

  constructor(route: string, timeout: number) {
    super(`${route}: no complete answer within ${timeout} ms`, route);
    this.timeout = timeout;
  }
}

/**
 * The reason of an AnswerError. `cut_short`: the body ended too early. `wrong_shape`: a member of the body has a wrong
 * type. `wrong_size`, `wrong_digest`: a document has another size or digest than expected. `changed`: the document
 * changed during the download.
 */
export type AnswerReason =
  | 'redirect'
  | 'cut_short'
  | 'empty'
  | 'not_json'
  | 'not_object'
  | 'wrong_shape'
  | 'wrong_size'
  | 'wrong_digest'
  | 'changed';

/** Thrown if a response does not follow the specification. Its body is not used. `reason` tells what is wrong. */
export class AnswerError extends ClientError {
  override readonly name = 'AnswerError';
  readonly reason: AnswerReason;
  readonly status: number;
  /** The part of the response body that was received. It is not enumerable, so that a logged error does not show it. */
  declare readonly text: string;

  constructor(
    route: string,
    about: { reason: AnswerReason; message: string; status: number; text?: string; cause?: unknown },
  ) {
    super(`${route}: ${about.message}`, route, about.cause);
    this.reason = about.reason;
    this.status = about.status;
    hideProperty(this, 'text', about.text ?? '');
  }
}

/**
 * Thrown if the service responds with an error status (specification 2.1 and 7). Common statuses have a subclass, for
 * example NotFoundError for 404.
 */
export class ApiError extends ClientError {
  override readonly name: string = 'ApiError';
  declare readonly status: number;
  /**
   * The error code that the service sent, for example `RATE_LIMITED`. If the body has no code, it is `HTTP_` and the
   * status, for example `HTTP_502`.
   */
  declare readonly code: string;
  /** True if the body is an error object as in specification 2.1. Then the service sent the error, and not a proxy. */
  declare readonly stated: boolean;
  /** The wait in seconds that the header `Retry-After` requests; undefined if the response has no such header. */
  declare readonly retryAfter: number | undefined;
  /** The value of the header `Retry-After` as it was sent: seconds or an HTTP date. */
  declare readonly retryAfterHeader: string | undefined;
  /** The `WWW-Authenticate` header of a 401. */
  declare readonly wwwAuthenticate: string | undefined;
  /** The request id from `x-request-id` or a similar header. The specification names no header for it. */
  declare readonly requestId: string | undefined;
  /** The headers of the response. Not enumerable, so that a logged error does not show them. */
  declare readonly headers: HeadersLike;
  /** The raw body of the response. The property is not enumerable, so that a logged error does not show the body. */
  declare readonly text: string;

  constructor(
    route: string,
    {
      message,
      headers = { get: () => null },
      text = '',
      ...about
    }: { message: string } & Pick<ApiError, 'status' | 'code'> & Partial<ApiErrorDetails>,
  ) {
    super(message, route);
    Object.assign(this, { stated: false, ...about });
    hideProperty(this, 'headers', headers);
    hideProperty(this, 'text', text);
  }
}

/** The optional arguments of the ApiError constructor. */
type ApiErrorDetails = Pick<
  ApiError,
  'stated' | 'retryAfter' | 'retryAfterHeader' | 'wwwAuthenticate' | 'requestId' | 'headers' | 'text'
>;

/** Thrown if a Tech Pack was not ready within `timeout` milliseconds. It may help to wait again. */
export class NotReadyError extends ClientError {
  override readonly name = 'NotReadyError';
  readonly timeout: number;
  /**
   * The last status of the Tech Pack that the service sent; undefined if all requests failed. If the last request
   * failed, `cause` is the error of that request.
   */
  readonly last: TechPackStatus | undefined;

  constructor(route: string, timeout: number, last: TechPackStatus | undefined, cause: unknown) {
    super(`${route}: the Tech Pack was not ready within ${timeout} ms`, route, cause);
    this.timeout = timeout;
    this.last = last;
  }
}

function hideProperty(error: Error, name: string, value: unknown): void {
  Object.defineProperty(error, name, { value, enumerable: false });
}

/** Thrown for status 400: the service refused the request, for example because of an unknown driver. */
export class BadRequestError extends ApiError {
  override readonly name = 'BadRequestError';
}

/** Thrown for status 401: the request has no valid credential. */
export class UnauthenticatedError extends ApiError {
  override readonly name = 'UnauthenticatedError';
}

/**
 * Thrown for status 402 without a checkout address. A 402 with a checkout address is not an error but a result of
 * `requestTechPack`.
 */
export class PaymentRequiredError extends ApiError {
  override readonly name = 'PaymentRequiredError';
}

/** Thrown for status 403: the credential does not have the required scope. */
export class ForbiddenError extends ApiError {
  override readonly name = 'ForbiddenError';
}

/** Thrown for status 404: the resource does not exist, or belongs to another owner. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** Thrown for status 409, for example because Tech Packs have no price at the moment. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}

/** Thrown for status 429: the rate limit is exceeded. `retryAfter` is the wait in seconds. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}

/** Thrown for a status of 500 or above: the service or a proxy failed. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError';
}

const ERROR_CLASSES: Readonly<Record<number, typeof ApiError>> = {
  400: BadRequestError,
  401: UnauthenticatedError,
  402: PaymentRequiredError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  429: RateLimitError,
};

/**
 * Returns the error class for an HTTP status: for example NotFoundError for 404, ServerError from 500 on, and ApiError
 * for a status without a class.
 */
export const selectErrorClass = (status: number): typeof ApiError =>
  ERROR_CLASSES[status] ?? (status >= 500 ? ServerError : ApiError);
