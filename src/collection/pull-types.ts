import type { GarmentId } from '../platform/branded.ts';
import type { ShellSafe } from '../platform/escape/shell.ts';
import type { ExportDriver, Profile, Routes } from '../service/client/index.ts';
import type { RequestPacer } from '../service/rate-limit/rate-limiters.ts';
import type { IncomingFile } from './collection-disk.ts';
import type { CollectionTools, CollectionWriter } from './collection-types.ts';

import type { FileSelection } from './plan-pull.ts';
import type { RenamedFolder } from './remove-gone.ts';
import type { RequestSender } from './request-budget.ts';

/** One page of the design list. Its designs are as the service sent them and not yet validated. */
export interface DesignListPage {
  readonly designs: readonly unknown[];
  readonly next: string | null;
}

/**
 * Yields the pages of the account's designs after the cursor, newest first. Each request uses `send`. Throws
 * IncompleteList after the last page if designs may be missing.
 */
export type DesignLister = (
  cursor: string | undefined,
  send: RequestSender['send'],
) => AsyncIterable<DesignListPage>;

/** The progress of a running pull, for display. */
export interface PullProgress {
  readonly subjects: number;
  /** The number of all designs and garments; 0 while the list is being read. */
  readonly total: number;
  readonly requests: number;
  readonly elapsedMs: number;
  /** The estimated remaining milliseconds; undefined while the list of designs is being read. */
  readonly remainingMs: number | undefined;
  /** True while the pull waits for the rate limit. */
  readonly isWaiting: boolean;
}

/** The selection, limits and removal rules of a pull. */
export interface PullOptions {
  readonly selection: FileSelection;
  /** The garments that are pulled in addition to the designs. */
  readonly garments: readonly GarmentId[];
  /**
   * The ids, unique prefixes of ids, or names of the designs to pull. An empty list selects every design, and undefined
   * selects none.
   */
  readonly designs: readonly string[] | undefined;
  /** Designs that were created before this time (milliseconds since 1970) are skipped. */
  readonly since: number | undefined;
  /** Unchanged files that were checked less than this many milliseconds ago are skipped. */
  readonly maxAgeMs: number | undefined;
  readonly maxRequests: number | undefined;
  /** The number of requests in each rate-limit window that the pull leaves free for other commands. */
  readonly reserve: number;
  /**
   * Whether designs that the service no longer has are removed from the folder. `no`: never. `some`: up to a third of
   * the folder; more only if the user consents. `all`: always.
   */
  readonly remove: 'no' | 'some' | 'all';
  /** The age in milliseconds at which removed designs are deleted from the archive; undefined for never. */
  readonly pruneMs: number | undefined;
}

/** The functions by which a pull asks the user and reports its progress. */
export interface PullInteraction {
  /**
   * Asks whether to remove `goneCount` of `total` designs and garments. Returns undefined if toile cannot ask the user.
   */
  confirmRemoval(goneCount: number, total: number): Promise<boolean | undefined>;
  onProgress(progress: PullProgress): void;
}

/** Everything that a pull needs: its options, the folder, the service, the clock and the rate limit. */
export interface PullInput extends PullOptions, PullInteraction {
  readonly folder: CollectionWriter;
  readonly tools: CollectionTools;
  readonly api: Routes;
  /** A digest of the service address and the credential. An unfinished pull with another digest is not resumed. */
  readonly callerDigest: string;
  readonly pacer: RequestPacer;
  readonly signal: AbortSignal;
  random(): number;
  readonly list: DesignLister;
  /**
   * Downloads an export into `sink`. Returns its digest and the service's record of the export (specification 2.10).
   * `send` requests the download link, and requests a new link if the first one expires.
   */
  downloadExport(
    id: string,
    spec: { readonly profile: Profile; readonly driver: ExportDriver },
    sink: IncomingFile['sink'],
    send: RequestSender['send'],
  ): Promise<{ readonly sha256: string; readonly record: unknown }>;
  /** The first words of suggested commands, for example `toile --sandbox`. */
  readonly toile: ShellSafe;
  explain(error: unknown): { readonly message: string; readonly code: string };
}

/**
 * A failure in a pull: a file or design could not be fetched, the list of designs could not be read to its end, or
 * designs that the service no longer has could not be removed from the folder.
 */
export interface PullFailure {
  readonly kind: 'design' | 'garment' | 'list' | 'removal';
  readonly id: string | null;
  readonly name: string | null;
  /** The path of the file, relative to the pulled folder; null if the failure does not belong to one file. */
  readonly file: string | null;
  readonly why: string;
  readonly code: string;
}

/** The result of a pull: the files that it wrote, failures, and designs and garments that are gone or renamed. */
export interface PullResult {
  /** The number of designs and garments that the pull had to fetch. */
  readonly subjects: number;
  /** The paths of new files, relative to the pulled folder. */
  readonly new: readonly string[];
  readonly changed: readonly string[];
  readonly unchanged: number;
  readonly failed: readonly PullFailure[];
  readonly gone: readonly {
    readonly kind: 'design' | 'garment';
    readonly id: string;
    readonly removed: boolean;
  }[];
  readonly renamed: readonly RenamedFolder[];
  /** The number of dated folders that `--prune` deleted from the archive of removed designs. */
  readonly pruned: number;
  /**
   * The number of files that the pull left to the next pull because of --max-requests. It is null if the design list
   * was not read to its end.
   */
  readonly left: number | null;
  readonly requests: number;
  readonly seconds: number;
  readonly resumed: boolean;
}
