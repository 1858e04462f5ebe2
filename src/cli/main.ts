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

/** The progress of a command line, for the code that handles its end. */
interface CommandProgress {
  everywhere: FlagValues;
  command?: AnyCommand;
  running?: CommandRun;
  /** True when the command has returned its result, which is then written. */
  isAnswered?: true;
}

const printHelpOrVersion = async (
  read: Exclude<ArgvRequest, { kind: 'command' }>,
  { io, version }: NetworkedSystem,
): Promise<number> => {
  const text =
    read.kind === 'version'
      ? `toile ${version}\n`
      : await (await import('./help/render-help.ts')).renderHelp(read.words, io.out.columns);
  await io.out.write(text ?? '');
  return 0;
};

/** Runs one command line and returns its exit code. Failures are thrown. */
const runCommandLine = async (
  argv: readonly string[],
  unsettled: NetworkedSystem,
  shown: boolean,
  { signal }: StdoutReader,
  course: CommandProgress,
): Promise<number> => {
  refuseTypedKey(argv);
  const read = readArgv(argv, commandOutlines);
  if (read.kind !== 'command') return printHelpOrVersion(read, unsettled);
  const command = await loadCommand(read.path);
  // The config commands must run even when the stored settings are invalid.
  const system = command.path.startsWith('config ') ? unsettled : await withStoredSettings(unsettled);
  const { io, clock, runBlocking } = system;
  const { globalFlags, ignored } = resolveGlobalFlags(command, read.globalFlags, system.env);
  Object.assign(course, { command, everywhere: globalFlags });
  const parsed = parseCommandLine(command, read.typed, globalFlags, io.out.terminal || shown);
  const paint = await createPainter(globalFlags, system);
  const running = prepareCommand(parsed, system, signal);
  course.running = running;
  if (system.isDebug(globalFlags))
    for (const name of ignored) running.note(`--${name} has no effect on toile ${command.path}`);
  const sheet = await createXlsxSink(parsed, running);
  try {
    const answer = await runCommand(parsed, running);
    if (answer.kind === 'steps') {
      const typing = (words: readonly string[]) => runMain(words, system, true);
      return await runSteps(answer, globalFlags, { io, paint, runBlocking }, typing);
    }
    course.isAnswered = true;
    const shownTo = {
      ...parsed,
      io,
      paint,
      around: { toile: parsed.toile, now: clock.now() },
      note: running.note,
      page: createPager(system, signal),
      sheet,
      signal,
      runBlocking,
    };
    const exit = await presentResult(answer, shownTo);
    await sheet.save();
    await writeRunReport(parsed, answer, system, hasJsonFlag(argv));
    if ('unfinished' in answer && answer.unfinished)
      await io.err.write((await formatFailure(answer.unfinished, argv, running.deps, io)).text);
    return exit;
  } finally {
    await sheet.discard();
  }
};

/** Returns true for a server, and for a command that speaks a protocol on stdout. Users end both with Ctrl-C. */
const isLongRunningCommand = ({ command, running }: CommandProgress): boolean =>
  running !== undefined && (command?.resultKind === 'held' || command?.resultKind === 'protocol');

/**
 * Runs one command line and returns the exit code. Failures are printed and never thrown. With `shown`, the output has
 * the format for people even if stdout is no terminal.
 */
export const runMain = async (
  argv: readonly string[],
  system: NetworkedSystem,
  shown = false,
): Promise<number> => {
  const reader = watchStdout(system);
  const course: CommandProgress = { everywhere: {} };
  try {
    const exit = await runCommandLine(argv, system, shown, reader, course);
    if (reader.isClosed()) return 0;
    if (!system.signal.aborted) reader.closedSignal.throwIfAborted();
    if (system.signal.aborted && !isLongRunningCommand(course)) throw system.signal.reason;
    return exit;
  } catch (caught) {
    await course.running?.clearProgress();
    const { everywhere: globalFlags, command, isAnswered } = course;
    const deps = course.running?.deps;
    const hasLeft = reader.isClosed();
    // If stdout was closed, for example by `head`, only a charged order without a printed result is reported.
    if (hasLeft && (deps?.getChargedOrder() === undefined || isAnswered)) return 0;
    const ended = [system.signal, reader.closedSignal].find(({ aborted }) => aborted);
    const worded = await toToileError(
      hasLeft ? createNoReaderError() : resolveEndReason(caught, ended),
      globalFlags,
      deps,
    );
    const error =
      command?.failureExitCode === undefined ? worded : worded.withExitCode(command.failureExitCode);
    const { text, exit } = await formatFailure(error, argv, deps, system.io);
    if (!isSilentExit(error, argv, deps)) {
      await system.io.err.write(text);
      await annotateFailure(system, error, hasJsonFlag(argv));
    }
    if (system.isDebug(globalFlags)) await system.io.err.write(formatStack(caught));
    return exit;
  } finally {
    await course.running?.clearProgress();
    await course.running?.deps.close();
  }
};
