/** Functions of `node:fs` that take a SafePath instead of a string. Only this module reads or writes files. */

import * as sync from 'node:fs';
import * as disk from 'node:fs/promises';
import { getParentPath, markSystemPath, type SafePath } from './safe-path.ts';

/** Returns the system code of an error, for example `ENOENT`; an empty text if it has none. */
export const getErrnoCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

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
 * Creates a directory and its missing parents. Returns the created directories, innermost first. The list is empty if
 * the directory exists already. Node's option `recursive` is not used: under `/proc`, the system reports every parent
 * as missing, and Node would never stop.
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
    const created = await makeDirectories(getParentPath(path), mode);
    return [...(await make()), ...created];
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

/** Opens a file and returns its handle, which the caller must close. */
export const open = (path: SafePath, flags?: OpenFlags, mode?: number) => disk.open(path, flags, mode);
/**
 * Opens a file, runs `work` with its handle and closes it. Files are read through a handle, because shutdown must find
 * unfinished reads: it looks in `process.getActiveResourcesInfo()`, where Node 26 does not list a read by path.
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
/** Reads a file or pipe as UTF-8 text. Stops and returns undefined as soon as more than `maxBytes` bytes were read. */
export const readTextUpTo = (path: SafePath, maxBytes: number): Promise<string | undefined> =>
  withOpenFile(path, async (file) => {
    const parts: Buffer[] = [];
    let size = 0;
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(65_536));
      if (bytesRead === 0) return Buffer.concat(parts).toString('utf8');
      size += bytesRead;
      if (size > maxBytes) return undefined;
      parts.push(buffer.subarray(0, bytesRead));
    }
  });
/** Creates a file or overwrites its content. `flag` and `mode` mean the same as in `node:fs`. */
export const writeFile = (
  path: SafePath,
  data: string | Uint8Array,
  { flag = 'w', mode }: { readonly mode?: number; readonly flag?: string } = {},
): Promise<void> => withOpenFile(path, (file) => file.writeFile(data), flag, mode);
/**
 * Creates a directory. With `recursive`, also creates its missing parents, and does nothing if the directory exists.
 */
export const mkdir = (
  path: SafePath,
  { recursive = false, mode }: { readonly recursive?: boolean; readonly mode?: number } = {},
): Promise<unknown> => (recursive ? makeDirectories(path, mode) : disk.mkdir(path, mode));
export const rename = (from: SafePath, to: SafePath) => disk.rename(from, to);
/** Creates the hard link `to`, a second name for the existing file `from`. */
export const link = (from: SafePath, to: SafePath) => disk.link(from, to);
export const unlink = (path: SafePath) => disk.unlink(path);
/**
 * Removes a file. With `recursive`, removes a directory with its content too. With `force`, ignores a missing entry.
 */
export const rm = (path: SafePath, options?: { readonly force?: boolean; readonly recursive?: boolean }) =>
  disk.rm(path, options);
export const rmdir = (path: SafePath) => disk.rmdir(path);
/** Returns size, kind, owner and times of an entry. Follows symbolic links. */
export const stat = (path: SafePath) => disk.stat(path);
/** Returns size, kind, owner and times of an entry. Does not follow a symbolic link. */
export const lstat = (path: SafePath) => disk.lstat(path);
/**
 * Returns data of the file system that contains the path: its size and free space in blocks, and the size of a block
 * (`bsize`).
 */
export const statfs = (path: SafePath) => disk.statfs(path);
export const chmod = (path: SafePath, mode: number) => disk.chmod(path, mode);
/** Rejects if the process may not access the entry. `mode` is one of the constants `R_OK`, `W_OK` and `X_OK`. */
export const access = (path: SafePath, mode?: number) => disk.access(path, mode);
/** Returns the absolute path without symbolic links. Rejects if it does not exist. */
export const realpath = async (path: SafePath): Promise<SafePath> =>
  markSystemPath(await disk.realpath(path));
/** Returns the names in a directory. They are untrusted, so pass them to `joinPath`. */
export const readdir = (path: SafePath): Promise<string[]> => disk.readdir(path);

/**
 * Returns true if an error means that the disk is full or broken. When a directory is flushed, only such errors are
 * reported. Other errors are ignored, because some systems, for example Windows, cannot flush a directory.
 */
const isDiskFailure = (error: unknown): boolean => ['EIO', 'ENOSPC', 'EDQUOT'].includes(getErrnoCode(error));

/**
 * Writes a directory to disk (fsync), so that a rename in it survives a power failure. Rejects only if the disk is full
 * or broken.
 */
export const syncDirectory = async (path: SafePath): Promise<void> => {
  const ignoreUnlessFailed = (error: unknown): undefined => {
    if (isDiskFailure(error)) throw error;
  };
  const folder = await open(path, 'r').catch(ignoreUnlessFailed);
  try {
    await folder?.sync().catch(ignoreUnlessFailed);
  } finally {
    await folder?.close();
  }
};

/** Flushes a directory and all its parents on the same disk, because any of them may have been created just now. */
export const syncDirectoriesUpTo = async (path: SafePath): Promise<void> => {
  await syncDirectory(path);
  const [parent, own] = [statSync(getParentPath(path)), statSync(path)];
  if (getParentPath(path) !== path && parent?.dev === own?.dev)
    await syncDirectoriesUpTo(getParentPath(path));
};

/** Reads the next `size` bytes of the open file with the descriptor `fd`, or fewer if the file ends earlier. */
export const readOpenSync = (fd: number, size: number): Buffer => {
  const buffer = Buffer.allocUnsafe(size);
  let done = 0;
  for (let count = -1; count !== 0 && done < size; done += count)
    count = sync.readSync(fd, buffer, done, size - done, null);
  return buffer.subarray(0, done);
};
/** Reads a file as text, in UTF-8 by default. */
export const readTextSync = (path: SafePath, encoding: 'utf8' | 'latin1' = 'utf8'): string =>
  sync.readFileSync(path, encoding);
export const readlinkSync = (path: SafePath): string => sync.readlinkSync(path);
/** Returns size, kind, owner and times of an entry; undefined if it does not exist. Follows symbolic links. */
export const statSync = (path: SafePath) => sync.statSync(path, { throwIfNoEntry: false });
/** Returns the absolute path without symbolic links. Throws if it does not exist. */
export const realpathSync = (path: SafePath): SafePath => markSystemPath(sync.realpathSync.native(path));
/** Returns size, kind, owner and times of an entry; undefined if it does not exist. Does not follow a symbolic link. */
export const lstatSync = (path: SafePath) => sync.lstatSync(path, { throwIfNoEntry: false });
/** Opens a file and returns its descriptor, which the caller must close. */
export const openSync = (path: SafePath, flags: OpenFlags, mode?: number): number =>
  sync.openSync(path, flags, mode);
/** Returns the names in a directory. They are untrusted, so pass them to `joinPath`. */
export const readdirSync = (path: SafePath): string[] => sync.readdirSync(path);
export const rmSync = (path: SafePath, options?: { readonly force?: boolean }) => sync.rmSync(path, options);
