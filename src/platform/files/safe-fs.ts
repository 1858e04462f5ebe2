/**
 * The functions of `node:fs` under the same names, for a SafePath instead of a string. The only module that
 * reads or writes files.
 */

import * as sync from 'node:fs';
import * as disk from 'node:fs/promises';
import { getParentPath, markSystemPath, type SafePath } from './safe-path.ts';

/** Returns the system code of an error, for example `ENOENT`; empty if it has none. */
export const getErrnoCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

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
 * directory is not an error. Node's `recursive` option loops for ever where the system always reports a missing
 * parent (`/proc`), and no signal ends its synchronous form.
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

export { closeSync, constants, fstatSync, readSync, type Stats, writeSync } from 'node:fs';
export type { FileHandle } from 'node:fs/promises';

type OpenFlags = string | number;

export const open = (path: SafePath, flags?: OpenFlags, mode?: number) => disk.open(path, flags, mode);
/**
 * Opens a file, runs `work` and closes it. Reading by path would be missing from the list of pending work
 * that shutdown uses, in Node 26.
 */
const withOpenFile = async <T>(
  path: SafePath,
  work: (file: disk.FileHandle) => Promise<T>,
  flags?: OpenFlags,
  mode?: number,
): Promise<T> => {
  const file = await disk.open(path, flags, mode);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
};
export const readBytes = (path: SafePath): Promise<Buffer> => withOpenFile(path, (file) => file.readFile());
/** Reads a file as UTF-8 text. */
export const readText = (path: SafePath): Promise<string> =>
  withOpenFile(path, (file) => file.readFile('utf8'));
/**
 * Reads a file as text, or returns undefined if it has more than `most` bytes. Reads no more than that,
 * also from a file without a size.
 */
export const readTextUpTo = (path: SafePath, most: number): Promise<string | undefined> =>
  withOpenFile(path, async (file) => {
    const parts: Buffer[] = [];
    let size = 0;
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(65_536));
      if (bytesRead === 0) return Buffer.concat(parts).toString('utf8');
      size += bytesRead;
      if (size > most) return undefined;
      parts.push(buffer.subarray(0, bytesRead));
    }
  });
/** Writes a file; `flag` and `mode` as in `node:fs`. */
export const writeFile = (
  path: SafePath,
  data: string | Uint8Array,
  { flag = 'w', mode }: { readonly mode?: number; readonly flag?: string } = {},
): Promise<void> => withOpenFile(path, (file) => file.writeFile(data), flag, mode);
/** Creates a directory, with its parents if `recursive` is set. */
export const mkdir = (
  path: SafePath,
  { recursive = false, mode }: { readonly recursive?: boolean; readonly mode?: number } = {},
): Promise<unknown> => (recursive ? makeDirectories(path, mode) : disk.mkdir(path, mode));
/** Renames a file or directory. */
export const rename = (from: SafePath, to: SafePath) => disk.rename(from, to);
export const link = (from: SafePath, to: SafePath) => disk.link(from, to);
/** Removes a file. */
export const unlink = (path: SafePath) => disk.unlink(path);
/** Removes a file, or a directory with its content if `recursive` is set. */
export const rm = (path: SafePath, options?: { readonly force?: boolean; readonly recursive?: boolean }) =>
  disk.rm(path, options);
/** Removes an empty directory. */
export const rmdir = (path: SafePath) => disk.rmdir(path);
/** Returns size, kind, owner and times of an entry. Follows symbolic links. */
export const stat = (path: SafePath) => disk.stat(path);
/** Returns size, kind, owner and times of an entry, without following a symbolic link. */
export const lstat = (path: SafePath) => disk.lstat(path);
/** Returns facts about the file system of a path, for example its free space. */
export const statfs = (path: SafePath) => disk.statfs(path);
/** Changes the mode of an entry. */
export const chmod = (path: SafePath, mode: number) => disk.chmod(path, mode);
/** Rejects if the process may not access the entry. */
export const access = (path: SafePath, mode?: number) => disk.access(path, mode);
/** Returns the path without symbolic links. Throws if it does not exist. */
export const realpath = async (path: SafePath): Promise<SafePath> =>
  markSystemPath(await disk.realpath(path));
/** Returns the names in a directory. They are untrusted: pass them to `joinPath`. */
export const readdir = (path: SafePath): Promise<string[]> => disk.readdir(path);

/**
 * Returns true for the error of a full or broken disk. Other errors mean that this system cannot flush
 * directories, for example Windows.
 */
const isDiskFailure = (error: unknown): boolean => ['EIO', 'ENOSPC', 'EDQUOT'].includes(getErrnoCode(error));

/** Flushes a directory, so that a rename survives a power failure. Rejects if the disk fails. */
export const syncDirectory = async (path: SafePath): Promise<void> => {
  const unlessFailed = (error: unknown): undefined => {
    if (isDiskFailure(error)) throw error;
  };
  const folder = await open(path, 'r').catch(unlessFailed);
  try {
    await folder?.sync().catch(unlessFailed);
  } finally {
    await folder?.close();
  }
};

/** Flushes a directory and its parents on the same disk, since any of them may be new. */
export const syncDirectoriesUpTo = async (path: SafePath): Promise<void> => {
  await syncDirectory(path);
  const [above, here] = [statSync(getParentPath(path)), statSync(path)];
  if (getParentPath(path) !== path && above?.dev === here?.dev)
    await syncDirectoriesUpTo(getParentPath(path));
};

/** Reads the rest of an open file. */
export const readOpenSync = (fd: number): Buffer => sync.readFileSync(fd);
export const readTextSync = (path: SafePath, encoding: 'utf8' | 'latin1' = 'utf8'): string =>
  sync.readFileSync(path, encoding);
/** Returns the target of a symbolic link. */
export const readlinkSync = (path: SafePath): string => sync.readlinkSync(path);
/** Returns undefined if the path does not exist. */
export const statSync = (path: SafePath) => sync.statSync(path, { throwIfNoEntry: false });
/** Returns the path without symbolic links. Throws if it does not exist. */
export const realpathSync = (path: SafePath): SafePath => markSystemPath(sync.realpathSync.native(path));
/** Returns undefined if the path does not exist. */
export const lstatSync = (path: SafePath) => sync.lstatSync(path, { throwIfNoEntry: false });
/** Opens a file and returns its descriptor. */
export const openSync = (path: SafePath, flags: OpenFlags, mode?: number): number =>
  sync.openSync(path, flags, mode);
/** Returns the names in a directory. They are untrusted: pass them to `joinPath`. */
export const readdirSync = (path: SafePath): string[] => sync.readdirSync(path);
/** Removes a file. */
export const rmSync = (path: SafePath, options?: { readonly force?: boolean }) => sync.rmSync(path, options);
