/**
 * Folders with those above them. Node's own `recursive` tries for ever where the system says, whatever was made, that
 * the folder above is not there (/proc), and in the synchronous form no signal ends it.
 */

import * as sync from 'node:fs';
import * as disk from 'node:fs/promises';
import { errnoOf } from './errno-code.ts';
import { folderOf, type Path } from './path.ts';

/** Whether it could not be made for want of the folder above it. */
const isAbove = (error: unknown, path: Path): boolean =>
  errnoOf(error) === 'ENOENT' && folderOf(path) !== path;

const isFolder = (path: Path): boolean => {
  try {
    return sync.statSync(path).isDirectory();
  } catch {
    return false;
  }
};

/** Says which were made, the innermost first; one that stands there already is no error. */
export const makeFolders = async (path: Path, mode?: number): Promise<readonly Path[]> => {
  const make = () =>
    disk.mkdir(path, mode).then(
      () => [path],
      (error: unknown) => {
        if (!isFolder(path)) throw error;
        return [];
      },
    );
  return make().catch(async (error: unknown) => {
    if (!isAbove(error, path)) throw error;
    const above = await makeFolders(folderOf(path), mode);
    return [...(await make()), ...above];
  });
};

/** The same at once. */
export const makeFoldersSync = (path: Path, mode?: number): void => {
  const make = (): void => {
    try {
      sync.mkdirSync(path, mode);
    } catch (error) {
      if (!isFolder(path)) throw error;
    }
  };
  try {
    make();
  } catch (error) {
    if (!isAbove(error, path)) throw error;
    makeFoldersSync(folderOf(path), mode);
    make();
  }
};
