/** The prices and the status of Tech Pack purchases in the sandbox, and the sample credentials of the sandbox. */

import { SANDBOX_USER_IDS } from '../corpus/sample-garments.ts';
import type { SandboxPurchase, SandboxState } from './sandbox-state.ts';

export const PACK_CURRENCY = 'EUR';
/** The price of a Tech Pack in EUR, without the surcharge. */
export const PACK_BASE_PRICE = 25;
/** The lifetime of a download link in milliseconds (specification section 8). */
export const SANDBOX_LINK_LIFE_MS = 60 * 60 * 1000;
/** Milliseconds that the composition of a Tech Pack takes. */
export const COMPOSE_MS = 20 * 1000;
/** The milliseconds that the composition of a Tech Pack takes in the scenario `slow-pack`. */
export const SLOW_COMPOSE_MS = 60 * 60 * 1000;

/** The status of a Tech Pack purchase, for example `composing`. */
export type SandboxPurchaseStatus = 'payment_required' | 'cancelled' | 'composing' | 'fulfilled' | 'failed';

interface PurchaseState {
  readonly status: SandboxPurchaseStatus;
  /** The time in milliseconds at which the PDF was ready; null while it is not ready. */
  readonly fulfilledAt: number | null;
}

/** Computes the state of a purchase at the time `now`. */
export const computePurchaseState = (purchase: SandboxPurchase, now: number): PurchaseState => {
  const { composition } = purchase;
  if (composition === undefined) {
    return { status: purchase.cancelled ? 'cancelled' : 'payment_required', fulfilledAt: null };
  }
  const end = composition.at + composition.takes;
  if (now < end) return { status: 'composing', fulfilledAt: null };
  return composition.fails
    ? { status: 'failed', fulfilledAt: null }
    : { status: 'fulfilled', fulfilledAt: end };
};

/**
 * Returns when the sandbox starts to create a Tech Pack (`at`), how many milliseconds this takes (`takes`), and whether
 * it ends without a PDF (`fails`). `takes` and `fails` depend on the active scenario.
 */
export const startComposition = (
  state: SandboxState,
  now: number,
): { at: number; takes: number; fails: boolean } => {
  const name = state.scenario?.name;
  return {
    at: now,
    takes: name === 'slow-pack' ? SLOW_COMPOSE_MS : COMPOSE_MS,
    fails: name === 'failed-pack',
  };
};

/** Counts the Tech Packs that a user requested without payment, because the plan includes them. */
export const countUsedAllowance = ({ purchases }: SandboxState, owner: string): number =>
  [...purchases.values()].filter(
    ({ requestEvent }) => requestEvent.owner === owner && requestEvent.amount === null,
  ).length;

/** The surcharge of a Tech Pack in EUR. The amount is an assumption, because the specification names none. */
export const PACK_SURCHARGE = 4;

/** A permission of a credential (specification section 5). */
export type SandboxScope = 'read' | 'export' | 'generate';

/** A credential with its user, scopes and plan. It is valid in the sandbox only, so it is not secret. */
export interface SampleKey {
  /** The short name of the credential, for example `read-only`. `SandboxControl.revoke` accepts this name too. */
  readonly name: string;
  readonly key: string;
  readonly via: 'api_key' | 'oauth';
  readonly user_id: string;
  readonly scopes: readonly SandboxScope[];
  readonly plan: SandboxPlan;
  readonly about: string;
}

type SandboxPlan = 'studio' | 'starter';

/**
 * The number of Tech Packs that each plan includes without payment. A reset of the sandbox makes all of them available
 * again.
 */
export const PLAN_ALLOWANCES: Record<SandboxPlan, number> = { studio: 1, starter: 0 };

const DESIGNER_KEY = {
  via: 'api_key',
  user_id: SANDBOX_USER_IDS.designer,
  scopes: ['read', 'export', 'generate'],
  plan: 'studio',
} as const;

/** The credentials that every sandbox accepts by default. */
export const SAMPLE_KEYS: readonly SampleKey[] = [
  {
    ...DESIGNER_KEY,
    name: 'full',
    key: 'svc_sk_sandbox_full',
    about: 'the designer, with every scope and one included Tech Pack',
  },
  {
    ...DESIGNER_KEY,
    name: 'read-only',
    key: 'svc_sk_sandbox_read_only',
    scopes: ['read'],
    about: 'the same designer, with read access only',
  },
  {
    ...DESIGNER_KEY,
    name: 'scopeless',
    key: 'svc_sk_sandbox_scopeless',
    scopes: [],
    about: 'the same designer, without scopes: only `me` works',
  },
  {
    ...DESIGNER_KEY,
    name: 'no-allowance',
    key: 'svc_sk_sandbox_no_allowance',
    plan: 'starter',
    about: 'the same designer on a plan without Tech Packs: every request costs money',
  },
  {
    ...DESIGNER_KEY,
    name: 'other',
    key: 'svc_sk_sandbox_other',
    user_id: SANDBOX_USER_IDS.other,
    about: 'another user, with other designs',
  },
  {
    ...DESIGNER_KEY,
    name: 'token',
    key: 'sandbox_access_token',
    via: 'oauth',
    about: 'the designer, with an OAuth access token instead of a key',
  },
];
