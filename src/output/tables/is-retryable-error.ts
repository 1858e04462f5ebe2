import {
  BeyondLimit,
  PendingWork,
  RateLimited,
  type ToileError,
  Unavailable,
} from '../../platform/errors.ts';

/** Error codes of failures that recur until someone removes the cause. */
const PERMANENT_CODES =
  /^(unknown_host|bad_answer|bad_ca_file|bad_proxy|unsafe_address|fate_unknown|too_long|list_too_long|certificate_\w+|proxy_\w+|tls_failed|headers_too_large|not_http)$/;

/** Errors that may have a temporary cause. */
const TRANSIENT_ERRORS = [Unavailable, RateLimited, PendingWork];

/**
 * Returns true if running the same command again may succeed and does no harm. Returns false after an order was sent,
 * because another command (`next` of the error) continues the order.
 */
export const isRetryableError = (error: ToileError): boolean =>
  TRANSIENT_ERRORS.some((passing) => error instanceof passing) &&
  !(error instanceof BeyondLimit) &&
  !PERMANENT_CODES.test(error.code) &&
  error.details.purchase_state === undefined;
