/**
 * The shapes of the service, as the interface specification shows them.
 * An object marked open has members that the specification does not show; they are kept.
 * Where a client is given its own `parse`, what is a number here may be an object that keeps the lexeme.
 */

import type { Driver, Profile, Resource } from './resources.ts';

/** Provenance of a value (specification section 3). */
export type State = 'asserted' | 'inferred' | 'unstated';

export type { Driver, Profile, Resource };

/** An object whose members the specification does not (all) show. */
export interface Open {
  readonly [member: string]: unknown;
}

/** Answer of `GET /v1` (2.2). */
export interface Index extends Open {
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

/** Answer of `GET /v1/me` (2.3). */
export interface Me extends Open {
  readonly user_id: string;
  /** `api_key` or `oauth`. */
  readonly via: string;
  /** Each one of `read`, `export`, `generate`. */
  readonly scopes: readonly string[];
  /** Plan identifier; its values are not shown. */
  readonly plan: string;
}

/** One design in a list (2.4). */
export interface DesignSummary extends Open {
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

/** One page of designs, newest first (2.5). */
export interface DesignList extends Open {
  readonly designs: readonly DesignSummary[];
  /** Opaque cursor for `before`, or null on the last page. */
  readonly next_before: string | null;
}

/** A garment graph (2.7): open; the contents of a node are not shown. */
export interface GarmentGraph extends Open {
  readonly garment_id?: string;
  readonly profile?: string;
  readonly nodes?: readonly unknown[];
  /** Published house garments only. */
  readonly facts?: readonly unknown[];
}

/** Tailor brief, Design Trust or confirmations (2.8): open, no field is shown. */
export type ResourceBody = Open;

/** Body of an export request (2.9). */
export interface ExportRequest {
  /** The service's default is `technical_designer`. */
  readonly profile?: Profile | (string & {});
  /** The service's default is `illustrator_svg_stage1`, a layered SVG; `json` is a JSON export. */
  readonly driver?: Driver | (string & {});
}

/** Answer 201 of an export (2.10): open; these members are known, but not said to be always there. */
export interface ExportResult extends Open {
  /** The export record; its fields are not shown. */
  readonly export?: Open;
  /** A bearer secret for one hour: not for logs, names or caches. */
  readonly download_url?: string;
  /** ISO date-time. */
  readonly expires_at?: string;
}

/** Body of a Tech Pack request (2.11). Required fields and allowed values are not shown: passed through. */
export interface TechPackRequest extends Open {
  /** Free text. */
  readonly brand?: string;
  /** Open; its values are not shown. */
  readonly sizeSelection?: Open;
  /** Free text. */
  readonly designerNotes?: string;
  /** Its values are not shown. */
  readonly pieceScope?: string;
}

/** Answer 202 of a Tech Pack request (2.12). */
export interface TechPackComposing extends Open {
  readonly status: 'composing';
  readonly purchase_id: string | null;
  readonly design_id: string;
  readonly message: string;
}

/** Answer 402 of a Tech Pack request (2.13): an answer, not an error. */
export interface TechPackPaymentRequired extends Open {
  readonly status: 'payment_required';
  readonly purchase_id: string | null;
  readonly checkout_url: string;
  readonly amount: number | null;
  readonly currency: string;
  readonly label: string | null;
  readonly message: string;
}

/** Answer of `GET /v1/tech-packs/{purchaseId}` (2.14). */
export interface TechPackStatus extends Open {
  readonly purchase_id: string;
  /** The full list of words is not shown. */
  readonly status: string;
  readonly design_id: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly pack:
    | (Open & {
        readonly id: string;
        readonly version: number | null;
        /** The single readiness condition. */
        readonly ready: boolean;
        readonly composer_status: string | null;
        readonly compose_status: string | null;
      })
    | null;
  /** Present once fulfilled; its link lives one hour and is a bearer secret. */
  readonly pdf?: (Open & { readonly download_url: string; readonly expires_at: string }) | null;
  readonly paid_at: string | null;
  readonly fulfilled_at: string | null;
}
