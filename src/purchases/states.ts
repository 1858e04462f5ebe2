/**
 * A Tech Pack request costs money, so it is a small machine: what state it is in, what can happen to it, and what
 * toile then does, says and ends with. Here are the names; `machine.ts` has the table.
 */

/** Every state of a request, and what it means. */
export const STATES = {
  none: 'nothing was requested from this machine, or what was requested is forgotten',
  intended: 'written down and not sent: before the first byte leaves, it is written down as sent',
  sent: 'leaving, or on its way, and no answer yet',
  composing: 'taken by the service (2xx), and not ready',
  payment_due: 'the service asks for payment (402)',
  ready: '`pack.ready` was true when it was last asked about',
  fetched: 'ready, and its PDF was fetched from here',
  refused: 'the service took nothing, for certain',
  fate_unknown: 'sent, and nobody here knows whether it was taken',
  superseded: 'another request for the design was made on purpose, and that one counts',
  unreadable: 'the record of it cannot be read',
} as const;

export type State = keyof typeof STATES;

/** States as people read them. */
export const stateInWords = (state: State): string => state.replace('_', ' ');

/** What can happen to a request. Those from `taken` on are what the service answers, to the request or to a question. */
export const EVENTS = {
  same: 'the same command typed again',
  again: '`--again`',
  wait: '`--wait`, alone or with `--download`',
  second: 'a second process, while the first one lives',
  account: 'the same command under another account',
  kill: 'killed, or the power fails',
  damage: 'the record is damaged',
  clock: 'the clock jumps',
  forget: '`techpack forget`, and a yes',
  leave: 'its turn has come, and it is about to leave',
  taken: 'a 2xx with a purchase',
  payment: 'a 402',
  refusal: "a 4xx of another kind with the service's error body, or the request never left",
  not_found: "a 404 or 410; to a request, with the service's error body",
  failed: 'a 5xx or 408',
  silence: "no answer, or none that is the service's",
  pending: '`pack.ready` is not true',
  unpaid: 'no pack, and not paid',
  ready: '`pack.ready` is true',
  kept: 'its PDF is on disk, whole',
} as const;

export type Event = keyof typeof EVENTS;

/** Why the fate of a request is unknown whose process is gone. */
export const ENDED = 'toile ended before an answer came';
