/** Prices, times and the state of a Tech Pack purchase. */

import type { SandboxPurchase, SandboxState } from './sandbox-state.ts';

/** The currency of a Tech Pack. */
export const PACK_CURRENCY = 'EUR';
/** The price of a Tech Pack in EUR, before the surcharge. */
export const PACK_BASE_PRICE = 25;
/** The life of a download link (specification section 8). */
export const SANDBOX_LINK_LIFE_MS = 60 * 60 * 1000;
/** The time that the composition of a Tech Pack takes. */
export const COMPOSE_MS = 20 * 1000;
/** The time that a composition takes under the scenario `slow-pack`. */
export const SLOW_COMPOSE_MS = 60 * 60 * 1000;

/** The purchase status of a Tech Pack. */
export type SandboxPurchaseStatus = 'payment_required' | 'cancelled' | 'composing' | 'fulfilled' | 'failed';

/** The state of a purchase at one time. After `composing` only the clock changes it. */
interface PurchaseState {
  readonly status: SandboxPurchaseStatus;
  /** Milliseconds; null until the PDF exists. */
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

/** Starts a composition at the time `now`, as the current scenario requires. */
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

/** Counts the Tech Packs of the plan allowance that an owner has used. */
export const countUsedAllowance = (state: SandboxState, owner: string): number => {
  let count = 0;
  for (const { requestEvent } of state.purchases.values()) {
    if (requestEvent.owner === owner && requestEvent.amount === null) count++;
  }
  return count;
};

/** The fixed surcharge of a Tech Pack in EUR. The specification mentions it without a figure. */
export const PACK_SURCHARGE = 4;
