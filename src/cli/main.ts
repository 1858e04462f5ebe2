import type { FlagValues } from '../commands/argument-spec.ts';
import { commandOutlines, loadCommand } from '../commands/command-index.ts';
import type { AnyCommand } from '../commands/command-spec.ts';
import { withStoredSettings } from '../commands/config/stored-settings.ts';
import { resolveGlobalFlags } from '../commands/flags/global-flags.ts';
import type { NetworkedSystem } from '../service/http/transport-options.ts';
import { formatFailure, formatStack, hasJsonFlag, isSilentExit, toToileError } from './format-failure.ts';
import { annotateFailure, writeRunReport } from './github-actions.ts';
import { createNoReaderError, resolveEndReason } from './output-errors.ts';
import { parseCommandLine } from './parse-command-line.ts';
import { presentResult } from './present-result.ts';
import { type ArgvRequest, readArgv } from './read-argv.ts';
import { refuseTypedKey } from './refuse-typed-key.ts';
import { type CommandRun, prepareCommand, runCommand } from './run-command.ts';
import { runSteps } from './run-steps.ts';
import { createPager, createPainter } from './screen.ts';
import { type StdoutReader, watchStdout } from './stdout-reader.ts';
import { createXlsxSink } from './xlsx-sink.ts';

/** How far a command line has run, for the code that handles its end. */
interface CommandProgress {
  globalFlags: FlagValues;
  command?: AnyCommand;
  run?: CommandRun;
  /** Set when the command has returned its result, before the result is written. */
  hasResult?: true;
}

const printHelpOrVersion = async (
  request: Exclude<ArgvRequest, { kind: 'command' }>,
  { io, version }: NetworkedSystem,
): Promise<number> => {
  const text =
    request.kind === 'version'
      ? `toile ${version}\n`
      : await (await import('./help/render-help.ts')).renderHelp(request.words, io.out.columns);
  await io.out.write(text ?? '');
  return 0;
};

/** Runs one command line and returns its exit code. Failures are thrown. */
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
const isLongRunningCommand = ({ command, run }: CommandProgress): boolean =>
  run !== undefined && (command?.resultKind === 'held' || command?.resultKind === 'protocol');

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
    if (system.signal.aborted && !isLongRunningCommand(progress)) throw system.signal.reason;
    return exit;
  } catch (caught) {
    await progress.run?.clearProgress();
    const { globalFlags, command, hasResult } = progress;
    const deps = progress.run?.deps;
    const isClosed = reader.isClosed();
    // If `head`, for example, closed stdout, nothing is reported except a charged order without a printed result.
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
