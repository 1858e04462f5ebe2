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

/** Keeps git from converting line ends, as it does on Windows, because the digests in the manifest include them. */
const TEXT_ATTRIBUTE_LINE = '* -text';

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** Returns true if the file has the line, even as a comment: the user may have disabled it. */
const hasTextAttribute = (there: Buffer): boolean => /^[#\s]*\*\s+-text\s*$/m.test(there.toString('latin1'));

/**
 * Returns the content of `.gitattributes` with the line `* -text` added at the top, where lines of the user override
 * it. Undefined if the file has that line already.
 */
export const addTextAttribute = (there: Uint8Array | undefined): Uint8Array | undefined => {
  const all = Buffer.from(there ?? []);
  const mark = all.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0;
  const rest = all.subarray(mark);
  if (hasTextAttribute(rest)) return undefined;
  return Buffer.concat([all.subarray(0, mark), Buffer.from(`${TEXT_ATTRIBUTE_LINE}\n`), rest]);
};

/** The archive of removed designs and garments. Each removal has a subdirectory with its own manifest. */
export const REMOVED_DIRECTORY = `${TOILE_DIRECTORY}/removed`;

/** Returns the journal lines that restore an unfinished pull, except those of its completed files. */
const listRunLines = ({ key, at, userId: user_id, apiVersion, ...run }: PullRun): readonly JournalLine[] => {
  const { listed: designs, strange, next, doubts, tried } = run;
  return [
    { type: 'run', key, at, user_id },
    ...(apiVersion === undefined ? [] : [{ type: 'version', api_version: apiVersion } as const]),
    ...(next === undefined ? [] : [{ type: 'page', designs, strange, next } as const]),
    ...doubts.map(
      (doubt): JournalLine => ({ type: 'page', designs: [], strange: [], next: next ?? null, doubt }),
    ),
    ...(tried.size === 0 ? [] : [{ type: 'tried', paths: [...tried] } as const]),
  ];
};

/**
 * Opens a pulled folder for reading and writing; one without manifest and journal is empty. Writes nothing before the
 * first change. Throws a Failure if the manifest or journal is invalid.
 */
export const openCollectionWriter = async (
  disk: CollectionDisk,
  tools: CollectionTools,
): Promise<CollectionWriter> => {
  const parsed = (text: string, path: string): CollectionManifest => {
    const hint = hintText`repair the file, or pull into another folder: ${nextCommand`toile pull ${quoteShellWord(`${disk.root}-pulled`)}`}`;
    return parseManifest(text, disk.displayPath(path), hint, tools);
  };
  const text = disk.readText(MANIFEST_FILE);
  const manifest: CollectionManifest =
    text === undefined ? { userId: null, subjects: [] } : parsed(text, MANIFEST_FILE);
  const journal = await openPullJournal(disk, tools);
  const known = applyJournal(manifest, journal.lines);
  const { subjects, checked } = known;

  const record = async (line: JournalLine): Promise<void> => {
    await journal.append(line);
    known.apply(line);
  };
  const same = (path: string, at: number, wrote: boolean): Promise<void> =>
    // `wrote` is true for a file that was lost or edited on disk, although the service has not changed it.
    record({ type: 'same', path, at, ...(wrote && { restored: true }) });
  const isSame = (old: ManifestFile | undefined, digest: string, about: FileDetails): boolean =>
    old?.sha256 === digest && old.graph_sha256 === about.graph_sha256;
  const fresh = (subject: PulledSubject, name: string, digest: string, about: FileDetails): Promise<void> => {
    const at = tools.clock.now();
    const file: ManifestFile = { sha256: digest, fetched: new Date(at).toISOString(), ...about };
    return record({ type: 'file', of: subject.of, name, file, at, fresh: !subject.files.has(name) });
  };

  return {
    disk,
    subjects,
    get userId() {
      return known.userId;
    },
    get unfinished() {
      return known.run;
    },
    isCollection: text !== undefined || journal.lines.length > 0,
    lastChecked: (path) => checked.get(path),
    async beginRun({ key, at, userId: user_id }) {
      await record({ type: 'run', key, at, user_id });
      if (known.run === undefined) throw new Error('a run that was begun is one');
      return known.run;
    },
    saveApiVersion: (api_version) => record({ type: 'version', api_version }),
    addPage: (page) => record({ type: 'page', ...page }),
    async addSubject(of, summary) {
      const old = subjects.get(formatSubjectKey(of));
      const folder = old?.about.folder ?? formatSubjectFolder(of, readSubjectName({ summary }));
      const last = summary ?? old?.about.summary;
      const about = { folder, ...(last !== undefined && { summary: last }) };
      if (!old || tools.writeJson(old.about) !== tools.writeJson(about))
        await record({ type: 'subject', of, about });
      return subjects.get(formatSubjectKey(of)) ?? { of, about, files: new Map() };
    },
    setSubjectFolder: ({ of, about }, folder) => record({ type: 'subject', of, about: { ...about, folder } }),
    async storeText(subject, name, content, about) {
      const path = joinSubjectPath(subject, name);
      const digest = computeSha256(content);
      const wrote = await disk.writeIfChanged(path, content);
      if (isSame(subject.files.get(name), digest, about)) await same(path, tools.clock.now(), wrote);
      else await fresh(subject, name, digest, about);
    },
    async storeDownload(subject, name, came, digest, about) {
      const path = joinSubjectPath(subject, name);
      const wrote = (await disk.computeDigest(path)) !== digest;
      if (wrote) await came.commit(path);
      if (isSame(subject.files.get(name), digest, about)) await same(path, tools.clock.now(), wrote);
      else await fresh(subject, name, digest, about);
    },
    markFound: (subject, name) => same(joinSubjectPath(subject, name), tools.clock.now(), false),
    markTried: (subject, names) =>
      record({ type: 'tried', paths: names.map((name) => joinSubjectPath(subject, name)) }),
    async removeUnverified({ done }) {
      for (const subject of subjects.values()) {
        for (const [name, file] of subject.files) {
          const path = joinSubjectPath(subject, name);
          if (done.has(path) && (await disk.computeDigest(path)) !== file.sha256) done.delete(path);
        }
      }
    },
    async archiveSubjects(gone, stamp) {
      const into = `${REMOVED_DIRECTORY}/${stamp}`;
      const text = formatManifest({ userId: known.userId, subjects: gone }, tools);
      // In this order the next pull can complete the removal after a crash at any point.
      await disk.writeIfChanged(`${into}/${MANIFEST_FILE}`, text, true);
      for (const subject of gone) {
        for (const name of subject.files.keys())
          await disk.moveFile(joinSubjectPath(subject, name), `${into}/${joinSubjectPath(subject, name)}`);
        await record({ type: 'removed', of: subject.of });
      }
    },
    async finishRun(end) {
      // The first manifest creates this file. Later it is not created again, because the user may have deleted it.
      const stands = disk.statEntry(GIT_ATTRIBUTES_FILE);
      const attributes = stands === 'file' ? disk.readBytes(GIT_ATTRIBUTES_FILE) : undefined;
      const wanted = text === undefined || attributes ? addTextAttribute(attributes) : undefined;
      if (wanted && stands !== 'folder') await disk.writeIfChanged(GIT_ATTRIBUTES_FILE, wanted, true);
      const next = { userId: known.userId, subjects: listPulledSubjects({ subjects }) };
      await disk.writeIfChanged(MANIFEST_FILE, formatManifest(next, tools), true);
      if (end === 'broken') return;
      const paths = [...subjects.values()].flatMap((subject) =>
        [...subject.files.keys()].map((name) => joinSubjectPath(subject, name)),
      );
      const sameOf = (path: string): readonly JournalLine[] => {
        const at = checked.get(path);
        return at === undefined ? [] : [{ type: 'same', path, at }];
      };
      const { run } = known;
      if (end === 'finished' || run === undefined) {
        await journal.rewrite(paths.flatMap(sameOf));
        known.run = undefined;
        return;
      }
      const before = paths.filter((path) => !run.done.has(path)).flatMap(sameOf);
      await journal.rewrite([...before, ...listRunLines(run), ...[...run.done.keys()].flatMap(sameOf)]);
    },
  };
};
