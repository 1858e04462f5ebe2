/** What can be typed where, as every shell's script needs it: the command table without its functions. */

import type { AnyCommand } from '../../commands/define.ts';
import { GLOBAL_FLAGS, globalFlagsOf } from '../../commands/flags/global-flags.ts';
import type { FlagSpec, Flags, WordSpec } from '../../commands/typed.ts';

/** What a value may be: words known here, words that only a running machine knows, files, or free text. */
export type Values =
  | { readonly kind: 'choices'; readonly choices: readonly string[] }
  | { readonly kind: 'ask'; readonly what: 'ids' | 'accounts' | 'purchases' }
  | { readonly kind: 'files' }
  | { readonly kind: 'programs' }
  | { readonly kind: 'free' };

export interface Flag {
  readonly name: string;
  readonly short: string | undefined;
  readonly about: string;
  /** Absent on a switch. */
  readonly values?: Values;
}

/** A command, or the first words of several. */
export interface Place {
  /** `designs ls`; empty for the program itself. */
  readonly path: string;
  readonly next: readonly { readonly word: string; readonly about: string }[];
  /** Its own. */
  readonly flags: readonly Flag[];
  /** Those of every command that it does not refuse. */
  readonly everywhere: readonly Flag[];
  /** By position; the last one stands for all that follow where `many` is true. */
  readonly words: readonly Values[];
  readonly many: boolean;
}

/** Words that the table does not hold and completion offers. */
export interface Known {
  readonly kinds: readonly string[];
  readonly topics: readonly string[];
  /** What goes wrong in the sandbox. */
  readonly scenarios: readonly string[];
}

/** What a value is called in help says what it is; a spec may say otherwise. */
const BY_NAME: Readonly<Record<string, NonNullable<WordSpec['completes']>>> = {
  ID: 'ids',
  DIR: 'files',
  FILE: 'files',
  PURCHASE: 'purchases',
  TOPIC: 'topics',
  CMD: 'programs',
};

const valuesOf = (
  { choices, suggests, completes }: Pick<WordSpec, 'choices' | 'suggests' | 'completes'>,
  name: string,
  table: readonly AnyCommand[],
  { kinds, topics, scenarios }: Known,
): Values => {
  const words = choices ?? suggests;
  if (words) return { kind: 'choices', choices: words };
  const what = completes ?? BY_NAME[name];
  if (what === undefined) return { kind: 'free' };
  if (what === 'kinds') return { kind: 'choices', choices: kinds };
  if (what === 'scenarios') return { kind: 'choices', choices: [...scenarios, 'none'] };
  if (what === 'files' || what === 'programs') return { kind: what };
  if (what !== 'topics') return { kind: 'ask', what };
  return {
    kind: 'choices',
    choices: [...topics, ...table.map(({ path }) => path).filter((path) => !path.includes(' '))],
  };
};

const flagsOf = (flags: Flags, table: readonly AnyCommand[], known: Known): Flag[] =>
  Object.entries(flags)
    .filter(([, { hidden }]) => !hidden)
    .map(([name, spec]: [string, FlagSpec]) => ({
      name,
      short: spec.short,
      about: spec.about,
      ...(spec.value !== undefined && { values: valuesOf(spec, spec.value, table, known) }),
    }));

const HELP: Flags = { help: { short: 'h', about: 'help on the command' } };
const ALONE: Flags = { version: { short: 'V', about: 'the version' } };

const nextOf = (path: string, table: readonly AnyCommand[]): Place['next'] => {
  const depth = path === '' ? 0 : path.split(' ').length;
  const found = new Map<string, string>();
  for (const command of table) {
    if (path !== '' && !command.path.startsWith(`${path} `)) continue;
    const word = command.path.split(' ')[depth];
    if (word === undefined || found.has(word)) continue;
    const whole = [path, word].filter(Boolean).join(' ') === command.path;
    const inside = table.filter((each) => each.path.startsWith(`${[path, word].filter(Boolean).join(' ')} `));
    const words = inside.map((each) => each.path.split(' ')[depth + 1]).join(', ');
    found.set(word, whole ? command.summary : words);
  }
  return [...found].map(([word, about]) => ({ word, about }));
};

/** Whether it is the command whose word is a topic or a command, which may be two words. */
const isHelp = ({ words }: AnyCommand): boolean => words?.[0]?.name === 'TOPIC';

/** Every place where something can be typed, the program itself first. */
export const shape = (table: readonly AnyCommand[], known: Known): readonly Place[] => {
  const groups = [...new Set(table.flatMap(({ path }) => path.split(' ').slice(0, -1)))].filter(
    (path) => !table.some((command) => command.path === path),
  );
  const commands = table.map((command): Place => {
    const own = command.words ?? [];
    const words = own.map((word) => valuesOf(word, word.name, table, known));
    const programs = own.at(-1)?.name === 'CMD';
    return {
      path: command.path,
      next: isHelp(command)
        ? nextOf('', table).filter(({ word }) => groups.includes(word))
        : nextOf(command.path, table),
      flags: flagsOf(command.flags ?? {}, table, known),
      everywhere: flagsOf({ ...globalFlagsOf(command), ...HELP }, table, known),
      words: programs ? [...words, { kind: 'files' }] : words,
      many: own.at(-1)?.many === true && !isHelp(command),
    };
  });
  // What help explains of a group is one of its commands.
  const explained = table.filter(isHelp).flatMap(({ path }) =>
    groups.map(
      (group): Place => ({
        path: `${path} ${group}`,
        next: nextOf(group, table),
        flags: [],
        everywhere: commands.find((place) => place.path === path)?.everywhere ?? [],
        words: [],
        many: false,
      }),
    ),
  );
  const above = ['', ...groups].map(
    (path): Place => ({
      path,
      next: nextOf(path, table),
      flags: path === '' ? flagsOf(ALONE, table, known) : [],
      everywhere: flagsOf({ ...GLOBAL_FLAGS, ...HELP }, table, known),
      words: [],
      many: false,
    }),
  );
  return [...above, ...commands, ...explained];
};

/** A value's kind in one word for a script: `=a b` for choices, `@ids`, `@files`; empty for free text. */
export const spec = (values: Values): string => {
  if (values.kind === 'choices') return `=${values.choices.join(' ')}`;
  if (values.kind === 'ask') return `@${values.what}`;
  return values.kind === 'free' ? '' : `@${values.kind}`;
};

/** Places with the same text share a line of a script: their paths, and the text. */
export const together = (
  places: readonly Place[],
  write: (place: Place) => string,
): readonly (readonly [readonly string[], string])[] => {
  const found = new Map<string, string[]>();
  for (const place of places) {
    const text = write(place);
    if (text !== '') found.set(text, [...(found.get(text) ?? []), place.path]);
  }
  return [...found].map(([text, paths]) => [paths, text]);
};

/**
 * Flags that take a value, the way a script looks them up: `place:flag` as typed, and the spec. `*` stands for any
 * place; a place's own come first.
 */
export const valued = (places: readonly Place[]): readonly (readonly [string, string])[] => {
  const of = (path: string, flags: readonly Flag[]) =>
    flags.flatMap(({ name, short, values }) =>
      values === undefined
        ? []
        : [`--${name}`, ...(short === undefined ? [] : [`-${short}`])].map(
            (typed) => [`${path}:${typed}`, spec(values)] as const,
          ),
    );
  return [...places.flatMap(({ path, flags }) => of(path, flags)), ...of('*', places[0]?.everywhere ?? [])];
};
