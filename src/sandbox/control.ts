import { iso } from './http/json.ts';
import type { Service } from './http/service.ts';
import { CURRENCY, compose, standing } from './purchase.ts';
import { isScenario, SCENARIOS } from './scenarios.ts';
import type { State } from './state.ts';

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

const TEN_YEARS_MS = 10 * 365 * 24 * 60 * 60 * 1000;

export function controlOf(service: Service): SandboxControl {
  const { world, garments, keys, rate, faults } = service;

  function statusOf(state: State): SandboxStatus {
    const now = world.now(state);
    return {
      now: iso(now),
      offset_ms: state.offset,
      scenario: state.scenario?.name ?? null,
      designs: garments.filter(({ owner }) => owner !== null).length,
      house_garments: garments.filter(({ owner }) => owner === null).length,
      exports: state.exports.size,
      purchases: [...state.purchases.keys()].map((id) => summaryOf(state, id, now)),
      revoked: [...state.revoked],
      rate: { limit: rate.rate.limit, window_ms: rate.rate.windowMs },
    };
  }

  const status = async () => statusOf(await world.state());

  return {
    status,
    async reset() {
      await world.reset();
      rate.clear();
      faults.requests = 0;
      faults.links.clear();
      return status();
    },
    async advance(ms) {
      if (!(ms > 0 && ms <= TEN_YEARS_MS)) {
        throw new SandboxError(
          'invalid_time',
          'The clock moves ahead only, by more than 0 and at most ten years.',
        );
      }
      await world.change((_, record) => record({ type: 'advanced', ms: Math.round(ms) }));
      return status();
    },
    pay: (purchaseId) =>
      world.change(async (state, record) => {
        const now = world.now(state);
        const id = payable(state, purchaseId?.toLowerCase(), now);
        await record({ type: 'paid', id, composition: compose(state, now) });
        return summaryOf(state, id, now);
      }),
    async scenario(name) {
      if (name !== undefined && !isScenario(name)) {
        throw new SandboxError('unknown_scenario', `Scenarios are ${Object.keys(SCENARIOS).join(', ')}.`);
      }
      await world.change((state, record) =>
        record({ type: 'scenario', name: name ?? null, at: world.now(state) }),
      );
      faults.requests = 0;
      faults.links.clear();
      return status();
    },
    async revoke(key) {
      const found = keys.find((one) => one.name === key || one.key === key);
      if (found === undefined) {
        throw new SandboxError('unknown_key', `Keys are ${keys.map(({ name }) => name).join(', ')}.`);
      }
      await world.change((_, record) => record({ type: 'revoked', key: found.name }));
      return status();
    },
  };
}

function summaryOf(state: State, id: string, now: number): PurchaseSummary {
  const purchase = state.purchases.get(id);
  if (purchase === undefined) throw new SandboxError('unknown_purchase', `There is no purchase ${id}.`);
  const { design, amount } = purchase.requested;
  return {
    purchase_id: id,
    design_id: design,
    status: standing(purchase, now).status,
    amount,
    currency: amount === null ? null : CURRENCY,
  };
}

function payable(state: State, id: string | undefined, now: number): string {
  if (id === undefined) {
    const waiting = [...state.purchases].filter(
      ([, one]) => standing(one, now).status === 'payment_required',
    );
    const [latest] = waiting.at(-1) ?? [];
    if (latest === undefined) throw new SandboxError('nothing_to_pay', 'No purchase waits for payment.');
    return latest;
  }
  const { status } = summaryOf(state, id, now);
  if (status !== 'payment_required') {
    throw new SandboxError('not_payable', `The purchase ${id} does not wait for payment: it is ${status}.`);
  }
  return id;
}
