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
  /**
   * The name of the member that contains the value itself, for example `amount`. It is undefined if this member is
   * `value` or `text`.
   */
  readonly member: string | undefined;
  readonly unit: unknown;
  readonly basis: unknown;
  readonly confidence: unknown;
  /** The name and content of each further member of the value, for example `note`, in the order of the body. */
  readonly otherMembers: readonly (readonly [string, unknown])[];
}

/** A StatedValue without content: it has no payload, no provenance and no other member. */
export const EMPTY_STATED_VALUE: StatedValue = {
  state: undefined,
  value: undefined,
  member: undefined,
  unit: undefined,
  basis: undefined,
  confidence: undefined,
  otherMembers: [],
};

/** Returns true for an unstated value with an empty content (`value` is null or missing). */
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

/**
 * Returns the names of the qualifiers (members such as `size` or `currency`) that at least one of the values has. Each
 * name is listed once.
 */
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
 * Returns the member `state` of an object as text; undefined if there is none. A `state` that is not a string is used
 * only if the object also has a member `value` or `text`.
 */
export const readProvenance = (value: JsonObject): string | undefined => {
  const word = getOwnMember(value, 'state');
  return typeof word === 'string' || findPayloadKey(value) !== undefined ? toProvenanceText(word) : undefined;
};

/**
 * The empty list of all values that have no further members such as `note`. They share one list to save memory, because
 * a body can have hundreds of thousands of such values.
 */
const NO_MEMBERS: StatedValue['otherMembers'] = [];

/**
 * Reads an object that has a provenance word or a member `value`. Returns undefined for anything else. The payload (the
 * content) is the member `value`, else the member `text`. If the object has neither, the payload is made of all its
 * members except its provenance, `unit`, `basis`, `confidence` and those in `excluded`: the content of a single such
 * member, or an object of several.
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
