/** Error classes for the statuses of the service (section 7). */

import { ApiError } from './errors.ts';

/** 400: the service refused the request, for example for an unknown driver. */
export class BadRequestError extends ApiError {
  override readonly name = 'BadRequestError';
}

/** 401: no valid credential. */
export class UnauthenticatedError extends ApiError {
  override readonly name = 'UnauthenticatedError';
}

/** 402 without a checkout address. A 402 with one is a result of `requestTechPack`. */
export class PaymentRequiredError extends ApiError {
  override readonly name = 'PaymentRequiredError';
}

/** 403: the credential lacks the scope. */
export class ForbiddenError extends ApiError {
  override readonly name = 'ForbiddenError';
}

/** 404: the resource does not exist, or belongs to another owner. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** 409: Tech Packs have no price at the moment. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}

/** 429: the rate limit is exceeded; `retryAfter` has the wait in seconds. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}

/** 500 and above: the service failed, or a proxy before it. */
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

/** Returns the error class of a status. */
export const selectErrorClass = (status: number): typeof ApiError =>
  ERROR_CLASSES[status] ?? (status >= 500 ? ServerError : ApiError);
