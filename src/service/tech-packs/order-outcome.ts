import { parseUuid } from '../../platform/branded.ts';
import { isRecord, toScalarText } from '../../platform/json/json-values.ts';
import { ApiError } from '../client/errors.ts';
import { isPackReady } from '../client/wait-for-pack.ts';
import type { OrderEvent, OrderState } from './order-machine.ts';
import type { OrderDetails } from './order-records.ts';

/** The result of a sent order: the event for the state machine, and the details to save. */
export interface OrderOutcome {
  readonly event: Extract<OrderEvent, 'taken' | 'payment' | 'refusal' | 'not_found' | 'failed' | 'silence'>;
  readonly details: OrderDetails;
}

/** Matches the codes of errors that occur before the connection is complete, so that nothing was sent. */
const NEVER_SENT =
  /^(unknown_host|no_name_service|connection_refused|certificate_\w+|proxy_\w+|bad_proxy|bad_ca_file)$/;

const isObjectBody = (value: unknown, text: string): value is Readonly<Record<string, unknown>> =>
  isRecord(value) && /^\s*\{/.test(text);

const createSilence = (reason: string): OrderOutcome => ({ event: 'silence', details: { reason } });

const readNonEmptyText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/**
 * Returns the purchase id in the body of a response to an order. Returns null if the service accepted the order but has
 * no id yet, and undefined if the body is not the response to an accepted order.
 */
const readPurchaseId = (body: Readonly<Record<string, unknown>>): string | null | undefined => {
  const { purchase_id, status } = body;
  if (purchase_id === undefined) return status === 'composing' ? null : undefined;
  return purchase_id === null || typeof purchase_id === 'string' ? purchase_id : undefined;
};

/**
 * Returns what a response with a 2xx or 402 status means for an order. The `event` of the result is `taken` (the order
 * was accepted), `payment` (payment is due), or `silence` (the response is not understood or names another design).
 * `text` is the text of the response, and `body` is its parsed form.
 */
export const classifyOrderResponse = (
  status: number,
  body: unknown,
  text: string,
  design: string,
): OrderOutcome => {
  const answer = isObjectBody(body, text) ? body : undefined;
  const answeredDesign = readNonEmptyText(answer?.design_id);
  if (answeredDesign !== null && answeredDesign.toLowerCase() !== design.toLowerCase()) {
    const ids = [parseUuid(answeredDesign), parseUuid(answer?.purchase_id)].map((id) => id ?? 'not a uuid');
    return createSilence(`the service answered about another design (design ${ids[0]}, purchase ${ids[1]})`);
  }
  if (status === 402) {
    const [purchase_id, checkout_url] = [
      readNonEmptyText(answer?.purchase_id),
      readNonEmptyText(answer?.checkout_url),
    ];
    if (checkout_url === null && parseUuid(purchase_id) === undefined) {
      return createSilence('the service asks for payment (402) without a purchase or a checkout address');
    }
    const money = {
      amount: toScalarText(answer?.amount) ?? null,
      currency: readNonEmptyText(answer?.currency) ?? '',
    };
    return { event: 'payment', details: { purchase_id, checkout_url: checkout_url ?? '', ...money } };
  }
  const purchase_id = answer && readPurchaseId(answer);
  if (purchase_id === undefined) {
    return createSilence(`the response (${status}) is not a response to a Tech Pack request`);
  }
  return { event: 'taken', details: { purchase_id } };
};

const readMember = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;

const createRefusal = (status: number, code: string): OrderOutcome => ({
  event: status === 404 || status === 410 ? 'not_found' : 'refusal',
  details: { http_status: status, code },
});

const classifyErrorStatus = ({ status, code, stated }: ApiError): OrderOutcome => {
  // This 402 has no checkout address, so it does not say whether the order exists. A 402 with a checkout address is no
  // ApiError.
  if (status === 402)
    return createSilence('the service asks for payment, but its response has an unknown format (402)');
  if (status >= 400 && status < 500 && status !== 408) {
    // The order counts as refused only if the service itself sent the error. An error page may come from a gateway that
    // has already forwarded the order.
    return stated ? createRefusal(status, code) : createSilence(`the response (${status}) has no error body`);
  }
  return { event: 'failed', details: { reason: `the service failed (${status})` } };
};

/**
 * Returns the outcome of an order that failed with an error. `wasSent` is false only if it is certain that nothing was
 * sent. The events `refusal` and `not_found` mean that nothing was ordered. The events `failed` and `silence` mean that
 * the service may have accepted the order.
 */
export const classifyOrderError = (error: unknown, wasSent: boolean): OrderOutcome => {
  const code = String(readMember(error, 'code') ?? 'failed');
  if (!wasSent) return createRefusal(0, 'not_sent');
  const status = readMember(error, 'status');
  // The errors below are recognized by their member `name`. An `ApiError` is recognized by its class instead, because
  // its subclasses have different names.
  if (error instanceof ApiError) return classifyErrorStatus(error);
  switch (readMember(error, 'name')) {
    case 'AnswerError':
      return createSilence(`the response (${String(status)}) is invalid`);
    case 'NetworkError':
      return classifyOrderError(readMember(error, 'cause'), wasSent);
    case 'Unavailable':
      return NEVER_SENT.test(code) ? createRefusal(0, code) : createSilence('no answer came');
    default:
      return createSilence('no answer came');
  }
};

/**
 * Returns the event for a purchase status. It is `ready` if the Tech Pack is ready. It is `unpaid` if the order is in
 * the state `payment_due` and the status has neither `paid_at` nor a `pack`. Otherwise it is `pending`.
 */
export const classifyPurchaseStatus = (
  status: unknown,
  state: OrderState,
): Extract<OrderEvent, 'pending' | 'unpaid' | 'ready'> => {
  if (isPackReady(status)) return 'ready';
  const { pack, paid_at } = isRecord(status) ? status : {};
  return state === 'payment_due' && (paid_at ?? null) === null && !isRecord(pack) ? 'unpaid' : 'pending';
};
