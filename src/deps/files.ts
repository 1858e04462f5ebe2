import { readFile } from 'node:fs/promises';
import { UsageError } from '../errors.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'it may not be read',
  EISDIR: 'it is a folder',
};

/** A text file that the user named. Nothing was sent yet, so what is wrong with it is a matter of usage. */
export const readNamedFile = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new UsageError(`${path} cannot be read: ${REASONS[code] ?? code}`, { cause: error });
  }
};
