import { Command as Commander, Option } from 'commander';
import { fromSource, shellWords, toType, typeable } from '../border/shell.ts';
import type { AnyCommand } from '../commands/define.ts';
import { GLOBAL_FLAGS } from '../commands/flags/global-flags.ts';
import type { FlagSpec, Flags, Given, Typed } from '../commands/typed.ts';
import { UsageError } from '../errors.ts';
import { mistyped } from './usage-errors.ts';

export type Read =
  | { readonly kind: 'help'; readonly words: readonly string[] }
  | { readonly kind: 'version' }
  | {
      readonly kind: 'command';
      readonly command: AnyCommand;
      readonly typed: Typed;
      readonly everywhere: Given;
    };

/** Behind `=`; nothing is there where the switch stands alone. */
const joinedValue = (name: string, word: string, typed: string): string | true => {
  if (typed === '') return true;
  if (typed === word) return typed;
  throw new UsageError(`--${name} takes nothing, or =${word}, and not ${JSON.stringify(typed)}`);
};

/** Commander would take the word after such a switch for its value; what it does not say is said here. */
const apart = (argv: readonly string[], table: readonly AnyCommand[]): string[] => {
  const switches = new Set(
    table.flatMap(({ flags = {} }) =>
      Object.entries(flags).flatMap(([name, { joined }]) => (joined ? [`--${name}`] : [])),
    ),
  );
  const end = argv.indexOf('--');
  return argv.map((word, at) => (switches.has(word) && (end < 0 || at < end) ? `${word}=` : word));
};

const ROOT_FLAGS: Flags = {
  ...GLOBAL_FLAGS,
  help: { short: 'h', about: '' },
  version: { short: 'V', about: '' },
};

/** Switches of one letter that are typed together, `-iq`, each by itself: commander knows those of one command alone. */
const letters = (argv: readonly string[], table: readonly AnyCommand[]): string[] => {
  const all = [ROOT_FLAGS, ...table.map(({ flags = {} }) => flags)].flatMap((flags) =>
    Object.entries<FlagSpec>(flags),
  );
  const isSwitch = ({ value, joined }: FlagSpec): boolean => value === undefined && joined === undefined;
  const switches = new Set(all.flatMap(([, flag]) => (isSwitch(flag) ? (flag.short ?? []) : [])));
  const valued = new Set(
    all.flatMap(([name, flag]) => (isSwitch(flag) ? [] : [`--${name}`, `-${flag.short ?? ''}`])),
  );
  const end = argv.indexOf('--');
  return argv.flatMap((word, at) =>
    /^-[a-z]{2,}$/i.test(word) &&
    (end < 0 || at < end) &&
    !valued.has(argv[at - 1] ?? '') &&
    [...word.slice(1)].every((letter) => switches.has(letter))
      ? [...word.slice(1)].map((letter) => `-${letter}`)
      : [word],
  );
};

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value : []);

type ParseArg = Option['parseArg'];

/** Of two values commander would take the last, and the first would be lost without a word. */
const givenOnce =
  (name: string, parse: ParseArg) =>
  (typed: string, before: unknown): unknown => {
    if (before !== undefined)
      throw new UsageError(
        `--${name} is there twice: ${JSON.stringify(before)} and ${JSON.stringify(typed)}`,
        { hint: typeable`leave one of them out` },
      );
    return parse === undefined ? typed : parse(typed, before);
  };

const addFlags = (to: Commander, flags: Flags): void => {
  for (const [name, { about, value, short, choices, optional, joined, repeats }] of Object.entries(flags)) {
    const takes = joined
      ? ` [${joined}]`
      : value === undefined
        ? ''
        : optional
          ? ` [${value}]`
          : ` <${value}>`;
    const option = new Option(`${short ? `-${short}, ` : ''}--${name}${takes}`, about);
    if (choices) option.choices([...choices]);
    if (joined) option.argParser((typed: string) => joinedValue(name, joined, typed));
    else if (repeats) option.argParser((typed: string, before: unknown) => [...listOf(before), typed]);
    else if (value !== undefined) option.argParser(givenOnce(name, option.parseArg));
    to.addOption(option);
  }
};

/** Commander speaks camel case and knows `--no-x` as x turned off; the table says what is typed. */
const given = (options: Readonly<Record<string, unknown>>, flags: Flags): Given => {
  const entries = Object.keys(flags).map((name) => {
    const camel = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    if (name.startsWith('no-')) {
      const positive = camel.slice(2, 3).toLowerCase() + camel.slice(3);
      return [name, options[positive] === false ? true : undefined] as const;
    }
    const value = options[camel];
    return [name, Array.isArray(value) ? true : (value as string | true | undefined)] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
};

/** Commander's own, with its "did you mean"; it is not in the published types. */
const unknownCommand = (at: Commander): void =>
  (at as unknown as { unknownCommand(): void }).unknownCommand();

/** A part of toile that only reads: it writes nothing, ends nothing, and what it finds wrong it throws in our words. */
const reader = (
  commander: Commander,
  argv: readonly string[],
  path: string,
  table: readonly AnyCommand[],
  command?: AnyCommand,
): Commander =>
  commander
    .exitOverride((error) => {
      throw mistyped(error, { path, command, words: commander.args, argv, table });
    })
    .helpOption(false)
    .helpCommand(false)
    .configureOutput({ writeOut: () => undefined, writeErr: () => undefined, outputError: () => undefined });

/** argv without its first two members. Throws UsageError; writes nothing. */
export const readArgv = (argv: readonly string[], table: readonly AnyCommand[]): Read => {
  let read: Read | undefined;
  const root = reader(new Commander('toile'), argv, '', table);
  addFlags(root, ROOT_FLAGS);
  const groups = new Map<string, Commander>();

  for (const command of table) {
    const words = command.path.split(' ');
    const name = words.pop() ?? '';
    let parent = root;
    for (const word of words) {
      const known = groups.get(word) ?? reader(parent.command(word), argv, word, table);
      if (!groups.has(word)) {
        known.action((_options, self: Commander) => {
          if (self.args.length > 0) unknownCommand(self);
          read = { kind: 'help', words: [word] };
        });
        known.allowExcessArguments(true);
      }
      groups.set(word, known);
      parent = known;
    }
    // A group takes any words, to say which of them is no command; its commands do not inherit that.
    const leaf = reader(parent.command(name), argv, command.path, table, command).allowExcessArguments(false);
    // What is not typed needs to be known by its name alone.
    if (!argv.includes(command.path.split(' ')[0] ?? '')) continue;
    addFlags(leaf, command.flags ?? {});
    for (const word of command.words ?? []) {
      // Whether a word is required is judged below, so that `--help` works without it.
      leaf.argument(`[${word.name}${word.many ? '...' : ''}]`, word.about);
    }
    leaf.action(() => {
      const everywhere = given(root.opts(), GLOBAL_FLAGS);
      if (root.opts().help) {
        read = { kind: 'help', words: command.path.split(' ') };
        return;
      }
      const missing = (command.words ?? []).find((word, at) => word.required && leaf.args[at] === undefined);
      if (missing) {
        throw new UsageError(`toile ${command.path} needs ${missing.name}: ${missing.about}`, {
          hint: command.examples[0]
            ? fromSource(command.examples[0].line)
            : toType`toile help ${shellWords(command.path.split(' '))}`,
        });
      }
      const typed = {
        words: leaf.args,
        flags: given(leaf.opts(), command.flags ?? {}),
        several: Object.fromEntries(Object.entries(leaf.opts()).filter(([, value]) => Array.isArray(value))),
      };
      read = { kind: 'command', command, typed, everywhere };
    });
  }
  root.action(() => {
    if (root.args.length > 0 && !root.opts().help) unknownCommand(root);
    read = root.opts().version ? { kind: 'version' } : { kind: 'help', words: [] };
  });
  root.allowExcessArguments(true);

  root.parse(letters(apart(argv, table), table), { from: 'user' });
  if (read === undefined) throw new UsageError('nothing to do', { hint: toType`toile help` });
  return read;
};
