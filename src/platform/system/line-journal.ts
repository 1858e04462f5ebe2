/** An append-only file of JSON lines. The sandbox rebuilds its state from it. */
import { mkdir, open, readText } from '../files/safe-fs.ts';
import { appendSuffix, getParentPath, type SafePath } from '../files/safe-path.ts';
import type { LineReporter, ProcessInfo } from '../shared-types.ts';
import { describeFileError, getErrnoCode } from './file-errors.ts';
import { runSerially, withLock } from './lock.ts';
import { replaceFile } from './replace-file.ts';

/**
 * The control character CAN (cancel). If a crash cut the last line short, `append` ends that line with this character,
 * and `read` then skips the line.
 */
const CANCEL_MARK = '\u0018';

/**
 * The codes of the system errors that occur if the journal cannot be written. An error with any other code is a bug of
 * toile and is thrown.
 */
const UNWRITABLE_CODES = [
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'ENOTDIR',
  'ENOENT',
  'EISDIR',
  'EIO',
];

const splitCompleteLines = (text: string): string[] =>
  text
    .split('\n')
    .slice(0, -1)
    .filter((line) => line !== '' && !line.endsWith(CANCEL_MARK));

const appendLine = async (path: SafePath, line: string): Promise<void> => {
  await mkdir(getParentPath(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'a+', 0o600);
  try {
    const { size } = await file.stat();
    const lastCharacter =
      size === 0
        ? '\n'
        : (await file.read({ position: size - 1, length: 1 })).buffer.toString('latin1', 0, 1);
    await file.appendFile(`${lastCharacter === '\n' ? '' : `${CANCEL_MARK}\n`}${line}\n`);
  } finally {
    await file.close();
  }
};

/**
 * Opens the journal at `path`. If the file cannot be read or written, new lines are kept in memory and one warning is
 * printed.
 */
export const createLineJournal = (path: SafePath, host: ProcessInfo, tell: LineReporter) => {
  /**
   * The lines that could not be written to the file. Readers get them after the lines of the file. Undefined before the
   * first failure.
   */
  let memory: string[] | undefined;
  /** True if `clear` could not empty the file. `read` then ignores the lines in the file. */
  let isFileIgnored = false;

  let warning: string | undefined;

  const switchToMemory = (error: unknown): string[] => {
    if (!UNWRITABLE_CODES.includes(getErrnoCode(error))) throw error;
    if (memory === undefined)
      warning = `${path} cannot be written (${describeFileError(error)}); changes are lost when toile ends`;
    memory ??= [];
    return memory;
  };
  const showWarning = (): void => {
    if (warning !== undefined) tell(warning);
    warning = undefined;
  };

  const runExclusively = async <T>(work: () => Promise<T>): Promise<T> => {
    if (memory) return runSerially(path, work);
    let hasBegun = false;
    try {
      return await withLock(appendSuffix(path, '.lock'), host, () => {
        hasBegun = true;
        return work();
      });
    } catch (error) {
      if (hasBegun) throw error;
      switchToMemory(error);
      return runSerially(path, work);
    }
  };

  const writeOrRemember = async (
    toFile: () => Promise<void>,
    toMemory: (lines: string[]) => void,
    isWarned = true,
  ): Promise<void> => {
    try {
      if (!memory) return await toFile();
    } catch (error) {
      switchToMemory(error);
    }
    toMemory(memory ?? []);
    if (isWarned) showWarning();
  };

  return {
    /**
     * Runs `work` while no other work that was passed to `exclusive` runs on this journal, in this process or in
     * another. If the file cannot be locked, only other work in this process is awaited. `work` must not call
     * `exclusive`.
     */
    exclusive: runExclusively,
    /** Returns the lines in the order in which they were appended, without lines that were not completely written. */
    async read() {
      const text = isFileIgnored
        ? ''
        : await readText(path).catch((error: unknown) => {
            if (getErrnoCode(error) === 'ENOENT') return '';
            switchToMemory(error);
            // If the file exists but cannot be read, the result may lack lines of the file, so a warning is shown.
            // ENOTDIR means that there is no file, so no warning is needed.
            if (getErrnoCode(error) !== 'ENOTDIR') showWarning();
            return '';
          });
      return [...splitCompleteLines(text), ...(memory ?? [])];
    },
    /**
     * Appends one line. Throws a TypeError if the text is empty or has several lines. Prints a warning if the line
     * cannot be written to the file, unless `isWarned` is false.
     */
    append(line: string, isWarned?: boolean) {
      if (line === '' || ['\n', '\r', CANCEL_MARK].some((forbidden) => line.includes(forbidden))) {
        throw new TypeError('a journal line is one line of text');
      }
      return writeOrRemember(
        () => appendLine(path, line),
        (lines) => void lines.push(line),
        isWarned,
      );
    },
    clear: () =>
      writeOrRemember(
        () => replaceFile(path, '', { tell }),
        (lines) => {
          isFileIgnored = true;
          lines.length = 0;
        },
      ),
  };
};
