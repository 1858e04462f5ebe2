import { type Disk, HOUSE, LOCK } from './disk.ts';
import { FILES, GROUPS, isSubjectFolder, type SubjectId } from './file-names.ts';
import { REMOVED } from './folder.ts';
import { ATTRIBUTES } from './git-attributes.ts';
import { MANIFEST } from './manifest.ts';

/** All that is in a folder: whatever stands in toile's own has to be what it makes. */
const throughout = async (disk: Disk, path: string): Promise<void> => {
  if (disk.look(path) !== 'folder') return;
  for (const name of await disk.list(path)) await throughout(disk, `${path}/${name}`);
};

/**
 * Looks at every name that a pull may come to use, before it touches any. Throws a Failure for what stands there and
 * is no ordinary file or folder. What people keep beside is theirs, links included.
 */
export const survey = async (disk: Disk): Promise<void> => {
  for (const house of [HOUSE, LOCK, REMOVED]) await disk.list(house);
  await throughout(disk, HOUSE);
  for (const file of [MANIFEST, ATTRIBUTES]) disk.look(file);
  for (const kind of ['design', 'garment'] as const satisfies readonly SubjectId['kind'][]) {
    const group = GROUPS[kind];
    for (const name of await disk.list(group)) {
      if (!isSubjectFolder(kind, name)) continue;
      for (const file of await disk.list(`${group}/${name}`))
        if (FILES.has(file)) disk.look(`${group}/${name}/${file}`);
    }
  }
};
