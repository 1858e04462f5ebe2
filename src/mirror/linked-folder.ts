import { sep } from 'node:path';
import { lstatSync } from '../border/files.ts';
import { folderOf, namedPath, type Path } from '../border/path.ts';
import { shellWord, typeable } from '../border/shell.ts';
import { UsageError } from '../errors.ts';
import type { Disk } from './disk.ts';
import { JOURNAL } from './journal.ts';
import { MANIFEST } from './manifest.ts';

/** A symbolic link on the way from `cwd` to a folder; of a folder elsewhere only its own name is looked at. */
const findLink = (cwd: string, folder: Path): Path | undefined => {
  for (let at = folder; ; at = folderOf(at)) {
    if (lstatSync(at)?.isSymbolicLink()) return at;
    if (!folderOf(at).startsWith(`${cwd}${sep}`)) return undefined;
  }
};

/**
 * Throws a UsageError where a link leads to a folder that no pull has written: a clone may have brought the link, and
 * it may lead to any folder of the user. The manifest of another user is refused later, before anything is fetched.
 */
export const refuseLink = (disk: Disk, cwd: string, dir: string): void => {
  const link = findLink(cwd, namedPath(cwd, dir));
  if (link === undefined || [MANIFEST, JOURNAL].some((file) => disk.look(file) === 'file')) return;
  const real = disk.isThere() ? typeable` ${shellWord(disk.root)}` : typeable``;
  throw new UsageError(`${link} is a symbolic link, and no pull has written the folder behind it`, {
    code: 'linked_folder',
    hint: typeable`name the real folder${real} if it is the one that you mean; otherwise take the link away`,
  });
};
