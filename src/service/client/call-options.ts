import type { Signal } from './platform.ts';
import type { ExportRequest, Profile } from './types.ts';

/** Options of every call. */
export interface CallOptions {
  /** Aborting rejects the call with the signal's reason. */
  readonly signal?: Signal | undefined;
  /** Milliseconds; replaces the timeout of the client. */
  readonly timeout?: number | undefined;
  /** Further headers. They override the headers of the client options. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Selects a page of designs. */
export interface ListOptions extends CallOptions {
  /**
   * The size of the page, at least 1. The default of the service is 20; the specification names no maximum
   * (section 8).
   */
  readonly limit?: number | undefined;
  /** The `next_before` of the previous page; null, as on the last page, is the first page. */
  readonly before?: string | null | undefined;
}

/** Selects the profile of a graph. */
export interface ProfileOptions extends CallOptions {
  /** The service's default is `technical_designer`. */
  readonly profile?: Profile | (string & {}) | undefined;
}

/** A design of the caller, by its uuid, or a garment, by its permanent identity (4.2). */
export interface ReadTarget {
  readonly kind: 'design' | 'garment';
  readonly id: string;
}

/** Options of an export. */
export interface ExportOptions extends ExportRequest, CallOptions {}
