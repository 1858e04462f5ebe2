import type { Writable } from 'node:stream';
import { formatErrorText } from '../output/tables/format-error.ts';
import { createHostSystem } from '../platform/system/host-system.ts';
import { isTerminal } from '../platform/system/runtime.ts';
import { createShutdown } from '../platform/system/shutdown.ts';
import type { NetworkedSystem } from '../service/http/transport-options.ts';
import { runMain } from './main.ts';
import { createOutputLostError } from './output-errors.ts';
import { createProcessStreams, isReaderGone } from './terminal/standard-streams.ts';

const CONSOLE_METHODS = ['log', 'debug', 'info', 'warn', 'error', 'trace', 'dir', 'table', 'group'] as const;

/** Discards the output of `console`, which only libraries use. With `isDebug` it goes to stderr. */
const redirectConsole = (isDebug: boolean): void => {
  const print = isDebug ? console.error.bind(console) : () => undefined;
  for (const name of CONSOLE_METHODS) console[name] = print;
};

/**
 * Reports an error of stdout when a text was printed without a command, for example by `--version`. Prints nothing and
 * returns 0 if the reader closed stdout, otherwise prints the error and returns its exit code.
 */
export const reportLostOutput = async (error: Error): Promise<number> => {
  const { err } = createProcessStreams();
  if (isReaderGone(error, { isTTY: isTerminal(1) })) return 0;
  const failure = createOutputLostError(error);
  await err.write(formatErrorText(failure));
  return failure.exit;
};

/**
 * Runs a command line with the streams, signals and files of this process, and returns the exit code. `protocol` is the
 * stream of `reserveStdout`.
 */
export const runProcess = (
  entry: string | undefined,
  argv: readonly string[],
  protocol?: Writable,
): Promise<number> => {
  const io = createProcessStreams();
  const shutdown = createShutdown();
  const host = createHostSystem(entry, io, shutdown);
  const system: NetworkedSystem = {
    ...host,
    network: async () => (await import('../service/http/choose-fetch.ts')).chooseFetch(host.env),
    singleSender: async () => (await import('../service/http/choose-fetch.ts')).chooseSingleSender(host.env),
    ...(protocol && { protocolOutput: protocol }),
  };
  if (protocol === undefined)
    redirectConsole(system.isDebug(argv.includes('--debug') ? { debug: true } : {}));
  return shutdown.runToEnd(runMain(argv, system), io);
};
