import { hintText, nextCommand, quoteShellWord } from '../platform/escape/shell.ts';
import { computeSha256 } from '../platform/system/sha256.ts';
import { type CollectionDisk, TOILE_DIRECTORY } from './collection-disk.ts';
import { formatSubjectFolder } from './collection-paths.ts';
import {
  type CollectionTools,
  type CollectionWriter,
  type FileDetails,
  joinSubjectPath,
  listPulledSubjects,
  type PulledSubject,
  type PullRun,
} from './collection-types.ts';
import {
  type CollectionManifest,
  formatManifest,
  formatSubjectKey,
  MANIFEST_FILE,
  type ManifestFile,
  parseManifest,
  readSubjectName,
} from './manifest.ts';
import { applyJournal, type JournalLine, openPullJournal } from './pull-journal.ts';

/** The file in which git looks for attributes such as `* -text`. */
export const GIT_ATTRIBUTES_FILE = '.gitattributes';

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Returns the content of `.gitattributes` with the line `* -text` added at the top. Lines of the user come after it, so
 * they override it. The line keeps git from converting line ends, which would change the digests of the files. Returns
 * undefined if the file already contains the line, even as a comment, because the user may have disabled it.
 */
export const addTextAttribute = (existing: Uint8Array | undefined): Uint8Array | undefined => {
  const content = Buffer.from(existing ?? []);
  const bomLength = content.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0;
  const body = content.subarray(bomLength);
  if (/^[#\s]*\*\s+-text\s*$/m.test(body.toString('latin1'))) return undefined;
  return Buffer.concat([content.subarray(0, bomLength), Buffer.from('* -text\n'), body]);
};

/** The archive of removed designs and garments. Each removal has a subdirectory with its own manifest. */
export const REMOVED_DIRECTORY = `${TOILE_DIRECTORY}/removed`;

/**
 * Returns the journal lines about the progress of an unfinished pull, for example the listed designs. Lines about
 * fetched files are not included.
 */
const listRunLines = ({
  key,
  startedAt,
  userId: user_id,
  apiVersion,
  ...run
}: PullRun): readonly JournalLine[] => {
  const { listedDesigns: designs, invalidDesigns, nextCursor, listProblems, triedPaths } = run;
  return [
    { type: 'run', key, at: startedAt, user_id },
    ...(apiVersion === undefined ? [] : [{ type: 'version', api_version: apiVersion } as const]),
    ...(nextCursor === undefined
      ? []
      : [{ type: 'page', designs, strange: invalidDesigns, next: nextCursor } as const]),
    ...listProblems.map(
      (doubt): JournalLine => ({ type: 'page', designs: [], strange: [], next: nextCursor ?? null, doubt }),
    ),
    ...(triedPaths.size === 0 ? [] : [{ type: 'tried', paths: [...triedPaths] } as const]),
  ];
};

/**
 * Opens a pulled folder for reading and writing. A folder without manifest and journal counts as empty. Writes nothing
 * before the first change. Throws a Failure if the manifest or journal is invalid.
 */
export const openCollectionWriter = async (
  disk: CollectionDisk,
  tools: CollectionTools,
): Promise<CollectionWriter> => {
  const parseText = (text: string, path: string): CollectionManifest => {
    const hint = hintText`repair the file, or pull into another folder: ${nextCommand`toile pull ${quoteShellWord(`${disk.root}-pulled`)}`}`;
    return parseManifest(text, disk.displayPath(path), hint, tools);
  };
  const text = disk.readText(MANIFEST_FILE);
  const manifest: CollectionManifest =
    text === undefined ? { userId: null, subjects: [] } : parseText(text, MANIFEST_FILE);
  const journal = await openPullJournal(disk, tools);
  const state = applyJournal(manifest, journal.lines);
  const { subjects, checked } = state;

  const record = async (line: JournalLine): Promise<void> => {
    await journal.append(line);
    state.apply(line);
  };
  const recordSame = (path: string, at: number, wasWritten: boolean): Promise<void> =>
    // Records that the file at the service has not changed. `wasWritten` is true if the copy on disk was lost or
    // edited, so that toile had to restore it.
    record({ type: 'same', path, at, ...(wasWritten && { restored: true }) });
  const recordContent = (
    subject: PulledSubject,
    name: string,
    digest: string,
    about: FileDetails,
    wasWritten: boolean,
  ): Promise<void> => {
    const at = tools.clock.now();
    const stored = subject.files.get(name);
    if (stored?.sha256 === digest && stored.graph_sha256 === about.graph_sha256)
      return recordSame(joinSubjectPath(subject, name), at, wasWritten);
    const file: ManifestFile = { sha256: digest, fetched: new Date(at).toISOString(), ...about };
    return record({ type: 'file', of: subject.subjectId, name, file, at, fresh: !stored });
  };

  return {
    disk,
    subjects,
    get userId() {
      return state.userId;
    },
    get unfinished() {
      return state.run;
    },
    isCollection: text !== undefined || journal.lines.length > 0,
    getLastChecked: (path) => checked.get(path),
    async beginRun({ key, startedAt, userId: user_id }) {
      await record({ type: 'run', key, at: startedAt, user_id });
      if (state.run === undefined) throw new Error('a run that was begun is one');
      return state.run;
    },
    saveApiVersion: (api_version) => record({ type: 'version', api_version }),
    addPage: (page) => record({ type: 'page', ...page }),
    async addSubject(subjectId, summary) {
      const knownSubject = subjects.get(formatSubjectKey(subjectId));
      const folder =
        knownSubject?.about.folder ?? formatSubjectFolder(subjectId, readSubjectName({ summary }));
      const latestSummary = summary ?? knownSubject?.about.summary;
      const about = { folder, ...(latestSummary !== undefined && { summary: latestSummary }) };
      if (!knownSubject || tools.writeJson(knownSubject.about) !== tools.writeJson(about))
        await record({ type: 'subject', of: subjectId, about });
      return subjects.get(formatSubjectKey(subjectId)) ?? { subjectId, about, files: new Map() };
    },
    setSubjectFolder: ({ subjectId, about }, folder) =>
      record({ type: 'subject', of: subjectId, about: { ...about, folder } }),
    async storeText(subject, name, content, about) {
      const wasWritten = await disk.writeIfChanged(joinSubjectPath(subject, name), content);
      await recordContent(subject, name, computeSha256(content), about, wasWritten);
    },
    async storeDownload(subject, name, incoming, digest, about) {
      const path = joinSubjectPath(subject, name);
      const isDifferent = (await disk.computeDigest(path)) !== digest;
      if (isDifferent) await incoming.commit(path);
      await recordContent(subject, name, digest, about, isDifferent);
    },
    markFound: (subject, name) => recordSame(joinSubjectPath(subject, name), tools.clock.now(), false),
    markTried: (subject, names) =>
      record({ type: 'tried', paths: names.map((name) => joinSubjectPath(subject, name)) }),
    async removeUnverified({ outcomes }) {
      for (const subject of subjects.values()) {
        for (const [name, file] of subject.files) {
          const path = joinSubjectPath(subject, name);
          if (outcomes.has(path) && (await disk.computeDigest(path)) !== file.sha256) outcomes.delete(path);
        }
      }
    },
    async archiveSubjects(goneSubjects, stamp) {
      const archiveFolder = `${REMOVED_DIRECTORY}/${stamp}`;
      const text = formatManifest({ userId: state.userId, subjects: goneSubjects }, tools);
      // The files of removed designs are moved to an archive folder. The manifest of this folder is written first, so
      // that the next pull can complete the move if the program crashes.
      await disk.writeIfChanged(`${archiveFolder}/${MANIFEST_FILE}`, text, true);
      for (const subject of goneSubjects) {
        for (const name of subject.files.keys())
          await disk.moveFile(
            joinSubjectPath(subject, name),
            `${archiveFolder}/${joinSubjectPath(subject, name)}`,
          );
        await record({ type: 'removed', of: subject.subjectId });
      }
    },
    async finishRun(end) {
      // `.gitattributes` is created only together with the first manifest. If the user deletes it later, it is not
      // created again.
      const attributesEntry = disk.statEntry(GIT_ATTRIBUTES_FILE);
      const attributes = attributesEntry === 'file' ? disk.readBytes(GIT_ATTRIBUTES_FILE) : undefined;
      const newAttributes = text === undefined || attributes ? addTextAttribute(attributes) : undefined;
      if (newAttributes && attributesEntry !== 'folder')
        await disk.writeIfChanged(GIT_ATTRIBUTES_FILE, newAttributes, true);
      const nextManifest = { userId: state.userId, subjects: listPulledSubjects({ subjects }) };
      await disk.writeIfChanged(MANIFEST_FILE, formatManifest(nextManifest, tools), true);
      if (end === 'broken') return;
      const paths = [...subjects.values()].flatMap((subject) =>
        [...subject.files.keys()].map((name) => joinSubjectPath(subject, name)),
      );
      const listSameLines = (path: string): readonly JournalLine[] => {
        const at = checked.get(path);
        return at === undefined ? [] : [{ type: 'same', path, at }];
      };
      const { run } = state;
      if (end === 'finished' || run === undefined) {
        await journal.rewrite(paths.flatMap(listSameLines));
        state.run = undefined;
        return;
      }
      const unpulledLines = paths.filter((path) => !run.outcomes.has(path)).flatMap(listSameLines);
      await journal.rewrite([
        ...unpulledLines,
        ...listRunLines(run),
        ...[...run.outcomes.keys()].flatMap(listSameLines),
      ]);
    },
  };
};
