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

/**
 * The number of bytes that are collected before they are written to the file in one call. Each chunk from the network
 * is small, so fewer bytes would mean more calls. More bytes made downloads slower on a virtual machine, by up to 2 s
 * per GiB.
 */
const BUFFER_BYTES = 128 * 1024;

interface FileSink extends DocumentSink {
  flush(): Promise<void>;
}

const createFileSink = (file: FileHandle, toWriteError: (error: unknown) => Error): FileSink => {
  const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  let bufferedBytes = 0;
  let writtenBytes = 0;

  const flush = async (): Promise<void> => {
    const end = bufferedBytes;
    bufferedBytes = 0;
    // If the disk is nearly full, a write may write only some of the bytes, so the rest is written again.
    for (let from = 0; from < end; ) {
      const { bytesWritten } = await file
        .write(buffer, from, end - from, writtenBytes)
        .catch((error: unknown) => Promise.reject(toWriteError(error)));
      from += bytesWritten;
      writtenBytes += bytesWritten;
    }
  };

  return {
    flush,
    async write(bytes) {
      for (let remaining = bytes; remaining.length > 0; ) {
        const part = remaining.subarray(0, BUFFER_BYTES - bufferedBytes);
        buffer.set(part, bufferedBytes);
        bufferedBytes += part.length;
        remaining = remaining.subarray(part.length);
        if (bufferedBytes === BUFFER_BYTES) await flush();
      }
    },
    async startOver() {
      bufferedBytes = 0;
      writtenBytes = 0;
      await file.truncate(0).catch((error: unknown) => {
        throw toWriteError(error);
      });
      return true;
    },
  };
};

interface PartialFileProcess {
  readonly pid: number;
  alive(pid: number): boolean;
  now(): number;
  random(): number;
}

/**
 * The age in milliseconds above which a partial file is deleted as left over. A running download waits so long before
 * it writes to its file again only if the server requests a wait of more than an hour.
 */
const STALE_PART_MS = 60 * 60 * 1000;

/**
 * Returns the prefix with which the names of all partial files (unfinished downloads) for `path` begin. It is the same
 * for every download on this machine to a file with this name, so that files left by earlier downloads are found.
 */
const getPartPrefix = (path: SafePath): string =>
  `.toile-${computeSha256(`${hostname()} ${getFileName(path)}`).slice(0, 12)}`;

/** Removes the partial files for `path` that are left from downloads that were killed. */
const removeStaleParts = async (path: SafePath, host: PartialFileProcess): Promise<void> => {
  const folder = getParentPath(path);
  const prefix = `${getPartPrefix(path)}-`;
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = /^(\d+)-[0-9a-f]+\.part$/.exec(name.startsWith(prefix) ? name.slice(prefix.length) : '')?.[1];
    if (pid === undefined) continue;
    const draft = joinPath(folder, name);
    const changedAt = await stat(draft).then(
      (found) => found.mtimeMs,
      () => host.now(),
    );
    if (!host.alive(Number(pid)) || host.now() - changedAt > STALE_PART_MS) {
      await rm(draft, { force: true }).catch(() => undefined);
    }
  }
};

/**
 * The maximum number of random names that are tried for a partial file. A name can be taken if another machine writes
 * to the same folder.
 */
const MAX_NAME_TRIES = 10;

const openPartFile = async (
  path: SafePath,
  { pid, random }: PartialFileProcess,
): Promise<{ draft: SafePath; file: FileHandle }> => {
  for (let tries = 1; ; tries += 1) {
    const ending = `${pid}-${Math.floor(random() * 2 ** 32).toString(16)}.part`;
    const draft = joinPath(getParentPath(path), `${getPartPrefix(path)}-${ending}`);
    try {
      // The mode 0o666 is the usual default for new files: the umask of the user then removes permissions from it.
      return { draft, file: await open(draft, 'wx', 0o666) };
    } catch (error) {
      if (getErrnoCode(error) !== 'EEXIST' || tries === MAX_NAME_TRIES) throw error;
    }
  }
};

/**
 * Creates a partial file next to `path`, and first removes stale partial files. `commit` renames the file to `path`;
 * with `replace`, it overwrites an existing file. Throws a UsageError if the file cannot be created. `displayPath` is
 * the path as the user typed it.
 */
export const createPartialFile = async (
  path: SafePath,
  displayPath: string,
  replace: boolean,
  host: PartialFileProcess,
) => {
  await removeStaleParts(path, host);
  const { draft, file } = await openPartFile(path, host).catch((error: unknown) => {
    throw createPathError(displayPath, error);
  });
  let isOpen = true;
  let isCommitted = false;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await file.close();
  };
  const withWriteErrors = async <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      if (error instanceof UsageError) throw toWriteFailure(error);
      throw error instanceof ToileError ? error : createWriteError(displayPath, error);
    });
  const sink = createFileSink(file, (error) => createWriteError(displayPath, error));

  return {
    sink,
    async checkFreeSpace(bytes: number) {
      const free = await statfs(getParentPath(path)).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => Number.POSITIVE_INFINITY,
      );
      // Some file systems report 0 free bytes if they do not know the free space. So 0 does not count as a full disk.
      if (free > 0 && bytes > free) {
        throw new Failure(`${displayPath} needs ${bytes} bytes, but the disk has only ${free} left`, {
          code: 'no_space',
          hint: shellText`free some disk space, or give another path with -o`,
        });
      }
    },
    /**
     * Gives the file its final name, atomically. Throws a Failure if a file with that name exists and `replace` is
     * false. Returns a warning if the disk did not confirm the new name.
     */
    async commit() {
      await sink.flush();
      await withWriteErrors(file.sync());
      await withWriteErrors(close());
      await withWriteErrors(namePartFile(draft, path, displayPath, replace));
      isCommitted = true;
      return syncDirectory(getParentPath(path)).then(
        () => undefined,
        (error: unknown) => describeUnsyncedFile(displayPath, error),
      );
    },
    async discard() {
      await close().catch(() => undefined);
      if (!isCommitted) await rm(draft, { force: true }).catch(() => undefined);
    },
  };
};

/**
 * Converts a UsageError to a Failure. A UsageError would tell the user that nothing was sent, but the request for the
 * document was sent.
 */
const toWriteFailure = ({ message, code, hint }: UsageError): Failure => new Failure(message, { code, hint });

/** Gives the partial file its final name. Without `replace` it uses a hard link, which fails if the name exists. */
const namePartFile = async (
  draft: SafePath,
  path: SafePath,
  displayPath: string,
  replace: boolean,
): Promise<void> => {
  if (replace) {
    // Checks again that `path` is not a folder or a symbolic link, because one may have been created since the first
    // check.
    await hasExistingFile(path, displayPath);
    return rename(draft, path);
  }
  try {
    await link(draft, path);
  } catch (error) {
    if (getErrnoCode(error) === 'EEXIST') throw createFileExistsError(displayPath);
    // FAT and some network file systems have no hard links. There, the file is renamed after a check that its final
    // name is not used.
    if (await hasExistingFile(path, displayPath)) throw createFileExistsError(displayPath);
    return rename(draft, path);
  }
  await unlink(draft);
};
