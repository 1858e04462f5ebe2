/**
 * States and events of an order. A Tech Pack costs money, so an order is a state machine; its transitions
 * are in order-machine.ts.
 */

/** Every state of an order, with its meaning. */
export const ORDER_STATES = {
  none: 'no request from this machine, or its record was forgotten',
  intended: 'recorded and not sent yet',
  sent: 'being sent, no answer yet',
  composing: 'accepted by the service (2xx), not ready',
  payment_due: 'the service asks for payment (402)',
  ready: '`pack.ready` was true in the last answer',
  fetched: 'ready, and toile has downloaded the PDF',
  refused: 'the service refused the request, or toile could not send it; nothing was ordered',
  fate_unknown: 'sent, without an answer that says whether the service accepted it',
  superseded: 'replaced by a later request for the design (`--again`)',
  unreadable: 'the record cannot be read',
} as const;

/** The state of an order. */
export type OrderState = keyof typeof ORDER_STATES;

/** Formats a state for users: `payment due`. */
export const formatStateName = (state: OrderState): string => state.replace('_', ' ');

/** Every event of an order. From `taken` on they are answers of the service. */
export const ORDER_EVENTS = {
  same: 'the same command again',
  again: '`--again`',
  wait: '`--wait`, alone or with `--download`',
  second: 'a second process while the first one runs',
  account: 'the same command under another account',
  kill: 'the process is killed or the power fails',
  damage: 'the record is damaged',
  clock: 'the clock jumps',
  forget: '`techpack forget`, confirmed',
  leave: 'its turn comes',
  taken: 'a 2xx with a purchase',
  payment: 'a 402',
  refusal: "another 4xx with the service's error body, or the request was not sent",
  not_found: "a 404 or 410 (for an order: with the service's error body)",
  failed: 'a 5xx or 408',
  silence: 'no answer, or not an answer of the service',
  pending: '`pack.ready` is not true',
  unpaid: 'no pack, not paid',
  ready: '`pack.ready` is true',
  kept: 'the complete PDF is on disk',
} as const;

/** An event of an order. */
export type OrderEvent = keyof typeof ORDER_EVENTS;

/** The reason of an unknown result if the process is gone. */
export const ENDED_REASON = 'toile ended before the answer arrived';
