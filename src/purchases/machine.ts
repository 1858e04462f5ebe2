import type { ExitCode } from '../errors.ts';
import type { Event, State } from './states.ts';

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

const damage = cell('nothing', 'unreadable', 'nothing is sent until a person has looked at it');
const ONE_OWNER = 'the account makes no difference';

/** Nothing is under way, and the same words send. */
const idle = (state: State) => ({
  same: cell('send', 'intended', 'it is sent'),
  again: cell('send', 'intended', 'it is sent'),
  wait: cell('send', 'intended', 'it is sent, and waited for'),
  second: cell('send', 'intended', 'the first to write it down sends it; the others find it written down'),
  account: cell('send', 'intended', 'it is sent'),
  kill: cell('nothing', state, 'nothing is under way'),
  not_found: cell('nothing', state, 'nothing is asked'),
  failed: cell('nothing', state, 'nothing is asked'),
  damage,
  clock: cell('nothing', state, 'no time decides'),
  forget: cell('note', 'none', 'nothing changes by it'),
});

/** Another process is at it. */
const busy = (state: 'intended' | 'sent', says: string) => ({
  second: cell('stand by', state, says, 8),
  account: cell('stand by', state, says, 8),
});

/** The service has it: whatever is typed shows, waits for or fetches what there is. */
const open = (state: State) => ({
  same: cell('look', state, 'what there is is shown'),
  again: cell('send', 'superseded', 'another one is sent, with consent of its own'),
  wait: cell('look', state, 'what there is is waited for, and fetched'),
  second: cell('look', state, 'each of them shows what there is'),
  account: cell('look', state, `${ONE_OWNER}; one that may not see it gets a 404`),
  kill: cell('nothing', state, 'it is written down, and stays so'),
  not_found: cell(
    'refuse',
    state,
    'the service does not know purchase {purchase}, which was requested from here {at}{as}; ' +
      'it may only lag behind, and nothing is sent again for that',
    5,
  ),
  failed: cell('refuse', state, 'what failed', 3),
  silence: cell('refuse', state, 'what failed', 3),
  refusal: cell('refuse', state, 'what was refused, with the exit code of that'),
  pending: cell('note', 'composing', 'how far it is', 8),
  ready: cell('note', 'ready', 'that it is ready, and how to fetch it', 0),
  kept: cell('note', 'fetched', 'the file', 0),
  damage,
  clock: cell('nothing', state, 'no time decides'),
  forget: cell('note', 'none', 'the next request for the design is sent, and may be paid'),
});

const UNKNOWN =
  'what became of an earlier request for this design ({at}) is not known: {why}. It may have been taken, and ' +
  'even paid from the allowance';
const unknown = cell('refuse', 'fate_unknown', UNKNOWN, 1);

const LOST =
  '{why}: what was requested before is not known, and nothing was sent. A request may be ' +
  'under way, and even paid';
const lost = cell('refuse', 'unreadable', LOST, 1);

const BEING_SENT = 'another toile is sending this request at this moment; this one sent nothing';

const later = cell('nothing', 'superseded', 'the later request is meant');

/** State and event: what is done, the next state, what is said, the exit code. */
export const MACHINE: Readonly<Record<State, Row>> = {
  none: { ...idle('none'), forget: cell('nothing', 'none', 'there is no such record', 5) },
  intended: {
    ...idle('intended'),
    ...busy('intended', 'another toile is about to send this request; this one sent nothing'),
    same: cell('send', 'intended', 'its process is gone and has sent nothing: it is sent now'),
    clock: cell(
      'nothing',
      'intended',
      'a process that cannot be examined counts as gone after two minutes; if it lives, it finds its record taken over and sends nothing',
    ),
    forget: cell('note', 'none', 'refused while its process lives; else nothing changes by it'),
    leave: cell('note', 'sent', 'on the disk before the first byte leaves'),
    refusal: cell('note', 'refused', 'what kept it from being sent'),
  },
  sent: {
    ...busy('sent', BEING_SENT),
    same: cell('stand by', 'sent', BEING_SENT, 8),
    again: cell('send', 'superseded', 'another one is sent, with consent of its own'),
    wait: cell('stand by', 'sent', BEING_SENT, 8),
    kill: cell('nothing', 'fate_unknown', 'toile ended before an answer came'),
    damage,
    clock: cell(
      'nothing',
      'fate_unknown',
      'a process that cannot be examined counts as gone after two minutes: then the fate is unknown, and nothing is sent',
    ),
    forget: cell('refuse', 'sent', 'another toile is sending it at this moment; nothing was forgotten', 8),
    taken: cell('note', 'composing', 'the answer', 0),
    payment: cell('note', 'payment_due', 'price, and where to pay', 6),
    refusal: cell('note', 'refused', 'what was refused, with the exit code of that'),
    not_found: cell('note', 'refused', 'the service has no such design for this account', 5),
    failed: cell(
      'note',
      'fate_unknown',
      '{why} after the request was sent: whether it was taken is not known',
      3,
    ),
    silence: cell(
      'note',
      'fate_unknown',
      'the Tech Pack was requested, and {why}: whether it was taken is not known',
      3,
    ),
  },
  composing: open('composing'),
  payment_due: {
    ...open('payment_due'),
    unpaid: cell('note', 'payment_due', 'price, and where to pay', 6),
  },
  ready: open('ready'),
  fetched: { ...open('fetched'), ready: cell('note', 'fetched', 'that it is ready, and how to fetch it', 0) },
  refused: idle('refused'),
  fate_unknown: {
    same: unknown,
    again: cell('send', 'superseded', 'another one is sent, with consent of its own'),
    wait: unknown,
    second: unknown,
    account: unknown,
    kill: cell('nothing', 'fate_unknown', 'it is written down, and stays so'),
    not_found: cell('nothing', 'fate_unknown', 'nothing is asked: no purchase id is known'),
    failed: cell('nothing', 'fate_unknown', 'nothing is asked: no purchase id is known'),
    damage,
    clock: cell('nothing', 'fate_unknown', 'no time decides'),
    forget: cell('note', 'none', 'the next request for the design is sent, and may be paid'),
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
    forget: cell('note', 'none', 'the later request counts as before'),
  },
  unreadable: {
    same: lost,
    again: lost,
    wait: lost,
    second: lost,
    account: lost,
    kill: cell('nothing', 'unreadable', 'nothing is under way'),
    not_found: cell('nothing', 'unreadable', 'nothing is asked'),
    failed: cell('nothing', 'unreadable', 'nothing is asked'),
    damage,
    clock: cell('nothing', 'unreadable', 'no time decides'),
    forget: cell('note', 'none', 'with `--damaged`: what cannot be read is put aside'),
  },
};

/** What the table says; an event that cannot come in that state changes nothing. */
export const at = (state: State, event: Event): Cell =>
  MACHINE[state][event] ?? { does: 'nothing', next: state, says: '' };

/** The words of a cell, with what stands in braces filled in. */
export const said = ({ says }: Cell, facts: Readonly<Record<string, string>>): string =>
  says.replace(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? '');
