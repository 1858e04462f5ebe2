import type { Strange, Summary } from './design-summary.ts';
import type { Disk, Incoming } from './disk.ts';
import type { SubjectId } from './file-names.ts';
import type { HeldEntry, HeldFile, HeldSubject } from './manifest.ts';

/** What came of a file. */
export type Outcome = 'new' | 'changed' | 'same';

/** A pull that was begun, and how far it got. */
export interface Run {
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly userId: string | null;
  /** Undefined until the service was asked for it. */
  apiVersion: string | null | undefined;
  readonly listed: Summary[];
  readonly strange: Strange[];
  /** Why the list is not whole, as far as it showed. */
  readonly doubts: string[];
  /** Cursor of the page to ask for; null after the last one, undefined before the first. */
  next: string | null | undefined;
  /** Paths that it has fetched or found unchanged, and what came of each. */
  readonly done: Map<string, Outcome>;
  /** Paths that were asked for without success, the longest ago first. They come after all others. */
  readonly tried: Set<string>;
}

export interface Subject extends HeldEntry {
  about: HeldSubject;
  readonly files: Map<string, HeldFile>;
}

/** The folder as the manifest and the journal have it. Reading it changes nothing on disk. */
export interface Folder {
  readonly disk: Disk;
  readonly userId: string | null;
  readonly subjects: ReadonlyMap<string, Subject>;
  /** When a path was last compared with the service, in milliseconds since 1970. */
  checked(path: string): number | undefined;
  /** The pull that did not come to its end. */
  readonly unfinished: Run | undefined;
  /** There is something of toile's in it. */
  readonly isMirror: boolean;
}

/** A page of the list, as a run remembers it. */
export interface Page {
  readonly designs: readonly Summary[];
  readonly strange: readonly Strange[];
  readonly next: string | null;
  readonly doubt?: string;
}

/** What a file is of, beside its bytes. */
export type About = Omit<HeldFile, 'sha256' | 'fetched'>;

/** A folder that is being written to. */
export interface Writing extends Folder {
  begin(run: Pick<Run, 'key' | 'at' | 'userId'>): Promise<Run>;
  /** Remembers the version of the interface that the service states. */
  learnVersion(version: string | null): Promise<void>;
  page(page: Page): Promise<void>;
  /** Makes the subject known, or its summary new. The folder that it has stays. */
  know(of: SubjectId, summary: Summary | undefined): Promise<Subject>;
  /** Says that its files are in another folder from now on. Moves nothing. */
  rename(subject: Subject, folder: string): Promise<void>;
  store(subject: Subject, name: string, content: string, about: About): Promise<void>;
  /** The same for a file that has come in and was digested on its way. */
  take(subject: Subject, name: string, came: Incoming, sha256: string, about: About): Promise<void>;
  /** Remembers that the service has a file which is not wanted here: its design is not gone. */
  markFound(subject: Subject, name: string): Promise<void>;
  /** Remembers that files were asked for without success; of a subject that is gone all of them, in their order. */
  markTried(subject: Subject, names: readonly string[]): Promise<void>;
  /** Takes from what a run has done the files that a loss of power took back. */
  verify(run: Run): Promise<void>;
  /** Puts subjects that the service no longer has where they can be had again, under that name. */
  putAside(gone: readonly Subject[], stamp: string): Promise<void>;
  /**
   * Writes the manifest where it changed. A run that is not finished stays in the journal; one that stopped at its
   * number of requests has been reported, so what it fetched counts as unchanged from then on.
   */
  settle(end: 'finished' | 'stopped' | 'broken'): Promise<void>;
}

export const pathOf = ({ about }: Pick<Subject, 'about'>, name: string): string => `${about.folder}/${name}`;

/** Those of which something is held. */
export const held = ({ subjects }: Pick<Folder, 'subjects'>): readonly Subject[] =>
  [...subjects.values()].filter(({ files }) => files.size > 0);
