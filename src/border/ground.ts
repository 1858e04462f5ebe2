import { errnoOf } from './errno-code.ts';
import { lstatSync, readdir, realpath, rmdir, type Stats } from './files.ts';
import { makeFolder } from './make-folders.ts';
import { makeFolders } from './making.ts';
import { type Path, within } from './path.ts';

/** Something stands in a folder that its owner would not have put there. */
export class UnsafeTree extends Error {
  readonly place: Path;
  constructor(place: Path, why: string) {
    super(`${place} ${why}`);
    this.name = 'UnsafeTree';
    this.place = place;
  }
}

export type Kind = 'file' | 'folder';

export const kindOf = (stats: Stats, place: Path): Kind => {
  if (stats.isSymbolicLink()) throw new UnsafeTree(place, 'is a link, which is not followed');
  if (stats.isDirectory()) return 'folder';
  if (!stats.isFile()) throw new UnsafeTree(place, 'is no ordinary file');
  if (stats.nlink > 1) throw new UnsafeTree(place, 'is a file that has another name elsewhere (a hard link)');
  return 'file';
};

/** A folder and what leads from it to anything below. Paths are relative to it, with `/`. */
export interface Ground {
  /** The real one, where it exists. */
  readonly root: Path;
  /** It exists. */
  isThere(): boolean;
  place(path: string): Path;
  /** What stands there, if anything. Throws UnsafeTree for what is neither, there or on the way. */
  look(path: string): Kind | undefined;
  /** Whether a file stands there; a folder is one thing too many. */
  isFile(path: string): boolean;
  /** Whether a folder stands there. */
  isFolder(path: string): boolean;
  /** Makes a folder, and those that lead to it. */
  folder(path: string): Promise<void>;
  /** Takes away a folder if it is empty. */
  trim(path: string): Promise<void>;
  /** Takes away the root and those above it that were made here, as far as they are empty. */
  unmake(): Promise<void>;
}

/** The folder that was named. A link that the person named is theirs, and is followed once, here. */
export const groundAt = async (named: Path): Promise<Ground> => {
  const found = await realpath(named).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  let root = found ?? named;
  if (lstatSync(root)?.isDirectory() === false) throw new UnsafeTree(root, 'is no folder');
  let made: readonly Path[] = [];

  const place = (path: string): Path => within(root, ...path.split('/'));

  const look = (path: string): Kind | undefined => {
    const now = lstatSync(root);
    if (now === undefined) return undefined;
    if (!now.isDirectory()) throw new UnsafeTree(root, 'is no folder any more');
    const names = path.split('/');
    for (let count = 1; ; count += 1) {
      const at = within(root, ...names.slice(0, count));
      const stats = lstatSync(at);
      if (stats === undefined) return undefined;
      const kind = kindOf(stats, at);
      if (count === names.length) return kind;
      if (kind === 'file') throw new UnsafeTree(at, 'is a file where a folder belongs');
    }
  };

  const isFolder = (path: string): boolean => {
    const kind = look(path);
    if (kind === 'file') throw new UnsafeTree(place(path), 'is a file where a folder belongs');
    return kind === 'folder';
  };

  return {
    get root() {
      return root;
    },
    isThere: () => lstatSync(root) !== undefined,
    place,
    look,
    isFolder,
    isFile(path) {
      const kind = look(path);
      if (kind === 'folder') throw new UnsafeTree(place(path), 'is a folder where a file belongs');
      return kind === 'file';
    },
    async folder(path) {
      if (lstatSync(root) === undefined) {
        made = await makeFolders(named);
        root = await realpath(named);
      }
      const names = path.split('/');
      for (let count = 1; count <= names.length; count += 1) {
        const upTo = names.slice(0, count).join('/');
        if (isFolder(upTo)) continue;
        await makeFolder(place(upTo));
        isFolder(upTo);
      }
    },
    async trim(path) {
      if (isFolder(path) && (await readdir(place(path))).length === 0) await rmdir(place(path));
    },
    async unmake() {
      for (const each of made) await rmdir(each).catch(() => undefined);
    },
  };
};

/** The path of the folder that a path is in; empty for the root. */
export const above = (path: string): string => path.split('/').slice(0, -1).join('/');
