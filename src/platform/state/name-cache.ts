/** Stores the ids and names of designs for shell completion. Commands never take an id from here for a request. */

import { rm } from '../files/safe-fs.ts';
import { appendSuffix, type SafePath } from '../files/safe-path.ts';
import type { ProcessInfo } from '../shared-types.ts';
import { openJsonFile } from '../system/json-file.ts';
import { type CachedName, NAMES_VERSION, readCachedNames, resolveNamesFile } from './cached-names.ts';

/** The maximum number of stored names, because a longer list would make completion slow. */
const MAX_NAMES = 5_000;

/** Opens the name cache of one owner (account and address). Its functions read, add and clear names; none throws. */
export const createNameCache = (folder: SafePath, owner: string, host: ProcessInfo) => {
  const path = resolveNamesFile(folder, owner);
  const file = openJsonFile(path, NAMES_VERSION, host, () => undefined);

  return {
    /** Returns the names, most recent first. */
    read: async () => readCachedNames((await file.read()).names),
    /** Adds names at the start of the list, and replaces entries with the same id. */
    async add(newNames: readonly CachedName[]) {
      if (newNames.length === 0) return;
      const entries = newNames.map(({ id, name, garment }) => ({ id, name, garment }));
      const ids = new Set(entries.map(({ id }) => id));
      const merge = file.change((content) => {
        const storedNames = readCachedNames(content.names);
        const names = [...entries, ...storedNames.filter(({ id }) => !ids.has(id))].slice(0, MAX_NAMES);
        // If the names are the same as the stored names, nothing is written. This happens, for example, when a list
        // command is repeated.
        if (JSON.stringify(names) === JSON.stringify(storedNames)) return { result: undefined };
        return { next: { ...content, names }, result: undefined };
      });
      await merge.catch(() => undefined);
    },
    async clear() {
      for (const end of ['', '.new'])
        await rm(appendSuffix(path, end), { force: true }).catch(() => undefined);
    },
  };
};
