/**
 * Renames directories that an older version of toile named differently, each as a whole, so that git
 * detects the rename.
 */

import { formatSubjectFolder, listFormerFolders } from './collection-paths.ts';
import { type CollectionWriter, listPulledSubjects } from './collection-types.ts';
import { readSubjectName } from './manifest.ts';

/** A renamed directory. Paths are relative to the folder. */
export interface RenamedFolder {
  readonly from: string;
  readonly to: string;
}

/**
 * Renames directories that an older version named differently for the same design name. A directory keeps
 * its name when its design is renamed. The journal line comes first, so that an interrupted rename is completed
 * by the next pull. Existing entries are never replaced.
 */
export const renameFormerFolders = async (folder: CollectionWriter): Promise<readonly RenamedFolder[]> => {
  const { disk } = folder;
  const renamed: RenamedFolder[] = [];
  for (const subject of listPulledSubjects(folder)) {
    const name = readSubjectName(subject.about);
    if (name === null) continue;
    const [to, former] = [formatSubjectFolder(subject.of, name), listFormerFolders(subject.of, name)];
    if (former.length === 0) continue;
    if (former.includes(subject.about.folder) && disk.statEntry(to) === undefined)
      await folder.setSubjectFolder(subject, to);
    if (subject.about.folder !== to) continue;
    for (const from of former) {
      if (disk.statEntry(from) !== 'folder' || disk.statEntry(to) !== undefined) continue;
      await disk.moveFile(from, to);
      renamed.push({ from, to });
    }
  }
  return renamed;
};
