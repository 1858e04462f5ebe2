import type { GarmentId } from '../platform/branded.ts';
import type { ShellSafe } from '../platform/escape/shell.ts';
import type { ExportDriver, Profile, Routes } from '../service/client/index.ts';
import type { RequestPacer } from '../service/rate-limit/rate-limiters.ts';
import type { IncomingFile } from './collection-disk.ts';
import type { CollectionTools, CollectionWriter } from './collection-types.ts';

import type { PullSelection } from './plan-pull.ts';
import type { RenamedFolder } from './remove-gone.ts';
import type { RequestSender } from './request-budget.ts';

/** One page of the design list. Its items are not checked. */
export interface DesignListPage {
  readonly designs: readonly unknown[];
  readonly next: string | null;
}

/**
 * Yields the pages of the account's designs from a cursor on, newest first. Each request goes through `send`.
 * Throws Incomplete after the last page if the list is not complete.
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
  /** The estimated remaining time; undefined while the list is being read. */
  readonly leftMs: number | undefined;
  readonly waiting: boolean;
}

/** The selection, limits and removal rules of a pull. */
export interface PullOptions {
  readonly selection: PullSelection;
  /** The ids of garments that are pulled in addition to the designs. */
  readonly garments: readonly GarmentId[];
  /** The ids, unique prefixes of ids, or names of designs; empty for every design, undefined for none. */
  readonly designs: readonly string[] | undefined;
  /** Designs created before this time are skipped. In milliseconds since 1970. */
  readonly since: number | undefined;
  /** Unchanged files that were checked less than this long ago are skipped. */
  readonly maxAgeMs: number | undefined;
  readonly maxRequests: number | undefined;
  readonly reserve: number;
  /**
   * What happens to files of designs that the service no longer has: they are kept (`no`), removed after
   * consent if they are many (`some`), or always removed (`all`).
   */
  readonly remove: 'no' | 'some' | 'all';
  /** Archived files are deleted if they were removed longer ago than this. */
  readonly pruneMs: number | undefined;
}

/** The functions by which a pull asks the user and reports its progress. */
export interface PullObserver {
  /**
   * Asks whether to remove `gone` of `of` designs and garments. Returns undefined if there is no terminal to
   * ask on.
   */
  confirmRemoval(gone: number, of: number): Promise<boolean | undefined>;
  onProgress(progress: PullProgress): void;
}

/** Everything that a pull needs. */
export interface PullInput extends PullOptions, PullObserver {
  readonly folder: CollectionWriter;
  readonly tools: CollectionTools;
  readonly api: Routes;
  /** Identifies service and credential without containing a secret. A pull is resumed only with the same ones. */
  readonly caller: string;
  readonly pace: RequestPacer;
  readonly signal: AbortSignal;
  random(): number;
  readonly list: DesignLister;
  /**
   * Downloads an export into `sink` and returns its digest and record (specification 2.10). Each request goes
   * through `send`, because an expired link must be requested again.
   */
  downloadExport(
    id: string,
    what: { readonly profile: Profile; readonly driver: ExportDriver },
    sink: IncomingFile['sink'],
    send: RequestSender['send'],
  ): Promise<{ readonly sha256: string; readonly record: unknown }>;
  /** The command prefix that uses the same service, for example `toile --sandbox`. */
  readonly toile: ShellSafe;
  /** Returns the message and code of any error. */
  explain(error: unknown): { readonly message: string; readonly code: string };
}

/** A failure of a file, a design, the list or the removal. */
export interface PullFailure {
  readonly kind: 'design' | 'garment' | 'list' | 'removal';
  readonly id: string | null;
  readonly name: string | null;
  /** The path of the file, relative to the pulled folder; null if no single file failed. */
  readonly file: string | null;
  readonly why: string;
  readonly code: string;
}

/** The result of a pull. */
export interface PullResult {
  /** The number of designs and garments. */
  readonly subjects: number;
  /** The paths of new files, relative to the pulled folder. */
  readonly new: readonly string[];
  readonly changed: readonly string[];
  readonly unchanged: number;
  readonly failed: readonly PullFailure[];
  /** The designs and garments in the folder that the service no longer has. */
  readonly gone: readonly {
    readonly kind: 'design' | 'garment';
    readonly id: string;
    readonly removed: boolean;
  }[];
  /** The renamed directories, which an older version of toile had named differently. */
  readonly renamed: readonly RenamedFolder[];
  /** The number of archived removals that were deleted. */
  readonly pruned: number;
  /** The number of files that --max-requests left for the next pull; null if the list was not read to its end. */
  readonly left: number | null;
  readonly requests: number;
  readonly seconds: number;
  readonly resumed: boolean;
}
