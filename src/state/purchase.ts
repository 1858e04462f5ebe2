/** One request that costs money, as it is kept. Members that this version does not know stay in the file. */

/** What became of a request after it was written down. */
export type Fate =
  /** 202 (2.12). */
  | { readonly state: 'accepted'; readonly purchase_id: string | null }
  /** 402 (2.13). The checkout address is kept, since it is needed to pay; the file is its owner's alone. */
  | {
      readonly state: 'payment_required';
      readonly purchase_id: string | null;
      readonly checkout_url: string;
      /** As the service wrote the number, or null. */
      readonly amount: string | null;
      readonly currency: string;
    }
  /** Any other answer, 429 included: the service has not taken it. */
  | { readonly state: 'refused'; readonly http_status: number; readonly code: string }
  /** Sent, and no answer came. */
  | { readonly state: 'unknown' };

export interface Purchase {
  /** Its number on this machine, from 1. */
  readonly number: number;
  readonly design_id: string;
  readonly base_url: string;
  /** ISO date-time. */
  readonly requested_at: string;
  readonly account?: string;
  readonly design_name?: string;
  /** `intended` when nothing is known after the writing down: toile ended, or is sending at this moment. */
  readonly state: 'intended' | Fate['state'];
  readonly purchase_id?: string | null;
  readonly checkout_url?: string;
  readonly amount?: string | null;
  readonly currency?: string;
  readonly http_status?: number;
  readonly code?: string;
  /** The service's own word, when the purchase was last asked about. */
  readonly status?: string;
  readonly ready?: boolean;
  /** The number of a later request for the same design that was made on purpose. */
  readonly superseded_by?: number;
}

const STATES: readonly unknown[] = ['intended', 'accepted', 'payment_required', 'refused', 'unknown'];

export const isPurchase = (value: unknown): value is Purchase => {
  if (typeof value !== 'object' || value === null) return false;
  const it = value as Readonly<Record<string, unknown>>;
  return (
    Number.isSafeInteger(it.number) &&
    ['design_id', 'base_url', 'requested_at'].every((member) => typeof it[member] === 'string') &&
    STATES.includes(it.state)
  );
};
