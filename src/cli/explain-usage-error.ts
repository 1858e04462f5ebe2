import type { CommanderError } from 'commander';
import type { FlagSpec } from '../commands/argument-spec.ts';
import type { CommandOutline } from '../commands/command-index.ts';
import { GLOBAL_FLAGS } from '../commands/flags/global-flags.ts';
import { findCommandReplacement, findFlagReplacement } from '../commands/flags/replacements.ts';
import { parseGarmentId, parseUuid } from '../platform/branded.ts';
import { UsageError } from '../platform/errors.ts';
import {
  markShellSafe,
  nextCommand,
  quoteShellWord,
  quoteShellWords,
  type ShellSafe,
  shellText,
} from '../platform/escape/shell.ts';

/** What the parser had read when parsing failed: the command and its arguments. */
export interface ParsingContext {
  /** The command that was read so far: `designs ls`, `designs`, or empty for toile itself. */
  readonly path: string;
  readonly command: CommandOutline | undefined;
  /** The positional arguments that were read before parsing failed. Flags are not among them. */
  readonly words: readonly string[];
  readonly argv: readonly string[];
  readonly table: readonly CommandOutline[];
}

const joinWithOr = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** Finds the flag of toile that is called `flag` in other tools. Returns its name without hyphens. */
const findOwnFlag = (flag: string, command: CommandOutline | undefined): string | undefined =>
  Object.entries<FlagSpec>({ ...GLOBAL_FLAGS, ...command?.flags }).find(([, { namesInOtherTools }]) =>
    namesInOtherTools?.includes(flag.replace(/^--/, '')),
  )?.[0];

/**
 * Finds the toile command for a command name that other tools use, for example `toile techpack ls` for the typed word
 * `techpacks`.
 */
const findOwnCommand = (typed: string, table: readonly CommandOutline[]): ShellSafe | undefined => {
  if (typed === 'version') return shellText`toile --version`;
  const command = table.find(({ namesInOtherTools }) =>
    namesInOtherTools?.some((name) => `${typed} `.startsWith(`${name} `)),
  );
  return command && shellText`toile ${quoteShellWords(command.path.split(' '))}`;
};

const explainUnknownFlag = (flag: string, { path, command, argv }: ParsingContext) => {
  const ownFlag = findOwnFlag(flag, command);
  if (ownFlag)
    return {
      message: formatUnknownFlag(flag, path),
      hint: shellText`did you mean --${quoteShellWord(ownFlag)}?`,
      sure: true,
    };
  const replacement = findFlagReplacement(path, flag);
  if (replacement) return { message: formatUnknownFlag(flag, path), hint: replacement, sure: true };
  const hyphenWord = argv.find((word) => /^-\d|^-\S*\s/.test(word));
  if (hyphenWord !== undefined) {
    const message = `${JSON.stringify(hyphenWord)} is read as a flag because it begins with a hyphen`;
    return { message, hint: shellText`put -- before it: -- ${quoteShellWord(hyphenWord)}` };
  }
  const example = command?.examples.find(({ line }) => line.includes(' -- '));
  return {
    message: formatUnknownFlag(flag, path),
    hint:
      example === undefined
        ? undefined
        : shellText`put the flags of a program after --: ${markShellSafe(example.line)}`,
  };
};

const formatUnknownFlag = (flag: string, path: string): string =>
  `unknown flag ${flag}${path && ` for toile ${path}`}`;

const explainUnknownCommand = ({ path, words, table }: ParsingContext) => {
  const typed = [path, ...words].filter(Boolean).join(' ');
  const hint = findOwnCommand(typed, table);
  const message = `there is no command ${[path, words[0]].filter(Boolean).join(' ')}`;
  const replacement = findCommandReplacement(typed);
  if (replacement) return { message, hint: replacement, sure: true };
  return hint
    ? { message, hint: hint.startsWith('toile ') ? shellText`did you mean ${hint}?` : hint, sure: true }
    : { message };
};

const explainTooManyArguments = ({ path, command, words }: ParsingContext) => {
  const maxArguments = command?.args?.length ?? 0;
  const extraWords = words.slice(maxArguments).map(quoteShellWord);
  const message = `unexpected argument${extraWords.length === 1 ? '' : 's'} ${extraWords.join(' ')} for toile ${path}`;
  if (maxArguments === 0) return { message };
  if (words.every((word) => (parseGarmentId(word) ?? parseUuid(word)) !== undefined))
    return maxArguments === 1 ? { message, hint: shellText`give one id at a time` } : { message };
  const quotedWords = words.slice(maxArguments - 1).join(' ');
  return {
    message,
    hint: shellText`quote a name with spaces: ${quotedWords.startsWith('-') ? shellText`-- ` : shellText``}${quoteShellWord(quotedWords)}`,
  };
};

/**
 * Converts an error of commander to a UsageError with a suggestion. The message of commander is parsed, because the
 * error names the flag nowhere else. For an unknown error code, the first line of the message is kept.
 */
export const explainUsageError = (error: CommanderError, context: ParsingContext): UsageError => {
  const { path } = context;
  const [description = '', ...otherLines] = error.message.replace(/^error: /, '').split('\n');
  const suggestion = otherLines.join(' ').match(/Did you mean (?:one of )?(.*?)\?/)?.[1];
  const help =
    path === '' ? nextCommand`toile help` : nextCommand`toile help ${quoteShellWords(path.split(' '))}`;
  const flag = /'(?:-\w, )?(--?[\w-]+)/.exec(description)?.[1] ?? '';
  const {
    message,
    hint,
    sure: isCertain,
  }: { message: string; hint?: ShellSafe | undefined; sure?: boolean } = (() => {
    switch (error.code) {
      case 'commander.unknownOption':
        return explainUnknownFlag(/'(.*)'/s.exec(description)?.[1] ?? flag, context);
      case 'commander.unknownCommand':
        return explainUnknownCommand(context);
      case 'commander.excessArguments':
        return explainTooManyArguments(context);
      case 'commander.optionMissingArgument':
        return { message: `${flag} needs a value: ${flag} ${/<(.*)>'/.exec(description)?.[1] ?? ''}` };
      case 'commander.invalidArgument': {
        const [, typed = '', choices = ''] =
          /argument '(.*)' is invalid\. Allowed choices are (.*)\.$/s.exec(description) ?? [];
        return { message: `${flag} takes ${joinWithOr(choices.split(', '))}, not ${JSON.stringify(typed)}` };
      }
      default:
        return { message: description };
    }
  })();
  return new UsageError(message, {
    hint:
      suggestion && !isCertain
        ? shellText`did you mean ${quoteShellWords(suggestion.split(', '), ' or ')}?`
        : (hint ?? help),
  });
};
