import { UsageError } from '../../platform/errors.ts';
import { readStdin } from '../../platform/files/user-files.ts';
import type { CommandContext } from '../command-context.ts';

/** Returns the ids as typed. `-` stands for the lines of stdin, of which only the first column is read. */
export const readIdArguments = async (
  deps: CommandContext,
  ids: readonly string[],
): Promise<readonly string[]> => {
  const all: string[] = [];
  let isRead = false;
  for (const id of ids) {
    if (id !== '-') {
      all.push(id);
      continue;
    }
    if (isRead) throw new UsageError('stdin can be read only once: type - once');
    isRead = true;
    const lines = (await readStdin(deps)).split(/\r?\n/);
    all.push(...lines.map((line) => line.split('\t')[0]?.trim() ?? '').filter((line) => line !== ''));
  }
  if (ids.length > 0 && all.length === 0) throw new UsageError('stdin contains no id; nothing was sent');
  return all;
};
