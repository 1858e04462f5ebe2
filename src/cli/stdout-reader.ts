import type { HostSystem } from '../platform/system/host-system.ts';
import { createOutputLostError } from './output-errors.ts';

/** The abort reason of a pipe that its reader has closed. */
const PIPE_CLOSED = Symbol('closed pipe');

/** Whether stdout was closed, and the signals that end the command. */
export interface StdoutReader {
  /** Aborted by a signal of the system, or when stdout is closed. */
  readonly signal: AbortSignal;
  /** Aborted when stdout is closed. The reason is PIPE_CLOSED, or the error `output_lost` if a write failed. */
  readonly closedSignal: AbortSignal;
  /** Returns true if the reader closed the pipe; false after a failed write or a signal of the system. */
  isClosed(): boolean;
}

/** Watches stdout. Returns whether it was closed, and abort signals for its end and for the end of the command. */
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
