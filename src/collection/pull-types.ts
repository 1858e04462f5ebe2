import type { GarmentId } from '../platform/branded.ts';
import type { ShellSafe } from '../platform/escape/shell.ts';
import type { ExportDriver, Profile, Routes } from '../service/client/index.ts';
import type { RequestPacer } from '../service/rate-limit/rate-limiters.ts';
import type { IncomingFile } from './collection-disk.ts';
import type { CollectionTools, CollectionWriter } from './collection-types.ts';

import type { PullSelection } from './plan-pull.ts';
import type { RenamedFolder } from './remove-gone.ts';
import type { RequestSender } from './request-budget.ts';

/** One page of the design list, unchecked. */
export interface DesignListPage {
  readonly designs: readonly unknown[];
  readonly next: string | null;
}

/**
 * Lists the designs of the caller from a cursor on, newest first. Each request goes through `send`. Throws
 * Incomplete after the last page if the list is not complete.
 */
export type DesignLister = (
  before: string | undefined,
  send: RequestSender['send'],
) => AsyncIterable<DesignListPage>;

/** The progress of a pull. */
export interface PullProgress {
  readonly subjects: number;
  readonly of: number;
  readonly requests: number;
  readonly elapsedMs: number;
  /** Undefined while the list is being read. */
  readonly leftMs: number | undefined;
  readonly waiting: boolean;
}

/** The selection, limits and removal rules of a pull. */
export interface PullOptions {
  readonly selection: PullSelection;
  /** Garment ids, in addition to the designs. */
  readonly garments: readonly GarmentId[];
  /** Ids, unique prefixes of ids, or names; empty for every design, undefined for none. */
  readonly designs: readonly string[] | undefined;
  /** Milliseconds since 1970. Older designs are skipped. */
  readonly since: number | undefined;
  /** Unchanged files that were checked less than this long ago are skipped. */
  readonly maxAgeMs: number | undefined;
  readonly maxRequests: number | undefined;
  readonly reserve: number;
  /**
   * Selects what happens to files of designs that the service no longer has: they are kept, removed, or
   * removed even if they are a large part of the folder.
   */
  readonly remove: 'no' | 'some' | 'all';
  /** Archived files that were removed longer ago than this are deleted. */
  readonly pruneMs: number | undefined;
}

/** The user interface of a pull. */
export interface PullObserver {
  /** Asks whether to remove `gone` of `of` subjects; undefined without a terminal to ask on. */
  confirmRemoval(gone: number, of: number): Promise<boolean | undefined>;
  onProgress(progress: PullProgress): void;
}

/** Everything that a pull needs. */
export interface PullInput extends PullOptions, PullObserver {
  readonly folder: CollectionWriter;
  readonly tools: CollectionTools;
  readonly api: Routes;
  /** Identifies account and service: a pull resumes only under the same ones. Contains no secret. */
  readonly caller: string;
  readonly pace: RequestPacer;
  readonly signal: AbortSignal;
  random(): number;
  readonly list: DesignLister;
  /**
   * Downloads a governed export into `sink` and returns its digest and record (2.10). Each request goes
   * through `send`, because a link that expires takes another one.
   */
  downloadExport(
    id: string,
    what: { readonly profile: Profile; readonly driver: ExportDriver },
    sink: IncomingFile['sink'],
    send: RequestSender['send'],
  ): Promise<{ readonly sha256: string; readonly record: unknown }>;
  /** The command line prefix that reaches the same service. */
  readonly toile: ShellSafe;
  /** Describes any error. */
  explain(error: unknown): { readonly message: string; readonly code: string };
}

/** One file, design, list or removal that failed. */
export interface PullFailure {
  readonly kind: 'design' | 'garment' | 'list' | 'removal';
  readonly id: string | null;
  readonly name: string | null;
  /** Relative to the folder. */
  readonly file: string | null;
  readonly why: string;
  readonly code: string;
}

/** The result of a pull. */
export interface PullResult {
  /** Designs and garments. */
  readonly subjects: number;
  /** Paths relative to the folder. */
  readonly new: readonly string[];
  readonly changed: readonly string[];
  readonly unchanged: number;
  readonly failed: readonly PullFailure[];
  /** Subjects in the folder that the service no longer has. */
  readonly gone: readonly {
    readonly kind: 'design' | 'garment';
    readonly id: string;
    readonly removed: boolean;
  }[];
  /** Directories that an older version of toile had named; relative to the folder. */
  readonly renamed: readonly RenamedFolder[];
  /** Number of deleted archives of old removals. */
  readonly pruned: number;
  /** Files that --max-requests left for the next pull; null if the list was not read to its end. */
  readonly left: number | null;
  readonly requests: number;
  readonly seconds: number;
  readonly resumed: boolean;
}
