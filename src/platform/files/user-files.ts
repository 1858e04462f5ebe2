import { BeyondLimit, UsageError } from '../errors.ts';
import { RESPONSE_LIMITS, WORKBOOK_LIMITS } from '../size-limits.ts';
import { describeFileError, suggestReadFix } from '../system/file-errors.ts';
import type { HostSystem, RunSettings } from '../system/host-system.ts';
import { releaseSignals } from '../system/release-signals.ts';
import { digestBytes, type FileDigest } from '../system/sha256.ts';
import { constants, open, readBytes, readdir, readText, readTextUpTo, stat } from './safe-fs.ts';
import { resolveUserPath } from './safe-path.ts';

/** Creates the error for an input file that cannot be read. It is a UsageError, which means that nothing was sent. */
const createFileReadError = (path: string, error: unknown): UsageError =>
  new UsageError(`${path} cannot be read: ${describeFileError(error)}`, {
    code: 'cannot_read',
    hint: suggestReadFix(error, path),
    cause: error,
  });

/**
 * Reads all of stdin as text.
 * @throws UsageError if stdin is a terminal.
 */
export const readStdin = ({ system, signal }: Pick<RunSettings, 'system' | 'signal'>): Promise<string> => {
  const { input } = system.io;
  if (!input.terminal) return input.readText(signal);
  throw new UsageError('stdin is a terminal, and nothing is piped into it');
};

/**
 * Reads a file as text. `path` is relative to the working directory.
 * @throws UsageError with the code `cannot_read` if the file cannot be read.
 */
export const readUserFile = async ({ platform }: HostSystem, path: string): Promise<string> => {
  const resolved = resolveUserPath(platform.cwd, path);
  try {
    const text = await readText(resolved);
    releaseSignals(text.length);
    return text;
  } catch (error) {
    throw createFileReadError(resolved, error);
  }
};

/**
 * Returns `folder` for a directory and `file` for any other entry; undefined if the path is missing or not accessible.
 */
export const detectPathKind = async (
  { platform }: HostSystem,
  path: string,
): Promise<'file' | 'folder' | undefined> => {
  const stats = await stat(resolveUserPath(platform.cwd, path)).catch(() => undefined);
  return stats === undefined ? undefined : stats.isDirectory() ? 'folder' : 'file';
};

/**
 * Returns the names of the entries of a folder.
 * @throws UsageError with the code `cannot_read` if the folder cannot be read.
 */
export const readUserFolder = async ({ platform }: HostSystem, path: string): Promise<string[]> => {
  const resolved = resolveUserPath(platform.cwd, path);
  return await readdir(resolved).catch((error) => {
    throw createFileReadError(resolved, error);
  });
};

/** Returns the size and SHA-256 digest of a file; undefined if it cannot be read. */
export const hashFile = async ({ platform }: HostSystem, path: string): Promise<FileDigest | undefined> => {
  const bytes = await readBytes(resolveUserPath(platform.cwd, path)).catch(() => undefined);
  return bytes && digestBytes(bytes);
};

const readInputText = async (
  { io, platform, signal }: HostSystem,
  source: string,
): Promise<string | undefined> => {
  if (source === '-') return io.input.readTextWithin(signal, RESPONSE_LIMITS.bytes);
  const path = resolveUserPath(platform.cwd, source);
  try {
    return await readTextUpTo(path, RESPONSE_LIMITS.bytes);
  } catch (error) {
    throw createFileReadError(path, error);
  }
};

/**
 * Input from a file or stdin. `text` is the whole text. `value` is the parsed JSON body; it is undefined for a list of
 * ids, which is in `ids`.
 */
export interface InputBody {
  readonly text: string;
  readonly value: unknown;
  readonly ids?: readonly string[];
}

/**
 * Splits a text, such as a printed list, into lines. Returns the text before the first tab of each line, for example an
 * id. Empty texts are left out.
 */
export const parseIdLines = (text: string): readonly string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.split('\t')[0]?.trim() ?? '')
    .filter((line) => line !== '');

/**
 * Reads a JSON body from the file `source`, or from stdin for `-`. Numbers keep their spelling (`56.0`). Text on stdin
 * that begins with neither `{` nor `[` is returned as `ids`. If stdin is a terminal, a note says that toile waits for
 * input.
 * @throws UsageError for a file that cannot be read, is too large or is not JSON, and for a terminal with `--no-input`.
 */
export const readBodyFile = async (
  { system, globalFlags, report }: Pick<RunSettings, 'system' | 'globalFlags' | 'report'>,
  source: string,
): Promise<InputBody> => {
  const name = source === '-' ? 'stdin' : source;
  if (source === '-' && system.io.input.terminal) {
    if (globalFlags['no-input'] === true)
      throw new UsageError('stdin is a terminal, and nothing is piped into it');
    report({ kind: 'note', text: 'waiting for a body (JSON) on this terminal; end it with Ctrl-D' });
  }
  const inputText = await readInputText(system, source);
  if (inputText === undefined)
    throw new UsageError(
      `${name} is larger than ${RESPONSE_LIMITS.bytes / 1024 / 1024} MiB, the limit of toile`,
    );
  // Editors on Windows may write a byte order mark, which is not valid JSON, so it is removed.
  const text = inputText.replace(/^\uFEFF/, '');
  if (source === '-' && /^\s*[^\s[{]/.test(text)) return { text, value: undefined, ids: parseIdLines(text) };
  const { parseResponseJson } = await import('../json/parse-json.ts');
  releaseSignals(text.length);
  try {
    return { text, value: parseResponseJson(text) };
  } catch (error) {
    if (error instanceof BeyondLimit)
      throw new UsageError(`${name}: ${error.message}`, { code: error.code, cause: error });
    if (text.trim() === '')
      throw new UsageError(`${name} is empty; expected a body or ids`, { cause: error });
    // The error message of the JSON parser quotes the parsed text, which may contain anything. So only the position is
    // used.
    const [position = ''] = /at position \d+/.exec(error instanceof Error ? error.message : '') ?? [];
    throw new UsageError(`${name} is not JSON${position && `, ${position}`}`, { cause: error });
  }
};

/**
 * The flags for opening a file that may be a named pipe. With them, the call does not wait until another process writes
 * to the pipe.
 */
const NON_BLOCKING_READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Reads the bytes of a workbook or CSV file that the user named.
 * @throws UsageError if it is not a regular file, cannot be opened, or is too large.
 */
export const readTableFile = async ({ platform }: HostSystem, file: string): Promise<Uint8Array> => {
  const handle = await open(resolveUserPath(platform.cwd, file), NON_BLOCKING_READ).catch(
    (error: unknown) => {
      throw createFileReadError(file, error);
    },
  );
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new UsageError(`${file} is not a regular file`, { code: 'not_a_file' });
    if (stats.size > WORKBOOK_LIMITS.bytes)
      throw new UsageError(`${file} has more than ${WORKBOOK_LIMITS.bytes} bytes, the limit of toile`, {
        code: 'too_large',
      });
    return await handle.readFile();
  } finally {
    await handle.close();
  }
};
