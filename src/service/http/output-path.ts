import { dirname } from 'node:path';
import { Failure, UsageError } from '../../platform/errors.ts';
import { nextCommand, quoteShellWord, shellText } from '../../platform/escape/shell.ts';
import { makeDirectories } from '../../platform/files/make-directories.ts';
import { lstat, rmdir, stat } from '../../platform/files/safe-fs.ts';
import { getParentPath, type SafePath } from '../../platform/files/safe-path.ts';
import { describeFileError, getErrnoCode, suggestWriteFix } from '../../platform/system/file-errors.ts';

/**
 * Creates the error for an output path that cannot be used. It is a UsageError because nothing was sent
 * yet.
 */
export const createPathError = (shown: string, error: unknown): UsageError =>
  new UsageError(`${shown} cannot be written: ${describeFileError(error)}`, {
    code: 'cannot_write',
    hint: suggestWriteFix(error, dirname(shown)) ?? shellText`name another place with -o`,
    cause: error,
  });

/** Creates the error for a file that could not be written after the download had started. */
export const createWriteError = (shown: string, error: unknown): Failure =>
  new Failure(`${shown} could not be written: ${describeFileError(error)}; nothing of it was kept`, {
    code: ['ENOSPC', 'EDQUOT'].includes(getErrnoCode(error)) ? 'no_space' : 'cannot_write',
    hint: suggestWriteFix(error, dirname(shown)) ?? shellText`name another place with -o`,
    cause: error,
  });

/**
 * Returns whether a file exists at `path`; `shown` is the path as typed. Throws a UsageError for a folder,
 * symbolic link or device, which a download never replaces, and when the parent folder does not exist.
 */
export const hasExistingFile = async (path: SafePath, shown: string): Promise<boolean> => {
  const found = await lstat(path).catch((error: unknown) => {
    if (getErrnoCode(error) === 'ENOENT') return undefined;
    throw createPathError(shown, error);
  });
  if (!found) {
    const folder = await stat(getParentPath(path)).catch((error: unknown) => {
      if (getErrnoCode(error) !== 'ENOENT') throw createPathError(shown, error);
      return undefined;
    });
    if (folder?.isDirectory()) return false;
    throw new UsageError(`${shown} cannot be written: its folder does not exist`, {
      code: 'no_folder',
      hint: nextCommand`mkdir -p ${quoteShellWord(dirname(shown))}`,
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
      ? shellText`name the file that it leads to`
      : shellText`name a file; with -o - it goes to stdout`,
  });
};

/** Returns whether the path is a folder. */
export const isFolderPath = (path: SafePath): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/**
 * Creates the output folder. Returns the created folders, the innermost first. Throws a UsageError when it
 * cannot be created.
 */
export const createOutputFolder = (path: SafePath, shown: string): Promise<readonly SafePath[]> =>
  makeDirectories(path).catch((error: unknown) => {
    if (getErrnoCode(error) === 'EEXIST')
      throw new UsageError(`${shown} is not a folder, and one is needed for the files`, {
        code: 'not_a_folder',
        hint: shellText`name a folder with -o`,
        cause: error,
      });
    throw new UsageError(`${shown} cannot be made: ${describeFileError(error)}`, {
      code: 'not_a_folder',
      hint: suggestWriteFix(error, dirname(shown)) ?? shellText`name another folder with -o`,
      cause: error,
    });
  });

/** Removes created folders that are still empty. */
export const removeEmptyFolders = async (made: readonly SafePath[]): Promise<void> => {
  for (const folder of made) await rmdir(folder).catch(() => undefined);
};

/** Creates the error for an output file that already exists. */
export const createFileExistsError = (shown: string): UsageError =>
  new UsageError(`${shown} is there already`, {
    code: 'file_exists',
    hint: shellText`--clobber replaces it, --skip-existing leaves it, -o names another place`,
  });
