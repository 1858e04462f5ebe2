import { Failure, ToileError } from '../platform/errors.ts';
import { shellText } from '../platform/escape/shell.ts';
import type { HostSystem } from '../platform/system/host-system.ts';

/** Returns the error `output_lost` for output that could not be written, for example to a full disk. */
export const createOutputLostError = (cause: Error): Failure =>
  new Failure(`cannot write the complete output: ${cause.message.replace(/, write$/, '')}`, {
    code: 'output_lost',
    cause,
    hint: shellText`the output is incomplete; free some disk space, then try again`,
  });

/**
 * Returns the error `output_lost` for incomplete output: the program that reads it, such as `head`, has closed it too
 * early.
 */
export const createNoReaderError = (): Failure =>
  new Failure('stdout was closed before all output was written', { code: 'output_lost' });

/**
 * Returns the error to report for a command that failed. If `signal` was aborted, this is the reason of the abort,
 * otherwise `error`. If the reason is a ToileError with the same code as `error`, returns `error`, which has more
 * details.
 */
export const resolveEndReason = (error: unknown, signal: AbortSignal | undefined): unknown => {
  if (!signal?.aborted) return error;
  const reason: unknown = signal.reason;
  const isSame = error instanceof ToileError && reason instanceof ToileError && error.code === reason.code;
  return isSame ? error : reason;
};

/** The reason with which signals are aborted if the program that reads stdout, for example `head`, closed the pipe. */
const PIPE_CLOSED = Symbol('closed pipe');

/** Tells a command whether stdout was closed, and has the abort signals that end the command. */
export interface StdoutReader {
  /**
   * An abort signal. It aborts when stdout is closed, and when toile receives SIGINT or another signal of the operating
   * system.
   */
  readonly signal: AbortSignal;
  /**
   * Aborts when stdout is closed. If the reader closed the pipe, the abort reason is PIPE_CLOSED. If a write failed,
   * the abort reason is the error `output_lost`.
   */
  readonly closedSignal: AbortSignal;
  /**
   * Returns true if the program that reads stdout has closed the pipe. Returns false if stdout was lost because a write
   * failed, and after a signal such as SIGINT.
   */
  isClosed(): boolean;
}

/** Watches stdout and aborts the signals of the returned StdoutReader when stdout is closed. */
export const watchStdout = ({ io, signal }: HostSystem): StdoutReader => {
  const closing = new AbortController();
  io.onStdoutClosed((error) =>
    closing.abort(error === undefined ? PIPE_CLOSED : createOutputLostError(error)),
  );
  return {
    signal: AbortSignal.any([signal, closing.signal]),
    closedSignal: closing.signal,
    isClosed: () => closing.signal.reason === PIPE_CLOSED && !signal.aborted,
  };
};
