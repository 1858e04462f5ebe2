/** What a word or the value of a flag may be, as far as completion can offer it. */

import type { AnyCommand } from '../../commands/define.ts';
import type { Found, Listable } from '../../commands/typed.ts';

/** What a value may be: words known here, and what the machine is asked for. Neither is free text. */
export interface Values {
  readonly choices: readonly string[];
  /** Several of them, with commas between. */
  readonly commas: boolean;
  readonly asked: readonly (
    | 'ids'
    | 'accounts'
    | 'purchases'
    | 'requests'
    | 'files'
    | '@files'
    | 'programs'
  )[];
  /** It may be left out, so that a flag may stand in its place. */
  readonly optional: boolean;
}

/** Words that the table does not hold and completion offers. */
export interface Known {
  readonly kinds: readonly string[];
  readonly topics: readonly string[];
  /** What goes wrong in the sandbox. */
  readonly scenarios: readonly string[];
}

/** What a value is called in help says what it is; a spec may say otherwise. */
const BY_NAME: Readonly<Record<string, readonly Found[]>> = {
  ID: ['ids'],
  DIR: ['files'],
  FILE: ['files'],
  PURCHASE: ['purchases'],
  TOPIC: ['topics'],
  CMD: ['programs'],
};

/** As its spec says, or its name. */
export const foundBy = ({ choices, completes }: Listable, name: string): readonly Found[] =>
  completes ?? (choices === undefined ? (BY_NAME[name] ?? []) : []);

export const valuesOf = (
  listable: Listable & { readonly optional?: true },
  name: string,
  table: readonly AnyCommand[],
  { kinds, topics, scenarios }: Known,
): Values => {
  const { choices = [], suggests = [], commas, optional } = listable;
  const alone = table.map(({ path }) => path).filter((path) => !path.includes(' '));
  const listed: Partial<Record<Found, readonly string[]>> = {
    kinds,
    scenarios: [...scenarios, 'none'],
    topics: [...topics, ...alone],
    commands: alone,
  };
  const found = foundBy(listable, name);
  return {
    choices: [...new Set([...choices, ...suggests, ...found.flatMap((each) => listed[each] ?? [])])],
    commas: commas === true,
    asked: found.filter((each): each is Values['asked'][number] => listed[each] === undefined),
    optional: optional === true,
  };
};

/** Whether its word is a command, which may be two words. */
export const isOfCommands = ({ words: [word] = [] }: AnyCommand): boolean =>
  word !== undefined && foundBy(word, word.name).some((each) => each === 'topics' || each === 'commands');

/**
 * What a value may be in one word for a script: `=a b` for choices, `,a b` for several with commas between, `@ids`,
 * `@files`, `@@files`; a `+` between several of these; empty for free text. `?` before all means that it may be left out.
 */
export const spec = ({ choices, commas, asked, optional }: Values): string => {
  const listed = choices.length === 0 ? [] : [`${commas ? ',' : '='}${choices.join(' ')}`];
  return `${optional ? '?' : ''}${[...listed, ...asked.map((what) => `@${what}`)].join('+')}`;
};
