/** Opens JSON files that several processes read and change. After a crash, the file has its old or its new content. */

import { Failure, ToileError } from '../errors.ts';
import { shellText } from '../escape/shell.ts';
import { chmod, lstatSync, open, rename, statSync } from '../files/safe-fs.ts';
import { appendSuffix, getFileName, type SafePath } from '../files/safe-path.ts';
import type { LineReporter, ProcessInfo } from '../shared-types.ts';
import { describeFileError, getErrnoCode } from './file-errors.ts';
import { checkFileTrust, formatTrustWarning } from './file-trust.ts';
import { type AcquiredLock, withLock } from './lock.ts';
import { type JsonReadResult, readJsonFile, type VersionedJson } from './read-json-file.ts';
import { removeTempFiles, replaceFile } from './replace-file.ts';

export type { JsonReadResult, VersionedJson };

/** Renames an unusable file to the first free name, for example `x.json.corrupted-1`. Returns the new path. */
const moveAside = async (path: SafePath): Promise<SafePath> => {
  const isFile = lstatSync(path)?.isFile() === true;
  for (let number = 1; ; number += 1) {
    const newPath = appendSuffix(path, `.corrupted-${number}`);
    const isFree = !isFile
      ? lstatSync(newPath) === undefined
      : await open(newPath, 'wx', 0o600).then(
          (file) => file.close().then(() => true),
          (error: unknown) => {
            if (getErrnoCode(error) === 'EEXIST' && number < 100) return false;
            throw error;
          },
        );
    if (!isFree) continue;
    await rename(path, newPath);
    if (isFile) await chmod(newPath, 0o600);
    return newPath;
  }
};

/**
 * Runs `work` under the lock of the file. Throws a Failure with the reason if the file cannot be written, or if other
 * users could change it.
 */
const withWriteLock = async <T>(
  path: SafePath,
  host: ProcessInfo,
  work: (lock: AcquiredLock) => Promise<T>,
): Promise<T> => {
  const issue = checkFileTrust(path);
  if (issue !== undefined)
    throw new Failure(`${issue.message}, so toile stores nothing there`, {
      code: 'untrusted_place',
      hint: issue.command,
    });
  try {
    return await withLock(appendSuffix(path, '.lock'), host, async (lock) => {
      // Removes the temporary files of `path` first. Otherwise, a process that lost the lock without noticing it could
      // rename its old temporary file to `path`, and so replace newer content.
      await removeTempFiles(path);
      return await work(lock);
    });
  } catch (error) {
    if (error instanceof ToileError || getErrnoCode(error) === '') throw error;
    throw new Failure(`${path} cannot be written: ${describeFileError(error)}`, {
      code: 'state_unwritable',
      hint: shellText`Set TOILE_HOME to a folder that you can write to.`,
      cause: error,
    });
  }
};

const writeLockedJson = async (
  path: SafePath,
  text: string,
  lock: AcquiredLock,
  tell?: LineReporter,
): Promise<void> => {
  try {
    await replaceFile(path, `${text}\n`, {
      token: lock.token,
      check: lock.assertOwned,
      ...(tell && { tell }),
    });
  } catch (error) {
    // The temporary file is missing if another process took over the lock. In this case, `assertOwned` throws an error
    // about the lost lock.
    if (getErrnoCode(error) === 'ENOENT') await lock.assertOwned();
    throw error;
  }
};

/**
 * Reads the file. A symbolic link without a target is `unreadable`, not `absent`, because the target may appear later.
 */
const readStrictly = async (path: SafePath): Promise<JsonReadResult> => {
  try {
    if (lstatSync(path) === undefined) return { is: 'absent' };
    const stats = statSync(path);
    if (stats === undefined) return { is: 'unreadable', why: 'it is a symbolic link without a target' };
    if (stats.isDirectory()) return { is: 'unreadable', why: 'it is a folder' };
    if (!stats.isFile()) return { is: 'unreadable', why: 'it is not a regular file' };
  } catch (error) {
    return { is: 'unreadable', why: describeFileError(error) };
  }
  const found = await readJsonFile(path);
  if (found.is !== 'doubtful') return found;
  const { message, command } = found.doubt;
  return { is: 'unreadable', why: `${message}; run ${command}` };
};

/**
 * Opens a JSON file that must not be lost, such as the record of orders. An unusable file stays in place until
 * `moveAside` is called.
 */
export const openStrictJsonFile = (path: SafePath, host: ProcessInfo) => ({
  path,
  /** Returns the content of the file, or the reason why there is none. Never throws. */
  read: () => readStrictly(path),
  /**
   * Locks the file and calls `edit` with its content, or with the reason why the content cannot be used. If `edit`
   * returns a member `next`, writes it to the file. Returns the member `result` that `edit` returned. Throws a Failure
   * if the file cannot be written.
   */
  change: <R>(edit: (found: JsonReadResult) => { readonly next?: VersionedJson; readonly result: R }) =>
    withWriteLock(path, host, async (lock) => {
      const { next, result } = edit(await readStrictly(path));
      // The JSON is written without redaction of secrets. A short password may occur by chance in an id or address, and
      // redaction would damage this id or address.
      if (next !== undefined) await writeLockedJson(path, JSON.stringify(next, null, 2), lock);
      return result;
    }),
  moveAside: () =>
    withWriteLock(path, host, async (lock) => {
      await lock.assertOwned();
      return moveAside(path);
    }),
});

/** The functions of `openStrictJsonFile`, which read, change and rename a JSON file that must not be lost. */
export type StrictJsonFile = ReturnType<typeof openStrictJsonFile>;

/**
 * Opens a JSON file that toile can work without, such as a cache. `read` reports an unusable file with `tell`, renames
 * it if it is corrupted, and returns empty content. `change` redacts the content that it writes. It throws a Failure if
 * the file has a newer version than `version`, or if the file cannot be read or written.
 */
export const openJsonFile = (path: SafePath, version: number, host: ProcessInfo, tell: LineReporter) => {
  const empty: VersionedJson = { version };
  const name = getFileName(path);

  /**
   * Returns the content of a file that was corrupted when it was first read. Reads the file again, because another
   * process may have replaced it. If it is still corrupted, renames it and returns an empty content.
   */
  const replaceCorrupted = async (): Promise<VersionedJson> => {
    const found = await readJsonFile(path);
    if (found.is === 'read') return found.value;
    if (found.is === 'corrupted') tell(`${name} was damaged; it was renamed to ${await moveAside(path)}`);
    return empty;
  };

  const isNewer = (value: VersionedJson): boolean => value.version > version;

  return {
    path,
    /** Returns the content; empty if the file is absent or unusable. Never throws. */
    async read() {
      const found = await readJsonFile(path);
      if (found.is === 'absent') return empty;
      if (found.is === 'unreadable') tell(`${path} cannot be read (${found.why}); continuing without it`);
      if (found.is === 'doubtful') tell(formatTrustWarning(found.doubt));
      if (found.is === 'corrupted') {
        return withLock(appendSuffix(path, '.lock'), host, replaceCorrupted).catch(() => {
          tell(`${path} is damaged; continuing without it`);
          return empty;
        });
      }
      if (found.is !== 'read') return empty;
      if (!isNewer(found.value)) return found.value;
      tell(`${path} was written by a newer toile; continuing without it`);
      return empty;
    },
    /**
     * Calls `edit` with the content while the file is locked. If the result of `edit` has the member `next`, writes it
     * to the file. Returns the member `result`.
     */
    change: <R>(edit: (content: VersionedJson) => { readonly next?: VersionedJson; readonly result: R }) =>
      withWriteLock(path, host, async (lock) => {
        const found = await readJsonFile(path);
        if (found.is === 'unreadable') throw new Failure(`${path} cannot be read: ${found.why}`);
        const content =
          found.is === 'corrupted' ? await replaceCorrupted() : found.is === 'read' ? found.value : empty;
        if (isNewer(content)) {
          throw new Failure(`${path} was written by a newer toile; update toile to change it`, {
            code: 'newer_state',
          });
        }
        const { next, result } = edit(content);
        if (next !== undefined)
          await writeLockedJson(path, host.redact(JSON.stringify(next, null, 2)), lock, tell);
        return result;
      }),
  };
};

/** The functions of `openJsonFile`, which read and change a JSON file that may be lost, for example a cache. */
export type JsonFile = ReturnType<typeof openJsonFile>;
