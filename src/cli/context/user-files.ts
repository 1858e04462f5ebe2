import type { FileContext } from '../../commands/command-context.ts';
import { BeyondLimit, UsageError } from '../../platform/errors.ts';
import { readBytes, readText, readTextUpTo, stat } from '../../platform/files/safe-fs.ts';
import { resolveUserPath, type SafePath } from '../../platform/files/safe-path.ts';
import { ANSWER_LIMITS } from '../../platform/size-limits.ts';
import { describeFileError, suggestReadFix } from '../../platform/system/file-errors.ts';
import { releaseSignals } from '../../platform/system/release-signals.ts';
import { computeSha256 } from '../../platform/system/sha256.ts';
import type { FileDigest } from '../../service/http/index.ts';
import type { HostSystem } from './host-system.ts';

/**
 * Creates the error for an input file that cannot be read. It is a UsageError because nothing was sent yet.
 */
export const createFileReadError = (shown: string, error: unknown): UsageError =>
  new UsageError(`${shown} cannot be read: ${describeFileError(error)}`, {
    code: 'cannot_read',
    hint: suggestReadFix(error, shown),
    cause: error,
  });

/** Reads a text file that the user named. */
export const readUserFile = async (path: SafePath): Promise<string> => {
  try {
    const text = await readText(path);
    releaseSignals(text.length);
    return text;
  } catch (error) {
    throw createFileReadError(path, error);
  }
};

/** Returns whether the path is a file or a folder; undefined when it does not exist. */
export const detectPathKind = async (cwd: string, path: string): Promise<'file' | 'folder' | undefined> => {
  const stats = await stat(resolveUserPath(cwd, path)).catch(() => undefined);
  return stats === undefined ? undefined : stats.isDirectory() ? 'folder' : 'file';
};

/** Returns the size and digest of a file; undefined when it cannot be read. */
export const hashFile = async (path: SafePath): Promise<FileDigest | undefined> => {
  const bytes = await readBytes(path).catch(() => undefined);
  return bytes && { bytes: bytes.length, sha256: computeSha256(bytes) };
};

const readInputText = async (
  { io, platform, signal }: HostSystem,
  from: string,
): Promise<string | undefined> => {
  if (from === '-') return io.input.readTextWithin(signal, ANSWER_LIMITS.bytes);
  const path = resolveUserPath(platform.cwd, from);
  try {
    return await readTextUpTo(path, ANSWER_LIMITS.bytes);
  } catch (error) {
    throw createFileReadError(path, error);
  }
};

/**
 * Reads JSON from a file, or from stdin for `-`, up to the size limit of a response. Calls `waiting` when
 * stdin is a terminal. Throws a UsageError for text that is not JSON or is too large.
 */
export const readBodyFile = async (
  system: HostSystem,
  from: string,
  waiting: () => void,
): ReturnType<FileContext['readBody']> => {
  const name = from === '-' ? 'what came on stdin' : from;
  if (from === '-' && system.io.input.terminal) waiting();
  const sent = await readInputText(system, from);
  if (sent === undefined)
    throw new UsageError(
      `${name} is larger than ${ANSWER_LIMITS.bytes / 1024 / 1024} MiB, which is more than toile reads`,
    );
  // Editors on Windows may write a byte order mark, which is not valid JSON.
  const text = sent.replace(/^\uFEFF/, '');
  const { parseAnswer } = await import('../../platform/json/parse-json.ts');
  releaseSignals(text.length);
  try {
    return { text, value: parseAnswer(text) };
  } catch (error) {
    if (error instanceof BeyondLimit)
      throw new UsageError(`${name}: ${error.message}`, { code: error.code, cause: error });
    if (text.trim() === '') throw new UsageError(`${name} is empty; a body is JSON`, { cause: error });
    // The message of the parser quotes the text, which may be anything, so only the position is used.
    const [where = ''] = /at position \d+/.exec(error instanceof Error ? error.message : '') ?? [];
    throw new UsageError(`${name} is not JSON${where && `, ${where}`}`, { cause: error });
  }
};
