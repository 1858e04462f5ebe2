import type { Garment } from '../corpus/index.ts';
import type { Requested } from '../world/events.ts';
import { BASE_PRICE, CURRENCY, compose, standing, used } from '../world/purchase.ts';
import { isUuid, uuid } from '../world/random-id.ts';
import { ALLOWANCE } from '../world/sample-keys.ts';
import type { Purchase, State } from '../world/state.ts';
import { objectBody } from './body.ts';
import { isDead } from './faults.ts';
import { iso, json } from './json.ts';
import { signLink } from './links.ts';
import { ownDesign } from './reads.ts';
import { invalid, notFound, Refusal } from './refusal.ts';
import type { SignedCall } from './service.ts';

/** `POST /v1/designs/{designId}/tech-packs` (specification 2.11 to 2.13, 4.2 rule 6). */
export const requestTechPack = async (call: SignedCall): Promise<Response> => {
  const { service, caller, now, origin } = call;
  const garment = ownDesign(call);
  const request = await objectBody(call);
  checkRequest(request);

  // Allowance and purchase in one change: two requests at once must not both find the last free pack.
  const requested = await service.world.change(async (state, record) => {
    const free = state.scenario?.name !== 'payment-required' && hasAllowance(call, state);
    const event: Requested = {
      type: 'requested',
      id: uuid(service.world.random),
      pack: uuid(service.world.random),
      design: garment.id,
      owner: caller.user_id,
      at: now,
      amount: free ? null : priceOf(call, state),
      request,
      composition: free ? compose(state, now) : undefined,
    };
    await record(event);
    return event;
  });

  if (requested.amount === null) {
    return json(
      {
        status: 'composing',
        purchase_id: requested.id,
        design_id: garment.id,
        message:
          'The Tech Pack is being composed; your plan includes it. Poll the purchase until pack.ready is true.',
      },
      202,
    );
  }
  return json(
    {
      status: 'payment_required',
      purchase_id: requested.id,
      checkout_url: `${origin}/checkout/${requested.id}`,
      amount: requested.amount,
      currency: CURRENCY,
      label: labelOf(garment),
      message: 'Payment is due at checkout_url. After it, poll the purchase until pack.ready is true.',
    },
    402,
  );
};

/** `GET /v1/tech-packs/{purchaseId}` (specification 2.14). */
export const techPackStatus = (call: SignedCall): Response => {
  const { now } = call;
  const purchase = ownPurchase(call);
  const { requested } = purchase;
  const { status, fulfilledAt } = standing(purchase, now);
  return json({
    purchase_id: requested.id,
    status,
    design_id: requested.design,
    amount: requested.amount,
    currency: requested.amount === null ? null : CURRENCY,
    pack: packOf(purchase, status),
    pdf: fulfilledAt === null ? null : signLink(call, requested.id, isDead(call, requested.id)),
    paid_at: purchase.paidAt === null ? null : iso(purchase.paidAt),
    fulfilled_at: fulfilledAt === null ? null : iso(fulfilledAt),
  });
};

const packOf = ({ requested, version }: Purchase, status: string): object | null => {
  if (status === 'payment_required' || status === 'cancelled') return null;
  const ready = status === 'fulfilled';
  const word = { composing: 'running', fulfilled: 'done' }[status] ?? 'failed';
  return {
    id: requested.pack,
    version: ready ? version : null,
    ready,
    composer_status: word,
    compose_status: status === 'fulfilled' ? 'composed' : status,
  };
};

const ownPurchase = ({ c, state, caller }: SignedCall): Purchase => {
  const id = c.req.param('purchaseId')?.toLowerCase() ?? '';
  const purchase = isUuid(id) ? state.purchases.get(id) : undefined;
  if (purchase === undefined || purchase.requested.owner !== caller.user_id) throw notFound('purchase');
  return purchase;
};

export const labelOf = (garment: Garment): string =>
  `Tech Pack: ${garment.name ?? garment.sgg_garment_id ?? garment.id}`;

const hasAllowance = ({ caller }: SignedCall, state: State): boolean => {
  if (state.scenario?.name === 'pricing-not-configured') return false;
  return used(state, caller.user_id) < ALLOWANCE[caller.plan];
};

const priceOf = ({ service }: SignedCall, state: State): number => {
  const unset = state.scenario?.name === 'pricing-not-configured';
  if (unset || service.surcharge === null) {
    throw new Refusal(
      409,
      'API_PRICING_NOT_CONFIGURED',
      'Tech Packs cannot be bought through the API: the surcharge is not configured.',
    );
  }
  return BASE_PRICE + service.surcharge;
};

/** Nothing is required and unknown members pass: the specification shows neither. Only the types shown are held to. */
const checkRequest = (body: Record<string, unknown>): void => {
  for (const member of ['brand', 'designerNotes', 'pieceScope']) {
    if (body[member] !== undefined && typeof body[member] !== 'string')
      throw invalid(`${member} must be a string.`);
  }
  const { sizeSelection } = body;
  const open = typeof sizeSelection === 'object' && sizeSelection !== null && !Array.isArray(sizeSelection);
  if (sizeSelection !== undefined && !open) throw invalid('sizeSelection must be an object.');
};
