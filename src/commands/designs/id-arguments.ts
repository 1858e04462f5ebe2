import { UsageError } from '../../platform/errors.ts';
import { parseIdLines, readStdin } from '../../platform/files/user-files.ts';
import type { CommandContext } from '../command-context.ts';

/** Throws a UsageError if `-` was typed twice. */
export const refuseSecondStdin = (words: readonly (string | undefined)[]): void => {
  if (words.filter((word) => word === '-').length > 1)
    throw new UsageError('stdin can be read only once: type - once');
};

/** Returns the ids, `-` replaced by the first column of stdin. Throws a UsageError if stdin has a body or no id. */
export const readIdArguments = async (
  deps: CommandContext,
  words: readonly string[],
): Promise<readonly string[]> => {
  refuseSecondStdin(words);
  if (!words.includes('-')) return words;
  const text = await readStdin(deps);
  if (/^\s*[[{]/.test(text))
    throw new UsageError('stdin contains a body, but this command takes ids; nothing was sent');
  const ids = words.flatMap((word) => (word === '-' ? parseIdLines(text) : [word]));
  if (ids.length === 0) throw new UsageError('stdin contains no id; nothing was sent');
  return ids;
};
