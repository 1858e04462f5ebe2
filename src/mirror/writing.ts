import type { Summary } from './journal.ts';
import type { HeldFile, HeldSubject } from './manifest.ts';
import type { SubjectId } from './names.ts';

/** A pull that was begun, and how far it got. */
export interface Run {
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly userId: string | null;
  readonly apiVersion: string | null;
  readonly listed: Summary[];
  /** Cursor of the page to ask for; null after the last one, undefined before the first. */
  next: string | null | undefined;
  /** Paths that it has fetched or found unchanged, and what came of each. */
  readonly done: Map<string, 'new' | 'changed' | 'same'>;
}

export interface Subject {
  readonly of: SubjectId;
  about: Omit<HeldSubject, 'files'>;
  readonly files: Map<string, HeldFile>;
}

/** The folder as the manifest and the journal have it. Reading it changes nothing on disk. */
export interface Folder {
  readonly root: string;
  readonly userId: string | null;
  readonly subjects: ReadonlyMap<string, Subject>;
  /** When a path was last compared with the service, in milliseconds since 1970. */
  checked(path: string): number | undefined;
  /** The pull that did not come to its end. */
  readonly unfinished: Run | undefined;
  /** There is something of toile's in it. */
  readonly isMirror: boolean;
}

/** A folder that is being written to. */
export interface Writing extends Folder {
  begin(run: Omit<Run, 'listed' | 'done' | 'next'>): Promise<Run>;
  page(designs: readonly Summary[], next: string | null): Promise<void>;
  /** Makes the subject known, or its summary new. The folder that it has stays. */
  know(of: SubjectId, summary: Summary | undefined): Promise<Subject>;
  store(
    subject: Subject,
    name: string,
    content: string | Uint8Array,
    about: Omit<HeldFile, 'sha256' | 'fetched'>,
  ): Promise<void>;
  /** Takes from what a run has done the files that a loss of power took back. */
  verify(run: Run): Promise<void>;
  /** The digest of the file on disk; undefined where there is none. */
  onDisk(subject: Subject, name: string): Promise<string | undefined>;
  forget(subject: Subject): Promise<void>;
  /** Writes the manifest where it changed. An unfinished run stays in the journal. */
  settle(finished: boolean): Promise<void>;
}
