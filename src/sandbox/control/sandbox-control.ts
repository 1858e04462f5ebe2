/** A purchase as `toile sandbox status` lists it. */
export interface PurchaseSummary {
  readonly purchase_id: string;
  readonly design_id: string;
  readonly status: string;
  readonly amount: number | null;
  readonly currency: string | null;
}

/** The state of a sandbox as `toile sandbox status` prints it. */
export interface SandboxStatus {
  /** The time of the clock of the sandbox, in ISO format. */
  readonly now: string;
  /** Milliseconds by which the clock was moved ahead. */
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

/**
 * Controls a sandbox, in this process or through its control routes. Each method except `pay` returns the
 * status after the change.
 */
export interface SandboxControl {
  status(): Promise<SandboxStatus>;
  /** Resets clock, scenario, exports, purchases and keys to the start. */
  reset(): Promise<SandboxStatus>;
  /** Moves the clock ahead by more than 0 ms and at most ten years. */
  advance(ms: number): Promise<SandboxStatus>;
  /**
   * Pays a purchase like the checkout page. Without an id it pays the latest purchase that waits for
   * payment.
   */
  pay(purchaseId?: string): Promise<PurchaseSummary>;
  /** Starts one of `SANDBOX_SCENARIOS`; undefined ends the scenario. */
  scenario(name: string | undefined): Promise<SandboxStatus>;
  /** Revokes a sample key, given by its name or its value. */
  revoke(key: string): Promise<SandboxStatus>;
}

/** The reasons for which the control of a sandbox refuses a call. */
export type SandboxErrorCode =
  | 'unknown_purchase'
  | 'nothing_to_pay'
  | 'not_payable'
  | 'unknown_scenario'
  | 'unknown_key'
  | 'invalid_time'
  | 'control_refused'
  | 'control_unreachable';

/** A refused call to the control of a sandbox. The message lists what is possible. */
export class SandboxError extends Error {
  readonly code: SandboxErrorCode;

  constructor(code: SandboxErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'SandboxError';
    this.code = code;
  }
}
