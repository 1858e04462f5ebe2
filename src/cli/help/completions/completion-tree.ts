/**
 * The words that can be typed after each command, for all shells: the command table without its functions.
 */

import type { FlagSpec, FlagSpecs } from '../../../commands/argument-spec.ts';
import type { AnyCommand } from '../../../commands/command-spec.ts';
import { GLOBAL_FLAGS, listGlobalFlags } from '../../../commands/flags/global-flags.ts';
import {
  buildCompletionValues,
  type CompletionValues,
  type CompletionWords,
  encodeCompletionValues,
  hasCommandArgument,
} from './completion-values.ts';

/** A flag as completion needs it. */
export interface CompletionFlag {
  readonly name: string;
  readonly short: string | undefined;
  readonly about: string;
  /** The values of the flag. Absent for a switch. */
  readonly values?: CompletionValues;
}

/** A command, or the first words of several commands. */
export interface CompletionNode {
  /** For example `designs ls`; empty for the program itself. */
  readonly path: string;
  readonly nextWords: readonly { readonly word: string; readonly about: string }[];
  /** The flags of the command itself. */
  readonly flags: readonly CompletionFlag[];
  /** The global flags that the command accepts. */
  readonly globalFlags: readonly CompletionFlag[];
  /** The values by position. The last one repeats when `many` is true. */
  readonly args: readonly CompletionValues[];
  readonly many: boolean;
}

const listFlags = (
  flags: FlagSpecs,
  table: readonly AnyCommand[],
  known: CompletionWords,
): CompletionFlag[] =>
  Object.entries(flags)
    .filter(([, { hidden }]) => !hidden)
    .flatMap(([name, spec]: [string, FlagSpec]) => {
      const { short, about, value, joined } = spec;
      const flag = { name, short, about };
      if (joined !== undefined) return [flag, { ...flag, name: `${name}=${joined}`, short: undefined }];
      return [
        value === undefined ? flag : { ...flag, values: buildCompletionValues(spec, value, table, known) },
      ];
    });

const HELP_FLAG: FlagSpecs = { help: { short: 'h', about: 'Show help for the command' } };
const VERSION_FLAG: FlagSpecs = { version: { short: 'V', about: 'Print the version' } };

const listNextWords = (path: string, table: readonly AnyCommand[]): CompletionNode['nextWords'] => {
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

/** Returns all nodes of the command table, the program itself first. */
export const buildCompletionTree = (
  table: readonly AnyCommand[],
  known: CompletionWords,
): readonly CompletionNode[] => {
  const groups = [...new Set(table.flatMap(({ path }) => path.split(' ').slice(0, -1)))].filter(
    (path) => !table.some((command) => command.path === path),
  );
  const commands = table.map((command): CompletionNode => {
    const own = command.args ?? [];
    const words = own.map((word) => buildCompletionValues(word, word.name, table, known));
    const programs = own.at(-1)?.name === 'CMD';
    return {
      path: command.path,
      nextWords: hasCommandArgument(command)
        ? listNextWords('', table).filter(({ word }) => groups.includes(word))
        : own[0]?.nextChoices
          ? Object.entries(own[0].nextChoices).map(([word, { about }]) => ({ word, about }))
          : listNextWords(command.path, table),
      flags: listFlags(command.flags ?? {}, table, known),
      globalFlags: listFlags({ ...listGlobalFlags(command), ...HELP_FLAG }, table, known),
      args: programs
        ? [...words, { choices: [], commas: false, sources: ['files'], optional: false }]
        : own[0]?.nextChoices
          ? []
          : words,
      many: own.at(-1)?.many === true && !hasCommandArgument(command),
    };
  });
  const within = (
    path: string,
    more: Pick<CompletionNode, 'nextWords' | 'args'>,
    word: string,
  ): CompletionNode => ({
    path: `${path} ${word}`,
    flags: [],
    globalFlags: commands.find((place) => place.path === path)?.globalFlags ?? [],
    many: false,
    ...more,
  });
  // An argument that determines the choices of the next one gets its own node.
  const decided = table.flatMap(({ path, args: [word, next] = [] }) =>
    Object.entries(word?.nextChoices ?? {}).map(([choice, listable]) =>
      within(
        path,
        { nextWords: [], args: [buildCompletionValues(listable, next?.name ?? '', table, known)] },
        choice,
      ),
    ),
  );
  // After the name of a group, the next argument is one of its commands.
  const explained = table
    .filter(hasCommandArgument)
    .flatMap(({ path }) =>
      groups.map((group) => within(path, { nextWords: listNextWords(group, table), args: [] }, group)),
    );
  const above = ['', ...groups].map(
    (path): CompletionNode => ({
      path,
      nextWords: listNextWords(path, table),
      flags: path === '' ? listFlags(VERSION_FLAG, table, known) : [],
      globalFlags: listFlags({ ...GLOBAL_FLAGS, ...HELP_FLAG }, table, known),
      args: [],
      many: false,
    }),
  );
  return [...above, ...commands, ...decided, ...explained];
};

/**
 * Groups the nodes that have the same text, so that a script contains it once. Returns the paths and the
 * text.
 */
export const groupNodesByText = (
  places: readonly CompletionNode[],
  write: (place: CompletionNode) => string,
): readonly (readonly [readonly string[], string])[] => {
  const found = new Map<string, string[]>();
  for (const place of places) {
    const text = write(place);
    if (text !== '') found.set(text, [...(found.get(text) ?? []), place.path]);
  }
  return [...found].map(([text, paths]) => [paths, text]);
};

/**
 * Returns the flags with a value as pairs for a script: `path:flag` as typed, and the encoded values. `*`
 * stands for any path. Specific pairs come first.
 */
export const listFlagValues = (places: readonly CompletionNode[]): readonly (readonly [string, string])[] => {
  const of = (path: string, flags: readonly CompletionFlag[]) =>
    flags.flatMap(({ name, short, values }) =>
      values === undefined
        ? []
        : [`--${name}`, ...(short === undefined ? [] : [`-${short}`])].map(
            (typed) => [`${path}:${typed}`, encodeCompletionValues(values)] as const,
          ),
    );
  return [...places.flatMap(({ path, flags }) => of(path, flags)), ...of('*', places[0]?.globalFlags ?? [])];
};

/** Returns the values of each position: `path:0`, and `path:*` for all further ones. */
export const listPositionValues = ({ path, args, many }: CompletionNode): [string, string][] =>
  args.map((values, at) => [
    `${path}:${many && at === args.length - 1 ? '*' : at}`,
    encodeCompletionValues(values),
  ]);
