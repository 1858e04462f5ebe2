import { Command as Commander, CommanderError, Option } from 'commander';
import type { AnyCommand, Flags, Given, Typed } from '../commands/define.ts';
import { EVERYWHERE } from '../commands/everywhere.ts';
import { UsageError } from '../errors.ts';

export type Read =
  | { readonly kind: 'help'; readonly words: readonly string[] }
  | { readonly kind: 'version' }
  | {
      readonly kind: 'command';
      readonly command: AnyCommand;
      readonly typed: Typed;
      readonly everywhere: Given;
    };

const addFlags = (to: Commander, flags: Flags): void => {
  for (const [name, { about, value, short, choices, optional }] of Object.entries(flags)) {
    const takes = value === undefined ? '' : optional ? ` [${value}]` : ` <${value}>`;
    const option = new Option(`${short ? `-${short}, ` : ''}--${name}${takes}`, about);
    if (choices) option.choices([...choices]);
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
    return [name, options[camel] as string | true | undefined] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
};

const explained = (error: CommanderError, argv: readonly string[]): UsageError => {
  const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const meant = rest.join(' ').match(/Did you mean (?:one of )?(.*?)\?/)?.[1];
  const hyphened = argv.find((word) => /^-\d|^-\S*\s/.test(word));
  if (error.code === 'commander.unknownOption' && hyphened) {
    return new UsageError(`${JSON.stringify(hyphened)} is read as a flag, since it begins with a hyphen`, {
      hint: `put -- before it: -- '${hyphened.replaceAll("'", `'\\''`)}'`,
    });
  }
  return new UsageError(
    first.replace(/^([a-z])/, (letter) => letter),
    {
      hint: meant ? `did you mean ${meant}?` : 'toile help',
    },
  );
};

/** Commander's own, with its "did you mean"; it is not in the published types. */
const unknownCommand = (at: Commander): void =>
  (at as unknown as { unknownCommand(): void }).unknownCommand();

const quiet = (commander: Commander): Commander =>
  commander
    .exitOverride()
    .helpOption(false)
    .helpCommand(false)
    .configureOutput({ writeOut: () => undefined, writeErr: () => undefined, outputError: () => undefined });

/** argv without its first two members. Throws UsageError; writes nothing. */
export const readArgv = (argv: readonly string[], table: readonly AnyCommand[]): Read => {
  let read: Read | undefined;
  const root = quiet(new Commander('toile'));
  addFlags(root, { ...EVERYWHERE, help: { short: 'h', about: '' }, version: { short: 'V', about: '' } });
  const groups = new Map<string, Commander>();

  for (const command of table) {
    const words = command.path.split(' ');
    const name = words.pop() ?? '';
    let parent = root;
    for (const word of words) {
      const known = groups.get(word) ?? quiet(parent.command(word));
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
    const leaf = quiet(parent.command(name));
    // What is not typed needs to be known by its name alone.
    if (!argv.includes(command.path.split(' ')[0] ?? '')) continue;
    addFlags(leaf, command.flags ?? {});
    for (const word of command.words ?? []) {
      // Whether a word is required is judged below, so that `--help` works without it.
      leaf.argument(`[${word.name}${word.many ? '...' : ''}]`, word.about);
    }
    leaf.action(() => {
      const everywhere = given(root.opts(), EVERYWHERE);
      if (root.opts().help) {
        read = { kind: 'help', words: command.path.split(' ') };
        return;
      }
      const missing = (command.words ?? []).find((word, at) => word.required && leaf.args[at] === undefined);
      if (missing) {
        throw new UsageError(`toile ${command.path} needs ${missing.name}: ${missing.about}`, {
          hint: command.examples[0]?.line ?? `toile help ${command.path}`,
        });
      }
      const typed = { words: leaf.args, flags: given(leaf.opts(), command.flags ?? {}) };
      read = { kind: 'command', command, typed, everywhere };
    });
  }
  root.action(() => {
    if (root.args.length > 0 && !root.opts().help) unknownCommand(root);
    read = root.opts().version ? { kind: 'version' } : { kind: 'help', words: [] };
  });
  root.allowExcessArguments(true);

  try {
    root.parse([...argv], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) throw explained(error, argv);
    throw error;
  }
  if (read === undefined) throw new UsageError('nothing to do', { hint: 'toile help' });
  return read;
};
