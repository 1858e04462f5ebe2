/** What can be typed where, as every shell's script needs it: the command table without its functions. */

import type { AnyCommand } from '../../commands/define.ts';
import { GLOBAL_FLAGS, globalFlagsOf } from '../../commands/flags/global-flags.ts';
import type { FlagSpec, Flags } from '../../commands/typed.ts';
import { isOfCommands, type Known, spec, type Values, valuesOf } from './values.ts';

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

const flagsOf = (flags: Flags, table: readonly AnyCommand[], known: Known): Flag[] =>
  Object.entries(flags)
    .filter(([, { hidden }]) => !hidden)
    .flatMap(([name, spec]: [string, FlagSpec]) => {
      const { short, about, value, joined } = spec;
      const flag = { name, short, about };
      if (joined !== undefined) return [flag, { ...flag, name: `${name}=${joined}`, short: undefined }];
      return [value === undefined ? flag : { ...flag, values: valuesOf(spec, value, table, known) }];
    });

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
      next: isOfCommands(command)
        ? nextOf('', table).filter(({ word }) => groups.includes(word))
        : own[0]?.before
          ? Object.entries(own[0].before).map(([word, { about }]) => ({ word, about }))
          : nextOf(command.path, table),
      flags: flagsOf(command.flags ?? {}, table, known),
      everywhere: flagsOf({ ...globalFlagsOf(command), ...HELP }, table, known),
      words: programs
        ? [...words, { choices: [], commas: false, asked: ['files'], optional: false }]
        : own[0]?.before
          ? []
          : words,
      many: own.at(-1)?.many === true && !isOfCommands(command),
    };
  });
  const within = (path: string, more: Pick<Place, 'next' | 'words'>, word: string): Place => ({
    path: `${path} ${word}`,
    flags: [],
    everywhere: commands.find((place) => place.path === path)?.everywhere ?? [],
    many: false,
    ...more,
  });
  // A word that decides what the next one may be is a place of its own.
  const decided = table.flatMap(({ path, words: [word, next] = [] }) =>
    Object.entries(word?.before ?? {}).map(([choice, listable]) =>
      within(path, { next: [], words: [valuesOf(listable, next?.name ?? '', table, known)] }, choice),
    ),
  );
  // What is named of a group is one of its commands.
  const explained = table
    .filter(isOfCommands)
    .flatMap(({ path }) =>
      groups.map((group) => within(path, { next: nextOf(group, table), words: [] }, group)),
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
  return [...above, ...commands, ...decided, ...explained];
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

/** What the word at a position of a place may be: `place:0`, and `*` for all that follow. */
export const positions = ({ path, words, many }: Place): [string, string][] =>
  words.map((values, at) => [`${path}:${many && at === words.length - 1 ? '*' : at}`, spec(values)]);
