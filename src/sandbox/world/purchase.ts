import type { Purchase, State } from './state.ts';

export const CURRENCY = 'EUR';
export const BASE_PRICE = 25;
export const LINK_LIFE_MS = 60 * 60 * 1000;
export const COMPOSE_MS = 20 * 1000;
export const SLOW_COMPOSE_MS = 60 * 60 * 1000;

export type PurchaseStatus = 'payment_required' | 'cancelled' | 'composing' | 'fulfilled' | 'failed';

/** What a purchase amounts to at an instant. Only the clock moves it on from `composing`. */
export interface Standing {
  readonly status: PurchaseStatus;
  /** Milliseconds; null until the PDF is there. */
  readonly fulfilledAt: number | null;
}

export const standing = (purchase: Purchase, now: number): Standing => {
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

/** A composition that starts now, as the scenario in force has it. */
export const compose = (state: State, now: number): { at: number; takes: number; fails: boolean } => {
  const name = state.scenario?.name;
  return {
    at: now,
    takes: name === 'slow-pack' ? SLOW_COMPOSE_MS : COMPOSE_MS,
    fails: name === 'failed-pack',
  };
};

/** Tech Packs of the allowance that an owner has used. */
export const used = (state: State, owner: string): number => {
  let count = 0;
  for (const { requested } of state.purchases.values()) {
    if (requested.owner === owner && requested.amount === null) count++;
  }
  return count;
};
