import { getErrnoCode } from './errno-code.ts';
import { mkdir } from './safe-fs.ts';
import type { SafePath } from './safe-path.ts';

/**
 * Creates a directory. It is not an error if it exists, since another process may create it at the same
 * time.
 */
export const ensureDirectory = async (path: SafePath): Promise<void> => {
  await mkdir(path).catch((error: unknown) => {
    if (getErrnoCode(error) !== 'EEXIST') throw error;
  });
};
