/**
 * Reads values with provenance. Such a value is an object with a payload (for example `58`), a provenance word and
 * other members.
 */

import {
  getOwnMember,
  isRecord,
  type JsonObject,
  toJsonText,
  toNumberText,
  toScalarText,
} from '../platform/json/json-values.ts';

/** The three provenance words of the specification, in their usual order. */
export const PROVENANCE_WORDS = ['asserted', 'inferred', 'unstated'] as const;
/** One of the three provenance words: `asserted`, `inferred` or `unstated`. */
export type ProvenanceWord = (typeof PROVENANCE_WORDS)[number];
/** Returns true for one of the three provenance words of the specification. */
export const isProvenanceWord = (word: unknown): word is ProvenanceWord =>
  PROVENANCE_WORDS.some((known) => known === word);

/** A value of a body with its provenance, for example `{state: "asserted", value: 56.0, unit: "cm"}`. */
export interface StatedValue {
  /**
   * The provenance word of the value as in the body, even if toile does not know the word. Undefined if the value has
   * no provenance.
   */
  readonly state: string | undefined;
  /**
   * The payload of the value, for example `58`. It is undefined if the body gives no payload, and null if the body
   * gives null.
   */
  readonly value: unknown;
  /** The name of the member that holds the payload, if it is neither `value` nor `text`; otherwise undefined. */
  readonly member: string | undefined;
  readonly unit: unknown;
  readonly basis: unknown;
  readonly confidence: unknown;
  /** The name and content of each member that is not in one of the fields above, in the order of the body. */
  readonly otherMembers: readonly (readonly [string, unknown])[];
}

/** A value that has no payload, no provenance and no other member. */
export const EMPTY_STATED_VALUE: StatedValue = {
  state: undefined,
  value: undefined,
  member: undefined,
  unit: undefined,
  basis: undefined,
  confidence: undefined,
  otherMembers: [],
};

/** Returns true for an unstated value without a payload, or with null as its payload. */
export const isUnstatedEmpty = ({ state, value }: Pick<StatedValue, 'state' | 'value'>): boolean =>
  state === 'unstated' && (value ?? null) === null;

/** Returns the name of the member that holds the payload: `value`, else `text`; undefined if the object has neither. */
export const findPayloadKey = (value: object): 'value' | 'text' | undefined =>
  Object.hasOwn(value, 'value') ? 'value' : Object.hasOwn(value, 'text') ? 'text' : undefined;

/** The names of qualifiers. A qualifier, such as a size or a currency, is printed with the value that it identifies. */
const QUALIFIER_NAMES: readonly string[] = [
  ...['size', 'field', 'key', 'code', 'name', 'label', 'title', 'id', 'type', 'kind'],
  ...['currency', 'per', 'colour', 'color', 'side', 'variant'],
];

type Qualified = Pick<StatedValue, 'otherMembers'>;

/** Returns the qualifiers of a value with their names: `[["size", "XS"]]`. Empty qualifiers are left out. */
export const listQualifiers = ({ otherMembers }: Qualified): Qualified['otherMembers'] =>
  otherMembers.filter(([key, value]) => QUALIFIER_NAMES.includes(key) && (toScalarText(value) ?? '') !== '');

/** Returns the names of all qualifiers that these values have, each name once. */
export const listQualifierNames = (values: Iterable<Qualified>): readonly string[] => [
  ...new Set([...values].flatMap((value) => listQualifiers(value).map(([key]) => key))),
];

/**
 * Returns the content of the qualifier `name`, a member that is printed with the value, for example `size` or
 * `currency`. Returns undefined if the value does not have this qualifier or if it is empty.
 */
export const findQualifier = (value: Qualified, name: string): unknown =>
  listQualifiers(value).find(([key]) => key === name)?.[1];

/**
 * Returns the content of a member `state` as text. A text is returned unchanged. A number, boolean, null or list of
 * scalars becomes JSON text, for example `[1]`. Returns undefined for anything else, such as an object.
 */
export const toProvenanceText = (word: unknown): string | undefined => {
  if (typeof word === 'string') return word;
  const isPlain =
    word !== undefined &&
    (Array.isArray(word) ? word : [word]).every(
      (each) => typeof each !== 'object' || each === null || toNumberText(each) !== undefined,
    );
  return isPlain ? toJsonText(word) : undefined;
};

/**
 * Returns the member `state` of an object as text; undefined if there is none. Without a `value` or a `text` in the
 * object, `state` must be a string, and is otherwise ignored.
 */
export const readProvenance = (value: JsonObject): string | undefined => {
  const word = getOwnMember(value, 'state');
  return typeof word === 'string' || findPayloadKey(value) !== undefined ? toProvenanceText(word) : undefined;
};

/**
 * All values without other members share this empty list. A body can have hundreds of thousands of such values, so a
 * new list for each of them would need much memory.
 */
const NO_MEMBERS: StatedValue['otherMembers'] = [];

/**
 * Reads an object that has a provenance word or a member `value`. Returns undefined for anything else. The payload is
 * the member `value`, else `text`, else the only remaining member, or an object of all remaining members if there are
 * several. `unit`, `basis`, `confidence` and the members named in `excluded` are not among the remaining members.
 */
export const readStated = (value: unknown, excluded: readonly string[] = []): StatedValue | undefined => {
  if (!isRecord(value)) return undefined;
  const state = readProvenance(value);
  if (state === undefined && !Object.hasOwn(value, 'value')) return undefined;

  const payloadKey = findPayloadKey(value);
  const others: (readonly [string, unknown])[] = [];
  let payload: unknown;
  let unit: unknown;
  let basis: unknown;
  let confidence: unknown;
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (key === payloadKey) payload = member;
    else if (key === 'unit') unit = member;
    else if (key === 'basis') basis = member;
    else if (key === 'confidence') confidence = member;
    else if (key !== 'state' || state === undefined) others.push([key, member]);
  }
  let otherMembers = others.length === 0 ? NO_MEMBERS : others;
  if (payloadKey !== undefined)
    return { state, value: payload, member: undefined, unit, basis, confidence, otherMembers };

  const payloadMembers = others.filter(([key]) => !excluded.includes(key));
  otherMembers = others.filter(([key]) => excluded.includes(key));
  const [single] = payloadMembers.length === 1 ? payloadMembers : [];
  payload = single ? single[1] : payloadMembers.length > 0 ? Object.fromEntries(payloadMembers) : undefined;
  return { state, value: payload, member: single?.[0], unit, basis, confidence, otherMembers };
};

/**
 * Returns the text of a scalar, or of an object with a scalar payload, such as `{state: "asserted", value: 5}`. Returns
 * undefined for any other value.
 */
export const readMemberText = (value: unknown): string | undefined =>
  toScalarText(readStated(value)?.value ?? value);
