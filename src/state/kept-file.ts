/** One JSON file that several processes read and change, and that a crash at any instant leaves whole. */

import { chmod, open, readTextSync, rename } from '../border/files.ts';
import { beside, nameIn, type Path } from '../border/path.ts';
import { typeable } from '../border/shell.ts';
import { Failure, ToileError } from '../errors.ts';
import { errnoOf, reasonOf } from '../system/errno.ts';
import type { Host, Tell } from './host.ts';
import { withLock } from './lock.ts';
import { removeDraft, replaceFile } from './replace-file.ts';

/** What such a file holds: an object with a version, other members as they come. */
export interface Versioned {
  readonly version: number;
  readonly [member: string]: unknown;
}

type Found =
  | { readonly is: 'absent' }
  | { readonly is: 'read'; readonly value: Versioned }
  | { readonly is: 'unreadable'; readonly why: string }
  | { readonly is: 'corrupted' };

const isVersioned = (value: unknown): value is Versioned =>
  typeof value === 'object' && value !== null && 'version' in value && Number.isSafeInteger(value.version);

const look = async (path: Path): Promise<Found> => {
  let text: string;
  try {
    // At once: a small file is read sooner than a thread is started for it.
    text = readTextSync(path);
  } catch (error) {
    const code = errnoOf(error);
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? { is: 'absent' }
      : { is: 'unreadable', why: reasonOf(error) };
  }
  try {
    const value: unknown = JSON.parse(text);
    return isVersioned(value) ? { is: 'read', value } : { is: 'corrupted' };
  } catch {
    return { is: 'corrupted' };
  }
};

/** Moves a file that cannot be understood out of the way, under a name that is free. */
const setAside = async (path: Path): Promise<string> => {
  for (let number = 1; ; number += 1) {
    const aside = beside(path, `.corrupted-${number}`);
    const free = await open(aside, 'wx', 0o600).then(
      (file) => file.close().then(() => true),
      (error: unknown) => {
        if (errnoOf(error) === 'EEXIST' && number < 100) return false;
        throw error;
      },
    );
    if (!free) continue;
    await rename(path, aside);
    await chmod(aside, 0o600);
    return aside;
  }
};

export interface KeptFile {
  readonly path: Path;
  /** The file as it is; an empty one where it is absent or cannot be used, which is told. Never throws. */
  read(): Promise<Versioned>;
  /**
   * Reads, changes and replaces with nobody in between. `lost` says that what the file held was just found
   * corrupted and moved aside. Throws a Failure where that cannot be, and what `edit` throws.
   */
  change<R>(
    edit: (now: Versioned, lost: boolean) => { readonly next?: Versioned; readonly result: R },
  ): Promise<R>;
}

/** `version` is the newest that this program understands; a file with a later one is never touched. */
export const keptFile = (path: Path, version: number, host: Host, tell: Tell): KeptFile => {
  const empty: Versioned = { version };
  const locked = <T>(work: () => Promise<T>): Promise<T> => withLock(beside(path, '.lock'), host, work);
  const name = nameIn(path);

  /** Under the lock: another process may have repaired the file since it was looked at. */
  const clear = async (): Promise<Versioned> => {
    const found = await look(path);
    if (found.is === 'read') return found.value;
    if (found.is === 'corrupted') tell(`${name} was corrupted; it is kept as ${await setAside(path)}`);
    return empty;
  };

  const newer = (value: Versioned): boolean => value.version > version;

  return {
    path,
    async read() {
      const found = await look(path);
      if (found.is === 'absent') return empty;
      if (found.is === 'unreadable') tell(`${path} cannot be read (${found.why}); going on without it`);
      if (found.is === 'corrupted') {
        return locked(clear).catch(() => {
          tell(`${path} is corrupted; going on without it`);
          return empty;
        });
      }
      if (found.is !== 'read') return empty;
      if (!newer(found.value)) return found.value;
      tell(`${path} was written by a newer toile; going on without it`);
      return empty;
    },
    async change(edit) {
      try {
        return await locked(async () => {
          await removeDraft(path);
          const found = await look(path);
          if (found.is === 'unreadable') throw new Failure(`${path} cannot be read: ${found.why}`);
          const now = found.is === 'corrupted' ? await clear() : found.is === 'read' ? found.value : empty;
          if (newer(now)) {
            throw new Failure(`${path} was written by a newer toile`, { code: 'newer_state' });
          }
          const { next, result } = edit(now, found.is === 'corrupted');
          if (next !== undefined) await replaceFile(path, `${JSON.stringify(next, null, 2)}\n`);
          return result;
        });
      } catch (error) {
        if (error instanceof ToileError || errnoOf(error) === '') throw error;
        throw new Failure(`${path} cannot be written: ${reasonOf(error)}`, {
          code: 'state_unwritable',
          hint: typeable`Set TOILE_HOME to a folder that you can write to.`,
          cause: error,
        });
      }
    },
  };
};
