import { sep } from 'node:path';
import { UsageError } from '../platform/errors.ts';
import { quoteShellWord, shellText } from '../platform/escape/shell.ts';
import { lstatSync } from '../platform/files/safe-fs.ts';
import { getParentPath, resolveUserPath, type SafePath } from '../platform/files/safe-path.ts';
import { type CollectionDisk, LOCK_PATH, TOILE_DIRECTORY } from './collection-disk.ts';
import { isSubjectFolderName, SUBJECT_FILES, SUBJECT_GROUPS, type SubjectId } from './collection-paths.ts';
import { GIT_ATTRIBUTES_FILE, REMOVED_DIRECTORY } from './collection-writer.ts';
import { MANIFEST_FILE } from './manifest.ts';
import { JOURNAL_PATH } from './pull-journal.ts';

/** Checks every entry of a directory, recursively (see `statEntry`). */
const checkDirectoryEntries = (disk: CollectionDisk, path: string): void => {
  if (disk.statEntry(path) !== 'folder') return;
  for (const name of disk.list(path)) checkDirectoryEntries(disk, `${path}/${name}`);
};

/**
 * Checks every path that a pull may use before the pull changes any. Throws a Failure for anything but an ordinary file
 * or directory, for example a symbolic link. Other entries of the folder belong to the user and are ignored.
 */
export const checkCollectionEntries = (disk: CollectionDisk): void => {
  for (const directory of [TOILE_DIRECTORY, LOCK_PATH, REMOVED_DIRECTORY]) disk.list(directory);
  checkDirectoryEntries(disk, TOILE_DIRECTORY);
  for (const file of [MANIFEST_FILE, GIT_ATTRIBUTES_FILE]) disk.statEntry(file);
  for (const kind of ['design', 'garment'] as const satisfies readonly SubjectId['kind'][]) {
    const group = SUBJECT_GROUPS[kind];
    for (const name of disk.list(group)) {
      if (!isSubjectFolderName(kind, name)) continue;
      for (const file of disk.list(`${group}/${name}`))
        if (SUBJECT_FILES.has(file)) disk.statEntry(`${group}/${name}/${file}`);
    }
  }
};

/**
 * Returns the symbolic link through which `folder` is reached: the folder itself, or a parent of it below `cwd`.
 * Undefined if there is none.
 */
const findSymbolicLink = (cwd: string, folder: SafePath): SafePath | undefined => {
  for (let current = folder; ; current = getParentPath(current)) {
    if (lstatSync(current)?.isSymbolicLink()) return current;
    if (!getParentPath(current).startsWith(`${cwd}${sep}`)) return undefined;
  }
};

/**
 * Throws a UsageError if the folder is reached through a symbolic link and was never pulled, because a cloned
 * repository may contain a link to any folder of the user.
 */
export const refuseLinkedFolder = (disk: CollectionDisk, cwd: string, dir: string): void => {
  const link = findSymbolicLink(cwd, resolveUserPath(cwd, dir));
  if (link === undefined || [MANIFEST_FILE, JOURNAL_PATH].some((file) => disk.statEntry(file) === 'file'))
    return;
  const realFolder = disk.exists() ? shellText` ${quoteShellWord(disk.root)}` : shellText``;
  throw new UsageError(`${link} is a symbolic link, and the folder behind it was not pulled`, {
    code: 'linked_folder',
    hint: shellText`name the real folder${realFolder} if you mean it; otherwise remove the link`,
  });
};
