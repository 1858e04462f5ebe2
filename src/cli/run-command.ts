import type { CommandResult } from '../commands/command-result.ts';
import type { NetworkedSystem } from '../service/http/transport-options.ts';
import { createContext, type RunContext } from './context.ts';
import { explainError } from './explain-error.ts';
import { readRequestTimeout, readTotalMaxWait, resolveRequestMaxWait } from './max-wait.ts';
import type { ParsedCommandLine } from './parse-command-line.ts';
import { readAccessibilityOptions } from './screen.ts';
import { createProgressDisplay } from './terminal/progress.ts';
import { createPrompts } from './terminal/prompts.ts';
import { detectTerminalCapabilities } from './terminal/terminal-capabilities.ts';

/** The context of one run of a command (`deps`), and functions that print a note and remove the progress display. */
export interface CommandRun {
  readonly deps: RunContext;
  note(text: string): void;
  clearProgress(): Promise<void>;
}

/**
 * Creates the context of a parsed command line without running it: with the progress display, the prompts and the time
 * limits that its flags and the terminal select. Aborting `signal` ends the command.
 */
export const prepareCommand = (
  parsed: ParsedCommandLine,
  system: NetworkedSystem,
  signal: AbortSignal,
): CommandRun => {
  const { command, options, globalFlags, toile } = parsed;
  const { io } = system;
  const capabilities = detectTerminalCapabilities(io, system.env, readAccessibilityOptions(globalFlags));
  const progress = createProgressDisplay(io, capabilities, globalFlags.quiet === true, async (text) =>
    (await import('./terminal/wrap-for-terminal.ts')).wrapForTerminal(text, io.err),
  );
  const clearProgress = () => progress.stop();
  const ask = createPrompts(io, capabilities, signal, clearProgress);
  const attendant = command.resultKind === 'protocol' ? 'assistant' : ask.isAvailable;
  const deps: RunContext = createContext({
    system,
    signal,
    globalFlags,
    toile,
    ask,
    requestMaxWaitMs: resolveRequestMaxWait(
      globalFlags,
      system.env,
      command.isLongRunning?.(options) === true,
      attendant,
    ),
    maxWaitMs: readTotalMaxWait(globalFlags, system.env) ?? Number.POSITIVE_INFINITY,
    requestTimeoutMs: readRequestTimeout(system.env),
    report: progress.report.bind(progress),
    // Failures are redacted here, because some results contain them, and results are not redacted when written.
    explainError: (error) =>
      explainError(error, { signIn: deps.getKnownSignIn(), toile }).withMappedText(io.secrets.redact),
  });
  return { deps, clearProgress, note: (text) => progress.report({ kind: 'note', text }) };
};

/** Runs the command, removes the progress display and returns the result. Writes nothing to stdout. */
export const runCommand = async (
  { command, options }: ParsedCommandLine,
  { deps, clearProgress }: CommandRun,
): Promise<CommandResult> => {
  const result: CommandResult = await command.run(deps, options);
  await clearProgress();
  return result;
};
