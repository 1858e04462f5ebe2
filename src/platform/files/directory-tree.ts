/**
 * A directory with content that may come from others: cloned, unpacked, restored from a cache, or shared. Below
 * its root no symbolic link is followed and only ordinary files with one name are opened. Each change
 * checks the whole path again just before it happens.
 */

import {
  getRelativeParent,
  openSafeDirectory,
  readEntryKind,
  type SafeDirectory,
  UnsafePathError,
} from './safe-directory.ts';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  open,
  openSync,
  readdir,
  readOpenSync,
  rename,
  rmdir,
  type Stats,
  unlink,
} from './safe-fs.ts';
import type { SafePath } from './safe-path.ts';
import { createTempFile, type TempFile } from './temp-file.ts';

export { UnsafePathError } from './safe-directory.ts';
export type { TempFile } from './temp-file.ts';
export { isTempFileName } from './temp-file.ts';

/**
 * Reads and changes entries of an untrusted directory. Paths are relative to the root, with `/`. All
 * methods throw UnsafePathError, UnsafeNameError or a system error.
 */
export interface DirectoryTree extends SafeDirectory {
  /** Returns the names in a directory; empty if it does not exist. */
  list(path: string): Promise<readonly string[]>;
  /** Returns the size of a file in bytes, or undefined if it does not exist. */
  sizeOf(path: string): number | undefined;
  /**
   * Yields the bytes of a file in chunks. A chunk is valid until the next one is read. Yields nothing for a
   * missing file.
   */
  readChunks(path: string): AsyncGenerator<Uint8Array>;
  /** Reads a whole file of at most `most` bytes. */
  readSync(path: string, most?: number): Uint8Array | undefined;
  createTempFile(): Promise<TempFile>;
  replace(path: string, content: string | Uint8Array, lasting?: boolean): Promise<void>;
  /** Appends to a file that `replace` created. */
  append(path: string, text: string): Promise<void>;
  /** Renames an entry. Throws if the new path exists. */
  move(from: string, to: string): Promise<void>;
  /** Removes a file, or a directory with its content. */
  remove(path: string): Promise<void>;
}

/** Options of `openDirectoryTree`. */
export interface DirectoryTreeOptions {
  /** The directory below the root for temporary files. */
  readonly tempDirectory: string;
  /** Returns a number from 0 up to 1. */
  random(): number;
}

/**
 * Do not follow symbolic links and do not wait for a FIFO. Some systems lack these flags; the check before
 * opening is enough there.
 */
const SAFE_FLAGS = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const READ_FLAGS = constants.O_RDONLY | SAFE_FLAGS;
const APPEND_FLAGS = constants.O_WRONLY | constants.O_APPEND | SAFE_FLAGS;
const CHUNK_BYTES = 1024 * 1024;

/** Checks an open file again, since another one may have replaced it after the first check. */
const checkOpenFile = (fd: number, place: SafePath): Stats => {
  const stats = fstatSync(fd);
  if (readEntryKind(stats, place) === 'folder')
    throw new UnsafePathError(place, 'is a folder where a file belongs');
  return stats;
};

/** Opens the directory tree at a path that the user named. */
export const openDirectoryTree = async (
  named: SafePath,
  { tempDirectory, random }: DirectoryTreeOptions,
): Promise<DirectoryTree> => {
  const ground = await openSafeDirectory(named);
  const {
    exists,
    resolvePath,
    statEntry,
    isFile,
    isDirectory,
    createDirectory,
    removeIfEmpty,
    removeCreated,
  } = ground;
  /** The user id of the owner of each file that was written here. */
  const owners = new Map<string, number>();
  const remove = async (path: string): Promise<void> => {
    const kind = statEntry(path);
    if (kind === 'file') return unlink(resolvePath(path));
    if (kind === undefined) return;
    for (const name of await readdir(resolvePath(path))) await remove(`${path}/${name}`);
    statEntry(path);
    await rmdir(resolvePath(path));
  };
  const draft = (): Promise<TempFile> => createTempFile(ground, tempDirectory, random);

  return {
    get root() {
      return ground.root;
    },
    exists,
    resolvePath,
    statEntry,
    isFile,
    isDirectory,
    createDirectory,
    removeIfEmpty,
    removeCreated,
    createTempFile: draft,
    list: async (path) => (isDirectory(path) ? readdir(resolvePath(path)) : []),
    sizeOf: (path) => (isFile(path) ? lstatSync(resolvePath(path))?.size : undefined),
    async *readChunks(path) {
      if (!isFile(path)) return;
      const file = await open(resolvePath(path), READ_FLAGS);
      try {
        const { size } = checkOpenFile(file.fd, resolvePath(path));
        const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size + 1));
        for (;;) {
          const { bytesRead } = await file.read(buffer, 0, buffer.length);
          if (bytesRead === 0) return;
          yield buffer.subarray(0, bytesRead);
        }
      } finally {
        await file.close();
      }
    },
    readSync(path, most = Number.POSITIVE_INFINITY) {
      if (!isFile(path)) return undefined;
      const fd = openSync(resolvePath(path), READ_FLAGS);
      try {
        const { size } = checkOpenFile(fd, resolvePath(path));
        if (size > most) throw new UnsafePathError(resolvePath(path), `has ${size} bytes, which is too much`);
        return readOpenSync(fd);
      } finally {
        closeSync(fd);
      }
    },
    async replace(path, content, lasting) {
      const fresh = await draft();
      try {
        await fresh.write(typeof content === 'string' ? Buffer.from(content) : content);
        await fresh.commit(path, lasting);
        owners.set(path, fresh.ownerId);
      } finally {
        await fresh.discard();
      }
    },
    async append(path, text) {
      isFile(path);
      const file = await open(resolvePath(path), APPEND_FLAGS);
      try {
        if (checkOpenFile(file.fd, resolvePath(path)).uid !== owners.get(path))
          throw new UnsafePathError(resolvePath(path), 'belongs to another user');
        // `appendFile` continues after a short write, so a full disk is an error here and not half a line.
        await file.appendFile(text);
      } finally {
        await file.close();
      }
    },
    async move(from, to) {
      if (getRelativeParent(to) !== '') await createDirectory(getRelativeParent(to));
      if (statEntry(to) !== undefined) throw new UnsafePathError(resolvePath(to), 'stands there already');
      if (statEntry(from) !== undefined) await rename(resolvePath(from), resolvePath(to));
    },
    remove,
  };
};
