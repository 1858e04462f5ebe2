/** The one door to the disk: Node's own functions, which here take a `Path` and no text. */

import * as sync from 'node:fs';
import * as disk from 'node:fs/promises';
import { errnoOf } from './errno-code.ts';
import { makeFolders } from './making.ts';
import { folderOf, type Path, systemPath } from './path.ts';

export { closeSync, constants, fstatSync, readSync, type Stats, writeSync } from 'node:fs';
export type { FileHandle } from 'node:fs/promises';
export { makeFoldersSync } from './making.ts';

type Flags = string | number;

export const open = (path: Path, flags?: Flags, mode?: number) => disk.open(path, flags, mode);
/** What Node 26 reads or writes by a path alone is in no list of what a thread still works at (see shutdown). */
const opened = async <T>(
  path: Path,
  work: (file: disk.FileHandle) => Promise<T>,
  flags?: Flags,
  mode?: number,
): Promise<T> => {
  const file = await disk.open(path, flags, mode);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
};
export const readBytes = (path: Path): Promise<Buffer> => opened(path, (file) => file.readFile());
export const readText = (path: Path): Promise<string> => opened(path, (file) => file.readFile('utf8'));
/** Undefined where it holds more bytes than `most`; no more than these are ever read, also of what has no size. */
export const readTextWithin = (path: Path, most: number): Promise<string | undefined> =>
  opened(path, async (file) => {
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
export const writeFile = (
  path: Path,
  data: string | Uint8Array,
  { flag = 'w', mode }: { readonly mode?: number; readonly flag?: string } = {},
): Promise<void> => opened(path, (file) => file.writeFile(data), flag, mode);
export const mkdir = (
  path: Path,
  { recursive = false, mode }: { readonly recursive?: boolean; readonly mode?: number } = {},
): Promise<unknown> => (recursive ? makeFolders(path, mode) : disk.mkdir(path, mode));
export const rename = (from: Path, to: Path) => disk.rename(from, to);
export const link = (from: Path, to: Path) => disk.link(from, to);
export const unlink = (path: Path) => disk.unlink(path);
export const rm = (path: Path, options?: { readonly force?: boolean; readonly recursive?: boolean }) =>
  disk.rm(path, options);
export const rmdir = (path: Path) => disk.rmdir(path);
export const stat = (path: Path) => disk.stat(path);
export const lstat = (path: Path) => disk.lstat(path);
export const statfs = (path: Path) => disk.statfs(path);
export const chmod = (path: Path, mode: number) => disk.chmod(path, mode);
export const access = (path: Path, mode?: number) => disk.access(path, mode);
export const realpath = async (path: Path): Promise<Path> => systemPath(await disk.realpath(path));
/** Names as they stand there: strangers' words, to be taken further by `within`. */
export const readdir = (path: Path): Promise<string[]> => disk.readdir(path);

/** The disk failed. Any other error says that folders are not synced here, as on Windows and some network disks. */
const isDiskFailure = (error: unknown): boolean => ['EIO', 'ENOSPC', 'EDQUOT'].includes(errnoOf(error));

/** After it, a rename outlives a power cut too. Rejects where the disk fails, so that it may not. */
export const syncFolder = async (path: Path): Promise<void> => {
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

/** Also the folders above, up to where the disk begins: any of them may have been made just now. */
export const syncFoldersTo = async (path: Path): Promise<void> => {
  await syncFolder(path);
  const [above, here] = [statSync(folderOf(path)), statSync(path)];
  if (folderOf(path) !== path && above?.dev === here?.dev) await syncFoldersTo(folderOf(path));
};

/** What is left of a file that is open. */
export const readOpenSync = (fd: number): Buffer => sync.readFileSync(fd);
export const readTextSync = (path: Path, encoding: 'utf8' | 'latin1' = 'utf8'): string =>
  sync.readFileSync(path, encoding);
export const readlinkSync = (path: Path): string => sync.readlinkSync(path);
/** Undefined where nothing stands. */
export const statSync = (path: Path) => sync.statSync(path, { throwIfNoEntry: false });
/** Undefined where nothing stands. */
export const realpathSync = (path: Path): Path => systemPath(sync.realpathSync.native(path));
export const lstatSync = (path: Path) => sync.lstatSync(path, { throwIfNoEntry: false });
export const openSync = (path: Path, flags: Flags, mode?: number): number => sync.openSync(path, flags, mode);
export const readdirSync = (path: Path): string[] => sync.readdirSync(path);
export const rmSync = (path: Path, options?: { readonly force?: boolean }) => sync.rmSync(path, options);
