import { hostname } from 'node:os';
import { Failure, ToileError, UsageError } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import {
  type FileHandle,
  link,
  open,
  readdir,
  rename,
  rm,
  stat,
  statfs,
  syncDirectory,
  unlink,
} from '../../platform/files/safe-fs.ts';
import { getFileName, getParentPath, joinPath, type SafePath } from '../../platform/files/safe-path.ts';
import { getErrnoCode } from '../../platform/system/file-errors.ts';
import { describeUnsyncedFile } from '../../platform/system/replace-file.ts';
import { computeSha256 } from '../../platform/system/sha256.ts';
import type { DocumentSink } from './download-receiver.ts';
import { createFileExistsError, createPathError, createWriteError, hasExistingFile } from './output-file.ts';

/** The number of bytes buffered before a write, because network chunks are small and each write uses a thread. */
const BUFFER_BYTES = 1024 * 1024;

/** A document sink that writes to a file through a buffer. */
interface FileSink extends DocumentSink {
  /** Writes the buffered bytes. */
  flush(): Promise<void>;
}

/** Creates a sink for an open file. `failed` converts an error of the disk. */
const createFileSink = (file: FileHandle, failed: (error: unknown) => Error): FileSink => {
  const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  let used = 0;
  let at = 0;

  const flush = async (): Promise<void> => {
    const end = used;
    used = 0;
    // A single write may write only a part when the disk is nearly full, so it is repeated.
    for (let from = 0; from < end; ) {
      const { bytesWritten } = await file
        .write(buffer, from, end - from, at)
        .catch((error: unknown) => Promise.reject(failed(error)));
      from += bytesWritten;
      at += bytesWritten;
    }
  };

  return {
    flush,
    async write(bytes) {
      for (let left = bytes; left.length > 0; ) {
        const part = left.subarray(0, BUFFER_BYTES - used);
        buffer.set(part, used);
        used += part.length;
        left = left.subarray(part.length);
        if (used === BUFFER_BYTES) await flush();
      }
    },
    async startOver() {
      used = 0;
      at = 0;
      await file.truncate(0).catch((error: unknown) => {
        throw failed(error);
      });
      return true;
    },
  };
};

/** The process id, the clock and the random numbers for the names of partial files. */
interface PartialFileProcess {
  readonly pid: number;
  alive(pid: number): boolean;
  now(): number;
  /** Returns a random number from 0 up to 1. */
  random(): number;
}

/** The milliseconds without a write after which a partial file is stale. A wait between two attempts is shorter. */
const STALE_PART_MS = 60 * 60 * 1000;

/** Returns the prefix of partial files for a name. It is the same for all downloads of that name on this machine. */
const getPartPrefix = (path: SafePath): string =>
  `.toile-${computeSha256(`${hostname()} ${getFileName(path)}`).slice(0, 12)}`;

/** Removes the partial files of killed downloads to the same name. */
const removeStaleParts = async (path: SafePath, host: PartialFileProcess): Promise<void> => {
  const folder = getParentPath(path);
  const prefix = `${getPartPrefix(path)}-`;
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = /^(\d+)-[0-9a-f]+\.part$/.exec(name.startsWith(prefix) ? name.slice(prefix.length) : '')?.[1];
    if (pid === undefined) continue;
    const draft = joinPath(folder, name);
    const written = await stat(draft).then(
      (found) => found.mtimeMs,
      () => host.now(),
    );
    if (!host.alive(Number(pid)) || host.now() - written > STALE_PART_MS) {
      await rm(draft, { force: true }).catch(() => undefined);
    }
  }
};

/** The maximum number of random names to try. Machines that share a folder may choose the same name. */
const MAX_NAME_TRIES = 10;

const openPartFile = async (
  path: SafePath,
  { pid, random }: PartialFileProcess,
): Promise<{ draft: SafePath; file: FileHandle }> => {
  for (let tries = 1; ; tries += 1) {
    const ending = `${pid}-${Math.floor(random() * 2 ** 32).toString(16)}.part`;
    const draft = joinPath(getParentPath(path), `${getPartPrefix(path)}-${ending}`);
    try {
      // 0o666 lets the umask of the user decide who may read the file.
      return { draft, file: await open(draft, 'wx', 0o666) };
    } catch (error) {
      if (getErrnoCode(error) !== 'EEXIST' || tries === MAX_NAME_TRIES) throw error;
    }
  }
};

/**
 * Creates a partial file next to `path`, which gets its final name with `commit`. Throws a UsageError if that is not
 * possible, because nothing was sent yet. `shown` is the path as typed; `replace` allows an existing file to be
 * replaced.
 */
export const createPartialFile = async (
  path: SafePath,
  shown: string,
  replace: boolean,
  host: PartialFileProcess,
) => {
  await removeStaleParts(path, host);
  const { draft, file } = await openPartFile(path, host).catch((error: unknown) => {
    throw createPathError(shown, error);
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
      if (error instanceof UsageError) throw toWriteFailure(error);
      throw error instanceof ToileError ? error : createWriteError(shown, error);
    });
  const sink = createFileSink(file, (error) => createWriteError(shown, error));

  return {
    sink,
    /** Throws a Failure if the disk has less free space than `bytes`. */
    async checkFreeSpace(bytes: number) {
      const free = await statfs(getParentPath(path)).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => Number.POSITIVE_INFINITY,
      );
      // Some file systems report 0 if they do not know the free space, so 0 is ignored.
      if (free > 0 && bytes > free) {
        throw new Failure(`${shown} needs ${bytes} bytes, but the disk has only ${free} left`, {
          code: 'no_space',
          hint: shellText`free some disk space, or give another path with -o`,
        });
      }
    },
    /**
     * Gives the file its final name, atomically. Throws a Failure if another file was created there in the meantime.
     * Returns a warning if the disk did not confirm the name.
     */
    async commit() {
      await sink.flush();
      await written(file.sync());
      await written(close());
      await written(namePartFile(draft, path, shown, replace));
      kept = true;
      return syncDirectory(getParentPath(path)).then(
        () => undefined,
        (error: unknown) => describeUnsyncedFile(shown, error),
      );
    },
    /** Removes the partial file. Does nothing after `commit`. */
    async discard() {
      await close().catch(() => undefined);
      if (!kept) await rm(draft, { force: true }).catch(() => undefined);
    },
  };
};

/** Converts a UsageError to a Failure, because requests were already sent. */
const toWriteFailure = ({ message, code, hint }: UsageError): Failure => new Failure(message, { code, hint });

/** Gives the partial file its final name. Without `replace` it uses a hard link, which fails if the name exists. */
const namePartFile = async (
  draft: SafePath,
  path: SafePath,
  shown: string,
  replace: boolean,
): Promise<void> => {
  if (replace) {
    // Checked again, because a folder or a link may have been created there.
    await hasExistingFile(path, shown);
    return rename(draft, path);
  }
  try {
    await link(draft, path);
  } catch (error) {
    if (getErrnoCode(error) === 'EEXIST') throw createFileExistsError(shown);
    // Hard links are not available on FAT and some network file systems, so the name is checked and the file renamed.
    if (await hasExistingFile(path, shown)) throw createFileExistsError(shown);
    return rename(draft, path);
  }
  await unlink(draft);
};
