import { UsageError } from '../../errors.ts';
import type { Files } from '../facets.ts';

/** The ids as typed; `-` stands for the lines of stdin, of which the first cell counts. */
export const idsOf = async (deps: Files, ids: readonly string[]): Promise<readonly string[]> => {
  const all: string[] = [];
  let isRead = false;
  for (const id of ids) {
    if (id !== '-') {
      all.push(id);
      continue;
    }
    if (isRead) throw new UsageError('stdin can be read only once: type - once');
    isRead = true;
    const lines = (await deps.stdin()).split(/\r?\n/);
    all.push(...lines.map((line) => line.split('\t')[0]?.trim() ?? '').filter((line) => line !== ''));
  }
  if (ids.length > 0 && all.length === 0) throw new UsageError('no id came on stdin; nothing was sent');
  return all;
};
