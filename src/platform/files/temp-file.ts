import { getErrnoCode } from './errno-code.ts';
import { getRelativeParent, type SafeDirectory, UnsafePathError } from './safe-directory.ts';
import { type FileHandle, open, rename, rm, syncDirectory } from './safe-fs.ts';
import { getParentPath } from './safe-path.ts';

/** A file of this process under a temporary name, until `commit` renames it. */
export interface TempFile {
  /** User id of the owner. Some file systems assign another one. */
  readonly ownerId: number;
  write(bytes: Uint8Array): Promise<void>;
  /** Truncates the file to zero bytes. */
  startOver(): Promise<void>;
  /**
   * Renames the file to its final path and replaces a file there. With `lasting` it survives a power
   * failure.
   */
  commit(path: string, lasting?: boolean): Promise<void>;
  /** Removes the file. Does nothing after `commit`. */
  discard(): Promise<void>;
}

const MAX_TRIES = 5;

/** Returns true for the name of a temporary file. Used to remove what a crash left. */
export const isTempFileName = (name: string): boolean => /^draft-[0-9a-f]+$/.test(name);

const createNewFile = async (
  ground: SafeDirectory,
  house: string,
  random: () => number,
): Promise<{ readonly file: FileHandle; readonly path: string }> => {
  await ground.createDirectory(house);
  for (let tries = 1; ; tries += 1) {
    const word = [random(), random()].map((part) => Math.floor(part * 2 ** 32).toString(16)).join('');
    const path = `${house}/draft-${word}${tries}`;
    try {
      // Fails if anything exists under that name, including a broken symbolic link.
      return { file: await open(ground.resolvePath(path), 'wx', 0o666), path };
    } catch (error) {
      if (getErrnoCode(error) !== 'EEXIST' || tries === MAX_TRIES) throw error;
    }
  }
};

/** Creates a temporary file under a random name in the directory `house`. */
export const createTempFile = async (
  ground: SafeDirectory,
  house: string,
  random: () => number,
): Promise<TempFile> => {
  const { file, path: own } = await createNewFile(ground, house, random);
  const { uid: owner } = await file.stat();
  let at = 0;
  let isOpen = true;
  let kept = false;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await file.close();
  };
  return {
    ownerId: owner,
    async write(bytes) {
      // A write may be short when the disk is nearly full.
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at);
        done += bytesWritten;
        at += bytesWritten;
      }
    },
    async startOver() {
      await file.truncate(0);
      at = 0;
    },
    async commit(path, lasting = false) {
      if (lasting) await file.sync();
      await close();
      if (getRelativeParent(path) !== '') await ground.createDirectory(getRelativeParent(path));
      ground.isFile(path);
      if (!ground.isFile(own)) throw new UnsafePathError(ground.resolvePath(own), 'was taken away');
      await rename(ground.resolvePath(own), ground.resolvePath(path));
      kept = true;
      if (lasting) await syncDirectory(getParentPath(ground.resolvePath(path)));
    },
    async discard() {
      await close().catch(() => undefined);
      if (kept) return;
      kept = true;
      if (ground.isFile(own)) await rm(ground.resolvePath(own), { force: true });
    },
  };
};
