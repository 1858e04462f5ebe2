import { isTempFileName } from '../platform/files/directory-tree.ts';
import { TOILE_DIRECTORY } from './collection-disk.ts';
import { formatSubjectFolder, listFormerFolders, type SubjectId } from './collection-paths.ts';
import { type CollectionWriter, listPulledSubjects } from './collection-types.ts';
import { REMOVED_DIRECTORY } from './collection-writer.ts';
import { formatSubjectKey, MANIFEST_FILE, readSubjectName } from './manifest.ts';
import type { PullInput } from './pull-types.ts';

/** Formats a time as a directory name that is valid on every system, for example `2026-11-20T09-00-00.000Z`. */
const formatStamp = (ms: number): string => new Date(ms).toISOString().replaceAll(':', '-');

const parseStamp = (stamp: string): number | undefined => {
  const [, day, hours, minutes, seconds] =
    /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)(?:-\d+)?$/.exec(stamp) ?? [];
  const ms = Date.parse(`${day}${hours}:${minutes}:${seconds}`);
  return Number.isNaN(ms) ? undefined : ms;
};

const removeNothing = (refusal?: string): RemovalResult => ({ removed: new Set(), refusal });

/**
 * The result of removing designs and garments. `removed` has the key (see `formatSubjectKey`) of each one that was
 * removed.
 */
interface RemovalResult {
  readonly removed: ReadonlySet<string>;
  /**
   * Says why no designs or garments were removed, for example because the list of designs is incomplete. Undefined if
   * there was nothing to remove, or if the pull was told to remove nothing.
   */
  readonly refusal: string | undefined;
}

/**
 * Moves the designs and garments in `gone` to the archive, unless `remove` is `no` or the list of designs is
 * incomplete. If `remove` is `some` and more than a third of the folder would be moved, asks the user first.
 */
export const removeGoneSubjects = async (
  input: PullInput,
  gone: ReadonlyMap<string, SubjectId>,
  isListComplete: boolean,
): Promise<RemovalResult> => {
  const { folder, remove, confirmRemoval, tools } = input;
  const subjectCount = listPulledSubjects(folder).length;
  if (remove === 'no' || gone.size === 0) return removeNothing();
  const summary = `gone from the service: ${gone.size} of ${subjectCount} designs and garments`;
  if (!isListComplete) return removeNothing(`${summary}; nothing is removed because the list is incomplete`);
  if (remove === 'some' && gone.size * 3 > subjectCount) {
    const isConfirmed = await confirmRemoval(gone.size, subjectCount);
    if (isConfirmed === undefined)
      return removeNothing(`${summary}, more than a third of the folder: --delete=all removes them`);
    if (!isConfirmed) return removeNothing();
  }
  const time = formatStamp(tools.clock.now());
  let stamp = time;
  for (let count = 2; folder.disk.statEntry(`${REMOVED_DIRECTORY}/${stamp}`) !== undefined; count += 1)
    stamp = `${time}-${count}`;
  const removedSubjects = listPulledSubjects(folder).filter(({ subjectId }) =>
    gone.has(formatSubjectKey(subjectId)),
  );
  await folder.archiveSubjects(removedSubjects, stamp);
  return { removed: new Set(gone.keys()), refusal: undefined };
};

/** Removes temporary files that killed processes left in `.toile`. Must be called while the folder is locked. */
export const removeTempLeftovers = async ({ folder: { disk } }: Pick<PullInput, 'folder'>): Promise<void> => {
  for (const name of disk.list(TOILE_DIRECTORY))
    if (isTempFileName(name)) await disk.remove(`${TOILE_DIRECTORY}/${name}`);
};

/**
 * Deletes the dated folders that are older than `pruneMs` from the archive of removed designs. Returns the number of
 * deleted folders.
 */
export const pruneRemoved = async ({ folder: { disk }, pruneMs, tools }: PullInput): Promise<number> => {
  if (pruneMs === undefined) return 0;
  let prunedCount = 0;
  for (const stamp of disk.list(REMOVED_DIRECTORY)) {
    const removedAt = parseStamp(stamp);
    if (removedAt === undefined || tools.clock.now() - removedAt < pruneMs) continue;
    // The manifest is deleted first, so that an interrupted deletion leaves nothing that looks like a pulled folder.
    await disk.remove(`${REMOVED_DIRECTORY}/${stamp}/${MANIFEST_FILE}`);
    await disk.remove(`${REMOVED_DIRECTORY}/${stamp}`);
    prunedCount += 1;
  }
  return prunedCount;
};

/** The old and new path of a renamed directory, relative to the pulled folder. */
export interface RenamedFolder {
  readonly from: string;
  readonly to: string;
}

/**
 * Renames directories with a name that only an older version of toile would choose, and returns the renamed
 * directories. Moves each directory as a whole, so that git detects the rename. Records the new path first, so that the
 * next pull completes an interrupted rename. Never replaces an existing entry.
 */
export const renameFormerFolders = async (folder: CollectionWriter): Promise<readonly RenamedFolder[]> => {
  const { disk } = folder;
  const renamed: RenamedFolder[] = [];
  for (const subject of listPulledSubjects(folder)) {
    const name = readSubjectName(subject.about);
    if (name === null) continue;
    const [currentFolder, formerFolders] = [
      formatSubjectFolder(subject.subjectId, name),
      listFormerFolders(subject.subjectId, name),
    ];
    if (formerFolders.length === 0) continue;
    if (formerFolders.includes(subject.about.folder) && disk.statEntry(currentFolder) === undefined)
      await folder.setSubjectFolder(subject, currentFolder);
    if (subject.about.folder !== currentFolder) continue;
    for (const from of formerFolders) {
      if (disk.statEntry(from) !== 'folder' || disk.statEntry(currentFolder) !== undefined) continue;
      await disk.moveFile(from, currentFolder);
      renamed.push({ from, to: currentFolder });
    }
  }
  return renamed;
};
