import { Failure, ListWalkError, ToileError, Unavailable, UsageError } from '../platform/errors.ts';
import { hintText, nextCommand, shellText } from '../platform/escape/shell.ts';
import { describeFileError, getErrnoCode } from '../platform/system/file-errors.ts';
import { AnswerError, ApiError, NetworkError, RequestError, TimeoutError } from '../service/client/errors.ts';
import {
  type ErrorContext,
  explainApiError,
  shortenMessage,
  suggestAddressCheck,
} from './explain-api-error.ts';

const explainListWalkError = (error: ListWalkError, context: ErrorContext): ToileError => {
  const explained = explainError(error.cause, context);
  const hint = error.nextCommand && hintText`to resume: ${nextCommand`${error.nextCommand}`}`;
  return explained.withDetails(error.nextCursor === null ? {} : { next_before: error.nextCursor }, hint);
};

const explainSystemError = (error: unknown): ToileError | undefined => {
  if (!(error instanceof Error) || !('syscall' in error) || getErrnoCode(error) === '') return undefined;
  const path = 'path' in error && typeof error.path === 'string' ? error.path : undefined;
  return new Failure(
    path === undefined
      ? `${String(error.syscall)} failed: ${describeFileError(error)}`
      : `${path} cannot be used: ${describeFileError(error)}`,
    { code: 'system_refused', cause: error, hint: shellText`run again with --debug to see where it failed` },
  );
};

/**
 * Converts any error to a ToileError with a message, an exit code and a next step. Errors are distinguished by class,
 * never by the text of a message.
 */
export const explainError = (error: unknown, context: ErrorContext): ToileError => {
  if (error instanceof ToileError) return error;
  if (error instanceof ListWalkError) return explainListWalkError(error, context);
  if (error instanceof ApiError) return explainApiError(error, context);
  // The cause of a NetworkError explains the problem. The NetworkError itself says only that the request failed.
  if (error instanceof NetworkError && error.cause instanceof ToileError) return error.cause;
  if (error instanceof AnswerError) {
    if (error.cause instanceof ToileError) return error.cause;
    return new Unavailable(shortenMessage(error.message), {
      code: 'bad_answer',
      cause: error,
      details: { status: error.status },
      hint: suggestAddressCheck(context),
    });
  }
  if (error instanceof TimeoutError || error instanceof NetworkError) {
    return new Unavailable(error.message, {
      cause: error,
      hint: shellText`check the address and the network, then try again`,
    });
  }
  if (error instanceof RequestError) return new UsageError(error.message, { cause: error });
  const systemError = explainSystemError(error);
  if (systemError !== undefined) return systemError;
  // The JavaScript runtime throws a RangeError if a text is longer than about half a gigabyte, or if nested data
  // overflows the stack.
  if (error instanceof RangeError) {
    return new Failure(`the data is too large or too deeply nested: ${error.message}`, {
      code: 'too_large',
      cause: error,
      hint: shellText`run again with --debug to see where it failed`,
    });
  }
  return new Failure(`internal error in toile: ${error instanceof Error ? error.message : String(error)}`, {
    code: 'internal',
    cause: error,
    hint: shellText`run again with --debug to see where it failed`,
  });
};
