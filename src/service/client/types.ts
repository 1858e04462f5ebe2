/**
 * The bodies of the service, as the interface specification shows them. An open object keeps members that
 * the specification does not show. With a `parse` option, a number here may be an object that preserves how
 * it is written.
 */

import type { ExportDriver, Profile, Resource } from './resources.ts';

/** The provenance of a value (section 3). */
export type ProvenanceState = 'asserted' | 'inferred' | 'unstated';

export type { ExportDriver, Profile, Resource };

/** An object that may have members that the specification does not show. */
export interface OpenObject {
  readonly [member: string]: unknown;
}

/** The body of `GET /v1` (2.2). */
export interface Index extends OpenObject {
  readonly name: string;
  /** API version, a date: `2026-09-15` (section 9). */
  readonly version: string;
  readonly documentation: string;
  readonly authentication: string;
  readonly endpoints: readonly {
    readonly method: string;
    readonly path: string;
    readonly scope: string;
    readonly description: string;
  }[];
}

/** The body of `GET /v1/me` (2.3). */
export interface Me extends OpenObject {
  readonly user_id: string;
  /** `api_key` or `oauth`. */
  readonly via: string;
  /** Each one of `read`, `export`, `generate`. */
  readonly scopes: readonly string[];
  /** Plan identifier; its values are not shown. */
  readonly plan: string;
}

/** A design in a list (2.4). */
export interface DesignSummary extends OpenObject {
  /** uuid */
  readonly id: string;
  readonly name: string | null;
  /** Free text, not an enumeration. */
  readonly garment_category: string | null;
  /** Permanent identity `GARM-<n>` once minted (2.6); digits are text, never a number. */
  readonly sgg_garment_id: string | null;
  /** ISO date-time. */
  readonly created_at: string;
}

/** A page of designs, newest first (2.5). */
export interface DesignList extends OpenObject {
  readonly designs: readonly DesignSummary[];
  /** Opaque cursor for `before`, or null on the last page. */
  readonly next_before: string | null;
}

/** A fact of a published house garment (2.7). */
export interface Fact extends OpenObject {
  readonly field: string;
  readonly value: unknown;
  readonly state: ProvenanceState;
}

/** A garment graph (2.7). The specification does not show the contents of a node. */
export interface GarmentGraph extends OpenObject {
  readonly garment_id?: string;
  readonly profile?: string;
  readonly nodes?: readonly unknown[];
  /** Published house garments only. */
  readonly facts?: readonly Fact[];
}

/** The body of a tailor brief, Design Trust or confirmations (2.8). The specification shows no members. */
export type ResourceBody = OpenObject;

/** The body of an export request (2.9). */
export interface ExportRequest {
  /** The service's default is `technical_designer`. */
  readonly profile?: Profile | (string & {}) | undefined;
  /** The service's default is `illustrator_svg_stage1`, a layered SVG; `json` is a JSON export. */
  readonly driver?: ExportDriver | (string & {}) | undefined;
}

/** The body of an export (2.10), status 201. Each of these members may be absent. */
export interface ExportResult extends OpenObject {
  /** The export record; its fields are not shown. */
  readonly export?: OpenObject;
  /** A secret for one hour: keep it out of logs, names and caches. */
  readonly download_url?: string;
  /** ISO date-time. */
  readonly expires_at?: string;
}

/**
 * The body of a Tech Pack request (2.11). The specification names no required members and no allowed
 * values, so nothing is checked.
 */
export interface TechPackRequest extends OpenObject {
  /** Free text. */
  readonly brand?: string;
  /** Open; its values are not shown. */
  readonly sizeSelection?: OpenObject;
  /** Free text. */
  readonly designerNotes?: string;
  /** Its values are not shown. */
  readonly pieceScope?: string;
}

/** The body of a Tech Pack request that the plan covers (2.12), status 202. */
export interface TechPackComposing extends OpenObject {
  readonly status: 'composing';
  readonly purchase_id: string | null;
  readonly design_id: string;
  readonly message: string;
}

/**
 * The body of a Tech Pack request that has to be paid (2.13), status 402. It is a result, not an error.
 */
export interface TechPackPaymentRequired extends OpenObject {
  readonly status: 'payment_required';
  readonly purchase_id: string | null;
  readonly checkout_url: string;
  readonly amount: number | null;
  readonly currency: string;
  readonly label: string | null;
  readonly message: string;
}

/** The body of `GET /v1/tech-packs/{purchaseId}` (2.14). */
export interface TechPackStatus extends OpenObject {
  readonly purchase_id: string;
  /** The purchase status. The specification does not list all values. */
  readonly status: string;
  readonly design_id: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly pack:
    | (OpenObject & {
        readonly id: string;
        readonly version: number | null;
        /** The single readiness condition. */
        readonly ready: boolean;
        readonly composer_status: string | null;
        readonly compose_status: string | null;
      })
    | null;
  /** Present once fulfilled; its link lives one hour and is a bearer secret. */
  readonly pdf?: (OpenObject & { readonly download_url: string; readonly expires_at: string }) | null;
  readonly paid_at: string | null;
  readonly fulfilled_at: string | null;
}
