import {
  closeSync,
  fstatSync,
  makeDirectoriesSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from '../../platform/files/safe-fs.ts';
import { joinPath, type SafePath } from '../../platform/files/safe-path.ts';
import { appendAll } from '../../platform/lists.ts';
import type { LineReporter } from '../../platform/shared-types.ts';
import { checkFileTrust, formatTrustWarning } from '../../platform/system/file-trust.ts';

/**
 * An open file of the log. `read` is the number of bytes that were read so far. `rest` is an incomplete line at the end
 * of these bytes.
 */
interface OpenLogFile {
  readonly fd: number;
  read: number;
  rest: string;
}

const LOG_FOLDER = 'requests';
/** A log file is removed if it has not changed for this number of milliseconds plus `periodMs`. */
const STALE_LOG_MS = 24 * 3_600_000;

const ignoreErrors = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

/** Returns true if the last line was not written completely: it does not end with a line break. */
const isCutShort = ({ fd, read, rest }: OpenLogFile): boolean => {
  const size = read === 0 ? fstatSync(fd).size : 0;
  if (size === 0) return rest !== '';
  const last = Buffer.alloc(1);
  readSync(fd, last, 0, 1, size - 1);
  return last.toString('latin1') !== '\n';
};

const readNewLines = (opened: OpenLogFile): string[] => {
  const { size } = fstatSync(opened.fd);
  if (size <= opened.read) return [];
  const bytes = Buffer.allocUnsafe(size - opened.read);
  const count = readSync(opened.fd, bytes, 0, bytes.length, opened.read);
  opened.read += count;
  const lines = (opened.rest + bytes.toString('latin1', 0, count)).split('\n');
  opened.rest = lines.pop() ?? '';
  return lines.filter((line) => line !== '');
};

/**
 * Opens the log of a rate limit, which all processes of this machine share. Never throws. New lines are kept in memory
 * if the log cannot be written. The same happens if other users can write to the log, and `report` then gets a warning.
 */
export const openSharedLog = (folder: SafePath, name: string, windowMs: number, report: LineReporter) => {
  const logFolder = joinPath(folder, LOG_FOLDER);
  const periodMs = 2 * Math.max(windowMs, 300_000);
  let period: number | undefined;
  let files: readonly OpenLogFile[] = [];
  let memory: string[] | undefined;

  const formatPath = (number: number): SafePath => joinPath(logFolder, `${name}-${periodMs}-${number}`);
  const open = (number: number, flags: 'a+' | 'r'): OpenLogFile => ({
    fd: openSync(formatPath(number), flags, 0o600),
    read: 0,
    rest: '',
  });
  const removeOldFiles = (now: number): void => {
    for (const file of ignoreErrors(() => readdirSync(logFolder)) ?? []) {
      const path = joinPath(logFolder, file);
      const changed = ignoreErrors(() => statSync(path)?.mtimeMs);
      if (changed !== undefined && now - changed > STALE_LOG_MS + periodMs)
        ignoreErrors(() => rmSync(path, { force: true }));
    }
  };
  const close = (): void => {
    for (const { fd } of files) ignoreErrors(() => closeSync(fd));
    files = [];
  };

  /** Opens the files of the current and the previous period, unless they are open. A period lasts `periodMs`. */
  const openPeriod = (now: number): void => {
    const number = Math.floor(now / periodMs);
    if (memory !== undefined || number === period) return;
    try {
      const problem = checkFileTrust(formatPath(number));
      if (problem !== undefined) {
        report(formatTrustWarning(problem));
        throw new Error(problem.message);
      }
      makeDirectoriesSync(logFolder, 0o700);
      const current = open(number, 'a+');
      if (fstatSync(current.fd).size === 0) removeOldFiles(now);
      if (period === number - 1) files = [...files.slice(-1), current];
      else {
        close();
        const previous = ignoreErrors(() => open(number - 1, 'r'));
        files = previous === undefined ? [current] : [previous, current];
      }
      period = number;
    } catch {
      memory = [];
    }
  };

  return {
    /** Appends lines in one write. The system orders the writes of several processes, so no lock is needed. */
    append(lines: readonly string[], now: number) {
      openPeriod(now);
      const current = files.at(-1);
      if (memory === undefined && current !== undefined) {
        try {
          const text = `${isCutShort(current) ? '\n' : ''}${lines.join('\n')}\n`;
          if (writeSync(current.fd, text) === text.length) return;
        } catch {
          // If the lines cannot be written to the file, they are kept in memory (see below).
        }
      }
      memory ??= [];
      appendAll(memory, lines);
    },
    /** Returns the lines that all processes, also this one, have added since the last call, in the order of the log. */
    readNew(now: number) {
      openPeriod(now);
      const read = files.flatMap((file) => ignoreErrors(() => readNewLines(file)) ?? []);
      return memory === undefined ? read : [...read, ...memory.splice(0)];
    },
    readAll(now: number) {
      openPeriod(now);
      return files.flatMap(({ fd }) => ignoreErrors(() => readNewLines({ fd, read: 0, rest: '' })) ?? []);
    },
  };
};
