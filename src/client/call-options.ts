import type { Signal } from './platform.ts';
import type { ExportRequest, Profile } from './types.ts';

/** What every call takes. */
export interface CallOptions {
  /** Aborting rejects the call with the signal's reason. */
  readonly signal?: Signal | undefined;
  /** Milliseconds, in place of the client's own. */
  readonly timeout?: number | undefined;
  /** Beside the client's own, and before them. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Which page of designs. */
export interface ListOptions extends CallOptions {
  /** At least 1; the service's default is 20 and its maximum is not shown (section 8). */
  readonly limit?: number | undefined;
  /** The `next_before` of the page before. */
  readonly before?: string | undefined;
}

/** Whom a graph is made for. */
export interface ProfileOptions extends CallOptions {
  /** The service's default is `technical_designer`. */
  readonly profile?: Profile | (string & {}) | undefined;
}

/** A design of the caller by its uuid, or a garment by its permanent identity (4.2). */
export interface Readable {
  readonly kind: 'design' | 'garment';
  readonly id: string;
}

/** What is exported. */
export interface ExportOptions extends ExportRequest, CallOptions {}
