import type { FlagSpec, FlagValues, ParsedArgs } from '../commands/argument-spec.ts';
import type { AnyCommand } from '../commands/command-spec.ts';
import { GLOBAL_FLAGS, type GlobalFlagSpec } from '../commands/flags/global-flags.ts';
import { type OutputField, parseFields } from '../output/tables/output-fields.ts';
import { UsageError } from '../platform/errors.ts';
import {
  hintText,
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
const formatCommandLine = (
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

/**
 * The output format of a result. `view` is the layout of the command for a terminal, and `text` is the plain text that
 * the function `renderText` of the command creates. `grid` is a table for a terminal with the columns that `--fields`
 * names.
 */
export type OutputFormat = 'view' | 'text' | 'grid' | 'tsv' | 'csv' | 'xlsx' | 'jsonl' | 'json' | 'jq';

/** The output format, and the values of `--fields` and `--jq`. `filter` is empty without `--jq`. */
export interface OutputOptions {
  readonly format: OutputFormat;
  readonly fields: readonly OutputField[] | undefined;
  readonly filter: string;
}

const FORMAT_FLAGS = ['jq', 'json', 'jsonl', 'csv', 'xlsx'] as const;

/**
 * The output flags that cannot be combined with certain flags of a command, and the reason. For example, a flag with
 * `affects: 'rows'` in its specification excludes `--json`.
 */
export const EXCLUDED_OUTPUT_FLAGS: Readonly<
  Record<NonNullable<FlagSpec['affects']>, { readonly excludes: readonly string[]; readonly why: string }>
> = {
  rows: {
    excludes: ['json', 'jq'],
    why: '--json prints the response unchanged; for rows as JSON use --jsonl',
  },
  screen: { excludes: [...FORMAT_FLAGS, 'fields'], why: 'that flag is for output on a terminal' },
  text: { excludes: [...FORMAT_FLAGS, 'fields'], why: 'that flag selects text output' },
};

/**
 * Returns the output format, with the values of `--fields` and `--jq`. A flag such as `--json` selects the format.
 * Without such a flag, the function `chooseForm` of the command may select it. Otherwise, a pipe gets tab-separated
 * rows, and a terminal gets a view or, with `--fields`, a table (JSON if the command has no rows).
 * @throws UsageError for an invalid value, and for a format that the command or another flag excludes.
 */
export const resolveOutputOptions = (
  command: AnyCommand,
  globalFlags: FlagValues,
  { options, typed }: { readonly options: unknown; readonly typed: ParsedArgs },
  isTerminal: boolean,
): OutputOptions => {
  const { flags } = typed;
  const refuseFlag = (flag: string, why: string, otherFlag?: string): never => {
    const commandWithout = formatCommandLine(command, typed, { ...globalFlags, [flag]: undefined });
    throw new UsageError(
      `toile ${command.path} takes no --${flag}${otherFlag ? ` together with --${otherFlag}` : ''}: ${why}`,
      {
        hint: commandWithout
          ? hintText`without it: ${commandWithout}`
          : nextCommand`toile help ${quoteShellWords(command.path.split(' '))}`,
      },
    );
  };
  for (const [flag, { explainRefusal }] of Object.entries<GlobalFlagSpec>(GLOBAL_FLAGS)) {
    const why = globalFlags[flag] === undefined ? undefined : explainRefusal?.(command);
    if (why !== undefined) refuseFlag(flag, why);
  }
  for (const flag of ['sandbox-from', 'account'] as const) {
    if (globalFlags[flag] === '') throw new UsageError(`--${flag} is empty`);
  }

  // --jq filters the output of --json, so both can be given.
  const requestedFormat = FORMAT_FLAGS.find((name) => globalFlags[name] !== undefined);
  if (globalFlags.xlsx === '') throw new UsageError('--xlsx is empty');

  const preferredForm = command.chooseForm?.(options as never);
  const fields = typeof globalFlags.fields === 'string' ? parseFields(globalFlags.fields) : undefined;
  if (
    requestedFormat !== 'csv' &&
    requestedFormat !== 'xlsx' &&
    fields?.some(({ title }) => title !== undefined)
  )
    throw new UsageError('--fields NEW=FIELD needs --csv or --xlsx', {
      hint: shellText`--csv --fields Code=code`,
    });
  for (const [name, { affects }] of Object.entries(command.flags ?? {})) {
    if (affects === undefined || flags[name] === undefined) continue;
    const { excludes, why } = EXCLUDED_OUTPUT_FLAGS[affects];
    const excludedFlag = excludes.find((each) => globalFlags[each] !== undefined);
    if (excludedFlag !== undefined) refuseFlag(excludedFlag, why, name);
  }

  const format = ((): OutputFormat => {
    if (requestedFormat) return requestedFormat;
    if (preferredForm === 'text' || (preferredForm === 'default-text' && !fields)) return 'text';
    if (!isTerminal) return 'tsv';
    return fields ? (command.buildRows ? 'grid' : 'json') : 'view';
  })();
  const filter = typeof globalFlags.jq === 'string' ? globalFlags.jq : '';
  return { format, fields, filter };
};
