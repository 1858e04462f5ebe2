/** Writes a file in one step. */

import { mkdir, open, realpath, rename, rm, syncFolder } from '../border/files.ts';
import { beside, folderOf, type Path } from '../border/path.ts';

// People keep configuration in a repository and link to it: the link stays, its target is replaced.
const namesOf = async (path: Path): Promise<{ readonly real: Path; readonly draft: Path }> => {
  const real = await realpath(path).catch(() => path);
  return { real, draft: beside(real, '.new') };
};

/** Removes what a crash left of a write; it may hold a secret that was never meant to stay. */
export const removeDraft = async (path: Path): Promise<void> =>
  rm((await namesOf(path)).draft, { force: true });

/**
 * Replaces a file in one step: whoever reads sees the old text or the new one. Owner only (0600 in 0700),
 * unless a `mode` is given.
 * To be called by one writer at a time: the draft beside the file has a fixed name, so that what a crash
 * leaves behind is overwritten by the next write.
 */
export const replaceFile = async (path: Path, text: string, mode = 0o600): Promise<void> => {
  await mkdir(folderOf(path), { recursive: true, mode: 0o700 });
  const { real, draft } = await namesOf(path);
  await rm(draft, { force: true });
  try {
    const file = await open(draft, 'wx', mode);
    try {
      // writeFile goes on after a short write, so a full disk is an error here and not half a file.
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, real);
    await syncFolder(folderOf(real));
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
};
