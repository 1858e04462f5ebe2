/** One JSON file that several processes read and change, and that a crash at any instant leaves whole. */

import { chmod, lstatSync, open, rename, statSync } from '../border/files.ts';
import { beside, nameIn, type Path } from '../border/path.ts';
import { typeable } from '../border/shell.ts';
import { Failure, ToileError } from '../errors.ts';
import { errnoOf, reasonOf } from './errno.ts';
import { doubtAbout, doubtful } from './file-trust.ts';
import type { Host, Tell } from './host.ts';
import { type Found, look, type Versioned } from './json-look.ts';
import { type HeldLock, withLock } from './lock.ts';
import { removeDrafts, replaceFile } from './replace-file.ts';

export type { Found, Versioned };

/** Moves a file that cannot be understood out of the way, under a name that is free. */
const setAside = async (path: Path): Promise<Path> => {
  const isFile = lstatSync(path)?.isFile() === true;
  for (let number = 1; ; number += 1) {
    const aside = beside(path, `.corrupted-${number}`);
    const free = !isFile
      ? lstatSync(aside) === undefined
      : await open(aside, 'wx', 0o600).then(
          (file) => file.close().then(() => true),
          (error: unknown) => {
            if (errnoOf(error) === 'EEXIST' && number < 100) return false;
            throw error;
          },
        );
    if (!free) continue;
    await rename(path, aside);
    if (isFile) await chmod(aside, 0o600);
    return aside;
  }
};

/** Nothing is put where others could take it away, or put another in its place. */
const refuseDoubtful = (path: Path): void => {
  const doubt = doubtAbout(path);
  if (doubt === undefined) return;
  throw new Failure(`${doubt.says}, so toile keeps nothing there`, {
    code: 'untrusted_place',
    hint: doubt.type,
  });
};

const inLock = <T>(path: Path, host: Host, work: (held: HeldLock) => Promise<T>): Promise<T> =>
  withLock(beside(path, '.lock'), host, work);

/** Work that writes there, nobody in between; a Failure says why it cannot be. */
const writing = async <T>(path: Path, host: Host, work: (held: HeldLock) => Promise<T>): Promise<T> => {
  refuseDoubtful(path);
  try {
    return await inLock(path, host, async (held) => {
      // Before the file is read: the draft of a holder that lost this lock can then replace nothing any more.
      await removeDrafts(path);
      return await work(held);
    });
  } catch (error) {
    if (error instanceof ToileError || errnoOf(error) === '') throw error;
    throw new Failure(`${path} cannot be written: ${reasonOf(error)}`, {
      code: 'state_unwritable',
      hint: typeable`Set TOILE_HOME to a folder that you can write to.`,
      cause: error,
    });
  }
};

const writeJson = async (path: Path, text: string, held: HeldLock, tell?: Tell): Promise<void> => {
  try {
    await replaceFile(path, `${text}\n`, {
      token: held.token,
      check: held.assertHeld,
      ...(tell && { tell }),
    });
  } catch (error) {
    // The new holder removed the draft between the check and the rename.
    if (errnoOf(error) === 'ENOENT') await held.assertHeld();
    throw error;
  }
};

/** A file that nothing may stand in for: what is wrong with it is told to whoever reads, and nobody moves it unasked. */
export interface GuardedFile {
  readonly path: Path;
  /** What stands there. Never throws, and changes nothing. */
  look(): Promise<Found>;
  /** Reads, changes and replaces with nobody in between. Throws a Failure where that cannot be, and what `edit` throws. */
  change<R>(edit: (found: Found) => { readonly next?: Versioned; readonly result: R }): Promise<R>;
  /** Moves it out of the way, because a person said so; where to. */
  setAside(): Promise<Path>;
}

/** Only where nothing at all stands is the file absent: a link that leads nowhere may lead somewhere tomorrow. */
const lookClosely = async (path: Path): Promise<Found> => {
  try {
    if (lstatSync(path) === undefined) return { is: 'absent' };
    const stats = statSync(path);
    if (stats === undefined) return { is: 'unreadable', why: 'it is a link that leads nowhere' };
    if (stats.isDirectory()) return { is: 'unreadable', why: 'it is a folder' };
    if (!stats.isFile()) return { is: 'unreadable', why: 'it is no ordinary file' };
  } catch (error) {
    return { is: 'unreadable', why: reasonOf(error) };
  }
  const found = await look(path);
  if (found.is !== 'doubtful') return found;
  const { says, type } = found.doubt;
  return { is: 'unreadable', why: `${says}; look at it: ${type}` };
};

export const guardedFile = (path: Path, host: Host): GuardedFile => ({
  path,
  look: () => lookClosely(path),
  change: (edit) =>
    writing(path, host, async (held) => {
      const { next, result } = edit(await lookClosely(path));
      // Never redacted: an id or an address that lost a few letters to a short password would be another one.
      if (next !== undefined) await writeJson(path, JSON.stringify(next, null, 2), held);
      return result;
    }),
  setAside: () =>
    writing(path, host, async (held) => {
      await held.assertHeld();
      return setAside(path);
    }),
});

export interface JsonFile {
  readonly path: Path;
  /** The file as it is; an empty one where it is absent or cannot be used, which is told. Never throws. */
  read(): Promise<Versioned>;
  /** Reads, changes and replaces with nobody in between. Throws a Failure where that cannot be, and what `edit` throws. */
  change<R>(edit: (now: Versioned) => { readonly next?: Versioned; readonly result: R }): Promise<R>;
}

/** `version` is the newest that this program understands; a file with a later one is never touched. */
export const jsonFile = (path: Path, version: number, host: Host, tell: Tell): JsonFile => {
  const empty: Versioned = { version };
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
      if (found.is === 'doubtful') tell(doubtful(found.doubt));
      if (found.is === 'corrupted') {
        return inLock(path, host, clear).catch(() => {
          tell(`${path} is corrupted; going on without it`);
          return empty;
        });
      }
      if (found.is !== 'read') return empty;
      if (!newer(found.value)) return found.value;
      tell(`${path} was written by a newer toile; going on without it`);
      return empty;
    },
    change: (edit) =>
      writing(path, host, async (held) => {
        const found = await look(path);
        if (found.is === 'unreadable') throw new Failure(`${path} cannot be read: ${found.why}`);
        const now = found.is === 'corrupted' ? await clear() : found.is === 'read' ? found.value : empty;
        if (newer(now)) {
          throw new Failure(`${path} was written by a newer toile`, { code: 'newer_state' });
        }
        const { next, result } = edit(now);
        if (next !== undefined) await writeJson(path, host.redact(JSON.stringify(next, null, 2)), held, tell);
        return result;
      }),
  };
};
