import type { FlagValues } from '../commands/argument-spec.ts';
import { commandOutlines, loadCommand } from '../commands/command-index.ts';
import type { AnyCommand } from '../commands/command-spec.ts';
import { withStoredSettings } from '../commands/config/stored-settings.ts';
import { resolveGlobalFlags } from '../commands/flags/global-flags.ts';
import { formatErrorText } from '../output/tables/format-error.ts';
import { createHostSystem, type ReservedStdout } from '../platform/system/host-system.ts';
import { isTerminal } from '../platform/system/runtime.ts';
import { createShutdown } from '../platform/system/shutdown.ts';
import type { NetworkedSystem } from '../service/http/transport-options.ts';
import { formatFailure, formatStack, hasJsonFlag, isSilentExit, toToileError } from './format-failure.ts';
import { annotateFailure, writeRunReport } from './github-actions.ts';
import { parseCommandLine } from './parse-command-line.ts';
import { presentResult, runSteps } from './present-result.ts';
import { type ArgvRequest, readArgv, refuseTypedKey } from './read-argv.ts';
import { type CommandRun, prepareCommand, runCommand } from './run-command.ts';
import { createPager, createPainter } from './screen.ts';
import {
  createNoReaderError,
  createOutputLostError,
  resolveEndReason,
  type StdoutReader,
  watchStdout,
} from './stdout-reader.ts';
import { createProcessStreams, isReaderGone } from './terminal/standard-streams.ts';
import { createXlsxSink } from './xlsx-sink.ts';

/** The state of a running command line. Each member is set as soon as it is known, so that a failure can use it. */
interface CommandProgress {
  globalFlags: FlagValues;
  command?: AnyCommand;
  run?: CommandRun;
  /** True as soon as the command has returned its result. The result may not have been written yet. */
  hasResult?: true;
}

const printHelpOrVersion = async (
  request: Exclude<ArgvRequest, { kind: 'command' }>,
  { io, version, reservedStdout }: NetworkedSystem,
): Promise<number> => {
  reservedStdout?.release();
  const text =
    request.kind === 'version'
      ? `toile ${version}\n`
      : await (await import('./help/render-help.ts')).renderHelp(request.words, io.out.columns);
  await io.out.write(text ?? '');
  return 0;
};

const runCommandLine = async (
  argv: readonly string[],
  unconfigured: NetworkedSystem,
  isShown: boolean,
  { signal }: StdoutReader,
  progress: CommandProgress,
): Promise<number> => {
  refuseTypedKey(argv);
  const request = readArgv(argv, commandOutlines);
  if (request.kind !== 'command') return printHelpOrVersion(request, unconfigured);
  const command = await loadCommand(request.path);
  if (command.resultKind !== 'protocol') unconfigured.reservedStdout?.release();
  // The config commands must run even when the stored settings are invalid.
  const system = command.path.startsWith('config ') ? unconfigured : await withStoredSettings(unconfigured);
  const { io, clock, runBlocking } = system;
  const { globalFlags, ignored } = resolveGlobalFlags(command, request.globalFlags, system.env);
  Object.assign(progress, { command, globalFlags });
  const parsed = parseCommandLine(command, request.typed, globalFlags, io.out.terminal || isShown);
  const paint = await createPainter(globalFlags, system);
  const run = prepareCommand(parsed, system, signal);
  progress.run = run;
  if (system.isDebug(globalFlags))
    for (const name of ignored) run.note(`--${name} has no effect on toile ${command.path}`);
  const sheet = await createXlsxSink(parsed, run);
  try {
    const result = await runCommand(parsed, run);
    if (result.kind === 'steps') {
      const runTyped = (words: readonly string[]) => runMain(words, system, true);
      return await runSteps(result, globalFlags, { io, paint, runBlocking }, runTyped);
    }
    progress.hasResult = true;
    const presentation = {
      ...parsed,
      io,
      paint,
      viewContext: { toile: parsed.toile, now: clock.now() },
      note: run.note,
      page: createPager(system, signal),
      sheet,
      signal,
      runBlocking,
    };
    const exit = await presentResult(result, presentation);
    await sheet.save();
    await writeRunReport(parsed, result, system, hasJsonFlag(argv));
    if ('unfinished' in result && result.unfinished)
      await io.err.write((await formatFailure(result.unfinished, argv, run.deps, io)).text);
    return exit;
  } finally {
    await sheet.discard();
  }
};

/** Returns true for a server, and for a command that speaks a protocol on stdout. Users end both with Ctrl-C. */
const isEndedByUser = ({ command, run }: CommandProgress): boolean =>
  run !== undefined && (command?.resultKind === 'server' || command?.resultKind === 'protocol');

/**
 * Runs one command line and returns the exit code. Failures are printed and never thrown. With `isShown`, the output
 * has the format for people even if stdout is no terminal.
 */
export const runMain = async (
  argv: readonly string[],
  system: NetworkedSystem,
  isShown = false,
): Promise<number> => {
  const reader = watchStdout(system);
  const progress: CommandProgress = { globalFlags: {} };
  try {
    const exit = await runCommandLine(argv, system, isShown, reader, progress);
    if (reader.isClosed()) return 0;
    if (!system.signal.aborted) reader.closedSignal.throwIfAborted();
    if (system.signal.aborted && !isEndedByUser(progress)) throw system.signal.reason;
    return exit;
  } catch (caught) {
    await progress.run?.clearProgress();
    const { globalFlags, command, hasResult } = progress;
    const deps = progress.run?.deps;
    const isClosed = reader.isClosed();
    // It is no error if the program that reads stdout, such as `head`, has closed it. It is an error only if the
    // service has charged for an order and the command has not returned its result.
    if (isClosed && (deps?.getChargedOrder() === undefined || hasResult)) return 0;
    const endSignal = [system.signal, reader.closedSignal].find(({ aborted }) => aborted);
    const explained = await toToileError(
      isClosed ? createNoReaderError() : resolveEndReason(caught, endSignal),
      globalFlags,
      deps,
    );
    const error =
      command?.failureExitCode === undefined ? explained : explained.withExitCode(command.failureExitCode);
    const { text, exit } = await formatFailure(error, argv, deps, system.io);
    if (!isSilentExit(error, argv, deps)) {
      await system.io.err.write(text);
      await annotateFailure(system, error, hasJsonFlag(argv));
    }
    if (system.isDebug(globalFlags)) await system.io.err.write(formatStack(caught));
    return exit;
  } finally {
    await progress.run?.clearProgress();
    await progress.run?.deps.close();
  }
};

const CONSOLE_METHODS = ['log', 'debug', 'info', 'warn', 'error', 'trace', 'dir', 'table', 'group'] as const;

/** Discards what libraries write to `console`. With `isDebug`, prints it to stderr instead. */
const redirectConsole = (isDebug: boolean): void => {
  const print = isDebug ? console.error.bind(console) : () => undefined;
  for (const name of CONSOLE_METHODS) console[name] = print;
};

/**
 * Handles a failed write to stdout that happens before any command has run, for example while `--version` is printed.
 * Prints nothing and returns 0 if the reader has closed stdout. Otherwise prints the error and returns its exit code.
 */
export const reportLostOutput = async (error: Error): Promise<number> => {
  const { err } = createProcessStreams();
  if (isReaderGone(error, { isTTY: isTerminal(1) })) return 0;
  const failure = createOutputLostError(error);
  await err.write(formatErrorText(failure));
  return failure.exit;
};

/** Runs a command line with the streams, signals and files of this process, and returns the exit code. */
export const runProcess = (
  entry: string | undefined,
  argv: readonly string[],
  reservedStdout?: ReservedStdout,
): Promise<number> => {
  const io = createProcessStreams();
  const shutdown = createShutdown();
  const host = createHostSystem(entry, io, shutdown);
  const system: NetworkedSystem = {
    ...host,
    network: async () => (await import('../service/http/choose-fetch.ts')).chooseFetch(host.env),
    singleSender: async () => (await import('../service/http/choose-fetch.ts')).chooseSingleSender(host.env),
    ...(reservedStdout && { reservedStdout }),
  };
  if (reservedStdout === undefined)
    redirectConsole(system.isDebug(argv.includes('--debug') ? { debug: true } : {}));
  return shutdown.runToEnd(runMain(argv, system), io);
};
