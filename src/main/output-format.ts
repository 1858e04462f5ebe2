import { advice, shellWords, toType } from '../border/shell.ts';
import type { AnyCommand } from '../commands/define.ts';
import { GLOBAL_FLAGS, type GlobalFlag } from '../commands/flags/global-flags.ts';
import type { Given, Typed } from '../commands/typed.ts';
import { UsageError } from '../errors.ts';
import { type Field, parseFields } from '../format/fields.ts';
import { parseColumns } from '../format/named-columns.ts';
import { retyped } from './retyped.ts';

/** How an answer is written: decided once, here, and known to no command. `grid` is rows for a person. */
export type Form = 'view' | 'written' | 'grid' | 'tsv' | 'csv' | 'xlsx' | 'jsonl' | 'json' | 'jq';

export interface Mode {
  readonly form: Form;
  readonly fields: readonly Field[] | undefined;
  /** For `jq`. */
  readonly filter: string;
  /** Under other names, as typed: `@` names the file where they stand. */
  readonly columns: string | undefined;
}

/** They say which service is asked, as whom and how. */
const FOR_A_SERVICE = [
  'sandbox',
  'sandbox-from',
  'account',
  'base-url',
  'insecure-http',
  'max-wait',
  'request-timeout',
] as const;

const FORMS = ['json', 'jsonl', 'csv', 'xlsx', 'jq'] as const;

/** Refuses flags that would change nothing. Without a flag: a view on a terminal, rows in a pipe. */
export const modeFor = (
  command: AnyCommand,
  everywhere: Given,
  { options, typed }: { readonly options: unknown; readonly typed: Typed },
  terminal: boolean,
): Mode => {
  const { flags } = typed;
  const says = (flag: string, why: string, beside?: string): never => {
    const without = retyped(command, typed, { ...everywhere, [flag]: undefined });
    throw new UsageError(
      `toile ${command.path} takes no --${flag}${beside ? ` beside --${beside}` : ''}: ${why}`,
      {
        hint: without
          ? advice`without it: ${without}`
          : toType`toile help ${shellWords(command.path.split(' '))}`,
      },
    );
  };
  for (const [flag, { refusedBy }] of Object.entries<GlobalFlag>(GLOBAL_FLAGS)) {
    const why = everywhere[flag] === undefined ? undefined : refusedBy?.(command);
    if (why !== undefined) says(flag, why);
  }
  if (command.local?.(options)) {
    const asks = FOR_A_SERVICE.find((flag) => everywhere[flag] !== undefined);
    if (asks) says(asks, 'the body is here already, and nothing is asked of a service');
  }
  const services = (['sandbox', 'sandbox-from', 'base-url'] as const).filter(
    (flag) => everywhere[flag] !== undefined,
  );
  if (services.length > 1) {
    throw new UsageError(`--${services[0]} and --${services[1]} name two different services`);
  }
  for (const flag of ['sandbox-from', 'account'] as const) {
    if (everywhere[flag] === '') throw new UsageError(`--${flag} is empty`);
  }

  const asked = FORMS.filter((form) => everywhere[form] !== undefined);
  // --jq is a filter on what --json gives, so the two say the same.
  const forms = asked.filter((form) => form !== 'json' || !asked.includes('jq'));
  const [form, other] = forms;
  if (other) throw new UsageError(`--${form} and --${other} cannot be combined`);
  const columns = typeof everywhere.columns === 'string' ? everywhere.columns : undefined;
  if (columns !== undefined) {
    if (form !== 'csv' && form !== 'xlsx') throw new UsageError('--columns goes with --csv or --xlsx');
    if (everywhere.fields !== undefined)
      throw new UsageError('--columns chooses by itself; leave --fields out');
    if (!columns.startsWith('@')) parseColumns(columns);
  }
  if (everywhere.xlsx === '') throw new UsageError('--xlsx is empty');

  const wish = command.form?.(options as never);
  const fields = typeof everywhere.fields === 'string' ? parseFields(everywhere.fields) : undefined;
  if (form === 'jq' && fields) throw new UsageError('--jq chooses fields by itself; leave --fields out');
  const own = Object.entries(command.flags ?? {}).filter(([name]) => flags[name] !== undefined);
  for (const [name, { acts }] of own) {
    if (acts === 'rows' && (form === 'json' || form === 'jq'))
      says(form, 'the body is as the service sent it; for JSON of rows take --jsonl', name);
    if (acts === 'screen' && (form || fields)) says(form ?? 'fields', `--${name} lays out a screen`, name);
  }
  if (wish && wish !== 'told' && (form === 'json' || form === 'jq'))
    says(form, 'what was asked for is not the body');
  if (wish === 'written' && (form || fields)) says(form ?? 'fields', 'what was asked for is a text');

  const chosen = ((): Form => {
    if (form) return form;
    if (wish === 'written' || (wish === 'told' && !fields)) return 'written';
    if (!terminal) return 'tsv';
    return (wish === 'rows' || fields) && command.rows ? 'grid' : fields ? 'json' : 'view';
  })();
  const filter = typeof everywhere.jq === 'string' ? everywhere.jq : '';
  return { form: chosen, fields, filter, columns };
};
