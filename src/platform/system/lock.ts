/**
 * A lock between processes that survives `kill -9`.
 *
 * The lock is a directory with exactly one token file, named `free` or `held-<holder>`. Acquiring it,
 * releasing it and taking it from a dead holder are one rename each, of a name that exists once: only one
 * of two processes succeeds. The usual lock file, created exclusively and deleted when stale, cannot
 * guarantee that: a third process may create a new one between the check and the deletion.
 */

import { Failure } from '../errors.ts';
import { quoteShellWord, shellText } from '../escape/shell.ts';
import { mkdir, readdir, rename, rm, stat, writeFile } from '../files/safe-fs.ts';
import { appendSuffix, getFileName, getParentPath, joinPath, type SafePath } from '../files/safe-path.ts';
import { getErrnoCode } from './file-errors.ts';
import { createProcessName, isProcessGone } from './process-identity.ts';
import type { ProcessInfo } from './process-info.ts';

const MAX_WAIT_MS = 10_000;

/** The last promise of each queue in this process. */
const queues = new Map<string, Promise<unknown>>();
let acquireCount = 0;

/** Renames a file. Returns false if it does not exist. */
export const tryRename = async (from: SafePath, to: SafePath): Promise<boolean> => {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (getErrnoCode(error) === 'ENOENT') return false;
    throw error;
  }
};

/** Creates the lock directory with its token in one step. Returns false if a directory exists. */
const makeLock = async (folder: SafePath, me: string): Promise<boolean> => {
  const draft = appendSuffix(folder, `-${me}`);
  await mkdir(getParentPath(folder), { recursive: true, mode: 0o700 });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await writeFile(joinPath(draft, 'free'), '', { mode: 0o600 });
  try {
    // The kernel replaces a directory only when it is empty, so this check is atomic.
    await rename(draft, folder);
    return true;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES', 'EBUSY'].includes(getErrnoCode(error))) throw error;
    // If the directory exists, the lock exists; otherwise the error was about permissions.
    await stat(folder).catch(() => {
      throw error;
    });
    return false;
  }
};

const takeFromDeadHolder = async (
  folder: SafePath,
  mine: SafePath,
  host: ProcessInfo,
): Promise<'taken' | 'held' | 'none'> => {
  const names = await readdir(folder).catch((error: unknown): string[] => {
    if (getErrnoCode(error) === 'ENOENT') return [];
    throw error;
  });
  const held = names.find((name) => name.startsWith('held-'));
  if (held === undefined) return names.includes('free') ? 'held' : 'none';
  const path = joinPath(folder, held);
  const since = await stat(path).then(
    (stats) => stats.ctimeMs,
    () => host.now(),
  );
  const gone = isProcessGone(held.slice('held-'.length), since, host);
  return gone && (await tryRename(path, mine)) ? 'taken' : 'held';
};

const acquireLock = async (folder: SafePath, host: ProcessInfo, patience: number): Promise<SafePath> => {
  const me = createProcessName(host);
  acquireCount += 1;
  const mine = joinPath(folder, `held-${me}-${acquireCount}`);
  const deadline = host.now() + patience;
  for (let pause = 1; ; pause = Math.min(pause + 1, 10)) {
    if (await tryRename(joinPath(folder, 'free'), mine)) return mine;
    const found = await takeFromDeadHolder(folder, mine, host);
    if (found === 'taken') return mine;
    if (found === 'none' && (await makeLock(folder, me))) continue;
    if (host.now() > deadline) {
      throw new Failure(`another toile has been holding ${folder} for ${patience / 1000} seconds`, {
        code: 'locked_by_another',
        hint: shellText`Let it finish, or remove the folder if no toile runs: ${quoteShellWord(folder)}`,
      });
    }
    await host.sleep(pause);
  }
};

/** Runs the work of one queue in order, within this process. */
export const runSerially = <T>(line: string, work: () => Promise<T>): Promise<T> => {
  const mine = (queues.get(line) ?? Promise.resolve()).then(work);
  const settled = mine.catch(() => undefined);
  queues.set(line, settled);
  void settled.then(() => {
    if (queues.get(line) === settled) queues.delete(line);
  });
  return mine;
};

/**
 * Creates the error for a lock that another process took over while this one was suspended or its clock was
 * wrong.
 */
const createLockLostError = (folder: SafePath): Failure =>
  new Failure(`another toile took ${folder} over while this one stood still; this one wrote nothing`, {
    code: 'lock_lost',
    hint: shellText`type the command again`,
  });

/** A lock that this process has acquired. */
export interface AcquiredLock {
  /** A word that no other holder of this lock has. */
  readonly token: string;
  /** Throws a Failure if another process has taken the lock over. */
  assertOwned(): Promise<void>;
}

/**
 * Runs `work` while no other process and no other caller has the lock `folder`. Not re-entrant. `patience`
 * is the longest wait in milliseconds.
 */
export const withLock = <T>(
  folder: SafePath,
  host: ProcessInfo,
  work: (held: AcquiredLock) => Promise<T>,
  patience = MAX_WAIT_MS,
): Promise<T> =>
  // The token moves between processes only: callers in this process wait in a queue before they acquire it.
  runSerially(folder, async () => {
    const mine = await acquireLock(folder, host, patience);
    try {
      return await work({
        token: getFileName(mine).slice('held-'.length),
        async assertOwned() {
          const isHeld = await stat(mine).then(
            () => true,
            () => false,
          );
          if (!isHeld) throw createLockLostError(folder);
        },
      });
    } finally {
      await tryRename(mine, joinPath(folder, 'free'));
    }
  });
