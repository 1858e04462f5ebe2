import type { Clock } from '../platform/shared-types.ts';
import type { CollectionDisk, IncomingFile } from './collection-disk.ts';
import type { SubjectId } from './collection-paths.ts';
import type { ManifestEntry, ManifestFile, ManifestSubject } from './manifest.ts';
import type { IdentifiedDesign, InvalidIdDesign } from './read-design-list.ts';

/** The outcome of a file in a pull. */
export type FileOutcome = 'new' | 'changed' | 'same';

/** An unfinished pull and its progress. */
export interface PullRun {
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly userId: string | null;
  /** Undefined until the service has answered. */
  apiVersion: string | null | undefined;
  readonly listed: IdentifiedDesign[];
  /** Listed designs with an id that is not a UUID. */
  readonly strange: InvalidIdDesign[];
  /** Reasons why the list is incomplete. */
  readonly doubts: string[];
  /** Cursor of the next page; null after the last one, undefined before the first. */
  next: string | null | undefined;
  /** Paths that were fetched or found unchanged, with the outcome. */
  readonly done: Map<string, FileOutcome>;
  /** Paths with a failed request, oldest first. They are tried after all others. */
  readonly tried: Set<string>;
}

/** A design or garment in the folder, with its files. */
export interface PulledSubject extends ManifestEntry {
  about: ManifestSubject;
  readonly files: Map<string, ManifestFile>;
}

/** The folder according to manifest and journal. Reading it changes nothing on disk. */
export interface CollectionState {
  readonly disk: CollectionDisk;
  readonly userId: string | null;
  readonly subjects: ReadonlyMap<string, PulledSubject>;
  /** Returns when a path was last compared with the service, in ms since 1970. */
  lastChecked(path: string): number | undefined;
  /** The pull that did not finish. */
  readonly unfinished: PullRun | undefined;
  /** True if the folder has a manifest or a journal of toile. */
  readonly isCollection: boolean;
}

/** A page of the list, as saved in the journal. */
interface RunPage {
  readonly designs: readonly IdentifiedDesign[];
  readonly strange: readonly InvalidIdDesign[];
  readonly next: string | null;
  readonly doubt?: string;
}

/** The record of a file, without digest and time. */
export type FileDetails = Omit<ManifestFile, 'sha256' | 'fetched'>;

/** A folder for writing. */
export interface CollectionWriter extends CollectionState {
  beginRun(run: Pick<PullRun, 'key' | 'at' | 'userId'>): Promise<PullRun>;
  /** Saves the API version of the service. */
  saveApiVersion(version: string | null): Promise<void>;
  addPage(page: RunPage): Promise<void>;
  /** Adds a subject or updates its summary. Its directory stays the same. */
  addSubject(of: SubjectId, summary: IdentifiedDesign | undefined): Promise<PulledSubject>;
  /** Records the new directory of a subject. Moves no files. */
  setSubjectFolder(subject: PulledSubject, folder: string): Promise<void>;
  /** Writes a file from text and records it. */
  storeText(subject: PulledSubject, name: string, content: string, about: FileDetails): Promise<void>;
  /** Records a downloaded file with a known digest, and moves it into place. */
  storeDownload(
    subject: PulledSubject,
    name: string,
    came: IncomingFile,
    sha256: string,
    about: FileDetails,
  ): Promise<void>;
  /** Records that the service has a file that is not selected: its design is not gone. */
  markFound(subject: PulledSubject, name: string): Promise<void>;
  /** Records files for which the request failed. */
  markTried(subject: PulledSubject, names: readonly string[]): Promise<void>;
  /** Removes files from the done list that were lost in a power failure. */
  removeUnverified(run: PullRun): Promise<void>;
  /** Moves subjects that the service no longer has to the archive `stamp`. */
  archiveSubjects(gone: readonly PulledSubject[], stamp: string): Promise<void>;
  /**
   * Writes the manifest if it changed. An unfinished run stays in the journal; the files of a run that
   * stopped at its request limit were reported, so they count as unchanged in the next pull.
   */
  finishRun(end: 'finished' | 'stopped' | 'broken'): Promise<void>;
}

/** Returns the path of a file of a subject, relative to the folder. */
export const joinSubjectPath = ({ about }: Pick<PulledSubject, 'about'>, name: string): string =>
  `${about.folder}/${name}`;

/** Returns the subjects that have at least one file. */
export const listPulledSubjects = ({
  subjects,
}: Pick<CollectionState, 'subjects'>): readonly PulledSubject[] =>
  [...subjects.values()].filter(({ files }) => files.size > 0);

/** JSON functions and clock for the pulled folder. */
export interface CollectionTools {
  /** Returns the canonical text of a JSON text. Throws a SyntaxError. */
  canonicalize(text: string): string;
  /** Parses JSON and keeps numbers as written. Throws a SyntaxError. */
  readJson(text: string): unknown;
  /** Parses JSON with at most `most` values. */
  readJsonUpTo(text: string, most: number): unknown;
  writeJson(value: unknown): string;
  readonly clock: Clock;
}
