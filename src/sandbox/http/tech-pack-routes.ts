import { isRecord } from '../../platform/json/json-values.ts';
import type { SandboxGarment } from '../corpus/sample-garments.ts';
import { createUuid, isUuid } from '../state/profiles-and-drivers.ts';
import {
  computePurchaseState,
  countUsedAllowance,
  PACK_BASE_PRICE,
  PACK_CURRENCY,
  PACK_SURCHARGE,
  PLAN_ALLOWANCES,
  startComposition,
} from '../state/purchase-state.ts';
import type { PackRequestEvent, SandboxPurchase, SandboxState } from '../state/sandbox-state.ts';
import {
  createInvalidRequestError,
  createNotFoundError,
  formatIsoTime,
  readObjectBody,
  SandboxHttpError,
  toJsonResponse,
} from './check-request.ts';
import { createSignedLink } from './downloads.ts';
import { getRequestedDesign } from './resource-reads.ts';
import { type AuthenticatedCall, shouldExpireLink } from './sandbox-service.ts';

/**
 * Handles `POST /v1/designs/{designId}/tech-packs`: records a purchase. Responds with 202 if the plan includes the Tech
 * Pack. Otherwise responds with 402, the amount and a checkout address, or with 409 if no surcharge is configured.
 */
export const handleTechPackRequest = async (call: AuthenticatedCall): Promise<Response> => {
  const { service, caller, now, origin } = call;
  const garment = getRequestedDesign(call);
  const request = await readObjectBody(call);
  checkTechPackRequest(request);

  // Checking and using the allowance is one change of the journal. Otherwise two simultaneous requests could both get
  // the last included Tech Pack.
  const requested = await service.stateStore.change(async (state, record) => {
    const isIncluded = state.scenario?.name !== 'payment-required' && hasTechPackAllowance(call, state);
    const event: PackRequestEvent = {
      type: 'requested',
      id: createUuid(service.stateStore.random),
      pack: createUuid(service.stateStore.random),
      design: garment.id,
      owner: caller.user_id,
      at: now,
      amount: isIncluded ? null : computeTechPackPrice(state),
      request,
      composition: isIncluded ? startComposition(state, now) : undefined,
    };
    await record(event);
    return event;
  });

  if (requested.amount === null) {
    return toJsonResponse(
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
  return toJsonResponse(
    {
      status: 'payment_required',
      purchase_id: requested.id,
      checkout_url: `${origin}/checkout/${requested.id}`,
      amount: requested.amount,
      currency: PACK_CURRENCY,
      label: formatTechPackLabel(garment),
      message: 'Payment is due at checkout_url. After it, poll the purchase until pack.ready is true.',
    },
    402,
  );
};

/** Handles `GET /v1/tech-packs/{purchaseId}`: the status of a purchase, with a link when the PDF is ready. */
export const handleTechPackStatus = (call: AuthenticatedCall): Response => {
  const purchase = getOwnPurchase(call);
  const { requestEvent } = purchase;
  const { status, fulfilledAt } = computePurchaseState(purchase, call.now);
  return toJsonResponse({
    purchase_id: requestEvent.id,
    status,
    design_id: requestEvent.design,
    amount: requestEvent.amount,
    currency: requestEvent.amount === null ? null : PACK_CURRENCY,
    pack: toPackBody(purchase, status),
    pdf:
      fulfilledAt === null
        ? null
        : createSignedLink(call, requestEvent.id, shouldExpireLink(call, requestEvent.id)),
    paid_at: purchase.paidAt === null ? null : formatIsoTime(purchase.paidAt),
    fulfilled_at: fulfilledAt === null ? null : formatIsoTime(fulfilledAt),
  });
};

const toPackBody = ({ requestEvent, version }: SandboxPurchase, status: string): object | null => {
  if (status === 'payment_required' || status === 'cancelled') return null;
  const isReady = status === 'fulfilled';
  return {
    id: requestEvent.pack,
    version: isReady ? version : null,
    ready: isReady,
    composer_status: { composing: 'running', fulfilled: 'done' }[status] ?? 'failed',
    compose_status: isReady ? 'composed' : status,
  };
};

const getOwnPurchase = ({ c, state, caller }: AuthenticatedCall): SandboxPurchase => {
  const id = c.req.param('purchaseId')?.toLowerCase() ?? '';
  const purchase = isUuid(id) ? state.purchases.get(id) : undefined;
  if (purchase === undefined || purchase.requestEvent.owner !== caller.user_id)
    throw createNotFoundError('purchase');
  return purchase;
};

/** Formats the label of a Tech Pack: `Tech Pack: Oxford shirt`, with the garment's id if it has no name. */
export const formatTechPackLabel = (garment: SandboxGarment): string =>
  `Tech Pack: ${garment.name ?? garment.sgg_garment_id ?? garment.id}`;

const hasTechPackAllowance = ({ caller }: AuthenticatedCall, state: SandboxState): boolean => {
  if (state.scenario?.name === 'pricing-not-configured') return false;
  return countUsedAllowance(state, caller.user_id) < PLAN_ALLOWANCES[caller.plan];
};

const computeTechPackPrice = (state: SandboxState): number => {
  if (state.scenario?.name === 'pricing-not-configured') {
    throw new SandboxHttpError(
      409,
      'API_PRICING_NOT_CONFIGURED',
      'Tech Packs cannot be bought through the API: the surcharge is not configured.',
    );
  }
  return PACK_BASE_PRICE + PACK_SURCHARGE;
};

/**
 * Throws SandboxHttpError 400 if a known member of the order has a wrong type. As in the specification, all known
 * members are optional, and unknown members are allowed.
 */
const checkTechPackRequest = (body: Record<string, unknown>): void => {
  for (const member of ['brand', 'designerNotes', 'pieceScope']) {
    if (body[member] !== undefined && typeof body[member] !== 'string')
      throw createInvalidRequestError(`${member} must be a string.`);
  }
  if (body.sizeSelection !== undefined && !isRecord(body.sizeSelection))
    throw createInvalidRequestError('sizeSelection must be an object.');
};
