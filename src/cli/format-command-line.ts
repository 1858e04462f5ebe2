import type { FlagValues, ParsedArgs } from '../commands/argument-spec.ts';
import type { AnyCommand } from '../commands/command-spec.ts';
import {
  joinShell,
  markShellSafe,
  type NextStep,
  nextCommand,
  quoteShellWord,
  quoteShellWords,
  type ShellSafe,
  shellText,
} from '../platform/escape/shell.ts';
import { isSecretUrl } from '../platform/redactor.ts';

const formatFlag = (name: string, value: string | true): readonly ShellSafe[] => {
  const flag = shellText`--${markShellSafe(name)}`;
  if (value === true) return [flag];
  return [
    value.startsWith('-')
      ? shellText`${flag}=${quoteShellWord(value)}`
      : shellText`${flag} ${quoteShellWord(value)}`,
  ];
};

/** Formats a parsed command line as a command to type again; undefined if an argument is a URL that grants access. */
export const formatCommandLine = (
  command: AnyCommand,
  { args, flags, repeatedFlags = {} }: ParsedArgs,
  globalFlags: FlagValues,
): NextStep | undefined => {
  const values = [globalFlags, flags, repeatedFlags].flatMap((given) => Object.values(given).flat());
  if ([...args, ...values].some((value) => typeof value === 'string' && isSecretUrl(value))) return undefined;
  const flagWords = (given: FlagValues): readonly ShellSafe[] =>
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : (repeatedFlags[name] ?? [value]).flatMap((each) => formatFlag(name, each)),
    );
  const behind = args.some((word) => word.startsWith('-') && word !== '-') ? [shellText`--`] : [];
  const line = joinShell([
    ...flagWords(globalFlags),
    quoteShellWords(command.path.split(' ')),
    ...flagWords(flags),
    ...behind,
    ...args.map(quoteShellWord),
  ]);
  return nextCommand`toile ${line}`;
};
