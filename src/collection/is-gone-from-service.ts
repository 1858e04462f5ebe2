import { readErrorStatus } from './request-budget.ts';

/**
 * Returns true if the service itself answered 404 with its error body (specification 2.1, section 7). The
 * error page of a proxy does not count.
 */
export const isGoneFromService = (error: unknown): boolean =>
  error instanceof Error && readErrorStatus(error) === 404 && 'stated' in error && error.stated === true;
