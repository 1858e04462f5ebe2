import { UsageError } from '../../platform/errors.ts';
import { readStdin, readUserFile } from '../../platform/files/user-files.ts';
import type { CommandContext } from '../command-context.ts';

/**
 * Returns a JSON text: the typed value, or the content of FILE for `@FILE`, or of stdin for `-`. Throws a UsageError
 * that names `flag` for invalid JSON.
 */
export const readJsonArgument = async (
  deps: CommandContext,
  flag: string,
  typed: string,
): Promise<string> => {
  const content =
    typed === '-'
      ? await readStdin(deps)
      : typed.startsWith('@')
        ? await readUserFile(deps.system, typed.slice(1))
        : typed;
  // Editors on Windows may write a byte order mark, which is not valid JSON.
  const text = content.replace(/^\uFEFF/, '');
  try {
    JSON.parse(text);
  } catch {
    const source = typed === '-' ? 'stdin' : typed.startsWith('@') ? typed.slice(1) : 'its value';
    throw new UsageError(`--${flag}: ${source} is not JSON; nothing was sent`);
  }
  return text;
};

/** Returns the text of a JSON object, read like `readJsonArgument`. Throws a UsageError for any other JSON value. */
export const readJsonObjectArgument = async (
  deps: CommandContext,
  flag: string,
  typed: string,
): Promise<string> => {
  const text = await readJsonArgument(deps, flag, typed);
  const value: unknown = JSON.parse(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return text;
  throw new UsageError(`--${flag} takes a JSON object; nothing was sent`);
};
