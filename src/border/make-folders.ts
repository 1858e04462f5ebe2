import { mkdir, stat } from './files.ts';
import { folderOf, type Path } from './path.ts';

export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** Somebody else may make it in the meantime. */
export const makeFolder = async (path: Path): Promise<void> => {
  await mkdir(path).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
};

/**
 * Makes a folder and those above it, one by one, and says which: the innermost first. Node's own way to do that never
 * ends where a folder cannot hold another and denies that it is there itself, as in /proc.
 */
export const makeFolders = async (path: Path): Promise<readonly Path[]> => {
  const missing: Path[] = [];
  for (let at = path; ; at = folderOf(at)) {
    const found = await stat(at).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT' || folderOf(at) === at) throw error;
      return undefined;
    });
    if (found !== undefined) break;
    missing.push(at);
  }
  for (const each of missing.toReversed()) await makeFolder(each);
  return missing;
};
