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
  const [, day, hours, minutes, rest] =
    /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)(?:-\d+)?$/.exec(stamp) ?? [];
  const ms = Date.parse(`${day}${hours}:${minutes}:${rest}`);
  return Number.isNaN(ms) ? undefined : ms;
};

const EMPTY_SET: ReadonlySet<string> = new Set();

/** The keys of the removed designs and garments, or the reason for removing nothing. */
interface RemovalResult {
  readonly removed: ReadonlySet<string>;
  /** Why nothing was removed, if the user can change that. */
  readonly refused: string | undefined;
}

/**
 * Moves the designs and garments in `gone` to the archive, unless the option `remove` is `no`, or `sound` is false
 * because the list is incomplete. With `some`, removing more than a third of the folder needs consent. Returns the
 * removed keys, or why nothing was removed.
 */
export const removeGoneSubjects = async (
  pulling: PullInput,
  gone: ReadonlyMap<string, SubjectId>,
  sound: boolean,
): Promise<RemovalResult> => {
  const { folder, remove, confirmRemoval, tools } = pulling;
  const before = listPulledSubjects(folder).length;
  if (remove === 'no' || gone.size === 0) return { removed: EMPTY_SET, refused: undefined };
  const many = `${gone.size} of ${before} are gone from the service`;
  if (!sound)
    return {
      removed: EMPTY_SET,
      refused: `${many}; nothing is removed because the list is incomplete`,
    };
  if (remove === 'some' && gone.size * 3 > before) {
    const agreed = await confirmRemoval(gone.size, before);
    if (agreed === undefined) {
      return {
        removed: EMPTY_SET,
        refused: `${many}, more than a third of the folder: --delete=all removes them`,
      };
    }
    if (!agreed) return { removed: EMPTY_SET, refused: undefined };
  }
  const time = formatStamp(tools.clock.now());
  let stamp = time;
  for (let count = 2; folder.disk.statEntry(`${REMOVED_DIRECTORY}/${stamp}`) !== undefined; count += 1)
    stamp = `${time}-${count}`;
  const removedSubjects = listPulledSubjects(folder).filter(({ of }) => gone.has(formatSubjectKey(of)));
  await folder.archiveSubjects(removedSubjects, stamp);
  return { removed: new Set(gone.keys()), refused: undefined };
};

/** Removes temporary files that killed processes left in `.toile`. Must be called while the folder is locked. */
export const removeTempLeftovers = async ({ folder: { disk } }: Pick<PullInput, 'folder'>): Promise<void> => {
  for (const name of disk.list(TOILE_DIRECTORY))
    if (isTempFileName(name)) await disk.remove(`${TOILE_DIRECTORY}/${name}`);
};

/** Deletes archived removals that are older than `pruneMs` milliseconds. Returns their number. */
export const pruneRemoved = async ({ folder: { disk }, pruneMs, tools }: PullInput): Promise<number> => {
  if (pruneMs === undefined) return 0;
  let pruned = 0;
  for (const stamp of disk.list(REMOVED_DIRECTORY)) {
    const at = parseStamp(stamp);
    if (at === undefined || tools.clock.now() - at < pruneMs) continue;
    // The manifest is deleted first, so that an interrupted deletion leaves nothing that looks like a pulled folder.
    await disk.remove(`${REMOVED_DIRECTORY}/${stamp}/${MANIFEST_FILE}`);
    await disk.remove(`${REMOVED_DIRECTORY}/${stamp}`);
    pruned += 1;
  }
  return pruned;
};

/** The old and new path of a renamed directory, relative to the pulled folder. */
export interface RenamedFolder {
  readonly from: string;
  readonly to: string;
}

/**
 * Renames directories that an older version of toile named differently for the same design name, as a whole, so that
 * git detects the rename. Returns the renamed ones. The new path is recorded first, so that the next pull completes an
 * interrupted rename. Existing entries are never replaced.
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
