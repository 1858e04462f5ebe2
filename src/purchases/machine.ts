import type { ExitCode } from '../errors.ts';
import { ENDED, type Event, type State } from './states.ts';

/** What toile does about an event. */
export type Does =
  /** Sends a request: with consent, and written down first. */
  | 'send'
  /** Asks the service about the purchase; what it answers is the next event. */
  | 'look'
  /** Waits shortly for the other process, then says what there is. */
  | 'stand by'
  /** Sends nothing, and says why. */
  | 'refuse'
  /** Writes the next state down. */
  | 'note'
  | 'nothing';

export interface Cell {
  readonly does: Does;
  readonly next: State;
  /** What is said, with what stands in braces filled in; where nothing is said, what it comes to. */
  readonly says: string;
  /** The exit code; none where what follows decides. */
  readonly exit?: ExitCode;
}

/** What every state has an answer to. */
type Always =
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

type Row = Readonly<Record<Always, Cell>> & Readonly<Partial<Record<Event, Cell>>>;

const cell = (does: Does, next: State, says: string, exit?: ExitCode): Cell => ({
  does,
  next,
  says,
  ...(exit !== undefined && { exit }),
});

/** Begins the text of a cell for an event that cannot occur in its state. */
export const NEVER = 'does not happen';

const damage = cell('nothing', 'unreadable', 'no orders until a person runs `techpack forget --damaged`');

/** Nothing is under way, and the same words send. */
const idle = (state: State) => ({
  same: cell('send', 'intended', 'sends the request'),
  again: cell('send', 'intended', 'sends the request'),
  wait: cell('send', 'intended', 'sends the request and waits for it'),
  second: cell('send', 'intended', 'the process that records the request first sends it'),
  account: cell('send', 'intended', 'sends the request'),
  kill: cell('nothing', state, 'no request is open'),
  not_found: cell('nothing', state, `${NEVER}: toile asks nothing`),
  failed: cell('nothing', state, `${NEVER}: toile asks nothing`),
  damage,
  clock: cell('nothing', state, 'has no effect'),
  forget: cell('note', 'none', 'deletes the record'),
});

/** Another process is at it. */
const busy = (state: 'intended' | 'sent', says: string) => ({
  second: cell('stand by', state, says, 8),
  account: cell('stand by', state, says, 8),
});

/** The service has it: whatever is typed shows, waits for or fetches what there is. */
const open = (state: State) => ({
  same: cell('look', state, 'shows the request'),
  again: cell('send', 'superseded', 'asks for consent again and places a second order'),
  wait: cell('look', state, 'waits for the request and downloads it'),
  second: cell('look', state, 'each process shows the request'),
  account: cell('look', state, 'shows the request, or a 404 if the account cannot read it'),
  kill: cell('nothing', state, 'the record is unchanged'),
  not_found: cell(
    'refuse',
    state,
    'the service does not find purchase {purchase}, which toile requested {at}{as}; ' +
      'it may appear later, and toile does not order again',
    5,
  ),
  failed: cell('refuse', state, 'the failure', 3),
  silence: cell('refuse', state, 'the failure', 3),
  refusal: cell('refuse', state, 'the refusal, with its exit code'),
  pending: cell('note', 'composing', 'the progress', 8),
  ready: cell('note', 'ready', 'that it is ready, and the download command', 0),
  kept: cell('note', 'fetched', 'the file name', 0),
  damage,
  clock: cell('nothing', state, 'has no effect'),
  forget: cell('note', 'none', 'the next command for this design orders, which may cost money'),
});

const UNKNOWN =
  'the outcome of an earlier request for this design ({at}) is unknown: {why}. The service may have accepted ' +
  'it and charged the allowance';
const unknown = cell('refuse', 'fate_unknown', UNKNOWN, 1);

const LOST =
  '{why}: earlier requests are unknown, so nothing was sent. A request may be ' + 'open or even paid';
const lost = cell('refuse', 'unreadable', LOST, 1);

const BEING_SENT = 'another toile process is sending this request now; this one sent nothing';

const later = cell('nothing', 'superseded', 'uses the later request');

/** State and event: what is done, the next state, what is said, the exit code. */
export const MACHINE: Readonly<Record<State, Row>> = {
  none: { ...idle('none'), forget: cell('nothing', 'none', 'no such record', 5) },
  intended: {
    ...idle('intended'),
    ...busy('intended', 'another toile process is about to send this request; this one sent nothing'),
    same: cell('send', 'intended', 'its process ended without sending: sends the request'),
    clock: cell(
      'nothing',
      'intended',
      'a process that toile cannot inspect counts as ended after two minutes; if it still runs, it finds the record taken over and sends nothing',
    ),
    forget: cell('note', 'none', 'refused while its process runs, otherwise deletes the record'),
    leave: cell('note', 'sent', 'on disk before the first byte is sent'),
    refusal: cell('note', 'refused', 'why it was not sent'),
  },
  sent: {
    ...busy('sent', BEING_SENT),
    same: cell('stand by', 'sent', BEING_SENT, 8),
    again: cell('send', 'superseded', 'asks for consent again and places a second order'),
    wait: cell('stand by', 'sent', BEING_SENT, 8),
    kill: cell('nothing', 'fate_unknown', ENDED),
    damage,
    clock: cell(
      'nothing',
      'fate_unknown',
      'a process that toile cannot inspect counts as ended after two minutes: the outcome is unknown and nothing is sent',
    ),
    forget: cell('refuse', 'sent', 'another toile process is sending it now; nothing was forgotten', 8),
    taken: cell('note', 'composing', 'the purchase', 0),
    payment: cell('note', 'payment_due', 'the price and the checkout address', 6),
    refusal: cell('note', 'refused', 'the refusal, with its exit code'),
    not_found: cell('note', 'refused', 'design not found for this account', 5),
    failed: cell(
      'note',
      'fate_unknown',
      '{why} after the request was sent; it is unknown whether the service accepted it',
      3,
    ),
    silence: cell(
      'note',
      'fate_unknown',
      'the Tech Pack was requested, and {why}; it is unknown whether the service accepted it',
      3,
    ),
  },
  composing: open('composing'),
  payment_due: {
    ...open('payment_due'),
    unpaid: cell('note', 'payment_due', 'the price and the checkout address', 6),
  },
  ready: open('ready'),
  fetched: {
    ...open('fetched'),
    ready: cell('note', 'fetched', 'that it is ready, and the download command', 0),
  },
  refused: idle('refused'),
  fate_unknown: {
    same: unknown,
    again: cell('send', 'superseded', 'asks for consent again and places a second order'),
    wait: unknown,
    second: unknown,
    account: unknown,
    kill: cell('nothing', 'fate_unknown', 'the record is unchanged'),
    not_found: cell('nothing', 'fate_unknown', `${NEVER}: the purchase id is unknown`),
    failed: cell('nothing', 'fate_unknown', `${NEVER}: the purchase id is unknown`),
    damage,
    clock: cell('nothing', 'fate_unknown', 'has no effect'),
    forget: cell('note', 'none', 'the next command for this design orders, which may cost money'),
  },
  superseded: {
    same: later,
    again: later,
    wait: later,
    second: later,
    account: later,
    kill: later,
    not_found: later,
    failed: later,
    damage,
    clock: later,
    forget: cell('note', 'none', 'the later request still counts'),
  },
  unreadable: {
    same: lost,
    again: lost,
    wait: lost,
    second: lost,
    account: lost,
    kill: cell('nothing', 'unreadable', 'no request is open'),
    not_found: cell('nothing', 'unreadable', `${NEVER}: toile asks nothing`),
    failed: cell('nothing', 'unreadable', `${NEVER}: toile asks nothing`),
    damage,
    clock: cell('nothing', 'unreadable', 'has no effect'),
    forget: cell('note', 'none', 'with `--damaged`: moves the unreadable records aside'),
  },
};

/** What the table says; an event that cannot come in that state changes nothing. */
export const at = (state: State, event: Event): Cell =>
  MACHINE[state][event] ?? { does: 'nothing', next: state, says: '' };

/** The words of a cell, with what stands in braces filled in. */
export const said = ({ says }: Cell, facts: Readonly<Record<string, string>>): string =>
  says.replace(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? '');
