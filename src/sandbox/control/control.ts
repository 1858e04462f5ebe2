/** A purchase as `sandbox status` lists it. */
export interface PurchaseSummary {
  readonly purchase_id: string;
  readonly design_id: string;
  readonly status: string;
  readonly amount: number | null;
  readonly currency: string | null;
}

/** Where the world stands. */
export interface SandboxStatus {
  /** The sandbox's clock, ISO. */
  readonly now: string;
  /** How far it was moved ahead, in milliseconds. */
  readonly offset_ms: number;
  readonly scenario: string | null;
  readonly designs: number;
  readonly house_garments: number;
  readonly exports: number;
  readonly purchases: readonly PurchaseSummary[];
  /** Names of revoked keys. */
  readonly revoked: readonly string[];
  readonly rate: { readonly limit: number; readonly window_ms: number };
}

/** Steers a sandbox, in this process or through its control routes. Each answers with the status after. */
export interface SandboxControl {
  status(): Promise<SandboxStatus>;
  /** Back to the first day: clock, scenario, exports, purchases and keys. */
  reset(): Promise<SandboxStatus>;
  /** Moves the clock ahead; more than 0 ms, at most ten years at a time. */
  advance(ms: number): Promise<SandboxStatus>;
  /** Pays a purchase as the checkout page does; without an id, the latest that waits for payment. */
  pay(purchaseId?: string): Promise<PurchaseSummary>;
  /** One of `SCENARIOS`, or undefined for a good day. */
  scenario(name: string | undefined): Promise<SandboxStatus>;
  /** Revokes a sample key, by its name or its value. */
  revoke(key: string): Promise<SandboxStatus>;
}

export type SandboxErrorCode =
  | 'unknown_purchase'
  | 'nothing_to_pay'
  | 'not_payable'
  | 'unknown_scenario'
  | 'unknown_key'
  | 'invalid_time'
  | 'control_refused'
  | 'control_unreachable';

/** The sandbox was steered in a way it cannot go; the message says which ways there are. */
export class SandboxError extends Error {
  readonly code: SandboxErrorCode;

  constructor(code: SandboxErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'SandboxError';
    this.code = code;
  }
}
