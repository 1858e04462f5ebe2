import { isRecord, toJsonText } from '../../platform/json/json-values.ts';
import { parseJson } from '../../platform/json/parse-json.ts';
import { computeSha256 } from '../../platform/system/sha256.ts';
import { ENDED_REASON, type OrderState } from './order-machine.ts';

/** A digest of each member of a request body, by its name. The digests show which members of two bodies differ. */
type BodyDigests = Readonly<Record<string, string>>;

/**
 * Returns a digest of each member of a request body, which is given as the JSON text `text`. Each digest also depends
 * on `design`, so that the same value has a different digest for another design.
 */
export const digestBody = (design: string, text: string): BodyDigests => {
  const body = parseJson(text);
  const members = isRecord(body) ? Object.entries(body) : [['', body] as const];
  return Object.fromEntries(
    members.map(([name, value]) => [
      name,
      computeSha256(`${design} ${name} ${toJsonText(value)}`).slice(0, 16),
    ]),
  );
};

/**
 * Compares the request body `text` (JSON) with an earlier request body. `earlier` has the digests of the members of the
 * earlier body. Returns the names of the members that differ, or that only one of the two bodies has. Returns an empty
 * list if `earlier` is undefined.
 */
export const findChangedMembers = (
  earlier: BodyDigests | undefined,
  design: string,
  text: string,
): readonly string[] => {
  if (!isRecord(earlier)) return [];
  const digests = digestBody(design, text);
  const names = new Set([...Object.keys(earlier), ...Object.keys(digests)]);
  return [...names].filter((name) => earlier[name] !== digests[name]);
};

/**
 * The order states that a saved record can have. The other order states, for example `superseded`, are not saved but
 * computed from all records together.
 */
export type SavedOrderState = Exclude<OrderState, 'none' | 'superseded' | 'unreadable'>;

/** The record of one order, as it is saved. Unknown members of a record are preserved. */
export interface OrderRecord {
  /** A random text that identifies the record. It is unique on all machines. */
  readonly ref: string;
  readonly design_id: string;
  readonly base_url: string;
  /** The time of the request, as an ISO date-time. */
  readonly requested_at: string;
  readonly state: SavedOrderState;
  readonly account?: string;
  /**
   * The user id at the service. It is the same for all API keys of the user. Only records in the shared store have it.
   */
  readonly user_id?: string;
  /** The garment id, for example `GARM-101`, or the id of the design. */
  readonly design_name?: string;
  /** The result of `digestBody` for the request body. */
  readonly body_digests?: BodyDigests;
  /** The name of the process that sends the order. Present only in the states `intended` and `sent`. */
  readonly holder?: string;
  /** The purchase id as the service sent it, or null if there is none. It is used in a request only if it is a UUID. */
  readonly purchase_id?: string | null;
  /**
   * The address at which the user pays. It is a secret, so the file with the order records can be read only by its
   * owner.
   */
  readonly checkout_url?: string;
  /** The amount to pay, as the service sent it; null if the service sent none. */
  readonly amount?: string | null;
  readonly currency?: string;
  readonly http_status?: number;
  readonly code?: string;
  /** The reason why the result of the order is unknown. Only orders in the state `fate_unknown` have it. */
  readonly reason?: string;
  /** The status of the purchase in the last response. */
  readonly status?: string;
  /** The SHA-256 digest of the downloaded PDF. */
  readonly sha256?: string;
}

type RawRecord = Readonly<Record<string, unknown>>;

const hasText = (entry: RawRecord, member: string): boolean => typeof entry[member] === 'string';
const hasTextOrNull = (entry: RawRecord, member: string): boolean =>
  entry[member] === null || hasText(entry, member);

/**
 * For each state of an order, a function that checks whether a record has the members that this state requires. If a
 * member is missing, the recorded state may be wrong. An order that is wrongly recorded as `refused` could be sent and
 * paid twice.
 */
const REQUIRED_MEMBERS: Readonly<Record<SavedOrderState, (entry: RawRecord) => boolean>> = {
  intended: (entry) => hasText(entry, 'holder'),
  sent: (entry) => hasText(entry, 'holder'),
  composing: (entry) => hasTextOrNull(entry, 'purchase_id'),
  payment_due: (entry) => hasTextOrNull(entry, 'purchase_id') && hasText(entry, 'checkout_url'),
  ready: (entry) => hasText(entry, 'purchase_id'),
  fetched: (entry) => hasText(entry, 'purchase_id'),
  refused: (entry) => Number.isSafeInteger(entry.http_status) && hasText(entry, 'code'),
  fate_unknown: (entry) => hasText(entry, 'reason'),
};

const isSavedState = (word: unknown): word is SavedOrderState =>
  typeof word === 'string' && Object.hasOwn(REQUIRED_MEMBERS, word);

/**
 * Returns true for an order reference: 12 to 64 hexadecimal digits. A reference is random, or `upgradeRecord` has
 * derived it for a record in an older format.
 */
const isOrderRef = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{12,64}$/.test(value);

const computeRecordDigest = ({ digest: _, ...members }: RawRecord): string =>
  computeSha256(JSON.stringify(Object.entries(members).toSorted(([a], [b]) => (a < b ? -1 : 1)))).slice(
    0,
    32,
  );

/** Returns a copy of the record with the member `digest`. `parseOrderRecords` uses the digest to detect damage. */
export const addDigest = (purchase: OrderRecord): RawRecord => {
  const entry: RawRecord = { ...purchase };
  return { ...entry, digest: computeRecordDigest(entry) };
};

const isOrderRecord = (value: unknown): value is OrderRecord => {
  if (!isRecord(value)) return false;
  const { ref, base_url, requested_at, design_id, state, digest } = value;
  return (
    isOrderRef(ref) &&
    typeof design_id === 'string' &&
    design_id !== '' &&
    typeof base_url === 'string' &&
    URL.canParse(base_url) &&
    typeof requested_at === 'string' &&
    !Number.isNaN(Date.parse(requested_at)) &&
    isSavedState(state) &&
    REQUIRED_MEMBERS[state](value) &&
    digest === computeRecordDigest(value)
  );
};

/**
 * Maps each state of file version 1 to the function that converts a record with this state. In version 1, an order that
 * was sent could still have the state `intended`, so `intended` becomes `fate_unknown`.
 */
const VERSION_1_UPDATES: Readonly<Record<string, (entry: RawRecord) => RawRecord>> = {
  intended: (entry) => ({ ...entry, state: 'fate_unknown', reason: ENDED_REASON }),
  unknown: (entry) => ({ ...entry, state: 'fate_unknown', reason: 'no answer came' }),
  accepted: (entry) => ({ ...entry, state: entry.ready === true ? 'ready' : 'composing' }),
  payment_required: (entry) => ({ ...entry, state: entry.ready === true ? 'ready' : 'payment_due' }),
  refused: (entry) => entry,
};

/**
 * Converts an order record from an older version of the order file. Replaces the member `number` by the reference
 * `ref`, and adds a digest. For version 1, also converts the state. A record that already has a digest, or that has no
 * `number`, is returned unchanged.
 */
const upgradeRecord = (version: number, value: unknown): unknown => {
  if (version >= ORDER_FILE_VERSION || !isRecord(value)) return value;
  const { state, number } = value;
  const update =
    version === 1 && typeof state === 'string' && Object.hasOwn(VERSION_1_UPDATES, state)
      ? VERSION_1_UPDATES[state]
      : undefined;
  const entry = update === undefined ? value : update(value);
  if ('digest' in entry || !Number.isSafeInteger(number)) return value;
  const { number: _, ...members } = entry;
  const derived = computeSha256(
    `${members.design_id} ${members.base_url} ${members.requested_at} ${number}`,
  ).slice(0, 24);
  const referenced = { ...members, ref: members.ref ?? derived };
  return { ...referenced, digest: computeRecordDigest(referenced) };
};

const readRecordNumber = (entry: unknown): unknown => (isRecord(entry) ? entry.number : undefined);

/** The version of the order file that toile writes, and the newest one that it can read. */
export const ORDER_FILE_VERSION = 3;

/**
 * The parsed order file: its records and its damaged entries. If the whole file cannot be read, both are empty and
 * `lost` has the reason.
 */
export interface OrderFileContent {
  /** The valid order records of the file, oldest first. */
  readonly records: readonly OrderRecord[];
  /**
   * The entries of the order file that are not valid order records, for example because an entry was edited and its
   * digest is now wrong.
   */
  readonly damaged: readonly unknown[];
  readonly lost?: string;
}

const createLostContent = (lost: string): OrderFileContent => ({ records: [], damaged: [], lost });

/**
 * Parses an order file of this or an earlier version. Never throws. `damaged` has the entries that are invalid or were
 * changed. If the whole file is unreadable, `lost` is the reason.
 */
export const parseOrderRecords = (value: unknown): OrderFileContent => {
  if (!isRecord(value)) return createLostContent('its content was not written by toile');
  const { version, purchases: entries } = value;
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1)
    return createLostContent('it has no version');
  if (version > ORDER_FILE_VERSION) return createLostContent('a newer toile wrote it');
  if (!Array.isArray(entries)) return createLostContent('it has no list of requests');
  const isOld = version < ORDER_FILE_VERSION;
  const purchases = isOld
    ? entries.toSorted((a, b) => Number(readRecordNumber(a)) - Number(readRecordNumber(b)))
    : entries;
  const numbers = purchases.map(readRecordNumber);
  const isRepeated = (number: unknown): boolean => numbers.indexOf(number) !== numbers.lastIndexOf(number);
  const all = purchases.map((entry) => upgradeRecord(version, entry));
  const refs = new Map<unknown, number>();
  for (const entry of all) if (isRecord(entry)) refs.set(entry.ref, (refs.get(entry.ref) ?? 0) + 1);
  const isIntact = (entry: unknown, index: number): entry is OrderRecord =>
    // If two records have the same reference, nothing shows which of them is right, so both are treated as damaged.
    isOrderRecord(entry) && refs.get(entry.ref) === 1 && !(isOld && isRepeated(numbers[index]));
  const records = all
    .filter(isIntact)
    .map(({ digest: _, ...record }: OrderRecord & { digest?: unknown }) => record);
  return { records, damaged: purchases.filter((_, index) => !isIntact(all[index], index)) };
};
