import {
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  syncDirectoriesUpTo,
  syncDirectory,
} from '../files/safe-fs.ts';
import { appendSuffix, getFileName, getParentPath, joinPath, type SafePath } from '../files/safe-path.ts';
import type { LineReporter } from '../shared-types.ts';
import { describeFileError } from './file-errors.ts';

/**
 * Returns the target of a symbolic link, so that the target is replaced and the link itself stays. Returns other paths
 * unchanged.
 */
const findTarget = (path: SafePath): Promise<SafePath> => realpath(path).catch(() => path);

/**
 * Removes the temporary files that a crash of `replaceFile` may leave (`x.json.new`, `x.json.new-…`), because they may
 * contain a secret. The caller must hold the lock of the file.
 */
export const removeTempFiles = async (path: SafePath): Promise<void> => {
  const targetPath = await findTarget(path);
  const names = await readdir(getParentPath(targetPath)).catch((): string[] => []);
  for (const name of names)
    if (name.startsWith(`${getFileName(targetPath)}.new`))
      await rm(joinPath(getParentPath(targetPath), name), { force: true });
};

/** Returns the warning that a file was replaced but may not survive a power failure. */
export const describeUnsyncedFile = (path: string, error: unknown): string =>
  `${path} was written, but a power failure may undo that: ${describeFileError(error)}`;

interface ReplaceOptions {
  /**
   * A unique text for the name of the temporary file, so that several processes can write the file at the same time.
   */
  readonly token?: string;
  /** Called after the temporary file is written and before it is renamed. If it throws, the old file stays. */
  readonly check?: () => Promise<void>;
  /**
   * Reports a warning if the new name of the file could not be flushed to disk. If `tell` is undefined, an error is
   * thrown instead.
   */
  readonly tell?: LineReporter;
}

/**
 * Creates or replaces a file in one step and flushes it to disk. Creates missing parent directories. If `path` is a
 * symbolic link, its target is replaced. Only the owner can read the file.
 */
export const replaceFile = async (
  path: SafePath,
  text: string,
  { token, check, tell }: ReplaceOptions = {},
): Promise<void> => {
  await mkdir(getParentPath(path), { recursive: true, mode: 0o700 });
  const targetPath = await findTarget(path);
  const draft = appendSuffix(targetPath, token === undefined ? '.new' : `.new-${token}`);
  await rm(draft, { force: true });
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      // `writeFile` writes the whole text or throws. So even on a full disk, an incomplete file never replaces the old
      // one.
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await check?.();
    await rename(draft, targetPath);
    if (tell === undefined) await syncDirectoriesUpTo(getParentPath(targetPath));
    else
      await syncDirectory(getParentPath(targetPath)).catch((error: unknown) =>
        tell(describeUnsyncedFile(path, error)),
      );
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
};
