import { advice, toType, typeable } from '../border/shell.ts';
import { AnswerError, ApiError, NetworkError, RequestError, TimeoutError } from '../client/errors.ts';
import { BrokenOff, Failure, ToileError, Unavailable, UsageError } from '../errors.ts';
import { errnoOf, reasonOf } from '../system/errno.ts';
import { type Circumstances, refusal, rightAddress, shortened } from './api-errors.ts';

const interruption = (error: BrokenOff, around: Circumstances): ToileError => {
  const why = explain(error.cause, around);
  const hint = error.continueWith && advice`to go on where it broke off: ${toType`${error.continueWith}`}`;
  return why.withMore(error.next === null ? {} : { next_before: error.next }, hint);
};

/** What the operating system refused, in its words and with the place; nothing inside toile went wrong. */
const refusedBySystem = (error: unknown): ToileError | undefined => {
  if (!(error instanceof Error) || !('syscall' in error) || errnoOf(error) === '') return undefined;
  const place = 'path' in error && typeof error.path === 'string' ? error.path : undefined;
  return new Failure(
    place === undefined
      ? `the system does not let toile go on: ${reasonOf(error)} (${String(error.syscall)})`
      : `${place} cannot be used: ${reasonOf(error)}`,
    { code: 'system_refused', cause: error, hint: typeable`with --debug it says where` },
  );
};

/**
 * The one place where any error becomes one that has words, an exit code and a next step.
 * Errors are told apart by class, never by the text of a message.
 */
export const explain = (error: unknown, around: Circumstances): ToileError => {
  if (error instanceof ToileError) return error;
  if (error instanceof BrokenOff) return interruption(error, around);
  if (error instanceof ApiError) return refusal(error, around);
  // The transport has better words for what broke than the client, which only knows that it did.
  if (error instanceof NetworkError && error.cause instanceof ToileError) return error.cause;
  if (error instanceof AnswerError) {
    if (error.cause instanceof ToileError) return error.cause;
    return new Unavailable(shortened(error.message), {
      code: 'bad_answer',
      cause: error,
      details: { status: error.status },
      hint: rightAddress(around),
    });
  }
  if (error instanceof TimeoutError || error instanceof NetworkError) {
    return new Unavailable(error.message, {
      cause: error,
      hint: typeable`check the address and the network, then try again`,
    });
  }
  if (error instanceof RequestError) return new UsageError(error.message, { cause: error });
  const refused = refusedBySystem(error);
  if (refused !== undefined) return refused;
  // A text of half a gigabyte, or more levels than the stack has room for.
  if (error instanceof RangeError) {
    return new Failure(`this is larger or deeper than toile can take: ${error.message}`, {
      code: 'too_large',
      cause: error,
      hint: typeable`with --debug it says where`,
    });
  }
  return new Failure(
    `something went wrong inside toile: ${error instanceof Error ? error.message : String(error)}`,
    {
      code: 'internal',
      cause: error,
      hint: typeable`with --debug it says where`,
    },
  );
};
