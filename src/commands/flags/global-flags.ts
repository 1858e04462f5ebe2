import { UsageError } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { isSwitchedOn } from '../../platform/typed-words.ts';
import type { FlagSpec, FlagSpecs, FlagValues } from '../argument-spec.ts';
import type { AnyCommand, TargetFlag } from '../command-spec.ts';

/**
 * A global flag, such as `--json`, which is defined once for all commands. A command may refuse it (see
 * `explainRefusal`) or ignore it (see `target`).
 */
export interface GlobalFlagSpec extends FlagSpec {
  /** Returns why the command refuses the flag, for example `it prints text`; undefined if it accepts the flag. */
  explainRefusal?(command: AnyCommand): string | undefined;
  /**
   * The name of this flag in the list `targetFlags` of a command. If a command has this list and the name is missing
   * from it, the command ignores the flag.
   */
  readonly target?: TargetFlag;
  /**
   * Returns the description of this flag for one command. Returns undefined if the general description `about` is
   * correct for the command.
   */
  describeFor?(command: AnyCommand): string | undefined;
}

const refuseForText = ({ resultKind }: AnyCommand): string | undefined =>
  ['text', 'steps', 'protocol'].includes(resultKind) ? 'it prints text' : undefined;

const refuseForOneLine = (command: AnyCommand): string | undefined =>
  refuseForText(command) ?? (command.resultKind === 'server' ? 'it prints one line of JSON' : undefined);

const refuseWithoutRows = (command: AnyCommand): string | undefined =>
  refuseForOneLine(command) ?? (command.buildRows ? undefined : 'its output has no rows');

export const GLOBAL_FLAGS = {
  json: {
    about: 'print JSON, for programs',
    excludes: ['jsonl', 'csv', 'xlsx'],
    explainRefusal: refuseForText,
  },
  jsonl: {
    about: 'print one JSON object per line',
    excludes: ['csv', 'xlsx', 'jq'],
    namesInOtherTools: ['ndjson', 'json-lines'],
    explainRefusal: refuseWithoutRows,
  },
  csv: {
    about: 'print rows as CSV, with a header',
    excludes: ['xlsx', 'jq'],
    explainRefusal: refuseWithoutRows,
  },
  xlsx: {
    value: 'FILE',
    about: 'write rows to a spreadsheet file (.xlsx)',
    excludes: ['jq'],
    completes: ['files'],
    explainRefusal: refuseWithoutRows,
  },
  fields: {
    value: 'A,B.C',
    about: 'print these fields in this order; NEW=FIELD renames one',
    explainRefusal: refuseForOneLine,
  },
  jq: {
    value: 'FILTER',
    about: 'apply a jq filter to the JSON output',
    excludes: ['fields'],
    explainRefusal: refuseForOneLine,
  },
  sandbox: {
    about: 'use the sample data in toile; your key is not read',
    excludes: ['sandbox-from', 'base-url'],
    target: 'sandbox',
  },
  'sandbox-from': {
    value: 'DIR',
    about: 'use a pulled folder offline; your key is not read',
    excludes: ['base-url'],
    completes: ['files'],
    target: 'sandbox-from',
  },
  account: {
    value: 'NAME',
    about: 'use the key and address of this account',
    completes: ['accounts'],
    target: 'account',
  },
  'base-url': {
    value: 'URL',
    about: 'use this service address',
    target: 'base-url',
  },
  'max-wait': {
    value: 'TIME',
    about: 'wait at most TIME (default per request: 60s; scripts: 330s)',
    describeFor: ({ resultKind }) =>
      resultKind === 'protocol' ? 'wait at most TIME (default: 30s a request)' : undefined,
    target: 'account',
  },
  'no-color': { namesInOtherTools: ['no-colour'], about: 'print without colour' },
  quiet: { short: 'q', namesInOtherTools: ['silent'], about: 'print no messages except errors' },
  'no-input': { about: 'never ask a question; fail instead' },
  accessible: { about: 'output for screen readers: words, no animation' },
  debug: { namesInOtherTools: ['verbose', 'trace'], about: 'print each request on stderr, without secrets' },
} as const satisfies Readonly<Record<string, GlobalFlagSpec>>;

/** The flags `--help` and `--version`, which toile handles before it runs a command. */
export const HELP_FLAGS = {
  help: { short: 'h', about: 'show help for the command' },
  version: { short: 'V', about: 'print the version' },
} as const satisfies FlagSpecs;

const isIgnored = ({ target }: GlobalFlagSpec, { targetFlags }: AnyCommand): boolean =>
  target !== undefined && targetFlags !== undefined && !targetFlags.includes(target);

const canChangeAccounts = ({ group, effects }: AnyCommand): boolean =>
  group === 'Sign in' && effects.writes !== undefined;

/** Returns the global flags that have an effect on a command. Each has the description that fits this command. */
export const listGlobalFlags = (command: AnyCommand): Readonly<Record<string, FlagSpec>> =>
  Object.fromEntries(
    Object.entries<GlobalFlagSpec>(GLOBAL_FLAGS)
      .filter(([, flag]) => flag.explainRefusal?.(command) === undefined && !isIgnored(flag, command))
      .map(([name, flag]) => [name, { ...flag, about: flag.describeFor?.(command) ?? flag.about }]),
  );

/**
 * Splits the typed global flags. `globalFlags` has those that affect the command, and `ignored` has the names of the
 * others. TOILE_SANDBOX counts as `--sandbox`, unless `--sandbox-from` or `--base-url` is given. Throws a UsageError if
 * a command that changes accounts is used with the sandbox.
 */
export const resolveGlobalFlags = (
  command: AnyCommand,
  typed: FlagValues,
  env: Readonly<Record<string, string | undefined>>,
): { readonly globalFlags: FlagValues; readonly ignored: readonly string[] } => {
  const isChosen = typed['sandbox-from'] !== undefined || typed['base-url'] !== undefined;
  const sandbox = typed.sandbox ?? (isSwitchedOn(env.TOILE_SANDBOX) && !isChosen ? true : undefined);
  if (canChangeAccounts(command) && (sandbox === true || typed['sandbox-from'] !== undefined))
    throw new UsageError(
      `the sandbox has no accounts; toile ${command.path} would change an account of the service`,
      { hint: shellText`leave out --sandbox and TOILE_SANDBOX` },
    );
  const ignored = Object.entries<GlobalFlagSpec>(GLOBAL_FLAGS).flatMap(([name, flag]) =>
    isIgnored(flag, command) ? [name] : [],
  );
  const globalFlags = Object.fromEntries(
    Object.entries({ ...typed, sandbox }).filter(([name]) => !ignored.includes(name)),
  );
  return { globalFlags, ignored: ignored.filter((name) => typed[name] !== undefined) };
};
