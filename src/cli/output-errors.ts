import { Failure, ToileError } from '../platform/errors.ts';
import { shellText } from '../platform/escape/shell.ts';

/** Returns the error for output that could not be written completely, for example on a full disk. */
export const createOutputLostError = (lost: Error): Failure =>
  new Failure(`cannot write the complete output: ${lost.message.replace(/, write$/, '')}`, {
    code: 'output_lost',
    cause: lost,
    hint: shellText`the output is incomplete; free some disk space, then try again`,
  });

/** Returns the error for a reader that closed stdout. */
export const createNoReaderError = (): Failure =>
  new Failure('the reader of the output closed it, so the output is incomplete', { code: 'output_lost' });

/**
 * Returns the error to report for a command that failed: the reason of the signal if it was aborted, else the caught
 * error. Of two ToileErrors with the same code, the caught one has the details.
 */
export const resolveEndReason = (caught: unknown, signal: AbortSignal | undefined): unknown => {
  if (!signal?.aborted) return caught;
  const reason: unknown = signal.reason;
  const isSame = caught instanceof ToileError && reason instanceof ToileError && caught.code === reason.code;
  return isSame ? caught : reason;
};
