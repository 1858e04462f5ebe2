import type { Clock } from '../platform/shared-types.ts';
import type { CollectionDisk, IncomingFile } from './collection-disk.ts';
import type { SubjectId } from './collection-paths.ts';
import type { ManifestEntry, ManifestFile, ManifestSubject } from './manifest.ts';
import type { IdentifiedDesign, InvalidIdDesign } from './read-design-list.ts';

/** The outcome of a file in a pull: new in the folder, changed, or the same as before. */
export type FileOutcome = 'new' | 'changed' | 'same';

/** A pull that did not finish, and its progress. */
export interface PullRun {
  readonly key: string;
  /** The time when the pull began, in milliseconds since 1970. */
  readonly at: number;
  readonly userId: string | null;
  /** The API version; undefined until the service has answered. */
  apiVersion: string | null | undefined;
  readonly listed: IdentifiedDesign[];
  /** The listed designs whose id is not a UUID. */
  readonly strange: InvalidIdDesign[];
  /** The reasons why the list is incomplete. */
  readonly doubts: string[];
  /** The cursor of the next page of the list: null after the last page, undefined before the first. */
  next: string | null | undefined;
  /** The paths that were fetched or found unchanged, with their outcomes. */
  readonly done: Map<string, FileOutcome>;
  /** The paths whose request failed, oldest first. They are tried again after all others. */
  readonly tried: Set<string>;
}

/** A design or garment in the pulled folder, with its files. */
export interface PulledSubject extends ManifestEntry {
  about: ManifestSubject;
  readonly files: Map<string, ManifestFile>;
}

/** The content of a pulled folder according to its manifest and journal. */
export interface CollectionState {
  readonly disk: CollectionDisk;
  readonly userId: string | null;
  readonly subjects: ReadonlyMap<string, PulledSubject>;
  /**
   * Returns the time when a path was last compared with the service, in milliseconds since 1970; undefined if
   * unknown.
   */
  lastChecked(path: string): number | undefined;
  /** The last pull, if it did not finish. */
  readonly unfinished: PullRun | undefined;
  /** True if the folder has a manifest or journal of toile. */
  readonly isCollection: boolean;
}

/** A page of the design list, as saved in the journal. */
interface RunPage {
  readonly designs: readonly IdentifiedDesign[];
  readonly strange: readonly InvalidIdDesign[];
  readonly next: string | null;
  readonly doubt?: string;
}

/** The manifest's record of a file, without its digest and time. */
export type FileDetails = Omit<ManifestFile, 'sha256' | 'fetched'>;

/** A pulled folder for writing. Each change is recorded in the journal. */
export interface CollectionWriter extends CollectionState {
  beginRun(run: Pick<PullRun, 'key' | 'at' | 'userId'>): Promise<PullRun>;
  /** Saves the API version of the service. */
  saveApiVersion(version: string | null): Promise<void>;
  addPage(page: RunPage): Promise<void>;
  /** Adds a design or garment, or updates its summary. An existing directory keeps its name. */
  addSubject(of: SubjectId, summary: IdentifiedDesign | undefined): Promise<PulledSubject>;
  /** Records the new directory of a design or garment. Moves no files. */
  setSubjectFolder(subject: PulledSubject, folder: string): Promise<void>;
  /** Writes a file from text and records it. */
  storeText(subject: PulledSubject, name: string, content: string, about: FileDetails): Promise<void>;
  /** Moves a downloaded file into place and records it with its digest. */
  storeDownload(
    subject: PulledSubject,
    name: string,
    came: IncomingFile,
    sha256: string,
    about: FileDetails,
  ): Promise<void>;
  /** Records that the service still has a file that is not selected, so its design is not gone. */
  markFound(subject: PulledSubject, name: string): Promise<void>;
  /** Records files for which the request failed. */
  markTried(subject: PulledSubject, names: readonly string[]): Promise<void>;
  /** Removes files from `done` whose content on disk does not match, for example after a power failure. */
  removeUnverified(run: PullRun): Promise<void>;
  /** Moves designs and garments that the service no longer has to the archive directory `stamp`. */
  archiveSubjects(gone: readonly PulledSubject[], stamp: string): Promise<void>;
  /**
   * Writes the manifest if it changed. Unless the pull `finished`, it stays in the journal to be resumed. After a
   * pull that `stopped` at its request limit, its files count as unchanged, because they were already reported.
   */
  finishRun(end: 'finished' | 'stopped' | 'broken'): Promise<void>;
}

/** Returns the path of a file of a design or garment, relative to the pulled folder. */
export const joinSubjectPath = ({ about }: Pick<PulledSubject, 'about'>, name: string): string =>
  `${about.folder}/${name}`;

/** Returns the designs and garments that have at least one file. */
export const listPulledSubjects = ({
  subjects,
}: Pick<CollectionState, 'subjects'>): readonly PulledSubject[] =>
  [...subjects.values()].filter(({ files }) => files.size > 0);

/** The JSON functions and the clock that code for pulled folders uses. */
export interface CollectionTools {
  /** Returns the canonical text of a JSON text. Throws a SyntaxError if it is not JSON. */
  canonicalize(text: string): string;
  /** Parses JSON and keeps numbers as written. Throws a SyntaxError if it is not JSON. */
  readJson(text: string): unknown;
  /** Parses JSON. Throws an error if it has more than `most` values. */
  readJsonUpTo(text: string, most: number): unknown;
  writeJson(value: unknown): string;
  readonly clock: Clock;
}
