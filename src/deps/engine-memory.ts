import { within } from '../border/path.ts';
import { jsonFile } from '../system/json-file.ts';
import { membersOf } from '../system/members.ts';
import type { Storage } from './storage.ts';

/** A number that outlives the process, by the name of the caller whose it is. */
export interface Remembered {
  readonly count: () => number;
  heard(count: number): void;
  /** Ends when what was heard is on the disk, or cannot be. */
  written(): Promise<unknown>;
}

/**
 * Remembers of an engine, for when it is away or has lost something: how many machines shared the limit, and the
 * highest version of the store of Tech Pack requests.
 */
export const remembered = async (
  kept: Storage,
  what: 'machines' | 'stores',
  name: string,
): Promise<Remembered> => {
  const { state } = await kept.folders();
  const file = jsonFile(within(state, 'shared.json'), 1, kept.host, kept.note);
  const known = membersOf((await file.read())[what])[name];
  let count = typeof known === 'number' && Number.isSafeInteger(known) && known > 0 ? known : 0;
  let written: Promise<unknown> = Promise.resolve();
  return {
    count: () => count,
    heard(now) {
      if (now === count) return;
      count = now;
      // Who cannot write it goes by none the next time.
      written = file
        .change((all) => {
          const before = membersOf(all[what])[name];
          // A version only rises; another process of this machine may have seen a later one.
          const next = what === 'stores' && typeof before === 'number' ? Math.max(before, now) : now;
          return { next: { ...all, [what]: { ...membersOf(all[what]), [name]: next } }, result: 0 };
        })
        .catch(() => undefined);
    },
    written: () => written,
  };
};

/** Reads the user id of a caller from before; finds it and keeps it where it is not known. */
export const rememberUser = async (
  kept: Storage,
  name: string,
  find: () => Promise<string>,
): Promise<string> => {
  const { state } = await kept.folders();
  const file = jsonFile(within(state, 'shared.json'), 1, kept.host, kept.note);
  const known = membersOf((await file.read()).users)[name];
  if (typeof known === 'string') return known;
  const found = await find();
  await file
    .change((all) => ({ next: { ...all, users: { ...membersOf(all.users), [name]: found } }, result: 0 }))
    .catch(() => undefined);
  return found;
};
