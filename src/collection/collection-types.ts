import type { Clock } from '../platform/shared-types.ts';
import type { CollectionDisk, IncomingFile } from './collection-disk.ts';
import type { SubjectId } from './collection-paths.ts';
import type { ManifestEntry, ManifestFile, ManifestSubject } from './manifest.ts';
import type { JournalLine } from './pull-journal.ts';
import type { IdentifiedDesign, InvalidIdDesign } from './read-design-list.ts';

/**
 * The outcome of a file in a pull. `new`: the folder did not have the file. `changed`: its content at the service
 * changed, or the pull restored the file in the folder. `same`: it is unchanged.
 */
export type FileOutcome = 'new' | 'changed' | 'same';

/** A running or unfinished pull with its progress, so that the next pull can resume it. */
export interface PullRun {
  /**
   * A text that identifies what is pulled, from which service and with which credential. A later pull can resume this
   * pull only if its text is the same.
   */
  readonly key: string;
  /** The time when the pull began, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly userId: string | null;
  /** The API version; undefined until the service has responded, null if the response names no version. */
  apiVersion: string | null | undefined;
  readonly listedDesigns: IdentifiedDesign[];
  readonly invalidDesigns: InvalidIdDesign[];
  readonly listProblems: string[];
  /** The cursor of the next page of the list: null after the last page, undefined before the first. */
  nextCursor: string | null | undefined;
  /** The outcome of each file that this pull has fetched, by path. */
  readonly outcomes: Map<string, FileOutcome>;
  /**
   * The paths of the files that could not be fetched, in the order in which they failed. The designs and garments with
   * such files are fetched after all others.
   */
  readonly triedPaths: Set<string>;
}

/** A design or garment in the pulled folder, with its files by name. */
export interface PulledSubject extends ManifestEntry {
  about: ManifestSubject;
  readonly files: Map<string, ManifestFile>;
}

/** The content of a pulled folder according to its manifest and journal. */
export interface CollectionState {
  readonly disk: CollectionDisk;
  readonly userId: string | null;
  /** The designs and garments in the folder. `formatSubjectKey` creates their keys, for example `garment GARM-101`. */
  readonly subjects: ReadonlyMap<string, PulledSubject>;
  /** Returns the time when a file was last compared with the service, in milliseconds since 1970. */
  getLastChecked(path: string): number | undefined;
  readonly unfinished: PullRun | undefined;
  /** True if the folder has a manifest or journal, so that it was pulled before. */
  readonly isCollection: boolean;
}

/** The members of a file's entry in the manifest, except the digest of the file and the time when it was fetched. */
export type FileDetails = Omit<ManifestFile, 'sha256' | 'fetched'>;

/**
 * A pulled folder that is open for writing. The journal records each change, so that a pull that was killed can be
 * resumed.
 */
export interface CollectionWriter extends CollectionState {
  beginRun(run: Pick<PullRun, 'key' | 'startedAt' | 'userId'>): Promise<PullRun>;
  saveApiVersion(version: string | null): Promise<void>;
  addPage(page: Omit<Extract<JournalLine, { type: 'page' }>, 'type'>): Promise<void>;
  /** Adds a design or garment, or updates its summary. An existing directory keeps its name. */
  addSubject(subjectId: SubjectId, summary: IdentifiedDesign | undefined): Promise<PulledSubject>;
  /** Records the new directory of a design or garment. Moves no files. */
  setSubjectFolder(subject: PulledSubject, folder: string): Promise<void>;
  /**
   * Writes a fetched file if the file on disk is different or missing. In every case, records in the journal that the
   * file was fetched.
   */
  storeText(subject: PulledSubject, name: string, content: string, about: FileDetails): Promise<void>;
  /**
   * Moves a downloaded file to its place if the file on disk is different or missing. In every case, records in the
   * journal that the file was fetched.
   */
  storeDownload(
    subject: PulledSubject,
    name: string,
    incoming: IncomingFile,
    sha256: string,
    about: FileDetails,
  ): Promise<void>;
  /**
   * Records that a file exists at the service. The user did not select this file: toile requested it only to find out
   * whether its design still exists.
   */
  markFound(subject: PulledSubject, name: string): Promise<void>;
  /** Records that the files `names` of a design or garment could not be fetched. */
  markTried(subject: PulledSubject, names: readonly string[]): Promise<void>;
  /**
   * Removes a file from `run.outcomes` if the digest of its content on disk differs from the recorded digest, for
   * example after a power failure. The pull then fetches the file again.
   */
  removeUnverified(run: PullRun): Promise<void>;
  /** Moves the files of designs and garments that are gone from the service to the archive `.toile/removed/<stamp>`. */
  archiveSubjects(subjects: readonly PulledSubject[], stamp: string): Promise<void>;
  /**
   * Ends a pull, and writes the manifest if it changed. `end` is `finished`, `stopped` (by --max-requests) or `broken`
   * (by an error). After a `finished` pull, the next pull starts anew. After any other end, the next pull resumes this
   * one.
   */
  finishRun(end: 'finished' | 'stopped' | 'broken'): Promise<void>;
}

/** Returns the path of a file of a design or garment, relative to the pulled folder. */
export const joinSubjectPath = ({ about }: Pick<PulledSubject, 'about'>, name: string): string =>
  `${about.folder}/${name}`;

/** Returns the designs and garments of the folder that have at least one file. */
export const listPulledSubjects = ({
  subjects,
}: Pick<CollectionState, 'subjects'>): readonly PulledSubject[] =>
  [...subjects.values()].filter(({ files }) => files.size > 0);

/** Functions that parse and write the JSON texts of pulled folders, and a clock. */
export interface CollectionTools {
  /**
   * Returns a JSON text in canonical form, with a line feed at the end. Throws a SyntaxError if the text is not JSON.
   */
  canonicalize(text: string): string;
  /**
   * Parses JSON and keeps each number as it is written, for example `1.50`. Throws a SyntaxError if the text is not
   * JSON.
   */
  readJson(text: string): unknown;
  /** Parses JSON like `readJson`. Throws a SyntaxError for more than `maxValues` values. */
  readJsonUpTo(text: string, maxValues: number): unknown;
  writeJson(value: unknown): string;
  readonly clock: Clock;
}
