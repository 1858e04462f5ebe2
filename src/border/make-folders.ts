import { errnoOf } from './errno-code.ts';
import { mkdir } from './files.ts';
import type { Path } from './path.ts';

/** Somebody else may make it in the meantime. */
export const makeFolder = async (path: Path): Promise<void> => {
  await mkdir(path).catch((error: unknown) => {
    if (errnoOf(error) !== 'EEXIST') throw error;
  });
};
