import { hostname } from 'node:os';
import {
  type FileHandle,
  link,
  open,
  readdir,
  rename,
  rm,
  stat,
  statfs,
  syncFolder,
  unlink,
} from '../border/files.ts';
import { folderOf, nameIn, type Path, within } from '../border/path.ts';
import { typeable } from '../border/shell.ts';
import { Failure, ToileError, UsageError } from '../errors.ts';
import { errnoOf } from '../system/errno.ts';
import { notLasting } from '../system/replace-file.ts';
import { sha256 } from '../system/sha256.ts';
import type { Sink } from './checksum.ts';
import { fileSink } from './file-sink.ts';
import { standsAt, taken, unusable, unwritten } from './output-path.ts';

/** Facts about this process that tell its leftovers from another's work. */
export interface LandingHost {
  readonly pid: number;
  alive(pid: number): boolean;
  now(): number;
  /** 0 up to 1. */
  random(): number;
}

/** A file that is being made: beside its final name until it is whole. */
export interface Landing {
  readonly sink: Sink;
  /** Throws Failure where the disk has no room for so many bytes. */
  makeRoom(bytes: number): Promise<void>;
  /**
   * Gives it its name, in one step. Throws Failure where that was taken in the meantime. Says so where the disk failed
   * to make the name last.
   */
  keep(): Promise<string | undefined>;
  /** Leaves nothing behind. Does nothing after `keep`. */
  drop(): Promise<void>;
}

/** An hour without a write: longer than any wait between two tries of a download. */
const FORGOTTEN_MS = 60 * 60 * 1000;

/** The same for every download to that name from this machine, and short where the name is long. */
const draftPrefix = (path: Path): string => `.toile-${sha256(`${hostname()} ${nameIn(path)}`).slice(0, 12)}`;

/** Removes what an earlier download to the same name left when it was killed. */
const sweep = async (path: Path, host: LandingHost): Promise<void> => {
  const folder = folderOf(path);
  const prefix = `${draftPrefix(path)}-`;
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = /^(\d+)-[0-9a-f]+\.part$/.exec(name.startsWith(prefix) ? name.slice(prefix.length) : '')?.[1];
    if (pid === undefined) continue;
    const draft = within(folder, name);
    const written = await stat(draft).then(
      (found) => found.mtimeMs,
      () => host.now(),
    );
    if (!host.alive(Number(pid)) || host.now() - written > FORGOTTEN_MS) {
      await rm(draft, { force: true }).catch(() => undefined);
    }
  }
};

/** Names that are tried for a draft: two machines may share a folder, a process number and their luck. */
const NAMES = 10;

const begun = async (
  path: Path,
  { pid, random }: LandingHost,
): Promise<{ draft: Path; file: FileHandle }> => {
  for (let tries = 1; ; tries += 1) {
    const ending = `${pid}-${Math.floor(random() * 2 ** 32).toString(16)}.part`;
    const draft = within(folderOf(path), `${draftPrefix(path)}-${ending}`);
    try {
      // The file is the user's own: its mode is what they have set for their files.
      return { draft, file: await open(draft, 'wx', 0o666) };
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST' || tries === NAMES) throw error;
    }
  }
};

/**
 * Begins a file that is to stand at `path`. Throws UsageError where none can be made there, so that this is known
 * before anything is sent. `replace` lets it take the place of a file.
 */
export const landOn = async (
  path: Path,
  shown: string,
  replace: boolean,
  host: LandingHost,
): Promise<Landing> => {
  await sweep(path, host);
  const { draft, file } = await begun(path, host).catch((error: unknown) => {
    throw unusable(shown, error);
  });
  let isOpen = true;
  let kept = false;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await file.close();
  };
  const written = async <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      if (error instanceof UsageError) throw tooLate(error);
      throw error instanceof ToileError ? error : unwritten(shown, error);
    });
  const sink = fileSink(file, (error) => unwritten(shown, error));

  return {
    sink,
    async makeRoom(bytes) {
      const free = await statfs(folderOf(path)).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => Number.POSITIVE_INFINITY,
      );
      // Some file systems say 0 where they do not know.
      if (free > 0 && bytes > free) {
        throw new Failure(`${shown} needs ${bytes} bytes, and the disk has ${free} left`, {
          code: 'no_space',
          hint: typeable`make room, or name another place with -o`,
        });
      }
    },
    async keep() {
      await sink.flush();
      await written(file.sync());
      await written(close());
      await written(name(draft, path, shown, replace));
      kept = true;
      return syncFolder(folderOf(path)).then(
        () => undefined,
        (error: unknown) => notLasting(shown, error),
      );
    },
    async drop() {
      await close().catch(() => undefined);
      if (!kept) await rm(draft, { force: true }).catch(() => undefined);
    },
  };
};

/** What would have been a matter of usage before anything was sent is a failure after it. */
const tooLate = ({ message, code, hint }: UsageError): Failure => new Failure(message, { code, hint });

/** A hard link fails where the name is taken, which a rename would take over without a word. */
const name = async (draft: Path, path: Path, shown: string, replace: boolean): Promise<void> => {
  if (replace) {
    // Looked at again: a folder or a link may have come to stand there.
    await standsAt(path, shown);
    return rename(draft, path);
  }
  try {
    await link(draft, path);
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') throw taken(shown);
    // No hard links here (FAT, some network file systems): look, then rename.
    if (await standsAt(path, shown)) throw taken(shown);
    return rename(draft, path);
  }
  await unlink(draft);
};
