/**
 * A folder that others may have made: cloned, unpacked, restored from a cache, or shared. Below its root no link is
 * followed, nothing is opened that is no ordinary file with one name, and every change looks once more, just before it
 * happens, at all that leads there.
 */

import { beginDraft, type Draft } from './draft.ts';
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
} from './files.ts';
import { above, type Ground, groundAt, kindOf, UnsafeTree } from './ground.ts';
import type { Path } from './path.ts';

export type { Draft } from './draft.ts';
export { isDraft } from './draft.ts';
export { UnsafeTree } from './ground.ts';

/** Paths are relative to the root, with `/`. All throw UnsafeTree, UnsafeName or an error of the system. */
export interface Tree extends Ground {
  /** Names in a folder; none where there is none. */
  list(path: string): Promise<readonly string[]>;
  /** Bytes of a file; undefined where there is none. */
  sizeOf(path: string): number | undefined;
  /** The bytes of a file, piece by piece, each good until the next is asked for; nothing where there is none. */
  pieces(path: string): AsyncGenerator<Uint8Array>;
  /** All of a file, of no more than `most` bytes. */
  readSync(path: string, most?: number): Uint8Array | undefined;
  draft(): Promise<Draft>;
  replace(path: string, content: string | Uint8Array, lasting?: boolean): Promise<void>;
  /** Adds to a file that `replace` has made. */
  append(path: string, text: string): Promise<void>;
  /** To a name that is free. */
  move(from: string, to: string): Promise<void>;
  /** A file, or a folder with all that is in it. */
  remove(path: string): Promise<void>;
}

export interface TreeOptions {
  /** The folder below the root in which files are made. */
  readonly house: string;
  /** 0 up to 1. */
  random(): number;
}

/** Not known on every system; there the look before has to do. A FIFO is not waited for. */
const CAREFULLY = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const READING = constants.O_RDONLY | CAREFULLY;
const ADDING = constants.O_WRONLY | constants.O_APPEND | CAREFULLY;
const PIECE = 1024 * 1024;

/** What was opened, looked at once more: it may be another than the one that stood there a moment ago. */
const opened = (fd: number, place: Path): Stats => {
  const stats = fstatSync(fd);
  if (kindOf(stats, place) === 'folder') throw new UnsafeTree(place, 'is a folder where a file belongs');
  return stats;
};

export const openTree = async (named: Path, { house, random }: TreeOptions): Promise<Tree> => {
  const ground = await groundAt(named);
  const { isThere, place, look, isFile, isFolder, folder, trim, unmake } = ground;
  /** Files that were made here, and whose they are. */
  const owners = new Map<string, number>();
  const remove = async (path: string): Promise<void> => {
    const kind = look(path);
    if (kind === 'file') return unlink(place(path));
    if (kind === undefined) return;
    for (const name of await readdir(place(path))) await remove(`${path}/${name}`);
    look(path);
    await rmdir(place(path));
  };
  const draft = (): Promise<Draft> => beginDraft(ground, house, random);

  return {
    get root() {
      return ground.root;
    },
    isThere,
    place,
    look,
    isFile,
    isFolder,
    folder,
    trim,
    unmake,
    draft,
    list: async (path) => (isFolder(path) ? readdir(place(path)) : []),
    sizeOf: (path) => (isFile(path) ? lstatSync(place(path))?.size : undefined),
    async *pieces(path) {
      if (!isFile(path)) return;
      const file = await open(place(path), READING);
      try {
        const { size } = opened(file.fd, place(path));
        const buffer = Buffer.allocUnsafe(Math.min(PIECE, size + 1));
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
      const fd = openSync(place(path), READING);
      try {
        const { size } = opened(fd, place(path));
        if (size > most) throw new UnsafeTree(place(path), `has ${size} bytes, which is too much`);
        return readOpenSync(fd);
      } finally {
        closeSync(fd);
      }
    },
    async replace(path, content, lasting) {
      const fresh = await draft();
      try {
        await fresh.write(typeof content === 'string' ? Buffer.from(content) : content);
        await fresh.keep(path, lasting);
        owners.set(path, fresh.owner);
      } finally {
        await fresh.drop();
      }
    },
    async append(path, text) {
      isFile(path);
      const file = await open(place(path), ADDING);
      try {
        if (opened(file.fd, place(path)).uid !== owners.get(path))
          throw new UnsafeTree(place(path), 'belongs to somebody else');
        // It goes on after a short write, so a full disk is an error here and not half a line.
        await file.appendFile(text);
      } finally {
        await file.close();
      }
    },
    async move(from, to) {
      if (above(to) !== '') await folder(above(to));
      if (look(to) !== undefined) throw new UnsafeTree(place(to), 'stands there already');
      if (look(from) !== undefined) await rename(place(from), place(to));
    },
    remove,
  };
};
