import {
  getErrnoCode,
  lstatSync,
  makeDirectories,
  mkdir,
  readdir,
  realpath,
  rmdir,
  type Stats,
} from './safe-fs.ts';
import { joinPath, type SafePath } from './safe-path.ts';

/** Creates a directory. Does nothing if it exists, because another process may create it at the same time. */
const ensureDirectory = async (path: SafePath): Promise<void> => {
  await mkdir(path).catch((error: unknown) => {
    if (getErrnoCode(error) !== 'EEXIST') throw error;
  });
};

/**
 * Thrown for a path that toile refuses to use, for example because it is a symbolic link, a device, or a folder in
 * place of a file.
 */
export class UnsafePathError extends Error {
  readonly path: SafePath;
  constructor(path: SafePath, why: string) {
    super(`${path} ${why}`);
    this.name = 'UnsafePathError';
    this.path = path;
  }
}

type EntryKind = 'file' | 'folder';

/**
 * Returns `file` or `folder` for the entry at `path`, as its stats show.
 * @throws UnsafePathError for a symbolic link, a special file, or a file with a second name (a hard link).
 */
const readEntryKind = (stats: Stats, path: SafePath): EntryKind => {
  if (stats.isSymbolicLink())
    throw new UnsafePathError(path, 'is a symbolic link, which toile does not follow');
  if (stats.isDirectory()) return 'folder';
  if (!stats.isFile()) throw new UnsafePathError(path, 'is not a regular file');
  if (stats.nlink > 1) throw new UnsafePathError(path, 'has a second name (a hard link)');
  return 'file';
};

/**
 * Returns `path` if `stats` describe a regular file that has no second name (hard link). Throws UnsafePathError for any
 * other entry.
 */
export const requireFile = (stats: Stats, path: SafePath): SafePath => {
  if (readEntryKind(stats, path) === 'file') return path;
  throw new UnsafePathError(path, 'is a folder, but toile needs a file there');
};

const requireFolder = (stats: Stats, path: SafePath): SafePath => {
  if (readEntryKind(stats, path) === 'folder') return path;
  throw new UnsafePathError(path, 'is a file, but toile needs a folder there');
};

/**
 * Returns functions that check entries of a directory at a path that the user gave, and create and remove directories
 * in it. The directory need not exist yet. Symbolic links in the path `folder` are followed once, by this function.
 * @throws UnsafePathError if the path is a file.
 */
export const openSafeDirectory = async (folder: SafePath) => {
  const existingRoot = await realpath(folder).catch((error: unknown) => {
    if (getErrnoCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  let root = existingRoot ?? folder;
  if (lstatSync(root)?.isDirectory() === false) throw new UnsafePathError(root, 'is not a folder');
  let createdFolders: readonly SafePath[] = [];

  const resolveEntry = (path: string): SafePath => joinPath(root, ...path.split('/'));

  /**
   * The directories that were already checked, by relative path. A microtask clears this map, so only code that runs
   * synchronously after a check uses its result.
   */
  const checkedDirectories = new Map<string, SafePath>();

  const findRoot = (): SafePath | undefined => {
    const stats = lstatSync(root);
    if (stats?.isDirectory() === false) throw new UnsafePathError(root, 'is no longer a folder');
    return stats && root;
  };

  /**
   * Checks a directory inside the root directory, and its parents. Returns its path; undefined if it does not exist.
   */
  const findDirectory = (path: string): SafePath | undefined => {
    const checkedPath = checkedDirectories.get(path);
    if (checkedPath !== undefined) return checkedPath;
    const entryPath = path === '' ? findRoot() : findEntry(path, requireFolder);
    if (entryPath === undefined) return undefined;
    if (checkedDirectories.size === 0) queueMicrotask(() => checkedDirectories.clear());
    checkedDirectories.set(path, entryPath);
    return entryPath;
  };

  const findEntry = <T>(path: string, read: (stats: Stats, entryPath: SafePath) => T): T | undefined => {
    const parent = findDirectory(getRelativeParent(path));
    if (parent === undefined) return undefined;
    const entryPath = joinPath(parent, path.slice(path.lastIndexOf('/') + 1));
    const stats = lstatSync(entryPath);
    return stats && read(stats, entryPath);
  };

  const findFile = (path: string): SafePath | undefined => findEntry(path, requireFile);

  const isFolder = (path: string): boolean => findDirectory(path) !== undefined;

  return {
    /** The real path of the directory if it exists, otherwise the path that the user named. */
    get root() {
      return root;
    },
    exists: () => lstatSync(root) !== undefined,
    /**
     * Returns the absolute path of a file or folder in this directory. Throws UnsafeNameError for a path with `..` or
     * another invalid name.
     */
    resolvePath: resolveEntry,
    /** Returns the kind of an entry; undefined if it does not exist. Throws UnsafePathError for a link or device. */
    statEntry: (path: string): EntryKind | undefined => findEntry(path, readEntryKind),
    /** Returns the path of a directory; undefined if it does not exist. Throws for a file. */
    findDirectory,
    findFile,
    /** Returns true for a file, false if nothing exists there. Throws for a directory. */
    isFile: (path: string): boolean => findFile(path) !== undefined,
    /** Creates the directory `path` and its missing parents. Also creates the root directory if it is missing. */
    async createDirectory(path: string) {
      if (lstatSync(root) === undefined) {
        createdFolders = await makeDirectories(folder);
        root = await realpath(folder);
      }
      const names = path.split('/');
      for (let count = 1; count <= names.length; count += 1) {
        const ancestor = names.slice(0, count).join('/');
        if (isFolder(ancestor)) continue;
        await ensureDirectory(resolveEntry(ancestor));
        isFolder(ancestor);
      }
    },
    async removeIfEmpty(path: string) {
      if (isFolder(path) && (await readdir(resolveEntry(path))).length === 0) await rmdir(resolveEntry(path));
    },
    /**
     * Removes the root directory of this object, and its parent directories, if this process created them and they are
     * empty.
     */
    async removeCreated() {
      for (const each of createdFolders) await rmdir(each).catch(() => undefined);
    },
  };
};

/**
 * Resolves and checks paths below a root, and creates and removes folders there. It reads and writes no files. Paths
 * are relative to the root, with `/`.
 */
export type SafeDirectory = Awaited<ReturnType<typeof openSafeDirectory>>;

/** Returns the parent of a relative path; an empty text for a path directly under the root. */
export const getRelativeParent = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
