/** An error of the service by its status: a class each for what programs tell apart (section 7). */

import { ApiError } from './errors.ts';

/** 400: understood and refused, such as an unknown driver. */
export class BadRequestError extends ApiError {
  override readonly name = 'BadRequestError';
}

/** 401: no valid credential. */
export class UnauthenticatedError extends ApiError {
  override readonly name = 'UnauthenticatedError';
}

/** 402 in a form that does not say how to pay; one that does is an answer of `requestTechPack`. */
export class PaymentRequiredError extends ApiError {
  override readonly name = 'PaymentRequiredError';
}

/** 403: the credential lacks the scope. */
export class ForbiddenError extends ApiError {
  override readonly name = 'ForbiddenError';
}

/** 404: not there, or not the caller's. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** 409: a Tech Pack has no price at the moment. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}

/** 429: the rate limit is used up; `retryAfter` says for how long. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}

/** 500 and above: the service failed, or something before it. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError';
}

const CLASSES: Readonly<Record<number, typeof ApiError>> = {
  400: BadRequestError,
  401: UnauthenticatedError,
  402: PaymentRequiredError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  429: RateLimitError,
};

export const classOf = (status: number): typeof ApiError =>
  CLASSES[status] ?? (status >= 500 ? ServerError : ApiError);
