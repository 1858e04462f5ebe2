import { BeyondLimit, Pending, RateLimited, type ToileError, Unavailable } from '../errors.ts';

/**
 * Failures of a service that come the same again, however often the same is typed: what is in the way has to be put
 * right first, by a person.
 */
const LASTING =
  /^(unknown_host|bad_answer|bad_ca_file|bad_proxy|unsafe_address|fate_unknown|too_long|list_too_long|certificate_\w+|proxy_\w+|tls_failed|headers_too_large|not_http)$/;

const PASSING = [Unavailable, RateLimited, Pending];

/**
 * Whether the same words, typed again later, may succeed and do no harm. What was paid for goes on by `next`, and not
 * by asking once more.
 */
export const isRetryable = (error: ToileError): boolean =>
  PASSING.some((passing) => error instanceof passing) &&
  !(error instanceof BeyondLimit) &&
  !LASTING.test(error.code) &&
  error.details.purchase_state === undefined;
