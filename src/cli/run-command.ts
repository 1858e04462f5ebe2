import type { FlagValues } from '../commands/argument-spec.ts';
import type { CommandResult } from '../commands/command-result.ts';
import { parseDuration } from '../commands/flags/parse-flags.ts';
import { UsageError } from '../platform/errors.ts';
import type { HostSystem } from '../platform/system/host-system.ts';
import type { NetworkedSystem } from '../service/http/transport-options.ts';
import { createContext, type RunContext } from './context.ts';
import { explainError } from './explain-error.ts';
import type { ParsedCommandLine } from './parse-command-line.ts';
import { readAccessibilityOptions } from './screen.ts';
import { createProgressDisplay } from './terminal/progress.ts';
import { createPrompts } from './terminal/prompts.ts';
import { detectTerminalCapabilities } from './terminal/terminal-capabilities.ts';

/** The milliseconds that a request may wait for the rate limit and for retries if a user is at the terminal. */
const INTERACTIVE_WAIT_MS = 60_000;
/**
 * The maximum milliseconds that a request for an assistant waits for the rate limit and for retries. It is short,
 * because assistants give up after a minute or less.
 */
const ASSISTANT_WAIT_MS = 30_000;
/**
 * The milliseconds that a request of a script may wait. They are a little more than the five minutes of the service's
 * rate limit, so the script can wait until it may send again.
 */
const UNATTENDED_WAIT_MS = 330_000;

/** Reads the milliseconds that the whole command may wait. Throws a UsageError for an invalid value. */
const readTotalMaxWait = (globalFlags: FlagValues, env: HostSystem['env']): number | undefined => {
  const flag = globalFlags['max-wait'];
  if (typeof flag === 'string') return parseDuration(flag, '--max-wait');
  return env.TOILE_MAX_WAIT ? parseDuration(env.TOILE_MAX_WAIT, 'TOILE_MAX_WAIT') : undefined;
};

const readRequestTimeout = (env: HostSystem['env']): number | undefined => {
  if (!env.TOILE_REQUEST_TIMEOUT) return undefined;
  const ms = parseDuration(env.TOILE_REQUEST_TIMEOUT, 'TOILE_REQUEST_TIMEOUT');
  if (ms > 0) return ms;
  throw new UsageError('TOILE_REQUEST_TIMEOUT must be more than 0');
};

/**
 * Returns the maximum time in milliseconds that one request may wait for the rate limit and retries. `--max-wait` or
 * TOILE_MAX_WAIT sets it. Without them, it is Infinity if `isPatient` is true, 30 s for an assistant, 60 s if a person
 * can answer at the terminal, and 330 s for any other run. Throws a UsageError for an invalid value.
 */
export const resolveRequestMaxWait = (
  globalFlags: FlagValues,
  env: HostSystem['env'],
  isPatient: boolean,
  attendant: boolean | 'assistant',
): number => {
  const maxWait = readTotalMaxWait(globalFlags, env);
  if (maxWait !== undefined) return maxWait;
  if (isPatient) return Number.POSITIVE_INFINITY;
  if (attendant === 'assistant') return ASSISTANT_WAIT_MS;
  return attendant ? INTERACTIVE_WAIT_MS : UNATTENDED_WAIT_MS;
};

/**
 * One run of a command: its context (`deps`), the function `note`, which prints a note, and the function
 * `clearProgress`, which removes the progress display.
 */
export interface CommandRun {
  readonly deps: RunContext;
  note(text: string): void;
  clearProgress(): Promise<void>;
}

/**
 * Creates the context of a parsed command line, but does not run the command. The flags and the terminal decide the
 * progress display, the prompts and the time limits. Aborting `signal` ends the command.
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
      command.hasUnlimitedWait?.(options) === true,
      attendant,
    ),
    maxWaitMs: readTotalMaxWait(globalFlags, system.env) ?? Number.POSITIVE_INFINITY,
    requestTimeoutMs: readRequestTimeout(system.env),
    report: progress.report.bind(progress),
    // The message of an error may become a part of the result, and results are not searched for credentials. So
    // credentials are removed from the message here.
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
