/**
 * One at a time, across processes, safe under `kill -9`.
 *
 * The lock is a folder that holds exactly one token, a file. Its name says who has it: `free`, or
 * `held-<holder>`. Taking it, giving it back and taking it from a dead holder are one rename each, from a
 * name that exists once: of two processes that try, the file system lets one succeed. The usual lock
 * file, created exclusively and deleted when stale, cannot promise that: between the look and the delete
 * a third process may have made a new one.
 */

import { mkdir, readdir, rename, rm, stat, writeFile } from '../border/files.ts';
import { beside, folderOf, nameIn, type Path, within } from '../border/path.ts';
import { shellWord, typeable } from '../border/shell.ts';
import { Failure } from '../errors.ts';
import { errnoOf } from './errno.ts';
import type { Host } from './host.ts';
import { isGone, nameOf } from './process-identity.ts';

const LIMIT_MS = 10_000;

/** The last of each line of callers in this process. */
const lines = new Map<string, Promise<unknown>>();
let taken = 0;

/** False where it is there no more. */
export const moved = async (from: Path, to: Path): Promise<boolean> => {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false;
    throw error;
  }
};

/** Makes the folder with its token in it at once; changes nothing, and says so, where a folder stands. */
const makeLock = async (folder: Path, me: string): Promise<boolean> => {
  const draft = beside(folder, `-${me}`);
  await mkdir(folderOf(folder), { recursive: true, mode: 0o700 });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await writeFile(within(draft, 'free'), '', { mode: 0o600 });
  try {
    // Replaces a folder only when that is empty, which is the kernel's check and not a guess of ours.
    await rename(draft, folder);
    return true;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES', 'EBUSY'].includes(errnoOf(error))) throw error;
    // A folder that is there answers for itself; without one the error was about permissions.
    await stat(folder).catch(() => {
      throw error;
    });
    return false;
  }
};

const takeFromDead = async (folder: Path, mine: Path, host: Host): Promise<'taken' | 'held' | 'none'> => {
  const names = await readdir(folder).catch((error: unknown): string[] => {
    if (errnoOf(error) === 'ENOENT') return [];
    throw error;
  });
  const held = names.find((name) => name.startsWith('held-'));
  if (held === undefined) return names.includes('free') ? 'held' : 'none';
  const path = within(folder, held);
  const since = await stat(path).then(
    (stats) => stats.ctimeMs,
    () => host.now(),
  );
  const gone = isGone(held.slice('held-'.length), since, host);
  return gone && (await moved(path, mine)) ? 'taken' : 'held';
};

const take = async (folder: Path, host: Host, patience: number): Promise<Path> => {
  const me = nameOf(host);
  taken += 1;
  const mine = within(folder, `held-${me}-${taken}`);
  const deadline = host.now() + patience;
  for (let pause = 1; ; pause = Math.min(pause + 1, 10)) {
    if (await moved(within(folder, 'free'), mine)) return mine;
    const found = await takeFromDead(folder, mine, host);
    if (found === 'taken') return mine;
    if (found === 'none' && (await makeLock(folder, me))) continue;
    if (host.now() > deadline) {
      throw new Failure(`another toile has been holding ${folder} for ${patience / 1000} seconds`, {
        code: 'locked_by_another',
        hint: typeable`Let it finish, or remove the folder if no toile runs: ${shellWord(folder)}`,
      });
    }
    await host.sleep(pause);
  }
};

/** Runs what is handed in for one `line` one after the other, within this process. */
export const inLine = <T>(line: string, work: () => Promise<T>): Promise<T> => {
  const mine = (lines.get(line) ?? Promise.resolve()).then(work);
  const settled = mine.catch(() => undefined);
  lines.set(line, settled);
  void settled.then(() => {
    if (lines.get(line) === settled) lines.delete(line);
  });
  return mine;
};

/** A process that was frozen, or whose clock is wrong, finds that another has taken its lock over. */
const lockLost = (folder: Path): Failure =>
  new Failure(`another toile took ${folder} over while this one stood still; this one wrote nothing`, {
    code: 'lock_lost',
    hint: typeable`type the command again`,
  });

/** A lock that a process holds. */
export interface HeldLock {
  /** A word that no other holder of this lock has, past or future. */
  readonly token: string;
  /** Throws a Failure where another process has taken the lock over. */
  assertHeld(): Promise<void>;
}

/**
 * Runs `work` while no other process and no other caller here holds `folder`. Not re-entrant. `patience`, in
 * milliseconds, is for work that may take its time elsewhere.
 */
export const withLock = <T>(
  folder: Path,
  host: Host,
  work: (held: HeldLock) => Promise<T>,
  patience = LIMIT_MS,
): Promise<T> =>
  // The token moves between processes only: callers of this one stand in line before they ask for it.
  inLine(folder, async () => {
    const mine = await take(folder, host, patience);
    try {
      return await work({
        token: nameIn(mine).slice('held-'.length),
        async assertHeld() {
          const isHeld = await stat(mine).then(
            () => true,
            () => false,
          );
          if (!isHeld) throw lockLost(folder);
        },
      });
    } finally {
      await moved(mine, within(folder, 'free'));
    }
  });
