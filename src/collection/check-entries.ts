import { type CollectionDisk, LOCK_PATH, TOILE_DIRECTORY } from './collection-disk.ts';
import { isSubjectFolder, SUBJECT_FILES, SUBJECT_GROUPS, type SubjectId } from './collection-paths.ts';
import { REMOVED_DIRECTORY } from './collection-writer.ts';
import { GIT_ATTRIBUTES_FILE } from './git-attributes.ts';
import { MANIFEST_FILE } from './manifest.ts';

/** Checks every entry of one of toile's own directories, recursively. */
const checkDirectoryEntries = async (disk: CollectionDisk, path: string): Promise<void> => {
  if (disk.statEntry(path) !== 'folder') return;
  for (const name of await disk.list(path)) await checkDirectoryEntries(disk, `${path}/${name}`);
};

/**
 * Checks every path that a pull may use, before it changes any. Throws a Failure for anything but ordinary
 * files and directories. Other files in the folder belong to the user and are ignored.
 */
export const checkCollectionEntries = async (disk: CollectionDisk): Promise<void> => {
  for (const house of [TOILE_DIRECTORY, LOCK_PATH, REMOVED_DIRECTORY]) await disk.list(house);
  await checkDirectoryEntries(disk, TOILE_DIRECTORY);
  for (const file of [MANIFEST_FILE, GIT_ATTRIBUTES_FILE]) disk.statEntry(file);
  for (const kind of ['design', 'garment'] as const satisfies readonly SubjectId['kind'][]) {
    const group = SUBJECT_GROUPS[kind];
    for (const name of await disk.list(group)) {
      if (!isSubjectFolder(kind, name)) continue;
      for (const file of await disk.list(`${group}/${name}`))
        if (SUBJECT_FILES.has(file)) disk.statEntry(`${group}/${name}/${file}`);
    }
  }
};
