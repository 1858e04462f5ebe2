/**
 * The request and response bodies of the service, as the specification shows them. A body may have further members
 * (OpenObject). With a `parse` option, a value with the type `number` may be an object that keeps the digits of the
 * number.
 */

import type { ExportDriver, Profile, Resource } from './resources.ts';

/**
 * The provenance of a value (specification section 3). `asserted`: the designer stated it. `inferred`: the service
 * derived it. `unstated`: neither of them gave it.
 */
export type ProvenanceState = 'asserted' | 'inferred' | 'unstated';

export type { ExportDriver, Profile, Resource };

/** A JSON object. It may have members that the specification does not name. */
export interface OpenObject {
  readonly [member: string]: unknown;
}

/** The body of `GET /v1` (specification 2.2): the name, API version and routes of the service. */
export interface Index extends OpenObject {
  readonly name: string;
  /** The API version, a date such as `2026-09-15` (specification section 9). */
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

/** The body of `GET /v1/me` (specification 2.3): the user id, the kind of credential, its scopes and the plan. */
export interface Me extends OpenObject {
  readonly user_id: string;
  /** The kind of credential: `api_key` or `oauth`. */
  readonly via: string;
  /** The scopes of the credential: `read`, `export` or `generate`. */
  readonly scopes: readonly string[];
  /** The id of the plan. The specification does not list the values. */
  readonly plan: string;
}

/** A design in a page of designs (specification 2.4). */
export interface DesignSummary extends OpenObject {
  /** The id of the design, a uuid. */
  readonly id: string;
  readonly name: string | null;
  /** The category of the garment. It is a free text. */
  readonly garment_category: string | null;
  /** The garment id `GARM-<n>` of a minted design (specification 2.6), or null. It is never a number. */
  readonly sgg_garment_id: string | null;
  /** The creation time as an ISO date-time. */
  readonly created_at: string;
}

/** A page of designs, newest first (specification 2.5). */
export interface DesignList extends OpenObject {
  readonly designs: readonly DesignSummary[];
  /**
   * The cursor to pass as `before` to get the next page; null on the last page. The specification does not define its
   * form.
   */
  readonly next_before: string | null;
}

/** A fact of a published garment (specification 2.7): a value and, in `state`, its provenance. */
export interface Fact extends OpenObject {
  readonly field: string;
  readonly value: unknown;
  readonly state: ProvenanceState;
}

/** A garment graph (specification 2.7): nodes and facts. The specification does not show the members of a node. */
export interface GarmentGraph extends OpenObject {
  readonly garment_id?: string;
  readonly profile?: string;
  readonly nodes?: readonly unknown[];
  /** The facts of the garment. Only a house garment (a garment that the service publishes) has them. */
  readonly facts?: readonly Fact[];
}

/** The body of a tailor brief, Design Trust or confirmations. The specification (2.8) does not show its members. */
export type ResourceBody = OpenObject;

/** The body of an export request (specification 2.9). */
export interface ExportRequest {
  /** The profile (default of the service: `technical_designer`). */
  readonly profile?: Profile | (string & {}) | undefined;
  /** The format of the export: `illustrator_svg_stage1`, a layered SVG (default of the service), or `json`. */
  readonly driver?: ExportDriver | (string & {}) | undefined;
}

/**
 * The body of the response to an export request (specification 2.10), status 201. The service may leave out any of the
 * members below.
 */
export interface ExportResult extends OpenObject {
  /** The export record. The specification does not show its members. */
  readonly export?: OpenObject;
  /** The link to the document. It is a secret for one hour, so keep it out of logs, names and caches. */
  readonly download_url?: string;
  /** The time when the link expires, as an ISO date-time. */
  readonly expires_at?: string;
}

/** The body of a Tech Pack request (specification 2.11). Every member is optional, and others may be added. */
export interface TechPackRequest extends OpenObject {
  /** The name of the brand, a free text. */
  readonly brand?: string;
  /** The selected sizes, as an object. The specification does not show its members. */
  readonly sizeSelection?: OpenObject;
  /** Notes of the designer, a free text. */
  readonly designerNotes?: string;
  /** A free text. The specification gives only the name of this member and no meaning. */
  readonly pieceScope?: string;
}

/**
 * The body of a 202 response to a Tech Pack request (specification 2.12). The plan of the user covers the Tech Pack, so
 * no payment is needed.
 */
export interface TechPackComposing extends OpenObject {
  readonly status: 'composing';
  readonly purchase_id: string | null;
  readonly design_id: string;
  readonly message: string;
}

/** The body of a 402 response to a Tech Pack request (specification 2.13): payment is needed. It is not an error. */
export interface TechPackPaymentRequired extends OpenObject {
  readonly status: 'payment_required';
  readonly purchase_id: string | null;
  readonly checkout_url: string;
  readonly amount: number | null;
  readonly currency: string;
  readonly label: string | null;
  readonly message: string;
}

/** The body of `GET /v1/tech-packs/{purchaseId}` (specification 2.14): the status of a purchase and its Tech Pack. */
export interface TechPackStatus extends OpenObject {
  readonly purchase_id: string;
  /** The status of the purchase. The specification does not list all values. */
  readonly status: string;
  readonly design_id: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly pack:
    | (OpenObject & {
        readonly id: string;
        readonly version: number | null;
        /** True if the Tech Pack can be downloaded. Other members, such as `status`, do not show this. */
        readonly ready: boolean;
        readonly composer_status: string | null;
        readonly compose_status: string | null;
      })
    | null;
  /** The link to the PDF, if the Tech Pack is ready. It works for one hour, for anyone who has the link. */
  readonly pdf?: (OpenObject & { readonly download_url: string; readonly expires_at: string }) | null;
  readonly paid_at: string | null;
  readonly fulfilled_at: string | null;
}
