import { isRecord } from '../json/values.ts';
import type { State } from './states.ts';

/** States that are written down; the others follow from what stands beside a record, or from there being none. */
export type Written = Exclude<State, 'none' | 'superseded' | 'unreadable'>;

/** One request that costs money, as it is kept. Members that this version does not know stay in the file. */
export interface Purchase {
  /** Its number on this machine, from 1. */
  readonly number: number;
  readonly design_id: string;
  readonly base_url: string;
  /** ISO date-time. */
  readonly requested_at: string;
  readonly state: Written;
  readonly account?: string;
  /** How people know the design: `GARM-<n>` or its id. */
  readonly design_name?: string;
  /** What tells it apart on every machine, where machines share what they requested. */
  readonly ref?: string;
  /** The process that is at it, while it is intended or sent. */
  readonly holder?: string;
  /** As the service wrote it; only a uuid is ever asked about. */
  readonly purchase_id?: string | null;
  /** Kept, since it is needed to pay; the file is its owner's alone. */
  readonly checkout_url?: string;
  /** As the service wrote the number, or null. */
  readonly amount?: string | null;
  readonly currency?: string;
  readonly http_status?: number;
  readonly code?: string;
  /** Why its fate is unknown. */
  readonly reason?: string;
  /** The service's own word, when the purchase was last asked about. */
  readonly status?: string;
  /** Of the PDF that was fetched. */
  readonly sha256?: string;
}

type Entry = Readonly<Record<string, unknown>>;

const text = (entry: Entry, member: string): boolean => typeof entry[member] === 'string';
const textOrNull = (entry: Entry, member: string): boolean => entry[member] === null || text(entry, member);

/**
 * What a record of each state has to have. A word alone is not believed: damage that turned a state into `refused`
 * would be a licence to pay again.
 */
const HAS: Readonly<Record<Written, (entry: Entry) => boolean>> = {
  intended: (entry) => text(entry, 'holder'),
  sent: (entry) => text(entry, 'holder'),
  composing: (entry) => textOrNull(entry, 'purchase_id'),
  payment_due: (entry) => textOrNull(entry, 'purchase_id') && text(entry, 'checkout_url'),
  ready: (entry) => text(entry, 'purchase_id'),
  fetched: (entry) => text(entry, 'purchase_id'),
  refused: (entry) => Number.isSafeInteger(entry.http_status) && text(entry, 'code'),
  fate_unknown: (entry) => text(entry, 'reason'),
};

const isWritten = (word: unknown): word is Written => typeof word === 'string' && Object.hasOwn(HAS, word);

/** Nobody makes so many requests; a larger one was not counted here. */
export const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value < 1e9;

const isPurchase = (value: unknown): value is Purchase => {
  if (!isRecord(value)) return false;
  const { number, base_url, requested_at, design_id, state } = value;
  return (
    isNumber(number) &&
    typeof design_id === 'string' &&
    design_id !== '' &&
    typeof base_url === 'string' &&
    URL.canParse(base_url) &&
    typeof requested_at === 'string' &&
    !Number.isNaN(Date.parse(requested_at)) &&
    isWritten(state) &&
    HAS[state](value)
  );
};

/** Words of the first version of the file, which knew no mark between intending and sending. */
const FIRST: Readonly<Record<string, (entry: Entry) => Entry>> = {
  intended: (entry) => ({ ...entry, state: 'fate_unknown', reason: ENDED }),
  unknown: (entry) => ({ ...entry, state: 'fate_unknown', reason: 'no answer came' }),
  accepted: (entry) => ({ ...entry, state: entry.ready === true ? 'ready' : 'composing' }),
  payment_required: (entry) => ({ ...entry, state: entry.ready === true ? 'ready' : 'payment_due' }),
  refused: (entry) => entry,
};

/** Why the fate of a request is unknown whose process is gone. */
export const ENDED = 'toile ended before an answer came';

const updated = (version: number, value: unknown): unknown => {
  if (version > 1 || !isRecord(value)) return value;
  const { state } = value;
  const update = typeof state === 'string' && Object.hasOwn(FIRST, state) ? FIRST[state] : undefined;
  return update === undefined ? value : update(value);
};

/** The newest form of the file that this program understands. */
export const VERSION = 2;

/** The file as it is understood. */
export interface Book {
  readonly purchases: readonly Purchase[];
  /** Entries of which nobody knows what they were. */
  readonly damaged: readonly unknown[];
  /** Why the file as a whole cannot be understood. */
  readonly lost?: string;
}

const lost = (why: string): Book => ({ purchases: [], damaged: [], lost: why });

/** Reads what stood in the file. Whatever is not exactly understood is damage, never nothing. */
export const readBook = (value: unknown): Book => {
  if (!isRecord(value)) return lost('it does not hold what toile writes there');
  const { version, purchases } = value;
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1)
    return lost('it has no version');
  if (version > VERSION) return lost('a newer toile wrote it');
  if (!Array.isArray(purchases)) return lost('it has no list of requests');
  const all = purchases.map((entry) => updated(version, entry));
  const numbers = all.map((entry) => (isRecord(entry) ? entry.number : undefined));
  const isWhole = (entry: unknown, place: number): entry is Purchase =>
    // Of two with one number nobody can say which is meant.
    isPurchase(entry) &&
    numbers.indexOf(entry.number) === place &&
    numbers.lastIndexOf(entry.number) === place;
  return {
    purchases: all.filter(isWhole),
    damaged: all.filter((entry, place) => !isWhole(entry, place)),
  };
};
