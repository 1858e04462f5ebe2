import type { ExitCode } from '../../platform/errors.ts';

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

/** The name of a state in ORDER_STATES. */
export type OrderState = keyof typeof ORDER_STATES;

/** Formats a state for users, for example `payment due` for `payment_due`. */
export const formatStateName = (state: OrderState): string => state.replace('_', ' ');

/**
 * Every event of an order, with a description. The event `taken` and all events that follow it in this list are results
 * of a request or a download.
 */
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

/** The name of an event in ORDER_EVENTS. */
export type OrderEvent = keyof typeof ORDER_EVENTS;

/** The `reason` of a record in the state `fate_unknown` if the process that sent the order has ended. */
export const ENDED_REASON = 'toile ended before the answer arrived';

/** The action that toile takes after an event of an order, for example after a response of the service. */
export type OrderAction =
  /** Sends the order. This happens only after the user has agreed to it and the order record was saved. */
  | 'send'
  /** Requests the status of the purchase. The next event of the order depends on the response. */
  | 'look'
  /**
   * Waits until no other process is sending an order for the same design, then continues with the new state of the
   * order. Fails if this takes too long.
   */
  | 'stand by'
  /** toile refuses the command, prints the reason and sends nothing. */
  | 'refuse'
  /** Saves the next state of the order, without a request to the service. */
  | 'note'
  | 'nothing';

/** The reaction to an event in a state: the action, the next state, the message text and the exit code. */
export interface OrderTransition {
  readonly action: OrderAction;
  readonly next: OrderState;
  /**
   * The message to the user about this event. It can contain placeholders such as `{purchase}`. If toile prints no
   * message for the event, this text only explains to developers what toile does.
   */
  readonly text: string;
  /**
   * The exit code of the command. Absent if the exit code depends on a later event, for example on the response to the
   * order.
   */
  readonly exit?: ExitCode;
}

type CommonEvent =
  | 'same'
  | 'again'
  | 'wait'
  | 'second'
  | 'account'
  | 'kill'
  | 'not_found'
  | 'failed'
  | 'damage'
  | 'clock'
  | 'forget';

type TransitionRow = Readonly<Record<CommonEvent, OrderTransition>> &
  Readonly<Partial<Record<OrderEvent, OrderTransition>>>;

const createTransition = (
  action: OrderAction,
  next: OrderState,
  text: string,
  exit?: ExitCode,
): OrderTransition => ({
  action,
  next,
  text,
  ...(exit !== undefined && { exit }),
});

/** The first words of the `text` of an order transition with an event that cannot occur in the state of the order. */
export const NEVER_OCCURS = 'does not happen';

const damage = createTransition(
  'nothing',
  'unreadable',
  'no orders until a person runs `techpack forget --damaged`',
);

const createCommandRow = (transition: OrderTransition) => ({
  same: transition,
  again: transition,
  wait: transition,
  second: transition,
  account: transition,
});

/**
 * Returns the transitions of a state in which no order is in progress. In such a state, every `toile techpack request`
 * sends a new order.
 */
const createIdleRow = (state: OrderState) => ({
  same: createTransition('send', 'intended', 'sends the request'),
  again: createTransition('send', 'intended', 'sends the request'),
  wait: createTransition('send', 'intended', 'sends the request and waits for it'),
  second: createTransition('send', 'intended', 'the process that records the request first sends it'),
  account: createTransition('send', 'intended', 'sends the request'),
  kill: createTransition('nothing', state, 'no request is open'),
  not_found: createTransition('nothing', state, `${NEVER_OCCURS}: toile asks nothing`),
  failed: createTransition('nothing', state, `${NEVER_OCCURS}: toile asks nothing`),
  damage,
  clock: createTransition('nothing', state, 'has no effect'),
  forget: createTransition('note', 'none', 'deletes the record'),
});

/**
 * Returns the transitions for a second command for an order that another process is just sending. The second command
 * sends nothing. It waits a short time for the other process.
 */
const createBusyRow = (state: 'intended' | 'sent', description: string) => ({
  second: createTransition('stand by', state, description, 8),
  account: createTransition('stand by', state, description, 8),
});

/**
 * Returns the transitions of a state in which the service has accepted the order. For each event, a transition says
 * what toile does and what the next state is.
 */
const createOpenRow = (state: OrderState) => ({
  same: createTransition('look', state, 'shows the request'),
  again: createTransition('send', 'superseded', 'asks for consent again and places a second order'),
  wait: createTransition('look', state, 'waits for the request, and downloads it with --download'),
  second: createTransition('look', state, 'each process shows the request'),
  account: createTransition('look', state, 'shows the request, or a 404 if the account cannot read it'),
  kill: createTransition('nothing', state, 'the record is unchanged'),
  not_found: createTransition(
    'refuse',
    state,
    'the service does not find purchase {purchase}, which toile requested {at}{as}; ' +
      'it may appear later, and toile does not order again',
    5,
  ),
  failed: createTransition('refuse', state, 'the failure', 3),
  silence: createTransition('refuse', state, 'the failure', 3),
  refusal: createTransition('refuse', state, 'the refusal, with its exit code'),
  pending: createTransition('note', 'composing', 'the progress', 8),
  ready: createTransition('note', 'ready', 'that it is ready, and the download command', 0),
  kept: createTransition('note', 'fetched', 'the file name', 0),
  damage,
  clock: createTransition('nothing', state, 'has no effect'),
  forget: createTransition('note', 'none', 'the next command for this design orders, which may cost money'),
});

const UNKNOWN =
  'the outcome of an earlier request for this design ({at}) is unknown: {why}. The service may have accepted ' +
  'it and charged the allowance';
const refuseUnknown = createTransition('refuse', 'fate_unknown', UNKNOWN, 1);

const LOST =
  '{why}: earlier requests are unknown, so nothing was sent. A request may be ' + 'open or even paid';
const refuseLost = createTransition('refuse', 'unreadable', LOST, 1);

const BEING_SENT = 'another toile process is sending this request now; this one sent nothing';

const useLater = createTransition('nothing', 'superseded', 'uses the later request');

/** The transition for each state and event: action, next state, message and exit code. */
export const ORDER_MACHINE: Readonly<Record<OrderState, TransitionRow>> = {
  none: { ...createIdleRow('none'), forget: createTransition('nothing', 'none', 'no such record', 5) },
  intended: {
    ...createIdleRow('intended'),
    ...createBusyRow(
      'intended',
      'another toile process is about to send this request; this one sent nothing',
    ),
    same: createTransition('send', 'intended', 'its process ended without sending: sends the request'),
    clock: createTransition(
      'nothing',
      'intended',
      'a process that toile cannot inspect counts as ended after two minutes; if it still runs, it finds the record taken over and sends nothing',
    ),
    forget: createTransition('note', 'none', 'refused while its process runs, otherwise deletes the record'),
    leave: createTransition('note', 'sent', 'on disk before the first byte is sent'),
    refusal: createTransition('note', 'refused', 'why it was not sent'),
  },
  sent: {
    ...createBusyRow('sent', BEING_SENT),
    same: createTransition('stand by', 'sent', BEING_SENT, 8),
    again: createTransition('send', 'superseded', 'asks for consent again and places a second order'),
    wait: createTransition('stand by', 'sent', BEING_SENT, 8),
    kill: createTransition('nothing', 'fate_unknown', ENDED_REASON),
    damage,
    clock: createTransition(
      'nothing',
      'fate_unknown',
      'a process that toile cannot inspect counts as ended after two minutes: the outcome is unknown and nothing is sent',
    ),
    forget: createTransition(
      'refuse',
      'sent',
      'another toile process is sending it now; no record was removed',
      8,
    ),
    taken: createTransition('note', 'composing', 'the purchase', 0),
    payment: createTransition('note', 'payment_due', 'the price and the checkout address', 6),
    refusal: createTransition('note', 'refused', 'the refusal, with its exit code'),
    not_found: createTransition('note', 'refused', 'design not found for this account', 5),
    failed: createTransition(
      'note',
      'fate_unknown',
      '{why} after the request was sent; it is unknown whether the service accepted it',
      3,
    ),
    silence: createTransition(
      'note',
      'fate_unknown',
      'the Tech Pack was requested, and {why}; it is unknown whether the service accepted it',
      3,
    ),
  },
  composing: createOpenRow('composing'),
  payment_due: {
    ...createOpenRow('payment_due'),
    unpaid: createTransition('note', 'payment_due', 'the price and the checkout address', 6),
  },
  ready: createOpenRow('ready'),
  fetched: {
    ...createOpenRow('fetched'),
    ready: createTransition('note', 'fetched', 'that it is ready, and the download command', 0),
  },
  refused: createIdleRow('refused'),
  fate_unknown: {
    ...createCommandRow(refuseUnknown),
    again: createTransition('send', 'superseded', 'asks for consent again and places a second order'),
    kill: createTransition('nothing', 'fate_unknown', 'the record is unchanged'),
    not_found: createTransition('nothing', 'fate_unknown', `${NEVER_OCCURS}: the purchase id is unknown`),
    failed: createTransition('nothing', 'fate_unknown', `${NEVER_OCCURS}: the purchase id is unknown`),
    damage,
    clock: createTransition('nothing', 'fate_unknown', 'has no effect'),
    forget: createTransition('note', 'none', 'the next command for this design orders, which may cost money'),
  },
  superseded: {
    ...createCommandRow(useLater),
    kill: useLater,
    not_found: useLater,
    failed: useLater,
    damage,
    clock: useLater,
    forget: createTransition('note', 'none', 'the later request still counts'),
  },
  unreadable: {
    ...createCommandRow(refuseLost),
    kill: createTransition('nothing', 'unreadable', 'no request is open'),
    not_found: createTransition('nothing', 'unreadable', `${NEVER_OCCURS}: toile asks nothing`),
    failed: createTransition('nothing', 'unreadable', `${NEVER_OCCURS}: toile asks nothing`),
    damage,
    clock: createTransition('nothing', 'unreadable', 'has no effect'),
    forget: createTransition('note', 'none', 'with `--damaged`: renames the file of unreadable records'),
  },
};

/** Returns the transition for an event. If there is none, the action is `nothing` and the state does not change. */
export const findTransition = (state: OrderState, event: OrderEvent): OrderTransition =>
  ORDER_MACHINE[state][event] ?? { action: 'nothing', next: state, text: '' };

/**
 * Returns the message of a transition. Each placeholder is replaced by the member of `facts` with the same name, or by
 * an empty text if there is none.
 */
export const formatTransitionText = (
  { text }: OrderTransition,
  facts: Readonly<Record<string, string>>,
): string => text.replace(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? '');
