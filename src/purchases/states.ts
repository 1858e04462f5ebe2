/**
 * A Tech Pack request costs money, so it is a small machine: what state it is in, what can happen to it, and what
 * toile then does, says and ends with. Here are the names; `machine.ts` has the table.
 */

/** Every state of a request, and what it means. */
export const STATES = {
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

export type State = keyof typeof STATES;

/** States as people read them. */
export const stateInWords = (state: State): string => state.replace('_', ' ');

/** What can happen to a request. Those from `taken` on are what the service answers, to the request or to a question. */
export const EVENTS = {
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

export type Event = keyof typeof EVENTS;

/** Why the fate of a request is unknown whose process is gone. */
export const ENDED = 'toile ended before the answer arrived';
