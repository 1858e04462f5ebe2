import { readBytes, readText, readTextWithin, stat } from '../border/files.ts';
import { namedPath, type Path } from '../border/path.ts';
import type { Files } from '../commands/facets.ts';
import { BeyondLimit, UsageError } from '../errors.ts';
import { ANSWER } from '../size-limits.ts';
import { readingAdvice, reasonOf } from '../system/errno.ts';
import { releaseSignals } from '../system/release-signals.ts';
import { sha256 } from '../system/sha256.ts';
import type { Received } from '../transport/index.ts';
import type { Outside } from './system.ts';

/** Nothing was sent yet, so what is wrong with a file that was named is a matter of usage. */
export const unreadable = (shown: string, error: unknown): UsageError =>
  new UsageError(`${shown} cannot be read: ${reasonOf(error)}`, {
    code: 'cannot_read',
    hint: readingAdvice(error, shown),
    cause: error,
  });

/** A text file that the user named. */
export const readNamedFile = async (path: Path): Promise<string> => {
  try {
    const text = await readText(path);
    releaseSignals(text.length);
    return text;
  } catch (error) {
    throw unreadable(path, error);
  }
};

export const standingAt = async (cwd: string, path: string): Promise<'file' | 'folder' | undefined> => {
  const stats = await stat(namedPath(cwd, path)).catch(() => undefined);
  return stats === undefined ? undefined : stats.isDirectory() ? 'folder' : 'file';
};

/** Size and digest of a file; undefined where it cannot be read. */
export const measuredFile = async (path: Path): Promise<Received | undefined> => {
  const bytes = await readBytes(path).catch(() => undefined);
  return bytes && { bytes: bytes.length, sha256: sha256(bytes) };
};

const textIn = async ({ io, platform, signal }: Outside, from: string): Promise<string | undefined> => {
  if (from === '-') return io.input.textWithin(signal, ANSWER.bytes);
  const path = namedPath(platform.cwd, from);
  try {
    return await readTextWithin(path, ANSWER.bytes);
  } catch (error) {
    throw unreadable(path, error);
  }
};

/**
 * JSON in a file, or on stdin for `-`: as much of it as is taken from the service, and no more. `waiting` is called
 * where that is a terminal, and somebody has to type it.
 */
export const bodyIn = async (
  outside: Outside,
  from: string,
  waiting: () => void,
): ReturnType<Files['givenBody']> => {
  const name = from === '-' ? 'what came on stdin' : from;
  if (from === '-' && outside.io.input.terminal) waiting();
  const sent = await textIn(outside, from);
  if (sent === undefined)
    throw new UsageError(
      `${name} is larger than ${ANSWER.bytes / 1024 / 1024} MiB, which is more than toile reads`,
    );
  // Editors under Windows put a mark before the text that no JSON has.
  const text = sent.replace(/^\uFEFF/, '');
  const { readAnswer } = await import('../json/lossless.ts');
  releaseSignals(text.length);
  try {
    return { text, value: readAnswer(text) };
  } catch (error) {
    if (error instanceof BeyondLimit)
      throw new UsageError(`${name}: ${error.message}`, { code: error.code, cause: error });
    if (text.trim() === '') throw new UsageError(`${name} is empty; a body is JSON`, { cause: error });
    // The parser's own words hold some of the text, which may be anything.
    const [where = ''] = /at position \d+/.exec(error instanceof Error ? error.message : '') ?? [];
    throw new UsageError(`${name} is not JSON${where && `, ${where}`}`, { cause: error });
  }
};
