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
  const values = [globalFlags, flags, repeatedFlags].flatMap((flagValues) =>
    Object.values(flagValues).flat(),
  );
  if ([...args, ...values].some((value) => typeof value === 'string' && isSecretUrl(value))) return undefined;
  const formatFlags = (flagValues: FlagValues): readonly ShellSafe[] =>
    Object.entries(flagValues).flatMap(([name, value]) =>
      value === undefined ? [] : (repeatedFlags[name] ?? [value]).flatMap((each) => formatFlag(name, each)),
    );
  const separator = args.some((word) => word.startsWith('-') && word !== '-') ? [shellText`--`] : [];
  const line = joinShell([
    ...formatFlags(globalFlags),
    quoteShellWords(command.path.split(' ')),
    ...formatFlags(flags),
    ...separator,
    ...args.map(quoteShellWord),
  ]);
  return nextCommand`toile ${line}`;
};
