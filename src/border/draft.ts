import { errnoOf } from './errno-code.ts';
import { type FileHandle, open, rename, rm, syncFolder } from './files.ts';
import { above, type Ground, UnsafeTree } from './ground.ts';
import { folderOf } from './path.ts';

/** A file that is being made until it gets its name. It belongs to this process alone. */
export interface Draft {
  /** Whose it is: some file systems have an opinion on that. */
  readonly owner: number;
  write(bytes: Uint8Array): Promise<void>;
  /** Forgets all that was written. */
  startOver(): Promise<void>;
  /** Gives it its name, in the place of a file that may stand there. `lasting` outlives a loss of power. */
  keep(path: string, lasting?: boolean): Promise<void>;
  /** Leaves nothing behind. Does nothing after `keep`. */
  drop(): Promise<void>;
}

const TRIES = 5;

/** What drafts are called, for whoever sweeps up what a crash left. */
export const isDraft = (name: string): boolean => /^draft-[0-9a-f]+$/.test(name);

const newFile = async (
  ground: Ground,
  house: string,
  random: () => number,
): Promise<{ readonly file: FileHandle; readonly path: string }> => {
  await ground.folder(house);
  for (let tries = 1; ; tries += 1) {
    const word = [random(), random()].map((part) => Math.floor(part * 2 ** 32).toString(16)).join('');
    const path = `${house}/draft-${word}${tries}`;
    try {
      // Fails where anything stands under that name, a link to nowhere too.
      return { file: await open(ground.place(path), 'wx', 0o666), path };
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST' || tries === TRIES) throw error;
    }
  }
};

/** Begins a file in the `house` of a folder, under a name that nobody can guess. */
export const beginDraft = async (ground: Ground, house: string, random: () => number): Promise<Draft> => {
  const { file, path: own } = await newFile(ground, house, random);
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
    owner,
    async write(bytes) {
      // A write may take less than it was given, when the disk is nearly full.
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
    async keep(path, lasting = false) {
      if (lasting) await file.sync();
      await close();
      if (above(path) !== '') await ground.folder(above(path));
      ground.isFile(path);
      if (!ground.isFile(own)) throw new UnsafeTree(ground.place(own), 'was taken away');
      await rename(ground.place(own), ground.place(path));
      kept = true;
      if (lasting) await syncFolder(folderOf(ground.place(path)));
    },
    async drop() {
      await close().catch(() => undefined);
      if (kept) return;
      kept = true;
      if (ground.isFile(own)) await rm(ground.place(own), { force: true });
    },
  };
};
