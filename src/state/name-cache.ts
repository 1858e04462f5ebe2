/** Ids and names that were seen, for completion alone: a request never takes an id from here. */

import { rm } from '../border/files.ts';
import { beside, type Path, within } from '../border/path.ts';
import type { Host } from '../system/host.ts';
import { jsonFile } from '../system/json-file.ts';
import { membersOf } from '../system/members.ts';
import { sha256 } from '../system/sha256.ts';

interface Name {
  readonly id: string;
  readonly name: string | null;
  /** `GARM-<n>`, once minted. */
  readonly garment: string | null;
}

export interface Names {
  /** Last seen first. Never throws. */
  read(): Promise<readonly Name[]>;
  /** Adds and replaces by id. Never throws: completion is not worth an error. */
  keep(seen: readonly Name[]): Promise<void>;
  forget(): Promise<void>;
}

/** More would make pressing Tab slow, and nobody picks from a longer list. */
const MOST = 5_000;

const isName = (value: unknown): value is Name => {
  const { id, name, garment } = membersOf(value);
  const text = (it: unknown) => it === null || typeof it === 'string';
  return typeof id === 'string' && text(name) && text(garment);
};

const namesIn = (value: unknown): readonly Name[] => (Array.isArray(value) ? value.filter(isName) : []);

/** `owner` is account and address, as a keyring names them: one owner never sees another's names. */
export const createNames = (folder: Path, owner: string, host: Host): Names => {
  const digest = sha256(owner).slice(0, 16);
  const path = within(folder, `names-${digest}.json`);
  const file = jsonFile(path, 1, host, () => undefined);

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
