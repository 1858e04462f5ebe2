import { iso } from '../http/json.ts';
import type { Service } from '../http/service.ts';
import { CURRENCY, compose, standing } from '../world/purchase.ts';
import { isScenario, SCENARIOS } from '../world/scenarios.ts';
import type { State } from '../world/state.ts';
import { type PurchaseSummary, type SandboxControl, SandboxError, type SandboxStatus } from './control.ts';

const TEN_YEARS_MS = 10 * 365 * 24 * 60 * 60 * 1000;

/** The control of the sandbox in this process. */
export const controlOf = (service: Service): SandboxControl => {
  const { world, garments, keys, rate, faults } = service;

  const statusOf = (state: State): SandboxStatus => {
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
  };

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
        const known = Object.keys(SCENARIOS).join(', ');
        throw new SandboxError('unknown_scenario', `There is no scenario ${name}; there are ${known}.`);
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
};

const summaryOf = (state: State, id: string, now: number): PurchaseSummary => {
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
};

const payable = (state: State, id: string | undefined, now: number): string => {
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
};
