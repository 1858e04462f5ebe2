/** Folders that an older toile named are called as this one does, each as a whole: git sees that it was renamed. */

import { folderFor, formerFoldersFor } from './file-names.ts';
import { held, type Writing } from './folder-types.ts';
import { nameOf } from './manifest.ts';

/** Paths relative to the folder. */
export interface Renamed {
  readonly from: string;
  readonly to: string;
}

/**
 * A folder keeps its name when its design is renamed, so only one that is called as its design is gets another. First
 * the line, then the move: what was killed in between is made up for by the next pull. Nothing is moved onto anything.
 */
export const renameFormer = async (folder: Writing): Promise<readonly Renamed[]> => {
  const { disk } = folder;
  const renamed: Renamed[] = [];
  for (const subject of held(folder)) {
    const name = nameOf(subject.about);
    if (name === null) continue;
    const [to, former] = [folderFor(subject.of, name), formerFoldersFor(subject.of, name)];
    if (former.length === 0) continue;
    if (former.includes(subject.about.folder) && disk.look(to) === undefined)
      await folder.rename(subject, to);
    if (subject.about.folder !== to) continue;
    for (const from of former) {
      if (disk.look(from) !== 'folder' || disk.look(to) !== undefined) continue;
      await disk.setAside(from, to);
      renamed.push({ from, to });
    }
  }
  return renamed;
};
