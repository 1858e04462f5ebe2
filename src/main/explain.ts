import { typeable } from '../border/shell.ts';
import { AnswerError, ApiError, NetworkError, RequestError, TimeoutError } from '../client/index.ts';
import { BrokenOff, Failure, ToileError, Unavailable, UsageError } from '../errors.ts';
import { type Circumstances, refusal, rightAddress, shortened } from './refusal.ts';

const interruption = (error: BrokenOff, around: Circumstances): ToileError => {
  const why = explain(error.cause, around);
  const hint = error.continueWith ? typeable`to go on where it broke off: ${error.continueWith}` : why.hint;
  return why.withMore(error.next === null ? {} : { next_before: error.next }, hint);
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
  return new Failure(
    `something went wrong inside toile: ${error instanceof Error ? error.message : String(error)}`,
    {
      code: 'internal',
      cause: error,
      hint: typeable`with --debug it says where`,
    },
  );
};
