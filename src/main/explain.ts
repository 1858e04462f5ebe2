import { AnswerError, ApiError, NetworkError, RequestError, TimeoutError } from '../client/index.ts';
import {
  BrokenOff,
  type ErrorDetails,
  Failure,
  NotFound,
  NotSignedIn,
  RateLimited,
  Refused,
  ToileError,
  Unavailable,
  UsageError,
} from '../errors.ts';
import type { SignIn } from '../keys/index.ts';

/** What an explanation may need beside the error. */
export interface Circumstances {
  /** The credential that was in use, if it came to that. */
  readonly signIn?: SignIn | undefined;
  readonly sandbox: boolean;
}

/** The last part of a long text is rarely worth a screen. */
const brief = (text: string): string => (text.length > 500 ? `${text.slice(0, 500)}…` : text);

const source = ({ signIn }: Circumstances): string => {
  if (!signIn || signIn.source === 'sandbox') return '';
  const shadows = signIn.shadows.length > 0 ? `; it goes before ${signIn.shadows.join(' and ')}` : '';
  return ` (the credential came from ${signIn.place}${shadows})`;
};

const apiError = (error: ApiError, around: Circumstances): ToileError => {
  const { status } = error;
  const details: ErrorDetails = {
    status,
    service_code: error.code,
    ...(error.requestId === undefined ? {} : { request_id: error.requestId }),
    ...(error.retryAfter === undefined ? {} : { retry_after: error.retryAfter }),
  };
  const said = brief(error.message);
  const told = { details, cause: error };
  if (status === 401) {
    return new NotSignedIn(`the service does not accept the credential: ${said}${source(around)}`, {
      ...told,
      hint: 'toile login',
    });
  }
  if (status === 403) {
    return new NotSignedIn(`the credential may not do this: ${said}${source(around)}`, {
      ...told,
      code: error.code === 'SCOPE_REQUIRED' ? 'scope_required' : 'forbidden',
      hint: 'toile me shows its scopes',
    });
  }
  if (status === 404) {
    return new NotFound(`the service has no such thing for this account: ${said}`, {
      ...told,
      hint: 'toile designs ls --all shows your designs',
    });
  }
  if (status === 429) {
    return new RateLimited(`the rate limit is used up: ${said}`, {
      ...told,
      hint: 'wait, then type it again',
    });
  }
  if (status >= 500 || status === 408) {
    return new Unavailable(`the service failed (${status}): ${said}`, { ...told, hint: 'try again later' });
  }
  if (status === 402) return new Failure(`the service asks for payment in an unknown form: ${said}`, told);
  if (error.code === 'API_PRICING_NOT_CONFIGURED') {
    return new Refused(`the service has no price for Tech Packs at the moment: ${said}`, {
      ...told,
      code: 'pricing_not_configured',
      hint: 'nothing was requested and nothing is charged; ask whoever runs the service',
    });
  }
  return new Refused(`the service refused this (${status}): ${said}`, told);
};

const interruption = (error: BrokenOff, around: Circumstances): ToileError => {
  const why = explain(error.cause, around);
  const hint = error.continueWith ? `to go on where it broke off: ${error.continueWith}` : why.hint;
  return why.withMore(error.next === null ? {} : { next_before: error.next }, hint);
};

/**
 * The one place where any error becomes one that has words, an exit code and a next step.
 * Errors are told apart by class, never by the text of a message.
 */
export const explain = (error: unknown, around: Circumstances): ToileError => {
  if (error instanceof ToileError) return error;
  if (error instanceof BrokenOff) return interruption(error, around);
  if (error instanceof ApiError) return apiError(error, around);
  // The transport has better words for what broke than the client, which only knows that it did.
  if (error instanceof NetworkError && error.cause instanceof ToileError) return error.cause;
  if (error instanceof AnswerError) {
    if (error.cause instanceof ToileError) return error.cause;
    return new Unavailable(brief(error.message), {
      code: 'bad_answer',
      cause: error,
      details: { status: error.status },
      hint: 'is the base address right? toile me shows which one is in use',
    });
  }
  if (error instanceof TimeoutError || error instanceof NetworkError) {
    return new Unavailable(error.message, {
      cause: error,
      hint: 'check the address and the network, then try again',
    });
  }
  if (error instanceof RequestError) return new UsageError(error.message, { cause: error });
  return new Failure(
    `something went wrong inside toile: ${error instanceof Error ? error.message : String(error)}`,
    {
      code: 'internal',
      cause: error,
      hint: 'with --debug it says where',
    },
  );
};
