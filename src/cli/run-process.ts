import type { Writable } from 'node:stream';
import { formatErrorText } from '../output/tables/format-error.ts';
import { createHostSystem } from './context/create-host-system.ts';
import { redirectConsole } from './context/redirect-console.ts';
import { createShutdown } from './context/shutdown.ts';
import { runMain } from './main.ts';
import { createOutputLostError } from './output-errors.ts';
import { createProcessStreams, isReaderGone } from './terminal/standard-streams.ts';

/**
 * Handles output that failed before a command was run. Returns the exit code, and prints an error unless
 * the reader has closed stdout.
 */
export const reportLostOutput = async (lost: Error): Promise<number> => {
  const { out, err } = createProcessStreams();
  if (isReaderGone(lost, { isTTY: out.terminal })) return 0;
  const failure = createOutputLostError(lost);
  await err.write(formatErrorText(failure));
  return failure.exit;
};

/**
 * Runs a command line with the streams, signals and files of this process. `protocol` is the real stdout
 * when it was reserved for a protocol.
 */
export const runProcess = (
  entry: string | undefined,
  argv: readonly string[],
  protocol?: Writable,
): Promise<number> => {
  const io = createProcessStreams();
  const ending = createShutdown();
  const system = createHostSystem(entry, io, ending);
  if (protocol === undefined)
    redirectConsole(system.isDebug(argv.includes('--debug') ? { debug: true } : {}));
  return ending.runToEnd(runMain(argv, { ...system, ...(protocol && { protocolOutput: protocol }) }), io);
};
