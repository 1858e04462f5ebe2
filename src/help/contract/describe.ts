import type { AnyCommand } from '../../commands/define.ts';
import { GLOBAL_FLAGS, globalFlagsOf } from '../../commands/flags/global-flags.ts';
import type { FlagSpec, Flags, Listable } from '../../commands/typed.ts';
import { EXITS } from '../../errors.ts';
import { foundBy } from '../completions/values.ts';
import { usage } from '../layout.ts';
import { MADE_SHAPES } from './made-shapes.ts';
import { SERVICE_SHAPES } from './service-shapes.ts';
import { count, listOf, object, orNull, type Schema, text, yesOrNo } from './words.ts';

/** A failure under `--json`, on stderr. */
export const ERROR_SHAPE: Schema = object({
  error: object({
    code: text,
    message: text,
    hint: orNull(text),
    status: orNull(count),
    exit: { enum: Object.keys(EXITS).map(Number) },
    retryable: yesOrNo,
    next: orNull(listOf(text)),
    'service_code?': text,
    'request_id?': text,
    'retry_after?': { type: 'number' },
    'next_before?': text,
    'checkout_url?': text,
    'candidates?': listOf(text),
    'purchase_id?': orNull(text),
    'design_id?': text,
    'purchase_state?': text,
  }),
});

/** What the word for a value says of its kind; any other is a text. */
const KINDS: Readonly<Record<string, string>> = {
  N: 'integer',
  TIME: 'duration',
  DATE: 'date',
  FILE: 'path',
  PATH: 'path',
  DIR: 'path',
  URL: 'url',
  JSON: 'json',
};

/** What may be typed there, as completion offers it; `completes` names what only a machine knows. */
const listed = ({ choices, suggests, commas, completes }: Listable) => ({
  choices: choices ?? null,
  suggests: suggests ?? null,
  commas: commas === true,
  completes: completes ?? [],
});

const flagOf = ([name, flag]: readonly [string, FlagSpec]) => ({
  name: `--${name}`,
  short: flag.short === undefined ? null : `-${flag.short}`,
  about: flag.about,
  type: flag.choices ? 'choice' : flag.value === undefined ? 'switch' : (KINDS[flag.value] ?? 'text'),
  value: flag.value ?? null,
  value_optional: flag.optional === true || flag.joined !== undefined,
  ...listed(
    flag.joined === undefined
      ? { ...flag, completes: foundBy(flag, flag.value ?? '') }
      : { choices: [flag.joined] },
  ),
  default: flag.default ?? null,
  elsewhere: flag.elsewhere ?? [],
});

const flagsIn = (flags: Flags) =>
  Object.entries(flags)
    .filter(([, { hidden }]) => !hidden)
    .map(flagOf);

type Exit = { readonly code: number; readonly means: string };

const ALWAYS = [0, 1, 2];
const OF_SERVICE = [3, 4, 5, 7, 9];
const OF_PAYING = [6, 8];
const FROM_OUTSIDE = [129, 130, 143];

/** Every code that it may end with: those of its own, of what it does, and of whoever ends it. */
export const exitsOf = ({ does, exits = [], failsWith }: AnyCommand): readonly Exit[] => {
  const own = new Map(exits.map(([code, means]) => [Number(code), means]));
  const asking =
    failsWith === undefined && does.sends !== 'never' ? [...OF_SERVICE, ...(does.pays ? OF_PAYING : [])] : [];
  const all = new Set([...ALWAYS, ...asking, ...own.keys(), ...FROM_OUTSIDE]);
  const usual = new Map(Object.entries(EXITS).map(([code, means]) => [Number(code), means]));
  return [...all]
    .sort((one, other) => one - other)
    .map((code) => ({ code, means: own.get(code) ?? usual.get(code) ?? '' }));
};

const SHAPES = { ...MADE_SHAPES, ...SERVICE_SHAPES };

/** What `--json` gives; null for a text. */
export const outputOf = ({ gives = [] }: AnyCommand): Schema | null => {
  const shapes = gives.map((name) => SHAPES[name] ?? {});
  return shapes.length === 0 ? null : shapes.length === 1 ? (shapes[0] ?? {}) : { anyOf: shapes };
};

/** All that is known of a command, as data. */
export const described = (command: AnyCommand) => ({
  path: command.path,
  group: command.group,
  summary: command.summary,
  about: command.about ?? null,
  usage: usage(command),
  arguments: (command.words ?? []).map((word) => ({
    name: word.name,
    about: word.about,
    required: word.required === true,
    many: word.many === true,
    ...listed({ ...word, completes: foundBy(word, word.name) }),
  })),
  flags: flagsIn(command.flags ?? {}),
  /** Of the flags of every command, those that it takes. */
  takes: Object.keys(globalFlagsOf(command)).map((name) => `--${name}`),
  sends: command.does.sends,
  scopes: command.does.scopes ?? [],
  pays: command.does.pays === true,
  writes: command.does.writes ?? null,
  asks: command.does.asks ?? null,
  exits: exitsOf(command),
  rows: command.columns?.map(({ when, names, open }) => ({
    when: when ?? null,
    columns: names,
    more: open === true,
  })),
  output: outputOf(command),
  examples: command.examples,
});

/** The commands of a table that were asked for, and what holds for all of them. */
export const contract = (commands: readonly AnyCommand[], version: string) => ({
  version,
  commands: commands.map(described),
  flags: flagsIn(GLOBAL_FLAGS),
  exits: Object.entries(EXITS).map(([code, means]) => ({ code: Number(code), means })),
  error: ERROR_SHAPE,
});
