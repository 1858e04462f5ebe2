import { Command as Commander, Option } from 'commander';
import type { FlagSpec, FlagSpecs, FlagValues, ParsedArgs } from '../commands/argument-spec.ts';
import type { CommandOutline } from '../commands/command-index.ts';
import { GLOBAL_FLAGS } from '../commands/flags/global-flags.ts';
import { UsageError } from '../platform/errors.ts';
import {
  hintText,
  markShellSafe,
  nextCommand,
  quoteShellWords,
  shellText,
} from '../platform/escape/shell.ts';
import { hasApiKey } from '../platform/redactor.ts';
import { explainUsageError } from './explain-usage-error.ts';

/** What a command line asks for: help, the version, or a command. */
export type ArgvRequest =
  | { readonly kind: 'help'; readonly words: readonly string[] }
  | { readonly kind: 'version' }
  | {
      readonly kind: 'command';
      readonly path: string;
      readonly typed: ParsedArgs;
      readonly globalFlags: FlagValues;
    };

/**
 * Reads the value of a flag such as `--delete` or `--delete=all`: it has no value or the value `word`. `typed` is the
 * text after `=`. Throws a UsageError if `typed` is any other value.
 */
const readJoinedValue = (name: string, word: string, typed: string): string | true => {
  if (typed === '') return true;
  if (typed === word) return typed;
  throw new UsageError(`--${name} takes no value or =${word}, not ${JSON.stringify(typed)}`);
};

/**
 * Appends `=` to flags such as `--delete[=all]` on the command line. Otherwise commander (the parser) would read the
 * next word as their value.
 */
const markJoinedSwitches = (argv: readonly string[], table: readonly CommandOutline[]): string[] => {
  const switches = new Set(
    table.flatMap(({ flags = {} }) =>
      Object.entries(flags).flatMap(([name, { joined }]) => (joined ? [`--${name}`] : [])),
    ),
  );
  const end = argv.indexOf('--');
  return argv.map((word, index) => (switches.has(word) && (end < 0 || index < end) ? `${word}=` : word));
};

const ROOT_FLAGS: FlagSpecs = {
  ...GLOBAL_FLAGS,
  help: { short: 'h', about: '' },
  version: { short: 'V', about: '' },
};

const COMBINED_LETTERS = /^-[a-z]{2,}$/i;

/**
 * Splits combined switches: `-iq` becomes `-i -q`. Commander cannot split a word that combines global flags with flags
 * of a command.
 */
const splitLetterFlags = (argv: readonly string[], table: readonly CommandOutline[]): readonly string[] => {
  if (!argv.some((word) => COMBINED_LETTERS.test(word))) return argv;
  const allFlags = [ROOT_FLAGS, ...table.map(({ flags = {} }) => flags)].flatMap((flags) =>
    Object.entries<FlagSpec>(flags),
  );
  const isSwitch = ({ value, joined }: FlagSpec): boolean => value === undefined && joined === undefined;
  const switches = new Set(allFlags.flatMap(([, flag]) => (isSwitch(flag) ? (flag.short ?? []) : [])));
  const valueFlags = new Set(
    allFlags.flatMap(([name, flag]) => (isSwitch(flag) ? [] : [`--${name}`, `-${flag.short ?? ''}`])),
  );
  const end = argv.indexOf('--');
  return argv.flatMap((word, at) =>
    COMBINED_LETTERS.test(word) &&
    (end < 0 || at < end) &&
    !valueFlags.has(argv[at - 1] ?? '') &&
    [...word.slice(1)].every((letter) => switches.has(letter))
      ? [...word.slice(1)].map((letter) => `-${letter}`)
      : [word],
  );
};

const toStringList = (value: unknown): readonly string[] => (Array.isArray(value) ? value : []);

type ArgumentParser = Option['parseArg'];

/**
 * Returns a parser for the value of a flag that may be given only once. The parser throws an error for a second value.
 * Commander alone would silently use the last value.
 */
const createSingleUseParser =
  (name: string, parse: ArgumentParser) =>
  (typed: string, previous: unknown): unknown => {
    if (previous !== undefined)
      throw new UsageError(
        `--${name} given twice: ${JSON.stringify(previous)} and ${JSON.stringify(typed)}`,
        { hint: shellText`remove one of them` },
      );
    return parse === undefined ? typed : parse(typed, previous);
  };

const addFlags = (commander: Commander, flags: FlagSpecs): void => {
  for (const [name, { about, value, short, choices, optional, joined, repeats }] of Object.entries(flags)) {
    const valueSyntax = joined
      ? ` [${joined}]`
      : value === undefined
        ? ''
        : optional
          ? ` [${value}]`
          : ` <${value}>`;
    const option = new Option(`${short ? `-${short}, ` : ''}--${name}${valueSyntax}`, about);
    if (choices) option.choices([...choices]);
    if (joined) option.argParser((typed: string) => readJoinedValue(name, joined, typed));
    else if (repeats) option.argParser((typed: string, before: unknown) => [...toStringList(before), typed]);
    else if (value !== undefined) option.argParser(createSingleUseParser(name, option.parseArg));
    commander.addOption(option);
  }
};

/** Converts the options of commander to flag values: `maxWait` to `max-wait`, and a false `color` to `no-color`. */
const readFlagValues = (options: Readonly<Record<string, unknown>>, flags: FlagSpecs): FlagValues => {
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

/**
 * Makes commander throw its error for an unknown command. The TypeScript types of commander do not declare this method.
 */
const throwUnknownCommand = (commander: Commander): void =>
  (commander as unknown as { unknownCommand(): void }).unknownCommand();

/**
 * Configures a commander instance so that it prints nothing and never exits. Instead, it throws the errors that
 * `explainUsageError` creates.
 */
const configureParser = (
  commander: Commander,
  argv: readonly string[],
  path: string,
  table: readonly CommandOutline[],
  command?: CommandOutline,
): Commander =>
  commander
    .exitOverride((error) => {
      throw explainUsageError(error, { path, command, words: commander.args, argv, table });
    })
    .helpOption(false)
    .helpCommand(false)
    .configureOutput({ writeOut: () => undefined, writeErr: () => undefined, outputError: () => undefined });

/** Reads the arguments with a parser that knows the commands `declared`. Errors can name any command of `table`. */
const readArgvOnce = (
  argv: readonly string[],
  table: readonly CommandOutline[],
  declared: readonly CommandOutline[],
): ArgvRequest => {
  let request: ArgvRequest | undefined;
  const root = configureParser(new Commander('toile'), argv, '', table);
  addFlags(root, ROOT_FLAGS);
  const groups = new Map<string, Commander>();

  for (const command of declared) {
    const words = command.path.split(' ');
    const name = words.pop() ?? '';
    let parent = root;
    for (const word of words) {
      const group = groups.get(word) ?? configureParser(parent.command(word), argv, word, table);
      if (!groups.has(word)) {
        group.action((_options, self: Commander) => {
          if (self.args.length > 0) throwUnknownCommand(self);
          request = { kind: 'help', words: [word] };
        });
        group.allowExcessArguments(true);
      }
      groups.set(word, group);
      parent = group;
    }
    // The parser of a command group such as `designs` accepts any words, so that toile can report an unknown command.
    // The parser of a single command accepts only the arguments of this command.
    const leaf = configureParser(
      parent.command(name),
      argv,
      command.path,
      table,
      command,
    ).allowExcessArguments(false);
    addFlags(leaf, command.flags ?? {});
    for (const word of command.args ?? []) {
      // Every argument is declared as optional for the parser, so that `--help` works without arguments. Missing
      // required arguments are reported further below.
      leaf.argument(`[${word.name}${word.many ? '...' : ''}]`, word.about);
    }
    leaf.action(() => {
      const globalFlags = readFlagValues(root.opts(), GLOBAL_FLAGS);
      if (root.opts().help) {
        request = { kind: 'help', words: command.path.split(' ') };
        return;
      }
      const missing = (command.args ?? []).find((word, at) => word.required && leaf.args[at] === undefined);
      if (missing) {
        throw new UsageError(`missing argument ${missing.name}: ${missing.about}`, {
          hint: command.examples[0]
            ? shellText`for example: ${markShellSafe(command.examples[0].line)}`
            : nextCommand`toile help ${quoteShellWords(command.path.split(' '))}`,
        });
      }
      const typed = {
        args: leaf.args,
        flags: readFlagValues(leaf.opts(), command.flags ?? {}),
        repeatedFlags: Object.fromEntries(
          Object.entries(leaf.opts()).filter(([, value]) => Array.isArray(value)),
        ),
      };
      request = { kind: 'command', path: command.path, typed, globalFlags };
    });
  }
  root.action(() => {
    if (root.args.length > 0) throwUnknownCommand(root);
    request = root.opts().version ? { kind: 'version' } : { kind: 'help', words: [] };
  });
  root.allowExcessArguments(true);

  root.parse(splitLetterFlags(markJoinedSwitches(argv, table), table), { from: 'user' });
  if (request === undefined) throw new UsageError('no command given', { hint: nextCommand`toile help` });
  return request;
};

/**
 * Reads the arguments with a parser that knows only the commands of which the first word was typed, because declaring
 * all commands takes milliseconds. Invalid arguments are read again with all commands, so that the error can suggest
 * the most similar command.
 */
const readWithTypedCommands = (argv: readonly string[], table: readonly CommandOutline[]): ArgvRequest => {
  const typedCommands = table.filter(({ path }) => argv.includes(path.split(' ')[0] ?? ''));
  try {
    return readArgvOnce(argv, table, typedCommands);
  } catch {
    return readArgvOnce(argv, table, table);
  }
};

const splitJsonFields = (argv: readonly string[]): string[] => {
  const end = argv.indexOf('--');
  return argv.flatMap((word, at) =>
    word.startsWith('--json=') && (end < 0 || at < end)
      ? ['--json', '--fields', word.slice('--json='.length)]
      : [word],
  );
};

/**
 * Reads the typed arguments, without the program and its script. Throws a UsageError for arguments that fit no command
 * of `table`. If invalid arguments contain `--json id,name`, as users of the GitHub CLI type it, this part is read as
 * `--json --fields id,name`. Writes nothing.
 */
export const readArgv = (typed: readonly string[], table: readonly CommandOutline[]): ArgvRequest => {
  const argv = splitJsonFields(typed);
  try {
    return readWithTypedCommands(argv, table);
  } catch (error) {
    const valueIndex = argv.indexOf('--json') + 1;
    if (valueIndex === 0 || !/^[\w.,]+$/.test(argv[valueIndex] ?? '')) throw error;
    try {
      return readWithTypedCommands(
        [...argv.slice(0, valueIndex), '--fields', ...argv.slice(valueIndex)],
        table,
      );
    } catch {
      throw error;
    }
  }
};

/** Returns the arguments for toile itself. Words after `--` and after `sandbox run` are for another program. */
const takeOwnArguments = (argv: readonly string[]): readonly string[] => {
  const end = argv.findIndex((word, at) => word === '--' || (word === 'run' && argv[at - 1] === 'sandbox'));
  return end < 0 ? argv : argv.slice(0, end);
};

/**
 * Throws a UsageError if an argument for toile contains an API key, before a command can send, store or print it. The
 * message does not repeat the key.
 */
export const refuseTypedKey = (argv: readonly string[]): void => {
  if (!takeOwnArguments(argv).some(hasApiKey)) return;
  throw new UsageError('a key was given as an argument; it was not used', {
    code: 'key_typed',
    hint: hintText`it is now in the shell history: revoke it; ${nextCommand`toile login --with-key`} reads a new one from stdin`,
  });
};
