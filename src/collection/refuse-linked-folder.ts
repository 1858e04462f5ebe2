import { sep } from 'node:path';
import { UsageError } from '../platform/errors.ts';
import { quoteShellWord, shellText } from '../platform/escape/shell.ts';
import { lstatSync } from '../platform/files/safe-fs.ts';
import { getParentPath, resolveUserPath, type SafePath } from '../platform/files/safe-path.ts';
import type { CollectionDisk } from './collection-disk.ts';
import { MANIFEST_FILE } from './manifest.ts';
import { JOURNAL_PATH } from './pull-journal.ts';

/**
 * Returns a symbolic link on the path from `cwd` to a folder. For a folder elsewhere only its own name is
 * checked.
 */
const findSymbolicLink = (cwd: string, folder: SafePath): SafePath | undefined => {
  for (let at = folder; ; at = getParentPath(at)) {
    if (lstatSync(at)?.isSymbolicLink()) return at;
    if (!getParentPath(at).startsWith(`${cwd}${sep}`)) return undefined;
  }
};

/**
 * Throws a UsageError if a symbolic link leads to a folder that no pull has written: a clone may contain
 * the link, and it may lead to any folder of the user. The manifest of another user is refused later,
 * before anything is fetched.
 */
export const refuseLinkedFolder = (disk: CollectionDisk, cwd: string, dir: string): void => {
  const link = findSymbolicLink(cwd, resolveUserPath(cwd, dir));
  if (link === undefined || [MANIFEST_FILE, JOURNAL_PATH].some((file) => disk.statEntry(file) === 'file'))
    return;
  const real = disk.exists() ? shellText` ${quoteShellWord(disk.root)}` : shellText``;
  throw new UsageError(`${link} is a symbolic link, and no pull has written the folder behind it`, {
    code: 'linked_folder',
    hint: shellText`name the real folder${real} if it is the one that you mean; otherwise take the link away`,
  });
};
