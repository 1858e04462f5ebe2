import type { GarmentId } from '../border/identity.ts';
import type { Typeable } from '../border/shell.ts';
import type { Driver, Profile, Routes } from '../client/index.ts';
import type { Pace } from '../rate-limit/pull-pace.ts';
import type { Incoming } from './disk.ts';
import type { Writing } from './folder-types.ts';
import type { Renamed } from './former-folders.ts';
import type { Wanted } from './plan.ts';
import type { Sender } from './request-budget.ts';
import type { Tools } from './tools.ts';

/** Designs as the list gives them, whatever they hold. */
export interface ListPage {
  readonly designs: readonly unknown[];
  readonly next: string | null;
}

/**
 * The caller's designs from a cursor on, page by page, newest first, each request sent through `send`. Throws an
 * Incomplete behind the last page where the list is not whole.
 */
export type List = (before: string | undefined, send: Sender['send']) => AsyncIterable<ListPage>;

export interface Progress {
  readonly subjects: number;
  readonly of: number;
  readonly requests: number;
  readonly elapsedMs: number;
  /** Undefined while the list is still being read. */
  readonly leftMs: number | undefined;
  readonly waiting: boolean;
}

export interface PullOptions {
  readonly wanted: Wanted;
  /** GARM identities beside the designs. */
  readonly garments: readonly GarmentId[];
  /** Ids, unique beginnings of ids or names; empty for every design, undefined for none. */
  readonly designs: readonly string[] | undefined;
  /** Milliseconds since 1970; older designs are left alone. */
  readonly since: number | undefined;
  /** What was checked less than so many milliseconds ago is left alone, if it still is what was pulled. */
  readonly maxAgeMs: number | undefined;
  readonly maxRequests: number | undefined;
  readonly reserve: number;
  /** What the service has proved gone: kept, removed, or removed even if it is much of the folder. */
  readonly remove: 'no' | 'some' | 'all';
  /** What was removed longer ago than so many milliseconds is forgotten. */
  readonly pruneMs: number | undefined;
}

/** The person beside a pull. */
export interface Asking {
  /** Whether so many of so many are to be removed; undefined where nobody can be asked. */
  consent(gone: number, of: number): Promise<boolean | undefined>;
  tell(progress: Progress): void;
}

export interface Pulling extends PullOptions, Asking {
  readonly folder: Writing;
  readonly tools: Tools;
  readonly api: Routes;
  /** Who asks, and where: a pull goes on only as the same. Holds no secret. */
  readonly caller: string;
  readonly pace: Pace;
  readonly signal: AbortSignal;
  random(): number;
  readonly list: List;
  /**
   * A governed export: its bytes go where they are told to; its digest, and the record of it (2.10). Each request to
   * the service goes through `send`: a link that expires takes another.
   */
  exported(
    id: string,
    what: { readonly profile: Profile; readonly driver: Driver },
    sink: Incoming['sink'],
    send: Sender['send'],
  ): Promise<{ readonly sha256: string; readonly record: unknown }>;
  /** How toile is typed to reach the same service. */
  readonly toile: Typeable;
  /** Any error in words. */
  explain(error: unknown): { readonly message: string; readonly code: string };
}

/** What could not be done: a file of a design or garment, a design that cannot be asked about, the list, the removal. */
export interface PullFailure {
  readonly kind: 'design' | 'garment' | 'list' | 'removal';
  readonly id: string | null;
  readonly name: string | null;
  /** Relative to the folder. */
  readonly file: string | null;
  readonly why: string;
  readonly code: string;
}

export interface Pulled {
  /** Designs and garments. */
  readonly subjects: number;
  /** Paths relative to the folder. */
  readonly new: readonly string[];
  readonly changed: readonly string[];
  readonly unchanged: number;
  readonly failed: readonly PullFailure[];
  /** In the folder, and proved to be no longer in the service. */
  readonly gone: readonly {
    readonly kind: 'design' | 'garment';
    readonly id: string;
    readonly removed: boolean;
  }[];
  /** Folders that an older toile had named; paths relative to the folder. */
  readonly renamed: readonly Renamed[];
  /** Removals of earlier pulls that were forgotten. */
  readonly pruned: number;
  /** Files that were due and that --max-requests left for the next pull; null where the list was not read to its end. */
  readonly left: number | null;
  readonly requests: number;
  readonly seconds: number;
  readonly resumed: boolean;
}
