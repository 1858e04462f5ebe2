/**
 * A lock for a directory that other homes, containers and machines may reach under other paths.
 *
 * The lock is a directory with one file; the name of the file identifies the holder. It is prepared beside its place
 * and renamed in one step, which fails if another lock exists. It is taken over by renaming the file, and
 * only from a holder that is known to be gone. It is released by moving it away. A holder that may be alive
 * never loses the lock.
 */

import { Failure } from '../errors.ts';
import { quoteShellWord, shellText } from '../escape/shell.ts';
import { mkdir, readdir, rename, rm, writeFile } from '../files/safe-fs.ts';
import { appendSuffix, getFileName, getParentPath, joinPath, type SafePath } from '../files/safe-path.ts';
import { getErrnoCode } from './file-errors.ts';
import { tryRename } from './lock.ts';
import { createProcessName, readProcessState } from './process-identity.ts';
import type { ProcessInfo } from './process-info.ts';

const MAX_WAIT_MS = 10_000;
const MAX_PAUSE_MS = 100;
/** Another lock existed; it may be gone by now. */
const EXISTS_CODES = ['ENOTEMPTY', 'EEXIST'];
/**
 * Codes that some systems use for an existing lock, and that may also mean that nothing can be created
 * there.
 */
const AMBIGUOUS_CODES = ['EPERM', 'EACCES', 'EBUSY', 'ENOTDIR'];

/** Returns the names in the lock, or undefined if there is no lock. */
const listLockEntries = async (lock: SafePath): Promise<readonly string[] | undefined> =>
  readdir(lock).catch((error: unknown) => {
    if (getErrnoCode(error) === 'ENOENT') return undefined;
    throw error;
  });

/** Creates the lock with its holder in one step. Returns false if another lock exists. */
const createDirectoryLock = async (lock: SafePath, draft: SafePath, token: string): Promise<boolean> => {
  try {
    await mkdir(draft);
    await writeFile(joinPath(draft, token), '', { flag: 'wx' });
    await rename(draft, lock);
    return true;
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
    // The holder of the lock removes leftovers beside it, possibly including this draft.
    if (getErrnoCode(error) === 'ENOENT' || EXISTS_CODES.includes(getErrnoCode(error))) return false;
    if (!AMBIGUOUS_CODES.includes(getErrnoCode(error)) || (await listLockEntries(lock)) === undefined)
      throw error;
    return false;
  }
};

/** Removes what killed processes left of locks that were being created or released. */
const removeLeftovers = async (lock: SafePath): Promise<void> => {
  const folder = getParentPath(lock);
  // Removing a draft that another process is creating may fail; that does no harm.
  for (const name of await readdir(folder))
    if (name.startsWith(`${getFileName(lock)}-`))
      await rm(joinPath(folder, name), { recursive: true, force: true }).catch(() => undefined);
};

/** Creates the error for a lock that another process has. `shown` is the directory as users know it. */
const createLockedError = (lock: SafePath, shown: string, why: 'lives' | 'hidden'): Failure =>
  new Failure(
    why === 'lives'
      ? `another toile is at work in ${shown}`
      : `a toile on another machine or in another container is at work in ${shown}, or was when it ended: that cannot be told from here`,
    {
      code: 'locked_by_another',
      hint:
        why === 'lives'
          ? shellText`let it finish, then type it again`
          : shellText`if none is at work there any more: rm -r ${quoteShellWord(lock)}`,
    },
  );

/** Where the lock is and how it is named in errors. */
export interface DirectoryLockOptions {
  /**
   * Returns the path of the lock and creates its directory. Called before each attempt, since others may
   * remove it.
   */
  place(): Promise<SafePath>;
  /** The directory as users know it. */
  readonly shown: string;
  /** Returns a new unique word. */
  unique(): string;
}

/** A lock that this process has. */
interface AcquiredDirectoryLock {
  readonly lock: SafePath;
  readonly token: string;
}

const acquireDirectoryLock = async (
  { place, shown, unique }: DirectoryLockOptions,
  host: ProcessInfo,
): Promise<AcquiredDirectoryLock> => {
  const token = `held-${createProcessName(host)}`;
  const deadline = host.now() + MAX_WAIT_MS;
  for (let pause = 1; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    const lock = await place();
    const [holder, ...others] = (await listLockEntries(lock)) ?? [];
    if (holder === undefined) {
      if (await createDirectoryLock(lock, appendSuffix(lock, `-${unique()}`), token)) return { lock, token };
    } else {
      const known = holder.startsWith('held-') && others.length === 0;
      const fate = known ? readProcessState(holder.slice('held-'.length), host) : 'hidden';
      if (fate === 'hidden') throw createLockedError(lock, shown, fate);
      if (fate === 'gone' && (await tryRename(joinPath(lock, holder), joinPath(lock, token))))
        return { lock, token };
    }
    if (host.now() > deadline) throw createLockedError(lock, shown, 'lives');
    await host.sleep(pause);
  }
};

const releaseDirectoryLock = async (lock: SafePath, token: string, word: string): Promise<void> => {
  const away = appendSuffix(lock, `-${word}`);
  if ((await listLockEntries(lock))?.includes(token) && (await tryRename(lock, away)))
    await rm(away, { recursive: true, force: true });
};

/** Runs `work` while no other process has the lock. Not re-entrant. */
export const withDirectoryLock = async <T>(
  folder: DirectoryLockOptions,
  host: ProcessInfo,
  work: () => Promise<T>,
): Promise<T> => {
  const { lock, token } = await acquireDirectoryLock(folder, host);
  try {
    await removeLeftovers(lock);
    return await work();
  } finally {
    // If the release fails, another process takes the lock over after this process has ended.
    await releaseDirectoryLock(lock, token, folder.unique()).catch(() => undefined);
  }
};
