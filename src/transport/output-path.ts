import { dirname } from 'node:path';
import { lstat, rmdir, stat } from '../border/files.ts';
import { makeFolders } from '../border/making.ts';
import { folderOf, type Path } from '../border/path.ts';
import { shellWord, toType, typeable } from '../border/shell.ts';
import { Failure, UsageError } from '../errors.ts';
import { adviceOn, errnoOf, reasonOf } from '../system/errno.ts';

/** Nothing was sent yet when a place is looked at, so what is wrong with it is a matter of usage. */
export const unusable = (shown: string, error: unknown): UsageError =>
  new UsageError(`${shown} cannot be written: ${reasonOf(error)}`, {
    code: 'cannot_write',
    hint: adviceOn(error, dirname(shown)) ?? typeable`name another place with -o`,
    cause: error,
  });

export const unwritten = (shown: string, error: unknown): Failure =>
  new Failure(`${shown} could not be written: ${reasonOf(error)}; nothing of it was kept`, {
    code: ['ENOSPC', 'EDQUOT'].includes(errnoOf(error)) ? 'no_space' : 'cannot_write',
    hint: adviceOn(error, dirname(shown)) ?? typeable`name another place with -o`,
    cause: error,
  });

/**
 * Whether a file stands at `path`; `shown` is how it was typed. Throws UsageError for what a download may never
 * replace (a folder, a symbolic link, a device) and for a place where no file can be.
 */
export const standsAt = async (path: Path, shown: string): Promise<boolean> => {
  const found = await lstat(path).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw unusable(shown, error);
  });
  if (!found) {
    const folder = await stat(folderOf(path)).catch((error: unknown) => {
      if (errnoOf(error) !== 'ENOENT') throw unusable(shown, error);
      return undefined;
    });
    if (folder?.isDirectory()) return false;
    throw new UsageError(`${shown} cannot be written: its folder does not exist`, {
      code: 'no_folder',
      hint: toType`mkdir -p ${shellWord(dirname(shown))}`,
    });
  }
  if (found.isFile()) return true;
  const what = found.isDirectory()
    ? 'is a folder'
    : found.isSymbolicLink()
      ? 'is a symbolic link, which would be replaced and not followed'
      : 'is not an ordinary file';
  throw new UsageError(`${shown} ${what}`, {
    code: 'not_a_file',
    hint: found.isSymbolicLink()
      ? typeable`name the file that it leads to`
      : typeable`name a file; with -o - it goes to stdout`,
  });
};

export const isFolder = (path: Path): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/**
 * Makes the folder that files are to stand in; says which were made, the innermost first. Throws UsageError where none
 * can be.
 */
export const makeFolder = (path: Path, shown: string): Promise<readonly Path[]> =>
  makeFolders(path).catch((error: unknown) => {
    if (errnoOf(error) === 'EEXIST')
      throw new UsageError(`${shown} is not a folder, and one is needed for the files`, {
        code: 'not_a_folder',
        hint: typeable`name a folder with -o`,
        cause: error,
      });
    throw new UsageError(`${shown} cannot be made: ${reasonOf(error)}`, {
      code: 'not_a_folder',
      hint: adviceOn(error, dirname(shown)) ?? typeable`name another folder with -o`,
      cause: error,
    });
  });

/** Takes folders away again that were made for nothing. */
export const emptied = async (made: readonly Path[]): Promise<void> => {
  for (const folder of made) await rmdir(folder).catch(() => undefined);
};

export const taken = (shown: string): UsageError =>
  new UsageError(`${shown} is there already`, {
    code: 'file_exists',
    hint: typeable`--clobber replaces it, --skip-existing leaves it, -o names another place`,
  });
