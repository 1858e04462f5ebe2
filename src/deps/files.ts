import { readBytes, readText, stat } from '../border/files.ts';
import { namedPath, type Path } from '../border/path.ts';
import { UsageError } from '../errors.ts';
import { reasonOf } from '../system/errno.ts';
import { sha256 } from '../system/sha256.ts';
import type { Received } from '../transport/index.ts';
import type { Outside } from './system.ts';

/** A text file that the user named. Nothing was sent yet, so what is wrong with it is a matter of usage. */
export const readNamedFile = async (path: Path): Promise<string> => {
  try {
    return await readText(path);
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${reasonOf(error)}`, { cause: error });
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

/** JSON in a file, or on stdin for `-`. */
export const readBodyIn = async ({ io, platform, signal }: Outside, path: string): Promise<unknown> => {
  if (path === '-' && io.input.terminal)
    throw new UsageError('stdin is this terminal; nothing is piped into it');
  const text =
    path === '-' ? await io.input.text(signal) : await readNamedFile(namedPath(platform.cwd, path));
  const { readJson } = await import('../json/lossless.ts');
  try {
    return readJson(text);
  } catch (error) {
    const name = path === '-' ? 'what came on stdin' : path;
    // The parser's own words hold some of the text, which may be anything.
    const [where = ''] = /at position \d+/.exec(error instanceof Error ? error.message : '') ?? [];
    throw new UsageError(`${name} is not JSON${where && `, ${where}`}`, { cause: error });
  }
};
