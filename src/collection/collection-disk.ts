import { createHash } from 'node:crypto';
import { Failure, ToileError, UsageError } from '../platform/errors.ts';
import { quoteShellWord, shellText } from '../platform/escape/shell.ts';
import { type DirectoryTree, openDirectoryTree, UnsafePathError } from '../platform/files/directory-tree.ts';
import { type SafePath, UnsafeNameError } from '../platform/files/safe-path.ts';
import { COLLECTION_LIMITS } from '../platform/size-limits.ts';
import {
  describeFileError,
  getErrnoCode,
  suggestReadFix,
  suggestWriteFix,
} from '../platform/system/file-errors.ts';
import { computeSha256 } from '../platform/system/sha256.ts';

const getFolderPath = (path: string): string => path.slice(0, path.lastIndexOf('/'));

type FileOperation = 'locked' | 'written' | 'read';

const createDiskFailure = (displayPath: string, operation: FileOperation, error: unknown): ToileError => {
  if (operation === 'read')
    return new Failure(`${displayPath} cannot be read: ${describeFileError(error)}`, {
      code: 'cannot_read',
      hint: suggestReadFix(error, displayPath),
      cause: error,
    });
  // A UsageError tells the user that nothing was sent. This is true if the lock fails, because a pull locks the folder
  // before it sends its first request.
  const WriteError = operation === 'locked' ? UsageError : Failure;
  // After a failed write, the usual text for ENOENT, "it does not exist", would mislead, because a file need not exist
  // before it is written.
  const why = getErrnoCode(error) === 'ENOENT' ? 'nothing can be created there' : describeFileError(error);
  return new WriteError(`${displayPath} cannot be written: ${why}`, {
    code: 'cannot_write',
    hint: suggestWriteFix(error, getFolderPath(displayPath)) ?? shellText`pull into another folder`,
    cause: error,
  });
};

const toDiskFailure = (displayPath: string, operation: FileOperation, error: unknown): unknown => {
  // toile never creates unsafe entries such as symbolic links. If the folder contains one, something else created it,
  // so the user must check it.
  if (error instanceof UnsafePathError || error instanceof UnsafeNameError)
    return new Failure(error.message, {
      code: 'unsafe_folder',
      hint: shellText`toile did not create it: check it, and remove it or pull into another folder`,
      cause: error,
    });
  return error instanceof ToileError || getErrnoCode(error) === ''
    ? error
    : createDiskFailure(displayPath, operation, error);
};

/** Returns true for a disk error that probably affects the whole pulled folder, not only one file. */
export const isFolderFailure = (error: unknown): boolean =>
  error instanceof ToileError && ['cannot_write', 'cannot_read', 'unsafe_folder'].includes(error.code);

/** The directory in a pulled folder for the journal, the lock and removed files. Git ignores it (`.gitignore`). */
export const TOILE_DIRECTORY = '.toile';
/** The path of the lock, relative to the pulled folder. */
export const LOCK_PATH = `${TOILE_DIRECTORY}/lock`;

/**
 * A file that is being downloaded. `sink` writes its bytes to a temporary file, and `commit` moves this file to its
 * final path.
 */
export interface IncomingFile {
  readonly sink: { write(bytes: Uint8Array): Promise<void>; startOver(): Promise<boolean> };
  commit(path: string): Promise<void>;
  /** Removes the temporary file to which `sink` writes, unless `commit` has already moved it to its final path. */
  discard(): Promise<void>;
}

/**
 * Reads and writes the files of a pulled folder. Paths are relative to the folder and use `/`. Disk errors are thrown
 * as ToileError.
 */
export interface CollectionDisk {
  readonly root: SafePath;
  exists(): boolean;
  /** Returns the absolute path of a file or folder in the pulled folder, for messages. */
  displayPath(path: string): string;
  /**
   * Returns whether the path is a file or a folder; undefined if nothing exists there. Throws if it is a link or a
   * special file, for example a named pipe.
   */
  statEntry(path: string): 'file' | 'folder' | undefined;
  /** Returns the names in a directory; empty if it does not exist. */
  list(path: string): readonly string[];
  /** Reads a file synchronously. Returns undefined if the file does not exist. */
  readBytes(path: string): Uint8Array | undefined;
  readText(path: string): string | undefined;
  /** Returns the SHA-256 digest of a file; undefined if it does not exist, `oversized` above the size limit. */
  computeDigest(path: string): Promise<string | undefined>;
  /**
   * Writes a file if the content on disk differs. Returns true if the file was written. With `isDurable`, the new
   * content survives a power failure.
   */
  writeIfChanged(path: string, content: string | Uint8Array, isDurable?: boolean): Promise<boolean>;
  replace(path: string, content: string): Promise<void>;
  /** Appends text to a file that an earlier call of `replace` has created. */
  append(path: string, text: string): Promise<void>;
  createIncomingFile(): Promise<IncomingFile>;
  /** Moves a file or directory, and removes its old parent directory if that is empty afterwards. */
  moveFile(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Returns the path of the lock of the pulled folder. Creates the directory `.toile`, which contains the lock. */
  getLockPath(): Promise<SafePath>;
  /**
   * Removes `.toile` if it is empty. Then removes the pulled folder and its parents if they are empty and this process
   * created them.
   */
  removeEmptyDirectories(): Promise<void>;
  /**
   * Converts a disk error that prevented locking the folder to a ToileError, for example to the UsageError
   * `cannot_write`. Returns any other error unchanged.
   */
  explainError(error: unknown): unknown;
}

const OVERSIZED = 'oversized';

const openCollectionTree = async (folder: SafePath, random: () => number): Promise<DirectoryTree> => {
  try {
    return await openDirectoryTree(folder, { tempDirectory: TOILE_DIRECTORY, random });
  } catch (error) {
    const message =
      error instanceof UnsafePathError
        ? error.message
        : `${folder} cannot be used: ${describeFileError(error)}`;
    const hint =
      (error instanceof UnsafePathError ? undefined : suggestWriteFix(error, getFolderPath(folder))) ??
      shellText`use a folder, for example a new one: ${quoteShellWord(`${folder}-pulled`)}`;
    throw new UsageError(message, { code: 'no_mirror', hint, cause: error });
  }
};

/**
 * Opens the pulled folder `folder`, which need not exist yet, without changing anything. Throws a UsageError if the
 * path cannot be a folder.
 */
export const createCollectionDisk = async (
  folder: SafePath,
  random: () => number,
): Promise<CollectionDisk> => {
  const tree = await openCollectionTree(folder, random);
  const formatPath = (path: string): string => `${tree.root}/${path}`;
  const withFailures = async <T>(
    path: string,
    operation: FileOperation,
    work: () => Promise<T>,
  ): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw toDiskFailure(formatPath(path), operation, error);
    }
  };
  const readWithFailures = <T>(path: string, work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw toDiskFailure(formatPath(path), 'read', error);
    }
  };
  const computeDigest = (path: string): Promise<string | undefined> =>
    withFailures(path, 'read', async () => {
      const size = tree.getSize(path);
      if (size === undefined) return undefined;
      if (size > COLLECTION_LIMITS.file) return OVERSIZED;
      const hash = createHash('sha256');
      for await (const chunk of tree.readChunks(path)) hash.update(chunk);
      return hash.digest('hex');
    });

  return {
    get root() {
      return tree.root;
    },
    exists: () => tree.exists(),
    displayPath: formatPath,
    computeDigest,
    statEntry: (path) => readWithFailures(path, () => tree.statEntry(path)),
    readBytes: (path) => readWithFailures(path, () => tree.readSync(path)),
    list: (path) => readWithFailures(path, () => tree.list(path)),
    readText(path) {
      const bytes = readWithFailures(path, () => tree.readSync(path, COLLECTION_LIMITS.text));
      return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
    },
    async writeIfChanged(path, content, isDurable) {
      if ((await computeDigest(path)) === computeSha256(content)) return false;
      await withFailures(path, 'written', () => tree.replace(path, content, isDurable));
      return true;
    },
    replace: (path, content) => withFailures(path, 'written', () => tree.replace(path, content)),
    append: (path, text) => withFailures(path, 'written', () => tree.append(path, text)),
    async createIncomingFile() {
      const draft = await withFailures(TOILE_DIRECTORY, 'written', () => tree.createTempFile());
      return {
        sink: {
          write: (bytes) => withFailures(TOILE_DIRECTORY, 'written', () => draft.write(bytes)),
          async startOver() {
            await withFailures(TOILE_DIRECTORY, 'written', () => draft.startOver());
            return true;
          },
        },
        commit: (path) => withFailures(path, 'written', () => draft.commit(path)),
        discard: () => draft.discard().catch(() => undefined),
      };
    },
    moveFile: (from, to) =>
      withFailures(from, 'written', async () => {
        await tree.move(from, to);
        await tree.removeIfEmpty(getFolderPath(from));
      }),
    remove: (path) => withFailures(path, 'written', () => tree.remove(path)),
    getLockPath: () =>
      withFailures(TOILE_DIRECTORY, 'locked', async () => {
        await tree.createDirectory(TOILE_DIRECTORY);
        tree.findDirectory(LOCK_PATH);
        return tree.resolvePath(LOCK_PATH);
      }),
    explainError: (error) => toDiskFailure(tree.root, 'locked', error),
    async removeEmptyDirectories() {
      await tree.removeIfEmpty(TOILE_DIRECTORY).catch(() => undefined);
      if (tree.statEntry(TOILE_DIRECTORY) === undefined) await tree.removeCreated();
    },
  };
};
