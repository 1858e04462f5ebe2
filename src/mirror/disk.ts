/** The folder on disk, through its border; all that goes wrong there is put into words. */

import { createHash } from 'node:crypto';
import type { Path } from '../border/path.ts';
import { shellWord, typeable } from '../border/shell.ts';
import { openTree, type Tree, UnsafeTree } from '../border/tree.ts';
import { UsageError } from '../errors.ts';
import { FOLDER } from '../size-limits.ts';
import { adviceOn, reasonOf } from '../system/errno.ts';
import { sha256 } from '../system/sha256.ts';
import { type Doing, troubleWith } from './disk-errors.ts';

/** What toile keeps for itself in the folder; git is told to leave it alone. */
export const HOUSE = '.toile';
export const LOCK = `${HOUSE}/lock`;

/** A file on its way into the folder. */
export interface Incoming {
  readonly sink: { write(bytes: Uint8Array): Promise<void>; startOver(): Promise<boolean> };
  keep(path: string): Promise<void>;
  /** Leaves nothing behind of what was not kept. */
  drop(): Promise<void>;
}

/** Paths are relative to the folder, with `/`. */
export interface Disk {
  readonly root: Path;
  /** There is such a folder. */
  isThere(): boolean;
  /** As people see a path. */
  shown(path: string): string;
  look(path: string): 'file' | 'folder' | undefined;
  list(path: string): Promise<readonly string[]>;
  /** At once, since the sandbox answers within one turn; undefined where there is no such file. */
  bytes(path: string): Uint8Array | undefined;
  text(path: string): string | undefined;
  /** Of the file as it is; undefined where there is none, and no digest where it is larger than any that is pulled. Memory does not grow with it. */
  digest(path: string): Promise<string | undefined>;
  /** Writes only what differs from what is there. True when it wrote. `lasting` outlives a loss of power, and is slow. */
  keep(path: string, content: string | Uint8Array, lasting?: boolean): Promise<boolean>;
  replace(path: string, content: string, lasting?: boolean): Promise<void>;
  /** Adds to a file that `replace` has made. */
  append(path: string, text: string): Promise<void>;
  incoming(): Promise<Incoming>;
  /** Moves a file, and takes its old folder away once that is empty. What people put beside it stays. */
  setAside(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** The place of a lock, in a folder that is there. */
  lock(): Promise<Path>;
  /** Takes away what was made and stayed empty. */
  tidy(): Promise<void>;
  /** What went wrong with the folder, in words; anything else as it is. */
  inWords(error: unknown): unknown;
}

/** In the place of a digest: no file of a pull has so many bytes. */
const OVERSIZED = 'oversized';

/** Throws a UsageError where no folder can be: nothing was changed. */
const treeAt = async (named: Path, random: () => number): Promise<Tree> => {
  try {
    return await openTree(named, { house: HOUSE, random });
  } catch (error) {
    const why = error instanceof UnsafeTree ? error.message : `${named} cannot be used: ${reasonOf(error)}`;
    const hint =
      (error instanceof UnsafeTree ? undefined : adviceOn(error, folderIn(named))) ??
      typeable`name a folder, or one that is still to be made: ${shellWord(`${named}-pulled`)}`;
    throw new UsageError(why, { code: 'no_mirror', hint, cause: error });
  }
};

const folderIn = (path: string): string => path.slice(0, path.lastIndexOf('/'));

export const openDisk = async (named: Path, random: () => number): Promise<Disk> => {
  const tree = await treeAt(named, random);
  const shown = (path: string): string => `${tree.root}/${path}`;
  const tried = async <T>(path: string, doing: Doing, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw troubleWith(shown(path), doing, error);
    }
  };
  const seen = <T>(path: string, work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw troubleWith(shown(path), 'read', error);
    }
  };
  const digest = (path: string): Promise<string | undefined> =>
    tried(path, 'read', async () => {
      const size = tree.sizeOf(path);
      if (size === undefined) return undefined;
      if (size > FOLDER.file) return OVERSIZED;
      const hash = createHash('sha256');
      for await (const piece of tree.pieces(path)) hash.update(piece);
      return hash.digest('hex');
    });

  return {
    get root() {
      return tree.root;
    },
    isThere: () => tree.isThere(),
    shown,
    digest,
    look: (path) => seen(path, () => tree.look(path)),
    bytes: (path) => seen(path, () => tree.readSync(path)),
    list: (path) => tried(path, 'read', () => tree.list(path)),
    text(path) {
      const bytes = seen(path, () => tree.readSync(path, FOLDER.text));
      return bytes && Buffer.from(bytes).toString('utf8');
    },
    async keep(path, content, lasting) {
      if ((await digest(path)) === sha256(content)) return false;
      await tried(path, 'written', () => tree.replace(path, content, lasting));
      return true;
    },
    replace: (path, content, lasting) => tried(path, 'written', () => tree.replace(path, content, lasting)),
    append: (path, text) => tried(path, 'written', () => tree.append(path, text)),
    async incoming() {
      const draft = await tried(HOUSE, 'written', () => tree.draft());
      return {
        sink: {
          write: (bytes) => tried(HOUSE, 'written', () => draft.write(bytes)),
          async startOver() {
            await tried(HOUSE, 'written', () => draft.startOver());
            return true;
          },
        },
        keep: (path) => tried(path, 'written', () => draft.keep(path)),
        drop: () => draft.drop().catch(() => undefined),
      };
    },
    setAside: (from, to) =>
      tried(from, 'written', async () => {
        await tree.move(from, to);
        await tree.trim(folderIn(from));
      }),
    remove: (path) => tried(path, 'written', () => tree.remove(path)),
    lock: () =>
      tried(HOUSE, 'written', async () => {
        await tree.folder(HOUSE);
        tree.isFolder(LOCK);
        return tree.place(LOCK);
      }),
    inWords: (error) => troubleWith(tree.root, 'written', error),
    async tidy() {
      await tree.trim(HOUSE).catch(() => undefined);
      if (tree.look(HOUSE) === undefined) await tree.unmake();
    },
  };
};
