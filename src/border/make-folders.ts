import { mkdir } from './files.ts';
import type { Path } from './path.ts';

export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** Somebody else may make it in the meantime. */
export const makeFolder = async (path: Path): Promise<void> => {
  await mkdir(path).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
};
