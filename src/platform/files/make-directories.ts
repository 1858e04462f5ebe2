/**
 * Creates directories with their parents. Node's `recursive` option loops for ever where the system always
 * reports a missing parent (`/proc`), and no signal ends its synchronous form.
 */

import * as sync from 'node:fs';
import * as disk from 'node:fs/promises';
import { getErrnoCode } from './errno-code.ts';
import { getParentPath, type SafePath } from './safe-path.ts';

/** Returns true if creating the directory failed because its parent does not exist. */
const isParentMissing = (error: unknown, path: SafePath): boolean =>
  getErrnoCode(error) === 'ENOENT' && getParentPath(path) !== path;

const isDirectory = (path: SafePath): boolean => {
  try {
    return sync.statSync(path).isDirectory();
  } catch {
    return false;
  }
};

/**
 * Creates a directory and its missing parents. Returns the created ones, innermost first. An existing
 * directory is not an error.
 */
export const makeDirectories = async (path: SafePath, mode?: number): Promise<readonly SafePath[]> => {
  const make = () =>
    disk.mkdir(path, mode).then(
      () => [path],
      (error: unknown) => {
        if (!isDirectory(path)) throw error;
        return [];
      },
    );
  return make().catch(async (error: unknown) => {
    if (!isParentMissing(error, path)) throw error;
    const above = await makeDirectories(getParentPath(path), mode);
    return [...(await make()), ...above];
  });
};

/** Creates a directory and its missing parents synchronously. */
export const makeDirectoriesSync = (path: SafePath, mode?: number): void => {
  const make = (): void => {
    try {
      sync.mkdirSync(path, mode);
    } catch (error) {
      if (!isDirectory(path)) throw error;
    }
  };
  try {
    make();
  } catch (error) {
    if (!isParentMissing(error, path)) throw error;
    makeDirectoriesSync(getParentPath(path), mode);
    make();
  }
};
