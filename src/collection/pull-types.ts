import type { GarmentId } from '../platform/branded.ts';
import type { ShellSafe } from '../platform/escape/shell.ts';
import type { ExportDriver, Profile, Routes } from '../service/client/index.ts';
import type { RequestPacer } from '../service/rate-limit/rate-limiters.ts';
import type { IncomingFile } from './collection-disk.ts';
import type { CollectionTools, CollectionWriter } from './collection-types.ts';

import type { PullSelection } from './plan-pull.ts';
import type { RenamedFolder } from './remove-gone.ts';
import type { RequestSender } from './request-budget.ts';

/** One page of the design list, with items that are not checked, and the cursor of the next page. */
export interface DesignListPage {
  readonly designs: readonly unknown[];
  readonly next: string | null;
}

/**
 * Yields the pages of the account's designs after the cursor `before`, newest first. Each request goes through `send`.
 * Throws IncompleteList after the last page if designs may be missing.
 */
export type DesignLister = (
  before: string | undefined,
  send: RequestSender['send'],
) => AsyncIterable<DesignListPage>;

/** The progress of a pull, for the display. */
export interface PullProgress {
  /** The number of completed designs and garments. */
  readonly subjects: number;
  /** The number of all designs and garments; 0 while the list is being read. */
  readonly of: number;
  readonly requests: number;
  readonly elapsedMs: number;
  /** The estimated remaining milliseconds; undefined while the list is being read. */
  readonly leftMs: number | undefined;
  /** True during a wait for the rate limit. */
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
  /** Unchanged files that were checked less than this many milliseconds ago are skipped. */
  readonly maxAgeMs: number | undefined;
  /** The maximum number of requests (--max-requests); undefined for no limit. */
  readonly maxRequests: number | undefined;
  /** The number of requests in the rate-limit window that the pull leaves for other commands. */
  readonly reserve: number;
  /**
   * What happens to files of designs that the service no longer has: they are kept (`no`), removed after consent if
   * they are many (`some`), or always removed (`all`).
   */
  readonly remove: 'no' | 'some' | 'all';
  /** Archived files are deleted if they were removed longer ago than this, in milliseconds; undefined for never. */
  readonly pruneMs: number | undefined;
}

/** The functions by which a pull asks the user and reports its progress. */
export interface PullObserver {
  /** Asks whether to remove `gone` of `of` designs and garments. Returns undefined without a terminal to ask on. */
  confirmRemoval(gone: number, of: number): Promise<boolean | undefined>;
  onProgress(progress: PullProgress): void;
}

/** The options of a pull together with the folder, the service, the clock and the rate limit. */
export interface PullInput extends PullOptions, PullObserver {
  readonly folder: CollectionWriter;
  readonly tools: CollectionTools;
  readonly api: Routes;
  /**
   * Identifies service and credential without containing a secret. A pull is resumed only with the same service and
   * credential.
   */
  readonly caller: string;
  readonly pace: RequestPacer;
  readonly signal: AbortSignal;
  random(): number;
  readonly list: DesignLister;
  /**
   * Downloads an export into `sink` and returns its digest and record (specification 2.10). Each request goes through
   * `send`, because an expired link must be requested again.
   */
  downloadExport(
    id: string,
    what: { readonly profile: Profile; readonly driver: ExportDriver },
    sink: IncomingFile['sink'],
    send: RequestSender['send'],
  ): Promise<{ readonly sha256: string; readonly record: unknown }>;
  /** The beginning of a command line that uses the same service, for example `toile --sandbox`. */
  readonly toile: ShellSafe;
  /** Returns the message and code of any error. */
  explain(error: unknown): { readonly message: string; readonly code: string };
}

/** Something that a pull could not do: fetch a file or design, read the whole list, or remove gone designs. */
export interface PullFailure {
  readonly kind: 'design' | 'garment' | 'list' | 'removal';
  readonly id: string | null;
  readonly name: string | null;
  /** The path of the file, relative to the pulled folder; null if no single file failed. */
  readonly file: string | null;
  readonly why: string;
  readonly code: string;
}

/** What a pull found, wrote and removed. */
export interface PullResult {
  /** The number of designs and garments that had to be fetched. */
  readonly subjects: number;
  /** The paths of new files, relative to the pulled folder. */
  readonly new: readonly string[];
  /** The paths of changed files. */
  readonly changed: readonly string[];
  /** The number of files that were checked and are the same. */
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
  /** True if the pull continued an unfinished one. */
  readonly resumed: boolean;
}
