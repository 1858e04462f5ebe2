/**
 * Reads and changes a directory with content that may come from other people, for example a cloned repository, an
 * unpacked archive, a restored cache or a shared folder. Below its root no symbolic link is followed, and only regular
 * files without a second hard link are opened. Just before each change, the whole path is checked again.
 */

import {
  getRelativeParent,
  openSafeDirectory,
  requireFile,
  type SafeDirectory,
  UnsafePathError,
} from './safe-directory.ts';
import {
  closeSync,
  constants,
  type FileHandle,
  fstatSync,
  getErrnoCode,
  lstatSync,
  open,
  openSync,
  readdir,
  readdirSync,
  readOpenSync,
  rename,
  rm,
  rmdir,
  type Stats,
  syncDirectory,
  unlink,
} from './safe-fs.ts';
import { getParentPath, type SafePath } from './safe-path.ts';

const MAX_TRIES = 5;

/** Returns true for a name such as `draft-3f9a1`, which `createTempFile` gives to files. */
export const isTempFileName = (name: string): boolean => /^draft-[0-9a-f]+$/.test(name);

const createNewFile = async (
  directory: SafeDirectory,
  folder: string,
  random: () => number,
): Promise<{ readonly file: FileHandle; readonly path: string }> => {
  await directory.createDirectory(folder);
  for (let tries = 1; ; tries += 1) {
    const word = [random(), random()].map((part) => Math.floor(part * 2 ** 32).toString(16)).join('');
    const path = `${folder}/draft-${word}${tries}`;
    try {
      // With the flag `wx`, the call fails if anything exists at the path, including a broken symbolic link.
      return { file: await open(directory.resolvePath(path), 'wx', 0o666), path };
    } catch (error) {
      if (getErrnoCode(error) !== 'EEXIST' || tries === MAX_TRIES) throw error;
    }
  }
};

/**
 * Creates a temporary file with a random name in `folder` of the tree. Returns functions that write it, truncate it,
 * rename it to its final path (`commit`) or remove it (`discard`). `random` returns a number below 1.
 */
const createTempFile = async (directory: SafeDirectory, folder: string, random: () => number) => {
  const { file, path: draftPath } = await createNewFile(directory, folder, random);
  const { uid: ownerId } = await file.stat();
  let position = 0;
  let isOpen = true;
  let isCommitted = false;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await file.close();
  };
  return {
    /** The user id of the file's owner. On some file systems it is not the user of this process. */
    ownerId,
    async write(bytes: Uint8Array) {
      // A write may store only a part of the bytes if the disk is nearly full, so it is repeated for the rest.
      for (let written = 0; written < bytes.length; ) {
        const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position);
        written += bytesWritten;
        position += bytesWritten;
      }
    },
    async startOver() {
      await file.truncate(0);
      position = 0;
    },
    /**
     * Renames the file to its final path and replaces an existing file there. With `isDurable`, the renamed file is not
     * lost in a power failure.
     */
    async commit(path: string, isDurable: boolean = false) {
      if (isDurable) await file.sync();
      await close();
      if (getRelativeParent(path) !== '') await directory.createDirectory(getRelativeParent(path));
      directory.isFile(path);
      if (!directory.isFile(draftPath))
        throw new UnsafePathError(directory.resolvePath(draftPath), 'was removed');
      await rename(directory.resolvePath(draftPath), directory.resolvePath(path));
      isCommitted = true;
      if (isDurable) await syncDirectory(getParentPath(directory.resolvePath(path)));
    },
    async discard() {
      await close().catch(() => undefined);
      if (isCommitted) return;
      isCommitted = true;
      if (directory.isFile(draftPath)) await rm(directory.resolvePath(draftPath), { force: true });
    },
  };
};

export { UnsafePathError } from './safe-directory.ts';

/**
 * Flags for opening a file. With them, the call neither follows a symbolic link nor waits for a named pipe (FIFO). A
 * flag that the system does not have is left out.
 */
const SAFE_FLAGS = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const READ_FLAGS = constants.O_RDONLY | SAFE_FLAGS;
const APPEND_FLAGS = constants.O_WRONLY | constants.O_APPEND | SAFE_FLAGS;
const CHUNK_BYTES = 1024 * 1024;

/**
 * Checks a file after it was opened. Another file may have been put at its path between the first check and the
 * opening.
 */
const checkOpenFile = (fd: number, path: SafePath): Stats => {
  const stats = fstatSync(fd);
  requireFile(stats, path);
  return stats;
};

/**
 * Opens a directory at a path that the user gave, to read and change its entries. The directory need not exist yet.
 * Temporary files are created in `tempDirectory`, a directory inside it.
 * @throws UnsafePathError if the path is a file.
 */
export const openDirectoryTree = async (
  folder: SafePath,
  { tempDirectory, random }: { readonly tempDirectory: string; random(): number },
) => {
  const directory = await openSafeDirectory(folder);
  const { resolvePath, statEntry, findFile, isFile, findDirectory, createDirectory } = directory;
  /**
   * The user id of the owner of each file that `replace` wrote, by path. `append` refuses a file with another owner.
   */
  const owners = new Map<string, number>();
  const remove = async (path: string): Promise<void> => {
    const kind = statEntry(path);
    if (kind === 'file') return unlink(resolvePath(path));
    if (kind === undefined) return;
    for (const name of await readdir(resolvePath(path))) await remove(`${path}/${name}`);
    statEntry(path);
    await rmdir(resolvePath(path));
  };
  const createDraft = () => createTempFile(directory, tempDirectory, random);

  return {
    ...directory,
    // The path `root` can change: when the directory is created, symbolic links in its path are resolved. A getter
    // always returns the current path.
    get root() {
      return directory.root;
    },
    createTempFile: createDraft,
    list(path: string) {
      const directoryPath = findDirectory(path);
      return directoryPath === undefined ? [] : readdirSync(directoryPath);
    },
    getSize(path: string) {
      const filePath = findFile(path);
      return filePath && lstatSync(filePath)?.size;
    },
    /** Yields a file in chunks; nothing if it does not exist. Reading the next chunk overwrites the previous one. */
    async *readChunks(path: string) {
      const filePath = findFile(path);
      if (filePath === undefined) return;
      const file = await open(filePath, READ_FLAGS);
      try {
        const { size } = checkOpenFile(file.fd, filePath);
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
    /** Reads a whole file; undefined if it does not exist. Throws UnsafePathError for more than `maxBytes` bytes. */
    readSync(path: string, maxBytes = Number.POSITIVE_INFINITY) {
      const filePath = findFile(path);
      if (filePath === undefined) return undefined;
      const fd = openSync(filePath, READ_FLAGS);
      try {
        const { size } = checkOpenFile(fd, filePath);
        if (size > maxBytes) throw new UnsafePathError(filePath, `has ${size} bytes, which is too large`);
        return readOpenSync(fd, size);
      } finally {
        closeSync(fd);
      }
    },
    /** Creates or replaces a file in one step. With `isDurable`, the new content also survives a power failure. */
    async replace(path: string, content: string | Uint8Array, isDurable?: boolean) {
      const newFile = await createDraft();
      try {
        await newFile.write(typeof content === 'string' ? Buffer.from(content) : content);
        await newFile.commit(path, isDurable);
        owners.set(path, newFile.ownerId);
      } finally {
        await newFile.discard();
      }
    },
    /**
     * Appends to a file that this process has created with `replace`. Throws UnsafePathError if `replace` has not
     * written this path, or if the file now belongs to another user.
     */
    async append(path: string, text: string) {
      isFile(path);
      const file = await open(resolvePath(path), APPEND_FLAGS);
      try {
        if (checkOpenFile(file.fd, resolvePath(path)).uid !== owners.get(path))
          throw new UnsafePathError(resolvePath(path), 'belongs to another user');
        // `appendFile` writes the whole text or throws, so an error is reported if the disk is full.
        await file.appendFile(text);
      } finally {
        await file.close();
      }
    },
    /** Renames an entry and creates the parent of `to`. Throws if `to` exists. Does nothing if `from` does not. */
    async move(from: string, to: string) {
      if (getRelativeParent(to) !== '') await createDirectory(getRelativeParent(to));
      if (statEntry(to) !== undefined) throw new UnsafePathError(resolvePath(to), 'already exists');
      if (statEntry(from) !== undefined) await rename(resolvePath(from), resolvePath(to));
    },
    remove,
  };
};

/**
 * Reads and changes entries of an untrusted directory. Paths are relative to the root, with `/`. Every method may throw
 * UnsafePathError, UnsafeNameError or a system error.
 */
export type DirectoryTree = Awaited<ReturnType<typeof openDirectoryTree>>;
