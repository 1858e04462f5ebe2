/**
 * Locks between processes, which also work if `kill -9` ends a process that holds a lock. The lock of `withLock` is a
 * directory with exactly one token file, named `free` or `held-<holder>`. A process renames this file to acquire the
 * lock, to release it, or to take it from a process that has ended. If two processes try, only one succeeds, because
 * the old name is then gone.
 */

import { Failure } from '../errors.ts';
import { quoteShellWord, shellText } from '../escape/shell.ts';
import { mkdir, readdir, rename, rm, stat, writeFile } from '../files/safe-fs.ts';
import { appendSuffix, getFileName, getParentPath, joinPath, type SafePath } from '../files/safe-path.ts';
import type { ProcessInfo } from '../shared-types.ts';
import { getErrnoCode } from './file-errors.ts';
import { createProcessName, isProcessGone, readProcessState } from './process-identity.ts';

const MAX_WAIT_MS = 10_000;

/** Maps the name of each queue of `runSerially` to the promise of the task that was added last. */
const queues = new Map<string, Promise<unknown>>();
let acquireCount = 0;

const tryRename = async (from: SafePath, to: SafePath): Promise<boolean> => {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (getErrnoCode(error) === 'ENOENT') return false;
    throw error;
  }
};

/** The error codes with which `rename` fails if the new path is a lock that another process holds. */
const EXISTS_CODES = ['ENOTEMPTY', 'EEXIST'];
/**
 * The error codes of `rename` that have two possible causes: another process holds the lock, or permissions are
 * missing. The cause depends on the operating system.
 */
const AMBIGUOUS_CODES = ['EPERM', 'EACCES', 'EBUSY', 'ENOTDIR'];

const listLockEntries = async (lock: SafePath): Promise<readonly string[] | undefined> =>
  readdir(lock).catch((error: unknown) => {
    if (getErrnoCode(error) === 'ENOENT') return undefined;
    throw error;
  });

/**
 * Creates the lock directory with its token file in one step: prepares it at `draft` and renames it to `lock`. Returns
 * false if the caller must try again, for example because another lock exists. `isPrivate` keeps other users out.
 */
const createLock = async (
  lock: SafePath,
  draft: SafePath,
  token: string,
  isPrivate: boolean,
): Promise<boolean> => {
  let hasDraft = false;
  try {
    await mkdir(draft, isPrivate ? { mode: 0o700 } : {});
    hasDraft = true;
    await writeFile(joinPath(draft, token), '', { flag: 'wx', ...(isPrivate && { mode: 0o600 }) });
    // `rename` fails if the new path is a directory that contains a file. An existing lock contains one, so this single
    // step checks that no other lock exists and creates the new lock.
    await rename(draft, lock);
    return true;
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
    const code = getErrnoCode(error);
    // ENOENT means that the directory `draft` no longer exists. The holder of the lock removed it (`removeLeftovers`),
    // or its parent directory was removed. The caller then tries again.
    if (code === 'ENOENT' || EXISTS_CODES.includes(code)) return false;
    // A code such as EPERM means that another process has the lock, or that permissions are missing. Permissions are
    // missing if the directory `draft` could not be created or if there is no lock. In these two cases, the error is
    // thrown. An error with any other code is always thrown.
    if (!hasDraft || !AMBIGUOUS_CODES.includes(code) || (await listLockEntries(lock)) === undefined)
      throw error;
    return false;
  }
};

/**
 * Takes over the lock in `folder` if the process that holds it has ended, and returns `taken`. Returns `none` if the
 * folder does not contain a lock yet. Otherwise returns `held`, which means that the caller must try again.
 */
const takeFromDeadHolder = async (
  folder: SafePath,
  ownName: SafePath,
  host: ProcessInfo,
): Promise<'taken' | 'held' | 'none'> => {
  const names = (await listLockEntries(folder)) ?? [];
  const holderName = names.find((name) => name.startsWith('held-'));
  if (holderName === undefined) return names.includes('free') ? 'held' : 'none';
  const path = joinPath(folder, holderName);
  const since = await stat(path).then(
    (stats) => stats.ctimeMs,
    () => host.now(),
  );
  const isGone = isProcessGone(holderName.slice('held-'.length), since, host);
  return isGone && (await tryRename(path, ownName)) ? 'taken' : 'held';
};

const acquireLock = async (folder: SafePath, host: ProcessInfo, maxWaitMs: number): Promise<SafePath> => {
  const processName = createProcessName(host);
  acquireCount += 1;
  const ownName = joinPath(folder, `held-${processName}-${acquireCount}`);
  const deadline = host.now() + maxWaitMs;
  for (let pause = 1; ; pause = Math.min(pause + 1, 10)) {
    if (await tryRename(joinPath(folder, 'free'), ownName)) return ownName;
    const outcome = await takeFromDeadHolder(folder, ownName, host);
    if (outcome === 'taken') return ownName;
    if (outcome === 'none') {
      await mkdir(getParentPath(folder), { recursive: true, mode: 0o700 });
      if (await createLock(folder, appendSuffix(folder, `-${processName}`), 'free', true)) continue;
    }
    if (host.now() > deadline) {
      throw new Failure(`another toile process still locks ${folder} after ${maxWaitMs / 1000} seconds`, {
        code: 'locked_by_another',
        hint: shellText`wait until it ends; if no toile process is running, remove the folder: ${quoteShellWord(folder)}`,
      });
    }
    await host.sleep(pause);
  }
};

/** Runs `work` in this process after all earlier work with the same queue name `queue` has ended. */
export const runSerially = <T>(queue: string, work: () => Promise<T>): Promise<T> => {
  const ownTurn = (queues.get(queue) ?? Promise.resolve()).then(work);
  const finished = ownTurn.catch(() => undefined);
  queues.set(queue, finished);
  void finished.then(() => {
    if (queues.get(queue) === finished) queues.delete(queue);
  });
  return ownTurn;
};

/** Creates the error for a lock that this process has lost, because the process was suspended or a clock was wrong. */
const createLockLostError = (folder: SafePath): Failure =>
  new Failure(
    `another toile process took over ${folder} while this one was suspended; this one wrote nothing`,
    {
      code: 'lock_lost',
      hint: shellText`run the command again`,
    },
  );

/**
 * The lock that `withLock` holds while it runs `work`. Another process may have taken it over, so call `assertOwned`
 * before writing.
 */
export interface AcquiredLock {
  /** A text that identifies this acquisition of the lock. It is different each time. */
  readonly token: string;
  /** Rejects with a Failure if another process has taken the lock over. */
  assertOwned(): Promise<void>;
}

/**
 * Runs `work` while this process holds the lock directory `folder`. Waits at most `maxWaitMs` milliseconds, and takes
 * the lock from a process that has ended. `work` must not request the same lock, because it would wait for itself.
 * @throws Failure with the code `locked_by_another` if another process still holds the lock after the wait.
 */
export const withLock = <T>(
  folder: SafePath,
  host: ProcessInfo,
  work: (lock: AcquiredLock) => Promise<T>,
  maxWaitMs = MAX_WAIT_MS,
): Promise<T> =>
  // The lock works only between processes, so callers in this process first wait in a queue.
  runSerially(folder, async () => {
    const heldPath = await acquireLock(folder, host, maxWaitMs);
    try {
      return await work({
        token: getFileName(heldPath).slice('held-'.length),
        async assertOwned() {
          const isHeld = await stat(heldPath).then(
            () => true,
            () => false,
          );
          if (!isHeld) throw createLockLostError(folder);
        },
      });
    } finally {
      await tryRename(heldPath, joinPath(folder, 'free'));
    }
  });

/*
 * The lock of `withDirectoryLock` is for a directory that other users, containers and machines may reach under other
 * paths. The lock is a directory with one file, which is named after the holder. A process prepares the lock directory
 * beside its final path and renames it, which fails if another lock exists. To release the lock, its holder moves it
 * away. Another process takes it over by renaming the file in it, but only if the holder is known to be gone. So a
 * holder that may still run never loses the lock.
 */

const MAX_PAUSE_MS = 100;

/**
 * Removes temporary directories beside the lock. They remain there if a process is killed while it creates or releases
 * the lock.
 */
const removeLeftovers = async (lock: SafePath): Promise<void> => {
  const folder = getParentPath(lock);
  // `rm` may fail for a directory that another process is still preparing. This failure does no harm.
  for (const name of await readdir(folder))
    if (name.startsWith(`${getFileName(lock)}-`))
      await rm(joinPath(folder, name), { recursive: true, force: true }).catch(() => undefined);
};

const createLockedError = (lock: SafePath, folder: string, why: 'lives' | 'hidden'): Failure =>
  new Failure(
    why === 'lives'
      ? `another toile process is using ${folder}`
      : `a toile process on another machine or in another container uses ${folder}, or ended without releasing it`,
    {
      code: 'locked_by_another',
      hint:
        why === 'lives'
          ? shellText`wait until it ends, then run the command again`
          : shellText`if none is running there: rm -r ${quoteShellWord(lock)}`,
    },
  );

interface DirectoryLockOptions {
  /**
   * Returns the path of the lock and creates its parent directory. Called for each attempt, because another program may
   * remove the directory.
   */
  resolveLock(): Promise<SafePath>;
  readonly shownPath: string;
  /** Returns a new unique word for the name of a temporary directory beside the lock. */
  createWord(): string;
}

interface AcquiredDirectoryLock {
  readonly lock: SafePath;
  readonly token: string;
}

const acquireDirectoryLock = async (
  { resolveLock, shownPath, createWord }: DirectoryLockOptions,
  host: ProcessInfo,
): Promise<AcquiredDirectoryLock> => {
  const token = `held-${createProcessName(host)}`;
  const deadline = host.now() + MAX_WAIT_MS;
  for (let pause = 1; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    const lock = await resolveLock();
    const [holder, ...others] = (await listLockEntries(lock)) ?? [];
    if (holder === undefined) {
      if (await createLock(lock, appendSuffix(lock, `-${createWord()}`), token, false))
        return { lock, token };
    } else {
      const isProcessName = holder.startsWith('held-') && others.length === 0;
      const state = isProcessName ? readProcessState(holder.slice('held-'.length), host) : 'hidden';
      if (state === 'hidden') throw createLockedError(lock, shownPath, state);
      if (state === 'gone' && (await tryRename(joinPath(lock, holder), joinPath(lock, token))))
        return { lock, token };
    }
    if (host.now() > deadline) throw createLockedError(lock, shownPath, 'lives');
    await host.sleep(pause);
  }
};

const releaseDirectoryLock = async (lock: SafePath, token: string, word: string): Promise<void> => {
  const releasedPath = appendSuffix(lock, `-${word}`);
  if ((await listLockEntries(lock))?.includes(token) && (await tryRename(lock, releasedPath)))
    await rm(releasedPath, { recursive: true, force: true });
};

/**
 * Runs `work` while this process holds the lock. The lock is never taken from a process that may still run, perhaps on
 * another machine. `work` must not request the same lock.
 * @throws Failure with the code `locked_by_another` if the process that holds the lock still runs after 10 seconds. If
 * toile cannot tell whether this process runs, the Failure is thrown at once.
 */
export const withDirectoryLock = async <T>(
  options: DirectoryLockOptions,
  host: ProcessInfo,
  work: () => Promise<T>,
): Promise<T> => {
  const { lock, token } = await acquireDirectoryLock(options, host);
  try {
    await removeLeftovers(lock);
    return await work();
  } finally {
    // It does no harm if the lock cannot be released. When this process has ended, another process can take the lock.
    await releaseDirectoryLock(lock, token, options.createWord()).catch(() => undefined);
  }
};
