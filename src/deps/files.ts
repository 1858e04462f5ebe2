import { readText, stat } from '../border/files.ts';
import { namedPath, type Path } from '../border/path.ts';
import { UsageError } from '../errors.ts';
import type { Outside } from './outside.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'it may not be read',
  EISDIR: 'it is a folder',
};

/** A text file that the user named. Nothing was sent yet, so what is wrong with it is a matter of usage. */
export const readNamedFile = async (path: Path): Promise<string> => {
  try {
    return await readText(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new UsageError(`${path} cannot be read: ${REASONS[code] ?? code}`, { cause: error });
  }
};

export const standingAt = async (cwd: string, path: string): Promise<'file' | 'folder' | undefined> => {
  const stats = await stat(namedPath(cwd, path)).catch(() => undefined);
  return stats === undefined ? undefined : stats.isDirectory() ? 'folder' : 'file';
};

/** JSON in a file, or on stdin for `-`. */
export const readBodyIn = async ({ io, platform }: Outside, path: string): Promise<unknown> => {
  if (path === '-' && io.input.terminal)
    throw new UsageError('stdin is this terminal; nothing is piped into it');
  const text = path === '-' ? await io.input.text() : await readNamedFile(namedPath(platform.cwd, path));
  const { readJson } = await import('../format/lossless.ts');
  try {
    return readJson(text);
  } catch (error) {
    const name = path === '-' ? 'what came on stdin' : path;
    throw new UsageError(`${name} is not JSON: ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    });
  }
};
