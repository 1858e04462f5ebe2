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
 * Returns the reason of the signal that ended the command. Returns the caught error if there was no signal, or if
 * both are the same.
 */
export const resolveEndReason = (caught: unknown, ended: AbortSignal | undefined): unknown => {
  const reason: unknown = ended?.reason;
  const isThat = caught instanceof ToileError && reason instanceof ToileError && caught.code === reason.code;
  return ended === undefined || isThat ? caught : reason;
};
