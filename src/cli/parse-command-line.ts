import type { FlagSpec, FlagValues, ParsedArgs } from '../commands/argument-spec.ts';
import type { AnyCommand } from '../commands/command-spec.ts';
import { GLOBAL_FLAGS } from '../commands/flags/global-flags.ts';
import { UsageError } from '../platform/errors.ts';
import {
  joinShell,
  markShellSafe,
  quoteShellWord,
  type ShellSafe,
  shellText,
} from '../platform/escape/shell.ts';
import { type OutputOptions, resolveOutputOptions } from './output-format.ts';

/** A command line that was parsed completely and can be run. */
export interface ParsedCommandLine {
  readonly command: AnyCommand;
  /** The options of the command. The function `parse` of the command created them from the arguments and flags. */
  readonly options: unknown;
  readonly globalFlags: FlagValues;
  readonly output: OutputOptions;
  /**
   * The first words of suggested commands: `toile` with the flags that select the service, for example `toile
   * --sandbox`.
   */
  readonly toile: ShellSafe;
}

/** Returns the command `toile` with the typed flags that select the service, for example `toile --account studio`. */
export const formatToileCommand = (globalFlags: FlagValues): ShellSafe => {
  const targetFlags = (['sandbox-from', 'account', 'base-url'] as const).flatMap((flag) => {
    const value = globalFlags[flag];
    return typeof value !== 'string' ? [] : [shellText`--${markShellSafe(flag)} ${quoteShellWord(value)}`];
  });
  return joinShell([
    shellText`toile`,
    ...(globalFlags.sandbox === true ? [shellText`--sandbox`] : []),
    ...targetFlags,
  ]);
};

const refuseExcludedFlags = (flags: Readonly<Record<string, FlagSpec>>, values: FlagValues): void => {
  for (const [name, { excludes = [] }] of Object.entries(flags)) {
    const excludedFlag =
      values[name] === undefined ? undefined : excludes.find((each) => values[each] !== undefined);
    if (excludedFlag !== undefined)
      throw new UsageError(`--${name} and --${excludedFlag} cannot be combined: use one`);
  }
};

/**
 * Parses the typed arguments and flags into the options and the output format of the command. Throws a UsageError for
 * invalid or contradicting flags. Does no I/O.
 */
export const parseCommandLine = (
  command: AnyCommand,
  typed: ParsedArgs,
  globalFlags: FlagValues,
  isTerminal: boolean,
): ParsedCommandLine => {
  refuseExcludedFlags({ ...GLOBAL_FLAGS, ...command.flags }, { ...globalFlags, ...typed.flags });
  const options: unknown = command.parse(typed);
  const output = resolveOutputOptions(command, globalFlags, { options, typed }, isTerminal);
  return { command, options, globalFlags, output, toile: formatToileCommand(globalFlags) };
};
