import type { CommanderError } from 'commander';
import { fromSource, shellWord, shellWords, type Typeable, typeable } from '../border/shell.ts';
import type { AnyCommand } from '../commands/define.ts';
import { GLOBAL_FLAGS } from '../commands/flags/global-flags.ts';
import { findCommandReplacement, findFlagReplacement } from '../commands/flags/replacements.ts';
import type { FlagSpec } from '../commands/typed.ts';
import { UsageError } from '../errors.ts';

/** Where the words went wrong: the part of toile that was reading them, and what it had read. */
export interface Reading {
  /** `designs ls`, `designs`, or empty for toile itself. */
  readonly path: string;
  readonly command: AnyCommand | undefined;
  /** The words that are no flags, as far as they were read. */
  readonly words: readonly string[];
  readonly argv: readonly string[];
  readonly table: readonly AnyCommand[];
}

const orWords = (all: readonly string[]): string =>
  all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;

/** Names that other tools have for it. */
const flagElsewhere = (flag: string, command: AnyCommand | undefined): string | undefined =>
  Object.entries<FlagSpec>({ ...GLOBAL_FLAGS, ...command?.flags }).find(([, { elsewhere }]) =>
    elsewhere?.includes(flag.replace(/^--/, '')),
  )?.[0];

const commandElsewhere = (typed: string, table: readonly AnyCommand[]): Typeable | undefined => {
  if (typed === 'version') return typeable`toile --version`;
  const meant = table.find(({ elsewhere }) => elsewhere?.some((name) => `${typed} `.startsWith(`${name} `)));
  return meant && typeable`toile ${shellWords(meant.path.split(' '))}`;
};

/** gh takes the names of fields behind --json. */
const fieldsBehindJson = (word: string | undefined, argv: readonly string[]): Typeable | undefined =>
  word !== undefined && argv[argv.indexOf('--json') + 1] === word && argv.includes('--json')
    ? typeable`--json takes no value; only some fields: --json --fields ${shellWord(word)}`
    : undefined;

const unknownFlag = (flag: string, { path, command, argv }: Reading) => {
  const meant = flagElsewhere(flag, command);
  if (meant)
    return { message: noFlag(flag, path), hint: typeable`did you mean --${shellWord(meant)}?`, sure: true };
  const replacement = findFlagReplacement(path, flag);
  if (replacement) return { message: noFlag(flag, path), hint: replacement, sure: true };
  const hyphened = argv.find((word) => /^-\d|^-\S*\s/.test(word));
  if (hyphened !== undefined) {
    const message = `${JSON.stringify(hyphened)} is read as a flag, since it begins with a hyphen`;
    return { message, hint: typeable`put -- before it: -- ${shellWord(hyphened)}` };
  }
  const dashed = command?.examples.find(({ line }) => line.includes(' -- '));
  return {
    message: noFlag(flag, path),
    hint:
      dashed === undefined
        ? undefined
        : typeable`flags of a program stand behind --: ${fromSource(dashed.line)}`,
  };
};

const noFlag = (flag: string, path: string): string => `${flag} is no flag of toile${path && ` ${path}`}`;

const unknownCommand = ({ path, words, argv, table }: Reading) => {
  const typed = [path, ...words].filter(Boolean).join(' ');
  const hint = commandElsewhere(typed, table) ?? fieldsBehindJson(words[0], argv);
  const message = `there is no command ${[path, words[0]].filter(Boolean).join(' ')}`;
  const replacement = findCommandReplacement(typed);
  if (replacement) return { message, hint: replacement, sure: true };
  return hint
    ? { message, hint: hint.startsWith('toile ') ? typeable`did you mean ${hint}?` : hint, sure: true }
    : { message };
};

const tooMany = ({ path, command, words, argv }: Reading) => {
  const taken = command?.words?.length ?? 0;
  const extra = words.slice(taken).map(shellWord).join(' ');
  if (taken === 0)
    return { message: `toile ${path}: unexpected argument ${extra}`, hint: fieldsBehindJson(words[0], argv) };
  const together = words.slice(taken - 1).join(' ');
  return {
    message: `toile ${path} takes no more than ${taken === 1 ? 'one word' : `${taken} words`}; too many: ${extra}`,
    hint: typeable`a name with spaces is put into quotes: ${together.startsWith('-') ? typeable`-- ` : typeable``}${shellWord(together)}`,
  };
};

/**
 * What commander found wrong, in the words of this program. Its own message is the only place where it says which
 * flag it was; what cannot be read there is passed on as it stands.
 */
export const mistyped = (error: CommanderError, reading: Reading): UsageError => {
  const { path } = reading;
  const [said = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const meant = rest.join(' ').match(/Did you mean (?:one of )?(.*?)\?/)?.[1];
  const help = path === '' ? typeable`toile help` : typeable`toile help ${shellWords(path.split(' '))}`;
  const flag = /'(?:-\w, )?(--?[\w-]+)/.exec(said)?.[1] ?? '';
  const { message, hint, sure }: { message: string; hint?: Typeable | undefined; sure?: boolean } = (() => {
    switch (error.code) {
      case 'commander.unknownOption':
        return unknownFlag(/'(.*)'/s.exec(said)?.[1] ?? flag, reading);
      case 'commander.unknownCommand':
        return unknownCommand(reading);
      case 'commander.excessArguments':
        return tooMany(reading);
      case 'commander.optionMissingArgument':
        return { message: `${flag} needs a value: ${flag} ${/<(.*)>'/.exec(said)?.[1] ?? ''}` };
      case 'commander.invalidArgument': {
        const [, typed = '', choices = ''] =
          /argument '(.*)' is invalid\. Allowed choices are (.*)\.$/s.exec(said) ?? [];
        return { message: `${flag} takes ${orWords(choices.split(', '))}, not ${JSON.stringify(typed)}` };
      }
      default:
        return { message: said };
    }
  })();
  return new UsageError(message, {
    hint: meant && !sure ? typeable`did you mean ${shellWords(meant.split(', '), ' or ')}?` : (hint ?? help),
  });
};
