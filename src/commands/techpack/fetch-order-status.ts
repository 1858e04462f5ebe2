import type { Uuid } from '../../platform/branded.ts';
import { Failure } from '../../platform/errors.ts';
import { hintText, nextCommand, type ShellSafe, shellText } from '../../platform/escape/shell.ts';
import type { ApiResponse, TechPackStatus } from '../../service/client/index.ts';
import {
  buildResumeCommand,
  type ChargedOrder,
  createOrderFailure,
} from '../../service/tech-packs/order-failure.ts';
import { findTransition, type OrderEvent, type OrderState } from '../../service/tech-packs/order-machine.ts';
import { classifyPurchaseStatus } from '../../service/tech-packs/order-outcome.ts';
import type { OrderRecord } from '../../service/tech-packs/order-record.ts';
import type { OrderDetails } from '../../service/tech-packs/order-records.ts';
import type { CommandContext } from '../command-context.ts';

/** What a command knows about an order besides its id, for example its stored record. */
export interface KnownOrder {
  /** The name of the design in the file name of the PDF, if known: `GARM-<n>` or the uuid of the design. */
  readonly identity?: string | undefined;
  readonly purchase: OrderRecord | undefined;
  /**
   * The command line of the order, as typed, for a hint. Undefined if the user did not order but only asked for the
   * status.
   */
  readonly typed?: ShellSafe;
}

/** Adds an event to the stored record of an order. Does not throw if the record cannot be written. */
export const recordOrderEvent = async (
  deps: CommandContext,
  id: Uuid,
  event: OrderEvent,
  details: OrderDetails,
): Promise<void> => {
  try {
    const { baseUrl } = await deps.target();
    await (await deps.openOrders()).recordOrderEvent(id, baseUrl, event, details);
  } catch {
    // If the event of the order cannot be recorded, the error is ignored. A status is recorded when it is requested
    // again. The event `kept` is recorded only if the PDF is downloaded again.
  }
};

/**
 * Converts a 404 or 410 response for a recorded order to an error that names the command to try later. Returns any
 * other error unchanged.
 */
const explainUnknownPurchase = (
  deps: CommandContext,
  id: Uuid,
  { purchase, typed }: KnownOrder,
  error: unknown,
): unknown => {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (purchase === undefined || (status !== 404 && status !== 410)) return error;
  const transition = findTransition(purchase.state, 'not_found');
  const facts = {
    purchase: id,
    at: purchase.requested_at,
    as: purchase.account === undefined ? '' : ` as account ${purchase.account}`,
  };
  const chargedOrder = { ...createChargedOrder(deps, id, purchase.state), design_id: purchase.design_id };
  const next = buildResumeCommand(chargedOrder);
  const again = typed === undefined ? shellText`` : shellText`; to order another one: ${typed} --again`;
  return createOrderFailure(transition, facts, {
    code: 'purchase_unknown',
    hint: hintText`check again later: ${nextCommand`${next}`}${again}`,
    details: { status, purchase_id: id, design_id: purchase.design_id, purchase_state: purchase.state, next },
    cause: error,
  });
};

const createChargedOrder = (deps: CommandContext, id: Uuid, state: OrderState): ChargedOrder => ({
  design_id: null,
  purchase_id: id,
  state,
  toile: deps.toile,
});

/** Throws a Failure if the response is about another purchase or design than the requested one. */
const checkAnsweredOrder = (value: TechPackStatus, id: Uuid, purchase: OrderRecord | undefined): void => {
  const isOther = (actual: unknown, expected: string | undefined): boolean =>
    typeof actual === 'string' && expected !== undefined && actual.toLowerCase() !== expected.toLowerCase();
  const otherSubject = isOther(value.purchase_id, id)
    ? `purchase ${value.purchase_id}`
    : isOther(value.design_id, purchase?.design_id)
      ? `design ${value.design_id}`
      : undefined;
  if (otherSubject === undefined) return;
  throw new Failure(
    `asked about purchase ${id}, the service answered about ${otherSubject}: toile ignored the answer and saved nothing`,
    {
      code: 'answer_of_another',
      hint: shellText`contact support; toile does not download the PDF until the service answers about this purchase`,
    },
  );
};

/** The response with the status of an order, and the order state that follows from it. */
export interface FetchedStatus {
  readonly response: ApiResponse<TechPackStatus>;
  readonly state: OrderState;
}

/**
 * Fetches the status of an order, records it, and returns it with the resulting order state. If the run fails later,
 * the error message mentions the order. Throws a Failure if the response is about another purchase or design.
 */
export const fetchOrderStatus = async (
  deps: CommandContext,
  id: Uuid,
  order: KnownOrder,
  signal: AbortSignal,
): Promise<FetchedStatus> => {
  let response: ApiResponse<TechPackStatus>;
  try {
    response = await (await deps.api()).techPack(id, { signal }).withResponse();
  } catch (error) {
    throw explainUnknownPurchase(deps, id, order, error);
  }
  checkAnsweredOrder(response.value, id, order.purchase);
  const before = order.purchase?.state ?? 'composing';
  const event = classifyPurchaseStatus(response.value, before);
  const state = findTransition(before, event).next;
  const { design_id, status } = response.value;
  const design = order.purchase?.design_id ?? (typeof design_id === 'string' ? design_id : null);
  deps.setChargedOrder({ ...createChargedOrder(deps, id, state), design_id: design });
  await recordOrderEvent(deps, id, event, typeof status === 'string' ? { status } : {});
  return { response, state };
};
