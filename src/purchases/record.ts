import { isRecord } from '../json/values.ts';
import { sha256 } from '../system/sha256.ts';
import { ENDED, type State } from './states.ts';

/** States that are written down; the others follow from what stands beside a record, or from there being none. */
export type Written = Exclude<State, 'none' | 'superseded' | 'unreadable'>;

/** One request that costs money, as it is kept. Members that this version does not know stay in the file. */
export interface Purchase {
  /** Its random reference, by which it is told from every other record on every machine. */
  readonly ref: string;
  readonly design_id: string;
  readonly base_url: string;
  /** ISO date-time. */
  readonly requested_at: string;
  readonly state: Written;
  readonly account?: string;
  /** The service's id of the caller, where machines share records: a new key of the caller finds them again. */
  readonly user_id?: string;
  /** How people know the design: `GARM-<n>` or its id. */
  readonly design_name?: string;
  /** Of each member of the body that was sent (body-digests.ts). */
  readonly body_digests?: Readonly<Record<string, string>>;
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

/** A reference: random in this version, derived from the record in the earlier ones. */
export const isReference = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{12,64}$/.test(value);

/** The digest of a record, over all of its members but `digest` itself. */
const digestOf = ({ digest: _, ...rest }: Entry): string =>
  sha256(JSON.stringify(Object.entries(rest).toSorted(([one], [other]) => (one < other ? -1 : 1)))).slice(
    0,
    32,
  );

/** The record as it is written to a file: with the digest that `readBook` checks. */
export const addDigest = (purchase: Purchase): Entry => {
  const entry: Entry = { ...purchase };
  return { ...entry, digest: digestOf(entry) };
};

const isPurchase = (value: unknown): value is Purchase => {
  if (!isRecord(value)) return false;
  const { ref, base_url, requested_at, design_id, state, digest } = value;
  return (
    isReference(ref) &&
    typeof design_id === 'string' &&
    design_id !== '' &&
    typeof base_url === 'string' &&
    URL.canParse(base_url) &&
    typeof requested_at === 'string' &&
    !Number.isNaN(Date.parse(requested_at)) &&
    isWritten(state) &&
    HAS[state](value) &&
    digest === digestOf(value)
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

/**
 * An entry of a file that an earlier toile wrote, in the form of this one. It had numbers and no digests; a digest in
 * it means that the version of the file is damaged, and is checked like any other.
 */
const updateEntry = (version: number, value: unknown): unknown => {
  if (version >= VERSION || !isRecord(value)) return value;
  const { state, number } = value;
  const update =
    version === 1 && typeof state === 'string' && Object.hasOwn(FIRST, state) ? FIRST[state] : undefined;
  const entry = update === undefined ? value : update(value);
  if ('digest' in entry || !Number.isSafeInteger(number)) return value;
  const { number: _, ...rest } = entry;
  const derived = sha256(`${rest.design_id} ${rest.base_url} ${rest.requested_at} ${number}`).slice(0, 24);
  const referenced = { ...rest, ref: rest.ref ?? derived };
  return { ...referenced, digest: digestOf(referenced) };
};

const numberOf = (entry: unknown): unknown => (isRecord(entry) ? entry.number : undefined);

/** The newest form of the file that this program understands. */
export const VERSION = 3;

/** The file as it is understood. */
export interface Book {
  /** In the order in which they were made. */
  readonly purchases: readonly Purchase[];
  /** Entries that cannot be understood, or whose digest is wrong. */
  readonly damaged: readonly unknown[];
  /** Why the file as a whole cannot be understood. */
  readonly lost?: string;
}

const lost = (why: string): Book => ({ purchases: [], damaged: [], lost: why });

/** Reads what stood in the file. Whatever is not exactly understood is damage, never nothing. */
export const readBook = (value: unknown): Book => {
  if (!isRecord(value)) return lost('it does not hold what toile writes there');
  const { version, purchases: entries } = value;
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1)
    return lost('it has no version');
  if (version > VERSION) return lost('a newer toile wrote it');
  if (!Array.isArray(entries)) return lost('it has no list of requests');
  const isOld = version < VERSION;
  const purchases = isOld
    ? entries.toSorted((one, other) => Number(numberOf(one)) - Number(numberOf(other)))
    : entries;
  const numbers = purchases.map(numberOf);
  const isTwice = (number: unknown): boolean => numbers.indexOf(number) !== numbers.lastIndexOf(number);
  const all = purchases.map((entry) => updateEntry(version, entry));
  const refs = new Map<unknown, number>();
  for (const one of all) if (isRecord(one)) refs.set(one.ref, (refs.get(one.ref) ?? 0) + 1);
  const isWhole = (entry: unknown, place: number): entry is Purchase =>
    // Of two with one identity it cannot be said which is meant.
    isPurchase(entry) && refs.get(entry.ref) === 1 && !(isOld && isTwice(numbers[place]));
  const whole = all.filter(isWhole).map(({ digest: _, ...one }: Purchase & { digest?: unknown }) => one);
  return { purchases: whole, damaged: purchases.filter((_, place) => !isWhole(all[place], place)) };
};
