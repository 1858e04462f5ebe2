import type { FlagValues, ParsedArgs } from '../commands/argument-spec.ts';
import type { AnyCommand } from '../commands/command-spec.ts';
import { GLOBAL_FLAGS, type GlobalFlagSpec } from '../commands/flags/global-flags.ts';
import { type OutputField, parseFields } from '../output/tables/output-fields.ts';
import { UsageError } from '../platform/errors.ts';
import { hintText, nextCommand, quoteShellWords, shellText } from '../platform/escape/shell.ts';
import { formatCommandLine } from './format-command-line.ts';

/**
 * The output format of a result. It is chosen in `resolveOutputOptions` and no command knows it. `grid` is
 * rows for a person.
 */
export type OutputFormat = 'view' | 'written' | 'grid' | 'tsv' | 'csv' | 'xlsx' | 'jsonl' | 'json' | 'jq';

/** The output format with its options. */
export interface OutputOptions {
  readonly format: OutputFormat;
  readonly fields: readonly OutputField[] | undefined;
  /** The filter of `--jq`. */
  readonly filter: string;
}

const FORMAT_FLAGS = ['json', 'jsonl', 'csv', 'xlsx', 'jq'] as const;

/**
 * Returns the output options. Throws a UsageError for a format that the command does not have. The default is a view on a
 * terminal and rows in a pipe.
 */
export const resolveOutputOptions = (
  command: AnyCommand,
  globalFlags: FlagValues,
  { options, typed }: { readonly options: unknown; readonly typed: ParsedArgs },
  terminal: boolean,
): OutputOptions => {
  const { flags } = typed;
  const says = (flag: string, why: string, beside?: string): never => {
    const without = formatCommandLine(command, typed, { ...globalFlags, [flag]: undefined });
    throw new UsageError(
      `toile ${command.path} takes no --${flag}${beside ? ` beside --${beside}` : ''}: ${why}`,
      {
        hint: without
          ? hintText`without it: ${without}`
          : nextCommand`toile help ${quoteShellWords(command.path.split(' '))}`,
      },
    );
  };
  for (const [flag, { explainRefusal }] of Object.entries<GlobalFlagSpec>(GLOBAL_FLAGS)) {
    const why = globalFlags[flag] === undefined ? undefined : explainRefusal?.(command);
    if (why !== undefined) says(flag, why);
  }
  const services = (['sandbox', 'sandbox-from', 'base-url'] as const).filter(
    (flag) => globalFlags[flag] !== undefined,
  );
  if (services.length > 1) {
    throw new UsageError(`--${services[0]} and --${services[1]} name two different services`);
  }
  for (const flag of ['sandbox-from', 'account'] as const) {
    if (globalFlags[flag] === '') throw new UsageError(`--${flag} is empty`);
  }

  const asked = FORMAT_FLAGS.filter((form) => globalFlags[form] !== undefined);
  // --jq filters the output of --json, so both can be given.
  const forms = asked.filter((form) => form !== 'json' || !asked.includes('jq'));
  const [form, other] = forms;
  if (other) throw new UsageError(`--${form} and --${other} cannot be combined`);
  if (globalFlags.xlsx === '') throw new UsageError('--xlsx is empty');

  const wish = command.chooseForm?.(options as never);
  const fields = typeof globalFlags.fields === 'string' ? parseFields(globalFlags.fields) : undefined;
  if (form !== 'csv' && form !== 'xlsx' && fields?.some(({ title }) => title !== undefined))
    throw new UsageError('--fields NAME=FIELD goes with --csv or --xlsx', {
      hint: shellText`--csv --fields Code=code`,
    });
  if (form === 'jq' && fields) throw new UsageError('--jq and --fields cannot be combined');
  const own = Object.entries(command.flags ?? {}).filter(([name]) => flags[name] !== undefined);
  for (const [name, { affects }] of own) {
    if (affects === 'rows' && (form === 'json' || form === 'jq'))
      says(form, 'the body is as the service sent it; for JSON of rows take --jsonl', name);
    if (affects === 'screen' && (form || fields)) says(form ?? 'fields', `--${name} lays out a screen`, name);
  }
  if (wish && wish !== 'told' && (form === 'json' || form === 'jq'))
    says(form, 'what was asked for is not the body');
  if (wish === 'written' && (form || fields)) says(form ?? 'fields', 'what was asked for is a text');

  const chosen = ((): OutputFormat => {
    if (form) return form;
    if (wish === 'written' || (wish === 'told' && !fields)) return 'written';
    if (!terminal) return 'tsv';
    return (wish === 'rows' || fields) && command.buildRows ? 'grid' : fields ? 'json' : 'view';
  })();
  const filter = typeof globalFlags.jq === 'string' ? globalFlags.jq : '';
  return { format: chosen, fields, filter };
};
