import type { Outside } from '../deps/system.ts';
import { outputLost } from './output-lost.ts';

/** Says that the reader of stdout has gone: an end like any other. */
const CLOSED = Symbol('closed pipe');

/** Whoever reads stdout, and what ends a command: a signal, or that nobody reads on. */
export interface Reader {
  /** Either end. */
  readonly signal: AbortSignal;
  /** The reader's alone; its reason is what was lost where somebody still reads. */
  readonly gone: AbortSignal;
  /** A terminal that is closed under a program says so in both ways. */
  hasLeft(): boolean;
}

export const readerOf = ({ io, signal }: Outside): Reader => {
  const gone = new AbortController();
  io.onClosed((lost) => gone.abort(lost === undefined ? CLOSED : outputLost(lost)));
  return {
    signal: AbortSignal.any([signal, gone.signal]),
    gone: gone.signal,
    hasLeft: () => gone.signal.reason === CLOSED && !signal.aborted,
  };
};
