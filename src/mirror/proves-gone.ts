import { statusOf } from './request-budget.ts';

/**
 * Whether the service itself said that it has no such design or garment (specification 2.1, section 7): its own error
 * object, as JSON. The page of a proxy on the way says nothing about what the service has.
 */
export const provesGone = (error: unknown): boolean =>
  error instanceof Error && statusOf(error) === 404 && 'stated' in error && error.stated === true;
