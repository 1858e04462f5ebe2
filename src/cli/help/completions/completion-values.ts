/** The values that completion offers for an argument or flag. */

import type { CompletionSource, ValueChoices } from '../../../commands/argument-spec.ts';
import type { AnyCommand } from '../../../commands/command-spec.ts';

/**
 * The values of an argument or flag: fixed words, and lists that are read on the machine. Empty for free
 * text.
 */
export interface CompletionValues {
  readonly choices: readonly string[];
  /** True when several values can be given, separated by commas. */
  readonly commas: boolean;
  readonly sources: readonly (
    | 'ids'
    | 'accounts'
    | 'purchases'
    | 'requests'
    | 'files'
    | '@files'
    | 'programs'
  )[];
  /** True when the value can be omitted, so that a flag may follow instead. */
  readonly optional: boolean;
}

/** Words that completion offers and that the command table does not contain. */
export interface CompletionWords {
  readonly kinds: readonly string[];
  readonly topics: readonly string[];
  /** The scenarios of the sandbox. */
  readonly scenarios: readonly string[];
}

/** The lists to complete from, by the name of a value in the help. A specification can override them. */
const SOURCES_BY_NAME: Readonly<Record<string, readonly CompletionSource[]>> = {
  ID: ['ids'],
  DIR: ['files'],
  FILE: ['files'],
  PURCHASE: ['purchases'],
  TOPIC: ['topics'],
  CMD: ['programs'],
};

/**
 * Returns the lists to complete from: those of the specification, or else those for the name of the value.
 */
export const findCompletionSources = (
  { choices, completes }: ValueChoices,
  name: string,
): readonly CompletionSource[] => completes ?? (choices === undefined ? (SOURCES_BY_NAME[name] ?? []) : []);

/** Returns the completion values of an argument or flag. */
export const buildCompletionValues = (
  listable: ValueChoices & { readonly optional?: true },
  name: string,
  table: readonly AnyCommand[],
  { kinds, topics, scenarios }: CompletionWords,
): CompletionValues => {
  const { choices = [], suggests = [], commas, optional } = listable;
  const alone = table.map(({ path }) => path).filter((path) => !path.includes(' '));
  const listed: Partial<Record<CompletionSource, readonly string[]>> = {
    kinds,
    scenarios: [...scenarios, 'none'],
    topics: [...topics, ...alone],
    commands: alone,
  };
  const found = findCompletionSources(listable, name);
  return {
    choices: [...new Set([...choices, ...suggests, ...found.flatMap((each) => listed[each] ?? [])])],
    commas: commas === true,
    sources: found.filter((each): each is CompletionValues['sources'][number] => listed[each] === undefined),
    optional: optional === true,
  };
};

/** Returns true when the argument of the command is the name of a command, which may have two words. */
export const hasCommandArgument = ({ args: [word] = [] }: AnyCommand): boolean =>
  word !== undefined &&
  findCompletionSources(word, word.name).some((each) => each === 'topics' || each === 'commands');

/**
 * Encodes the values as one word for a script: `=a b` for choices, `,a b` for comma-separated choices,
 * `@ids`, `@files`, `@@files`, with `+` between several. Empty for free text. A leading `?` marks an
 * optional value.
 */
export const encodeCompletionValues = ({ choices, commas, sources, optional }: CompletionValues): string => {
  const listed = choices.length === 0 ? [] : [`${commas ? ',' : '='}${choices.join(' ')}`];
  return `${optional ? '?' : ''}${[...listed, ...sources.map((what) => `@${what}`)].join('+')}`;
};
