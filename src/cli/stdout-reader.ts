import type { HostSystem } from '../platform/system/host-system.ts';
import { createOutputLostError } from './output-errors.ts';

/** The abort reason when the reader of stdout has closed the pipe. */
const PIPE_CLOSED = Symbol('closed pipe');

/** The state of the reader of stdout, and the signal that ends the command. */
export interface StdoutReader {
  /** Aborted by a signal of the system, or when stdout is closed. */
  readonly signal: AbortSignal;
  /**
   * Aborted when stdout is closed. Its reason is PIPE_CLOSED if the reader closed the pipe, else the error for lost
   * output.
   */
  readonly closedSignal: AbortSignal;
  /** Returns true if the reader closed the pipe. Returns false for a closed terminal, which also sends a signal. */
  isClosed(): boolean;
}

/** Watches stdout and returns signals that are aborted if its reader is gone or the system ends the command. */
export const watchStdout = ({ io, signal }: HostSystem): StdoutReader => {
  const gone = new AbortController();
  io.onStdoutClosed((lost) => gone.abort(lost === undefined ? PIPE_CLOSED : createOutputLostError(lost)));
  return {
    signal: AbortSignal.any([signal, gone.signal]),
    closedSignal: gone.signal,
    isClosed: () => gone.signal.reason === PIPE_CLOSED && !signal.aborted,
  };
};
