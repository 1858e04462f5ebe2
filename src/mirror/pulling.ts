import type { Client } from '../client/index.ts';
import type { Summary } from './journal.ts';
import type { SubjectId } from './names.ts';
import type { Pace } from './pace.ts';
import type { Wanted } from './plan.ts';
import type { Tools } from './tools.ts';
import type { Writing } from './writing.ts';

export interface ListPage {
  readonly designs: readonly Summary[];
  readonly next: string | null;
}

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
  readonly garments: readonly string[];
  /** Ids, unique beginnings of ids or names; empty for every design, undefined for none. */
  readonly designs: readonly string[] | undefined;
  /** Milliseconds since 1970; older designs are left alone. */
  readonly since: number | undefined;
  /** What was checked less than so many milliseconds ago is left alone. */
  readonly maxAgeMs: number | undefined;
  readonly maxRequests: number | undefined;
  readonly reserve: number;
  readonly remove: boolean;
}

export interface Pulling extends PullOptions {
  readonly folder: Writing;
  readonly tools: Tools;
  readonly api: Client;
  /** Who asks, and where: a pull goes on only as the same. Holds no secret. */
  readonly caller: string;
  readonly pace: Pace;
  readonly signal: AbortSignal;
  random(): number;
  /** The caller's designs page by page, newest first, from a cursor on. */
  list(before: string | undefined): AsyncIterator<ListPage>;
  /** A governed export: its bytes, and the record of it (2.10). */
  exported(
    id: string,
    what: { readonly profile: string; readonly driver: string },
  ): Promise<{ readonly bytes: Uint8Array; readonly record: unknown }>;
  /** Any error in words. */
  explain(error: unknown): string;
  tell(progress: Progress): void;
}

export interface PullFailure {
  readonly kind: SubjectId['kind'];
  readonly id: string;
  readonly name: string | null;
  readonly file: string;
  readonly why: string;
}

export interface Pulled {
  /** Designs and garments. */
  readonly subjects: number;
  /** Paths relative to the folder. */
  readonly new: readonly string[];
  readonly changed: readonly string[];
  readonly unchanged: number;
  readonly failed: readonly PullFailure[];
  /** In the folder, and no longer in the service. */
  readonly gone: readonly {
    readonly kind: SubjectId['kind'];
    readonly id: string;
    readonly removed: boolean;
  }[];
  /** Files that were due and that --max-requests left for the next pull. */
  readonly left: number;
  readonly requests: number;
  readonly seconds: number;
  readonly resumed: boolean;
}
