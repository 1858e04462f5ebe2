/** Ids and names that were seen, for completion alone: a request never takes an id from here. */

import { rm } from '../border/files.ts';
import { beside, type Path } from '../border/path.ts';
import type { Host } from '../system/host.ts';
import { jsonFile } from '../system/json-file.ts';
import { NAMES_VERSION, type Name, namesFile, namesIn } from './seen-names.ts';

export interface Names {
  /** Last seen first. Never throws. */
  read(): Promise<readonly Name[]>;
  /** Adds and replaces by id. Never throws: completion is not worth an error. */
  keep(seen: readonly Name[]): Promise<void>;
  forget(): Promise<void>;
}

/** More would make pressing Tab slow, and nobody picks from a longer list. */
const MOST = 5_000;

/** `owner` is account and address, as a keyring names them: one owner never sees another's names. */
export const createNames = (folder: Path, owner: string, host: Host): Names => {
  const path = namesFile(folder, owner);
  const file = jsonFile(path, NAMES_VERSION, host, () => undefined);

  return {
    read: async () => namesIn((await file.read()).names),
    async keep(seen) {
      if (seen.length === 0) return;
      const fresh = seen.map(({ id, name, garment }) => ({ id, name, garment }));
      const ids = new Set(fresh.map(({ id }) => id));
      const edit = (old: readonly Name[]) =>
        [...fresh, ...old.filter(({ id }) => !ids.has(id))].slice(0, MOST);
      const merge = file.change((now) => {
        const old = namesIn(now.names);
        const names = edit(old);
        // The same page read again is the usual case: no write, no wear.
        if (JSON.stringify(names) === JSON.stringify(old)) return { result: undefined };
        return { next: { ...now, names }, result: undefined };
      });
      await merge.catch(() => undefined);
    },
    async forget() {
      for (const end of ['', '.new']) await rm(beside(path, end), { force: true }).catch(() => undefined);
    },
  };
};
