import { Failure, ToileError } from '../platform/errors.ts';
import { shellText } from '../platform/escape/shell.ts';

/** Returns the error `output_lost` for output that could not be written, for example to a full disk. */
export const createOutputLostError = (cause: Error): Failure =>
  new Failure(`cannot write the complete output: ${cause.message.replace(/, write$/, '')}`, {
    code: 'output_lost',
    cause,
    hint: shellText`the output is incomplete; free some disk space, then try again`,
  });

/** Returns the error `output_lost` for a reader, such as `head`, that closed stdout early. */
export const createNoReaderError = (): Failure =>
  new Failure('the reader of the output closed it, so the output is incomplete', { code: 'output_lost' });

/**
 * Returns the error to report for a command that failed: the reason of the signal if it aborted, else `error`. If both
 * have the same error code, `error` is returned, because it has the details.
 */
export const resolveEndReason = (error: unknown, signal: AbortSignal | undefined): unknown => {
  if (!signal?.aborted) return error;
  const reason: unknown = signal.reason;
  const isSame = error instanceof ToileError && reason instanceof ToileError && error.code === reason.code;
  return isSame ? error : reason;
};
