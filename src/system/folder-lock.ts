/**
 * One process at a time in a folder that others may reach under other names, from other homes, containers and machines.
 *
 * The lock is a folder with one file in it, whose name says who holds it. It is made beside its place and moved there
 * in one step, which fails where another stands; it is taken over by renaming the file, which exists once, and only
 * from a holder that is known to be gone; it is given back by moving it away. Whoever may live is never taken from.
 */

import { mkdir, readdir, rename, rm, writeFile } from '../border/files.ts';
import { beside, folderOf, nameIn, type Path, within } from '../border/path.ts';
import { shellWord, typeable } from '../border/shell.ts';
import { Failure } from '../errors.ts';
import { errnoOf } from './errno.ts';
import type { Host } from './host.ts';
import { moved } from './lock.ts';
import { fateOf, nameOf } from './process-identity.ts';

const LIMIT_MS = 10_000;
const LONGEST_PAUSE = 100;
/** Another stood there, which may be gone by now. */
const STOOD = ['ENOTEMPTY', 'EEXIST'];
/** What the same is called elsewhere, where it may mean that nothing can be made there at all. */
const STANDS = ['EPERM', 'EACCES', 'EBUSY', 'ENOTDIR'];

/** Names in the lock; undefined where there is none. */
const inside = async (lock: Path): Promise<readonly string[] | undefined> =>
  readdir(lock).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  });

/** Makes the lock with its holder in it at once; false where another stands. */
const made = async (lock: Path, draft: Path, token: string): Promise<boolean> => {
  try {
    await mkdir(draft);
    await writeFile(within(draft, token), '', { flag: 'wx' });
    await rename(draft, lock);
    return true;
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
    // Whoever holds the lock sweeps up what was left beside it, with this one perhaps.
    if (errnoOf(error) === 'ENOENT' || STOOD.includes(errnoOf(error))) return false;
    if (!STANDS.includes(errnoOf(error)) || (await inside(lock)) === undefined) throw error;
    return false;
  }
};

/** What killed processes left of locks that were not yet, or no longer, in place. */
const sweep = async (lock: Path): Promise<void> => {
  const folder = folderOf(lock);
  // One that is just being filled by a process that waits cannot be taken away, and need not be.
  for (const name of await readdir(folder))
    if (name.startsWith(`${nameIn(lock)}-`))
      await rm(within(folder, name), { recursive: true, force: true }).catch(() => undefined);
};

/** `shown` is the folder as people know it. */
const refused = (lock: Path, shown: string, why: 'lives' | 'hidden'): Failure =>
  new Failure(
    why === 'lives'
      ? `another toile is at work in ${shown}`
      : `a toile on another machine or in another container is at work in ${shown}, or was when it ended: that cannot be told from here`,
    {
      code: 'locked_by_another',
      hint:
        why === 'lives'
          ? typeable`let it finish, then type it again`
          : typeable`if none is at work there any more: rm -r ${shellWord(lock)}`,
    },
  );

export interface FolderLock {
  /** Where the lock is, in a folder that is there; asked before each look, since others may take it away. */
  place(): Promise<Path>;
  /** The folder as people know it. */
  readonly shown: string;
  /** Another word each time. */
  unique(): string;
}

interface Taken {
  readonly lock: Path;
  readonly token: string;
}

const take = async ({ place, shown, unique }: FolderLock, host: Host): Promise<Taken> => {
  const token = `held-${nameOf(host)}`;
  const deadline = host.now() + LIMIT_MS;
  for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    const lock = await place();
    const [holder, ...others] = (await inside(lock)) ?? [];
    if (holder === undefined) {
      if (await made(lock, beside(lock, `-${unique()}`), token)) return { lock, token };
    } else {
      const known = holder.startsWith('held-') && others.length === 0;
      const fate = known ? fateOf(holder.slice('held-'.length), host) : 'hidden';
      if (fate === 'hidden') throw refused(lock, shown, fate);
      if (fate === 'gone' && (await moved(within(lock, holder), within(lock, token)))) return { lock, token };
    }
    if (host.now() > deadline) throw refused(lock, shown, 'lives');
    await host.sleep(pause);
  }
};

const giveBack = async (lock: Path, token: string, word: string): Promise<void> => {
  const away = beside(lock, `-${word}`);
  if ((await inside(lock))?.includes(token) && (await moved(lock, away)))
    await rm(away, { recursive: true, force: true });
};

/** Runs `work` while nobody else holds that lock. Not re-entrant. */
export const holding = async <T>(folder: FolderLock, host: Host, work: () => Promise<T>): Promise<T> => {
  const { lock, token } = await take(folder, host);
  try {
    await sweep(lock);
    return await work();
  } finally {
    // What cannot be given back is taken over from a process that is gone.
    await giveBack(lock, token, folder.unique()).catch(() => undefined);
  }
};
