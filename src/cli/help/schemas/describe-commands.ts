import type { FlagSpec, FlagSpecs, StdinKind, ValueRules } from '../../../commands/argument-spec.ts';
import type { AnyCommand } from '../../../commands/command-spec.ts';
import { SETTING_SPECS, type SettingSpec } from '../../../commands/config/setting-specs.ts';
import { GLOBAL_FLAGS, listGlobalFlags } from '../../../commands/flags/global-flags.ts';
import { EXIT_CODES } from '../../../platform/errors.ts';
import { findCompletionSources } from '../../completion/completion-place.ts';
import { EXCLUDED_OUTPUT_FLAGS } from '../../output-format.ts';
import { formatUsage } from '../help-layout.ts';
import { ENVIRONMENT_VARIABLES } from '../help-topics.ts';
import { DATA_SCHEMAS, SERVICE_SCHEMAS } from './data-schemas.ts';
import {
  allowNull,
  booleanSchema,
  countSchema,
  defineList,
  defineObject,
  nullableTextSchema,
  type OutputSchema,
  textSchema,
} from './json-schema.ts';

/** The schema of the error that `--json` prints on stderr. */
export const ERROR_SCHEMA: OutputSchema = defineObject({
  error: defineObject({
    code: textSchema,
    message: textSchema,
    hint: nullableTextSchema,
    status: allowNull(countSchema),
    exit: { enum: Object.keys(EXIT_CODES).map(Number) },
    retryable: booleanSchema,
    next: allowNull(defineList(textSchema)),
    'service_code?': textSchema,
    'request_id?': textSchema,
    'retry_after?': { type: 'number' },
    'next_before?': textSchema,
    'checkout_url?': textSchema,
    'candidates?': defineList(textSchema),
    'purchase_id?': nullableTextSchema,
    'design_id?': textSchema,
    'purchase_state?': textSchema,
  }),
});

/**
 * Maps the placeholder of a flag in the help to the type of its value, for example `FILE` to `path`. With any other
 * placeholder, the type is `text`.
 */
const VALUE_TYPES: Readonly<Record<string, string>> = {
  N: 'integer',
  TIME: 'duration',
  DATE: 'date',
  FILE: 'path',
  PATH: 'path',
  DIR: 'path',
  URL: 'url',
  JSON: 'json',
};

const STDIN_KINDS: Readonly<Record<StdinKind, string>> = {
  body: 'JSON',
  ids: 'ids, one per line; from a line with tabs, the first column',
  'body or ids': 'a body if it begins with { or [, otherwise ids',
  key: 'the API key',
};

/**
 * Describes the values that an argument or flag accepts. `completes` has the names of the lists for shell completion,
 * for example `kinds`.
 */
const describeChoices = ({ choices, suggests, commas, completes, stdin }: ValueRules) => ({
  choices: choices ?? null,
  suggests: suggests ?? null,
  commas: commas === true,
  completes: completes ?? [],
  stdin: stdin ?? null,
});

const listExcludedBy = ({ excludes = [], affects }: FlagSpec = { about: '' }): readonly string[] => [
  ...excludes,
  ...(affects === undefined ? [] : EXCLUDED_OUTPUT_FLAGS[affects].excludes),
];

/** Returns the flags that cannot be combined with the flag `name`. Either of the two flags may exclude the other. */
const listExcluded = (name: string, flags: FlagSpecs): readonly string[] =>
  Object.keys(flags)
    .filter(
      (other) => listExcludedBy(flags[name]).includes(other) || listExcludedBy(flags[other]).includes(name),
    )
    .map((other) => `--${other}`);

const describeFlag = (name: string, flag: FlagSpec, flags: FlagSpecs) => ({
  name: `--${name}`,
  short: flag.short === undefined ? null : `-${flag.short}`,
  about: flag.about,
  type: flag.choices ? 'choice' : flag.value === undefined ? 'switch' : (VALUE_TYPES[flag.value] ?? 'text'),
  value: flag.value ?? null,
  value_optional: flag.optional === true || flag.joined !== undefined,
  ...describeChoices(
    flag.joined === undefined
      ? { ...flag, completes: findCompletionSources(flag, flag.value ?? '') }
      : { ...flag, choices: [flag.joined] },
  ),
  default: flag.default ?? null,
  excludes: listExcluded(name, flags),
  names_in_other_tools: flag.namesInOtherTools ?? [],
});

const describeFlags = (flags: FlagSpecs, globalFlags: FlagSpecs = {}) =>
  Object.entries(flags).map(([name, flag]) => describeFlag(name, flag, { ...globalFlags, ...flags }));

type ExitCode = { readonly code: number; readonly means: string };

const COMMON_EXITS = [0, 1, 2];
const SERVICE_EXITS = [3, 4, 5, 7, 9];
const PAYMENT_EXITS = [6, 8];
const SIGNAL_EXITS = [129, 130, 143];

/**
 * Returns the exit codes of a command with their meanings, in ascending order. Each command has the codes 0 to 2, the
 * codes of signals and its own codes. A command that sends requests also has the codes for failed requests, and those
 * for payments if it can pay. With a `failureExitCode`, it has no codes of these two kinds.
 */
export const listExitCodes = ({
  effects,
  exitCodes = [],
  failureExitCode,
}: AnyCommand): readonly ExitCode[] => {
  const ownMeanings = new Map(exitCodes.map(([code, means]) => [Number(code), means]));
  const serviceExits =
    failureExitCode === undefined && effects.sends !== 'never'
      ? [...SERVICE_EXITS, ...(effects.pays ? PAYMENT_EXITS : [])]
      : [];
  const codes = new Set([...COMMON_EXITS, ...serviceExits, ...ownMeanings.keys(), ...SIGNAL_EXITS]);
  const commonMeanings = new Map(Object.entries(EXIT_CODES).map(([code, means]) => [Number(code), means]));
  return [...codes]
    .sort((a, b) => a - b)
    .map((code) => ({ code, means: ownMeanings.get(code) ?? commonMeanings.get(code) ?? '' }));
};

const OUTPUT_SCHEMAS = { ...DATA_SCHEMAS, ...SERVICE_SCHEMAS };

/**
 * Returns the schema of the `--json` output of a command. If the command has several schemas, they are combined with
 * `anyOf`. Returns null for a command that prints text.
 */
export const buildOutputSchema = ({ outputSchemas = [] }: AnyCommand): OutputSchema | null => {
  const schemas = outputSchemas.map((name) => OUTPUT_SCHEMAS[name] ?? {});
  return schemas.length === 0 ? null : schemas.length === 1 ? (schemas[0] ?? {}) : { anyOf: schemas };
};

/**
 * Returns the description of a command in `toile commands`: its arguments, flags, effects, exit codes, columns and
 * output schema.
 */
export const describeCommand = (command: AnyCommand) => ({
  path: command.path,
  group: command.group,
  summary: command.summary,
  about: command.about ?? null,
  usage: formatUsage(command),
  arguments: (command.args ?? []).map((word) => ({
    name: word.name,
    about: word.about,
    required: word.required === true,
    many: word.many === true,
    ...describeChoices({ ...word, completes: findCompletionSources(word, word.name) }),
  })),
  flags: describeFlags(command.flags ?? {}, listGlobalFlags(command)),
  /** The global flags that the command accepts. */
  takes: Object.keys(listGlobalFlags(command)).map((name) => `--${name}`),
  sends: command.effects.sends,
  scopes: command.effects.scopes ?? [],
  pays: command.effects.pays === true,
  writes: command.effects.writes ?? null,
  asks: command.effects.asks ?? null,
  exits: listExitCodes(command),
  rows: command.columns?.map(({ when, names, open }) => ({
    when: when ?? null,
    columns: names,
    more: open === true,
  })),
  glossaries: (command.glossaries ?? []).map(({ title, terms }) => ({
    title,
    terms: terms.map(([word, means]) => ({ word, means })),
  })),
  output: buildOutputSchema(command),
  examples: command.examples,
});

/**
 * Returns the data of `toile commands`: the descriptions of the given commands, and what applies to all commands, such
 * as global flags, environment variables, settings, exit codes and the schema of errors.
 */
export const describeCommandTable = (commands: readonly AnyCommand[], version: string) => ({
  version,
  commands: commands.map(describeCommand),
  flags: describeFlags(GLOBAL_FLAGS),
  environment: ENVIRONMENT_VARIABLES.map(({ names, about, default: standard }) => ({
    names,
    about,
    default: standard ?? null,
  })),
  settings: Object.entries<SettingSpec>(SETTING_SPECS).map(([name, { about, variables, choices }]) => ({
    name,
    about,
    variables,
    choices: choices ?? null,
  })),
  stdin: Object.entries(STDIN_KINDS).map(([name, about]) => ({ name, about })),
  exits: Object.entries(EXIT_CODES).map(([code, means]) => ({ code: Number(code), means })),
  error: ERROR_SCHEMA,
});
