/** Writes a file in one step. */

import { mkdir, open, readdir, realpath, rename, rm, syncFolder, syncFoldersTo } from '../border/files.ts';
import { beside, folderOf, nameIn, type Path, within } from '../border/path.ts';
import { reasonOf } from './errno.ts';
import type { Tell } from './host.ts';

// People keep configuration in a repository and link to it: the link stays, its target is replaced.
const findTarget = (path: Path): Promise<Path> => realpath(path).catch(() => path);

/**
 * Removes every draft beside a file. A crash leaves one, which may hold a secret that was never meant to stay; a
 * process that lost its lock may still have one, and cannot put it in place once it is removed.
 */
export const removeDrafts = async (path: Path): Promise<void> => {
  const real = await findTarget(path);
  const names = await readdir(folderOf(real)).catch((): string[] => []);
  for (const name of names)
    if (name.startsWith(`${nameIn(real)}.new`)) await rm(within(folderOf(real), name), { force: true });
};

/** What is said of a file that is in place, where its folder could not be synced. */
export const notLasting = (shown: string, error: unknown): string =>
  `${shown} is written, and a power cut may undo that: ${reasonOf(error)}`;

export interface ReplaceOptions {
  /** Tells the draft from those of other writers. */
  readonly token?: string;
  /** Runs when the draft is on the disk, before it is put in place; what it throws keeps the old file. */
  readonly check?: () => Promise<void>;
  /** Is given a note where the disk failed to make the new name last. Without it the folders above are synced too. */
  readonly tell?: Tell;
}

/**
 * Replaces a file in one step: a reader sees the old text or the new one. Owner only (0600 in 0700).
 * Without a `token` it is to be called by one writer at a time. Without `tell` it rejects where the file may not
 * outlive a power cut, though it is in place.
 */
export const replaceFile = async (
  path: Path,
  text: string,
  { token, check, tell }: ReplaceOptions = {},
): Promise<void> => {
  await mkdir(folderOf(path), { recursive: true, mode: 0o700 });
  const real = await findTarget(path);
  const draft = beside(real, token === undefined ? '.new' : `.new-${token}`);
  await rm(draft, { force: true });
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      // writeFile goes on after a short write, so a full disk is an error here and not half a file.
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await check?.();
    await rename(draft, real);
    if (tell === undefined) await syncFoldersTo(folderOf(real));
    else await syncFolder(folderOf(real)).catch((error: unknown) => tell(notLasting(path, error)));
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
};
