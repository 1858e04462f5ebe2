import {
  BeyondLimit,
  PendingWork,
  RateLimited,
  type ToileError,
  Unavailable,
} from '../../platform/errors.ts';

/** Error codes of failures that a repetition does not remove, for example an unknown host. */
const PERMANENT_CODES =
  /^(unknown_host|bad_answer|bad_ca_file|bad_proxy|unsafe_address|fate_unknown|too_long|list_too_long|certificate_\w+|proxy_\w+|tls_failed|headers_too_large|not_http)$/;

const TRANSIENT_ERRORS = [Unavailable, RateLimited, PendingWork];

/**
 * Returns true if the same command may succeed later: the service was unavailable, limited the rate or is still
 * working. Returns false after an order was sent, because another command (`next` of the error) continues the order.
 */
export const isRetryableError = (error: ToileError): boolean =>
  TRANSIENT_ERRORS.some((passing) => error instanceof passing) &&
  !(error instanceof BeyondLimit) &&
  !PERMANENT_CODES.test(error.code) &&
  error.details.purchase_state === undefined;
