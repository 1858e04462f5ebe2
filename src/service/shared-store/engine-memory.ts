import { joinPath } from '../../platform/files/safe-path.ts';
import type { LocalStorage } from '../../platform/state/local-storage.ts';
import { openJsonFile } from '../../platform/system/json-file.ts';
import { readMembers } from '../../platform/system/read-members.ts';

/** A number that is stored on disk between runs. */
export interface StoredCounter {
  readonly count: () => number;
  heard(count: number): void;
  /** Resolves when the last number is on disk, or could not be written. */
  written(): Promise<unknown>;
}

/**
 * Loads a number that belongs to an engine, for the time when the engine is not available: the number of
 * machines that share the limit, or the highest version of the store of orders.
 */
export const loadStoredCounter = async (
  { resolveFolders, processInfo, noteOnce }: LocalStorage,
  what: 'machines' | 'stores',
  name: string,
): Promise<StoredCounter> => {
  const { state } = await resolveFolders();
  const file = openJsonFile(joinPath(state, 'shared.json'), 1, processInfo, noteOnce);
  const known = readMembers((await file.read())[what])[name];
  let count = typeof known === 'number' && Number.isSafeInteger(known) && known > 0 ? known : 0;
  let written: Promise<unknown> = Promise.resolve();
  return {
    count: () => count,
    heard(now) {
      if (now === count) return;
      count = now;
      // A failed write is ignored: the next run then starts without the number.
      written = file
        .change((all) => {
          const before = readMembers(all[what])[name];
          // A version only rises, and another process of this machine may have stored a later one.
          const next = what === 'stores' && typeof before === 'number' ? Math.max(before, now) : now;
          return { next: { ...all, [what]: { ...readMembers(all[what]), [name]: next } }, result: 0 };
        })
        .catch(() => undefined);
    },
    written: () => written,
  };
};

/** Returns the stored user id of a caller. Finds and stores it when it is not known. */
export const findUserId = async (
  { resolveFolders, processInfo, noteOnce }: LocalStorage,
  name: string,
  find: () => Promise<string>,
): Promise<string> => {
  const { state } = await resolveFolders();
  const file = openJsonFile(joinPath(state, 'shared.json'), 1, processInfo, noteOnce);
  const known = readMembers((await file.read()).users)[name];
  if (typeof known === 'string') return known;
  const found = await find();
  await file
    .change((all) => ({ next: { ...all, users: { ...readMembers(all.users), [name]: found } }, result: 0 }))
    .catch(() => undefined);
  return found;
};
