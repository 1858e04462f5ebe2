import { formatIsoTime } from '../http/check-request.ts';
import type { SandboxService } from '../http/sandbox-service.ts';
import { isSandboxScenario, SANDBOX_SCENARIOS } from '../state/profiles-and-drivers.ts';
import { computePurchaseState, PACK_CURRENCY, startComposition } from '../state/purchase-state.ts';
import type { SandboxState } from '../state/sandbox-state.ts';

/** A purchase as `toile sandbox status` lists it. `amount` is null if the allowance of the plan covers it. */
export interface PurchaseSummary {
  readonly purchase_id: string;
  readonly design_id: string;
  readonly status: string;
  readonly amount: number | null;
  readonly currency: string | null;
}

/** The state of a sandbox as `toile sandbox status` prints it. */
export interface SandboxStatus {
  /** The time of the sandbox clock, for example `2026-08-01T09:00:00.000Z`. */
  readonly now: string;
  /** Milliseconds by which the clock was moved ahead. */
  readonly offset_ms: number;
  readonly scenario: string | null;
  readonly designs: number;
  readonly house_garments: number;
  readonly exports: number;
  readonly purchases: readonly PurchaseSummary[];
  /** The names of the sample keys that were revoked, for example `read-only`. */
  readonly revoked: readonly string[];
  readonly rate: { readonly limit: number; readonly window_ms: number };
}

/**
 * Controls a sandbox that runs in this process or in another one. Every method except `pay` resolves with the status of
 * the sandbox after the call. Every method rejects with a SandboxError if the call is impossible, for example if the
 * key to revoke is unknown.
 */
export interface SandboxControl {
  status(): Promise<SandboxStatus>;
  /** Resets the clock, scenario, exports, purchases, keys and sign-ins of the sandbox. */
  reset(): Promise<SandboxStatus>;
  /** Moves the clock ahead by more than 0 ms and at most ten years. */
  advance(ms: number): Promise<SandboxStatus>;
  /** Pays a purchase, as the checkout page does. Without an id it pays the latest unpaid purchase. */
  pay(purchaseId?: string): Promise<PurchaseSummary>;
  /** Starts a simulated failure or delay, for example `flaky-network`. Undefined ends the current scenario. */
  scenario(name: string | undefined): Promise<SandboxStatus>;
  /** Revokes a sample key, given by its name or its value. */
  revoke(key: string): Promise<SandboxStatus>;
}

/** The reason of a SandboxError, for example `unknown_key`. */
export type SandboxErrorCode =
  | 'unknown_purchase'
  | 'nothing_to_pay'
  | 'not_payable'
  | 'unknown_scenario'
  | 'unknown_key'
  | 'invalid_time'
  | 'control_refused'
  | 'control_unreachable';

/** Thrown for a control call that the sandbox refuses or that reaches no sandbox. The message explains the reason. */
export class SandboxError extends Error {
  readonly code: SandboxErrorCode;

  constructor(code: SandboxErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'SandboxError';
    this.code = code;
  }
}

const MAX_ADVANCE_MS = 10 * 365 * 24 * 60 * 60 * 1000;

/** Creates the control of a sandbox in this process. Its methods change the journal and the counters of `service`. */
export const createLocalControl = (service: SandboxService): SandboxControl => {
  const { stateStore, garments, keys, rateWindow, faults, signIns } = service;

  const readStatus = async (): Promise<SandboxStatus> => {
    const state = await stateStore.state();
    const now = stateStore.now(state);
    return {
      now: formatIsoTime(now),
      offset_ms: state.offset,
      scenario: state.scenario?.name ?? null,
      designs: garments.filter(({ owner }) => owner !== null).length,
      house_garments: garments.filter(({ owner }) => owner === null).length,
      exports: state.exports.size,
      purchases: [...state.purchases.keys()].map((id) => summarizePurchase(state, id, now)),
      revoked: [...state.revoked],
      rate: { limit: rateWindow.rateLimit.limit, window_ms: rateWindow.rateLimit.windowMs },
    };
  };

  const resetFaults = () => {
    faults.requestCount = 0;
    faults.links.clear();
  };

  return {
    status: readStatus,
    async reset() {
      await stateStore.reset();
      rateWindow.clear();
      resetFaults();
      signIns.pending.clear();
      signIns.codes.clear();
      return readStatus();
    },
    async advance(ms) {
      if (!(ms > 0 && ms <= MAX_ADVANCE_MS)) {
        const message = 'The clock can only be advanced, by more than 0 and at most ten years.';
        throw new SandboxError('invalid_time', message);
      }
      await stateStore.change((_, record) => record({ type: 'advanced', ms: Math.round(ms) }));
      return readStatus();
    },
    pay: (purchaseId) =>
      stateStore.change(async (state, record) => {
        const now = stateStore.now(state);
        const id = getPayableId(state, purchaseId?.toLowerCase(), now);
        await record({ type: 'paid', id, composition: startComposition(state, now) });
        return summarizePurchase(state, id, now);
      }),
    async scenario(name) {
      if (name !== undefined && !isSandboxScenario(name)) {
        const names = Object.keys(SANDBOX_SCENARIOS).join(', ');
        throw new SandboxError('unknown_scenario', `Unknown scenario ${name}. The scenarios are ${names}.`);
      }
      await stateStore.change((state, record) =>
        record({ type: 'scenario', name: name ?? null, at: stateStore.now(state) }),
      );
      resetFaults();
      return readStatus();
    },
    async revoke(key) {
      const match = keys.find((sampleKey) => sampleKey.name === key || sampleKey.key === key);
      if (match === undefined) {
        throw new SandboxError(
          'unknown_key',
          `Unknown key. The keys are ${keys.map(({ name }) => name).join(', ')}.`,
        );
      }
      await stateStore.change((_, record) => record({ type: 'revoked', key: match.name }));
      return readStatus();
    },
  };
};

const summarizePurchase = (state: SandboxState, id: string, now: number): PurchaseSummary => {
  const purchase = state.purchases.get(id);
  if (purchase === undefined) throw new SandboxError('unknown_purchase', `Purchase not found: ${id}.`);
  const { design, amount } = purchase.requestEvent;
  return {
    purchase_id: id,
    design_id: design,
    status: computePurchaseState(purchase, now).status,
    amount,
    currency: amount === null ? null : PACK_CURRENCY,
  };
};

const getPayableId = (state: SandboxState, id: string | undefined, now: number): string => {
  if (id === undefined) {
    const unpaid = [...state.purchases].filter(
      ([, purchase]) => computePurchaseState(purchase, now).status === 'payment_required',
    );
    const [latest] = unpaid.at(-1) ?? [];
    if (latest === undefined) throw new SandboxError('nothing_to_pay', 'There is no unpaid purchase.');
    return latest;
  }
  const { status } = summarizePurchase(state, id, now);
  if (status !== 'payment_required') {
    throw new SandboxError('not_payable', `The purchase ${id} cannot be paid: its status is ${status}.`);
  }
  return id;
};
