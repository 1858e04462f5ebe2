/** Finds what may be typed at the end of an incomplete command line, according to the command table. */

import type {
  ArgumentSpec,
  CompletionSource,
  FlagSpec,
  FlagSpecs,
  ValueRules,
} from '../../commands/argument-spec.ts';
import type { AnyCommand } from '../../commands/command-spec.ts';
import { GLOBAL_FLAGS, HELP_FLAGS, listGlobalFlags } from '../../commands/flags/global-flags.ts';

/** A word that may be typed, and its description. */
export type CompletionCandidate = readonly [word: string, about: string];

/** The words and values that can be typed at the cursor. */
export interface CompletionPlace {
  readonly words: readonly CompletionCandidate[];
  /** The values of the argument or flag at the cursor; undefined if it takes no value. */
  readonly values: (ValueRules & { readonly sources: readonly CompletionSource[] }) | undefined;
  /** The part of the current word before the value, for example `--kind=`. */
  readonly prefix: string;
}

/**
 * Maps the placeholder of a value in the help to the lists from which shell completion completes the value, for example
 * `DIR` to `files`. A value that specifies `completes` or `choices` does not need this map.
 */
const SOURCES_BY_NAME: Readonly<Record<string, readonly CompletionSource[]>> = {
  ID: ['ids'],
  DIR: ['files'],
  FILE: ['files'],
  PURCHASE: ['purchases'],
  TOPIC: ['topics'],
  CMD: ['programs'],
};

/**
 * Returns the names of the lists, for example `purchases`, from which shell completion takes its suggestions for a
 * value. They are in `completes`. Without `completes` and `choices`, the placeholder `name` of the value determines
 * them, for example `PURCHASE`.
 */
export const findCompletionSources = (
  { choices, completes }: ValueRules,
  name: string,
): readonly CompletionSource[] => completes ?? (choices === undefined ? (SOURCES_BY_NAME[name] ?? []) : []);

/**
 * Returns true for a command such as `help`, which has the name of a command or help topic as its first argument. This
 * name may consist of two words: `help designs ls`.
 */
const hasCommandArgument = ({ args: [word] = [] }: AnyCommand): boolean =>
  word !== undefined &&
  findCompletionSources(word, word.name).some((each) => each === 'topics' || each === 'commands');

/**
 * Returns the words that can follow the beginning `path` of a command, with their descriptions. For example, `ls` and
 * its summary can follow `designs`.
 */
const listSubcommands = (path: string, table: readonly AnyCommand[]): readonly CompletionCandidate[] => {
  const prefix = path === '' ? '' : `${path} `;
  const candidates = new Map<string, string>();
  for (const command of table.filter((each) => each.path.startsWith(prefix))) {
    const [word = '', ...remainingPath] = command.path.slice(prefix.length).split(' ');
    const known = candidates.get(word);
    const about = remainingPath.length === 0 ? command.summary : remainingPath.join(' ');
    candidates.set(word, known === undefined ? about : `${known}, ${about}`);
  }
  return [...candidates];
};

const listGroups = (table: readonly AnyCommand[]): readonly CompletionCandidate[] =>
  listSubcommands('', table).filter(([word]) => !table.some(({ path }) => path === word));

/** Splits typed words into a command and the words after the command: `help designs` into `help` and `designs`. */
const findCommand = (path: string, table: readonly AnyCommand[]) => {
  const command = table.find((each) => path === each.path || path.startsWith(`${each.path} `));
  return { command, remainingPath: path.slice((command?.path.length ?? -1) + 1) };
};

const listNextWords = (path: string, table: readonly AnyCommand[]): readonly CompletionCandidate[] => {
  const { command, remainingPath } = findCommand(path, table);
  if (command === undefined) return listSubcommands(path, table);
  if (hasCommandArgument(command))
    return remainingPath === '' ? listGroups(table) : listSubcommands(remainingPath, table);
  if (remainingPath !== '') return [];
  return Object.entries(command.args?.[0]?.nextChoices ?? {}).map(([word, { about }]) => [word, about]);
};

const listFlags = (path: string, table: readonly AnyCommand[]): FlagSpecs => {
  const { command } = findCommand(path, table);
  const version = path === '' ? HELP_FLAGS : { help: HELP_FLAGS.help };
  return {
    ...command?.flags,
    ...(command === undefined ? GLOBAL_FLAGS : listGlobalFlags(command)),
    ...version,
  };
};

/**
 * Returns the flags as the user types them, for example `--json`. Short flags, for example `-i`, are included only if
 * the current word is `-`.
 */
const listFlagWords = (flags: FlagSpecs, currentWord: string): readonly CompletionCandidate[] =>
  Object.entries(flags).flatMap(([name, { about, joined, short }]) => [
    [`--${name}`, about] as const,
    ...(joined === undefined ? [] : [[`--${name}=${joined}`, about] as const]),
    ...(short === undefined || currentWord !== '-' ? [] : [[`-${short}`, about] as const]),
  ]);

const addSources = (values: ValueRules, name: string): CompletionPlace['values'] => ({
  ...values,
  sources: findCompletionSources(values, name),
});

/**
 * Returns the values that completion can suggest for the argument with the index `position` of a command. Returns
 * undefined if the command has no such argument.
 */
const findArgument = (
  path: string,
  position: number,
  table: readonly AnyCommand[],
): CompletionPlace['values'] => {
  const { command, remainingPath } = findCommand(path, table);
  const args: readonly ArgumentSpec[] = command?.args ?? [];
  const [first, next] = args;
  if (command === undefined || first === undefined) return undefined;
  if (first.nextChoices !== undefined) {
    const choices = first.nextChoices[remainingPath];
    return choices === undefined || position > 0 ? undefined : addSources(choices, next?.name ?? '');
  }
  if (hasCommandArgument(command))
    return remainingPath === '' && position === 0 ? addSources(first, first.name) : undefined;
  // `CMD` is an argument for a program to run. The words after the program are its arguments, which are probably files.
  const isProgram = args.at(-1)?.name === 'CMD' && position >= args.length;
  if (isProgram) return addSources({}, 'FILE');
  const argument = args[position] ?? (args.at(-1)?.many ? args.at(-1) : undefined);
  return argument && addSources(argument, argument.name);
};

const FLAG = /^-./s;

/** Finds which words and values may be typed as `currentWord` after the finished words `previousWords`. */
export const findCompletionPlace = (
  previousWords: readonly string[],
  currentWord: string,
  table: readonly AnyCommand[],
): CompletionPlace => {
  let path = '';
  let position = 0;
  let areFlagsOver = false;
  let pendingFlag: { readonly name: string; readonly flag: FlagSpec } | undefined;
  const findValueFlag = (typed: string): typeof pendingFlag =>
    Object.entries(listFlags(path, table))
      .map(([name, flag]) => ({ name, flag }))
      .find(
        ({ name, flag: { value, short } }) =>
          value !== undefined && (typed === `--${name}` || typed === `-${short}`),
      );
  for (const word of previousWords) {
    const isValue = pendingFlag !== undefined && !(pendingFlag.flag.optional && FLAG.test(word));
    pendingFlag = undefined;
    if (isValue) continue;
    if (!areFlagsOver && word === '--') areFlagsOver = true;
    else if (!areFlagsOver && FLAG.test(word)) pendingFlag = findValueFlag(word);
    else if (!areFlagsOver && position === 0 && listNextWords(path, table).some(([next]) => next === word))
      path = `${path} ${word}`.trim();
    else position += 1;
  }
  if (pendingFlag !== undefined && !(pendingFlag.flag.optional && currentWord.startsWith('-')))
    return { words: [], values: addSources(pendingFlag.flag, pendingFlag.flag.value ?? ''), prefix: '' };
  if (!areFlagsOver && currentWord.startsWith('-')) {
    const [prefix = '', name = ''] = /^(--[^=]+)=/.exec(currentWord) ?? [];
    const valueFlag = findValueFlag(name);
    return valueFlag
      ? { words: [], values: addSources(valueFlag.flag, valueFlag.flag.value ?? ''), prefix }
      : { words: listFlagWords(listFlags(path, table), currentWord), values: undefined, prefix: '' };
  }
  return {
    words: areFlagsOver || position > 0 ? [] : listNextWords(path, table),
    values: findArgument(path, position, table),
    prefix: '',
  };
};
