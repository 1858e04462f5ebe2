/** Reads one confirmation: its question, the node and field it is about, and the present value. */

import { getOwnMember, isRecord, type JsonObject, toScalarText } from '../platform/json/json-values.ts';
import {
  EMPTY_STATED_VALUE,
  findPayloadKey,
  readMemberText,
  readStated,
  type StatedValue,
} from './stated-value.ts';
import { expandStated, readValues, type Value } from './value.ts';

/** A confirmation: an open question about one field of a node. */
export interface OpenQuestion {
  readonly id: string;
  /** The id of the node that the question is about; empty if the body gives none. */
  readonly node: string;
  readonly field: string;
  /** The wording of the question; undefined if it has none. */
  readonly question: unknown;
  /** The answers that the service offers, in order; empty if any answer is possible. */
  readonly options: readonly unknown[];
  /** The present value of the field that the question is about. */
  readonly now: StatedValue;
  /**
   * The other values of the confirmation. First come the values that are nested inside `now` (the present value of the
   * field). Then come the values of all members that OpenQuestion does not have.
   */
  readonly others: readonly Value[];
  /** The confirmation itself, if it is not an object but a text, number, boolean or null. */
  readonly nonQuestion?: unknown;
}

const ID_KEYS = ['id', 'confirmation_id', 'key'];
const NODE_KEYS = ['node', 'node_id', 'subject', 'target', 'about', 'regarding'];
const FIELD_KEYS = ['field', 'attribute', 'property'];
const WORDING_KEYS = ['question', 'ask', 'title', 'prompt', 'wording', 'text'];
const OPTION_KEYS = ['options', 'choices'];
const SUBJECT_KEYS = [...NODE_KEYS, ...FIELD_KEYS];
/**
 * Names of members of a confirmation that never contain the present value of the field: for example the id, the
 * question and its options.
 */
const NON_PAYLOAD_KEYS = [...SUBJECT_KEYS, ...WORDING_KEYS, 'blocking', ...ID_KEYS, ...OPTION_KEYS];

const findKey = (item: object, keys: readonly string[]): string =>
  keys.find((key) => Object.hasOwn(item, key)) ?? '';

/**
 * Returns the name of the member that contains the id of the node, for example `node_id`. The id can be a scalar, or an
 * object with a scalar and its provenance.
 */
const findNodeKey = (item: JsonObject): string =>
  NODE_KEYS.find((key) => readMemberText(getOwnMember(item, key)) !== undefined) ?? '';

/** Matches a text that ends with a question mark of any script. */
const QUESTION = /[?\uff1f\u061f]\s*$/;

/** Names of members that never contain the wording of a question, even if their text ends with a question mark. */
const NON_WORDING_KEYS = [...SUBJECT_KEYS, ...ID_KEYS, 'state', 'unit', 'basis', 'confidence'];

/**
 * Returns the name of the first member with a text that ends with a question mark, which is probably the wording of the
 * question. Skips members that never contain a wording, such as `basis`. Returns an empty text if there is no such
 * member.
 */
const findQuestionKey = (item: JsonObject): string =>
  Object.keys(item).find((key) => {
    const value = getOwnMember(item, key);
    const isOther = key !== findPayloadKey(item) && !NON_WORDING_KEYS.includes(key);
    return isOther && typeof value === 'string' && QUESTION.test(value);
  }) ?? '';

/**
 * Returns the name of the member of a confirmation that contains the wording of the question. Tries known names first,
 * then any text that ends with a question mark. If the confirmation has a provenance or a member `value`, `text` is not
 * a known name, because `text` is then usually not the question.
 */
const findWordingKey = (item: JsonObject, statedItem: StatedValue | undefined): string =>
  findKey(item, statedItem ? WORDING_KEYS.filter((key) => key !== 'text') : WORDING_KEYS) ||
  findQuestionKey(item);

/**
 * Returns the names of the members of a confirmation that `others` need not repeat. For example, a wording that is a
 * text is only in `question`. A wording that is an object is in both `question` and `others`.
 */
const listShownMembers = (item: JsonObject, statedItem: StatedValue | undefined): ReadonlySet<string> => {
  const optionsKey = findKey(item, OPTION_KEYS);
  const options = getOwnMember(item, optionsKey);
  const textKeys = [
    findKey(item, ID_KEYS),
    findNodeKey(item),
    findKey(item, FIELD_KEYS),
    findWordingKey(item, statedItem),
  ];
  return new Set([
    ...textKeys.filter((key) => toScalarText(getOwnMember(item, key)) !== undefined),
    ...(Array.isArray(options) &&
    options.every((offer) => offer === null || toScalarText(offer) !== undefined)
      ? [optionsKey]
      : []),
    ...(getOwnMember(item, 'blocking') === false ? ['blocking'] : []),
    // If an item has both `value` and `text`, its present value is `value`, so `others` (the remaining members) leaves
    // `value` out. `others` contains `text`, unless `text` is the wording of the question.
    ...(statedItem ? [findPayloadKey(item) ?? '', 'unit'] : []),
    ...(statedItem?.state === undefined ? [] : ['state']),
    ...['basis', 'confidence'],
  ]);
};

/**
 * Returns the object that names the node and the field of a confirmation: the confirmation itself, or an object inside
 * it. Returns the confirmation if neither names them.
 */
const findSubject = (item: JsonObject): JsonObject => {
  if (SUBJECT_KEYS.some((name) => readMemberText(getOwnMember(item, name)) !== undefined)) return item;
  const inner = Object.values(item).find(
    (value) =>
      isRecord(value) && !readStated(value) && SUBJECT_KEYS.some((name) => Object.hasOwn(value, name)),
  );
  return isRecord(inner) ? inner : item;
};

/**
 * Returns the wording of a question, which may be any JSON value. Usually it is the member `question`. If the item in
 * the body is a text, number, boolean or null, the wording is the item itself.
 */
export const getQuestionWording = (question: OpenQuestion): unknown =>
  'nonQuestion' in question ? question.nonQuestion : question.question;

/**
 * Returns the wording of an answer option. If the option is an object without provenance and without a member `value`,
 * this is its member `text`, `label`, `answer` or `title`. Otherwise, or if these members are missing, returns the
 * option itself.
 */
export const readOptionWording = (option: unknown): unknown => {
  if (!isRecord(option) || readStated(option)) return option;
  const key = ['text', 'label', 'answer', 'title'].find(
    (name) => toScalarText(getOwnMember(option, name)) !== undefined,
  );
  return key === undefined ? option : getOwnMember(option, key);
};

/**
 * Returns true if the body gives neither a value nor a unit nor a provenance for the field that the question is about.
 */
export const hasNoPresentValue = ({ now: { state, value, unit } }: OpenQuestion): boolean =>
  state === undefined && (value ?? null) === null && (unit ?? null) === null;

/** The node id and the field that a question is about. Each is empty if the body does not give it. */
export type QuestionSubject = Pick<OpenQuestion, 'node' | 'field'>;

const readSubject = (subject: JsonObject): QuestionSubject => ({
  node: readMemberText(getOwnMember(subject, findNodeKey(subject))) ?? '',
  field: readMemberText(getOwnMember(subject, findKey(subject, FIELD_KEYS))) ?? '',
});

/** Reads only the node id and the field of one item of a list of confirmations. */
export const readQuestionSubject = (item: unknown): QuestionSubject =>
  isRecord(item) ? readSubject(findSubject(item)) : { node: '', field: '' };

/**
 * Reads one item of a list of confirmations, of any shape. An item without an id gets its position `at` as the id
 * (`#3`).
 */
export const readQuestion = (item: unknown, at: number): OpenQuestion => {
  const bare = {
    id: `#${at}`,
    node: '',
    field: '',
    question: undefined,
    options: [],
    now: EMPTY_STATED_VALUE,
  };
  if (!isRecord(item))
    return Array.isArray(item)
      ? { ...bare, others: readValues(item, bare.id) }
      : { ...bare, others: [], nonQuestion: item };
  const subject = findSubject(item);
  const wordingKey = findKey(item, WORDING_KEYS) || findQuestionKey(item);
  const statedItem = readStated(
    item,
    wordingKey === '' ? NON_PAYLOAD_KEYS : [...NON_PAYLOAD_KEYS, wordingKey],
  );
  const presentKey = statedItem
    ? undefined
    : Object.keys(subject).find(
        (name) =>
          readStated(getOwnMember(subject, name))?.state !== undefined && !NON_PAYLOAD_KEYS.includes(name),
      );
  const present =
    statedItem ?? (presentKey === undefined ? undefined : readStated(getOwnMember(subject, presentKey)));
  const now = {
    ...(present ?? EMPTY_STATED_VALUE),
    basis: getOwnMember(item, 'basis') ?? present?.basis,
    confidence: getOwnMember(item, 'confidence') ?? present?.confidence,
    otherMembers: [],
  };
  const shownMembers = listShownMembers(item, statedItem);
  const options = getOwnMember(item, findKey(item, OPTION_KEYS));
  const { node, field } = readSubject(subject);
  return {
    id: readMemberText(getOwnMember(item, findKey(item, ID_KEYS))) ?? `#${at}`,
    node,
    field,
    question: getOwnMember(item, findWordingKey(item, statedItem)),
    options: Array.isArray(options) ? options : [],
    now,
    others: [
      // The first result of `expandStated` is the value `now` itself. The other results are the values nested in it.
      ...expandStated(now, 'value', field).slice(1),
      ...Object.entries(item)
        .filter(([name]) => !shownMembers.has(name) && getOwnMember(item, name) !== subject)
        .flatMap(([name, value]) => readValues(value, name)),
      ...(subject === item ? [] : readSubjectValues(subject, presentKey)),
      ...(statedItem || !present ? [] : readPresentDetails(present, item)),
    ],
  };
};

const readSubjectValues = (subject: JsonObject, presentKey: string | undefined): readonly Value[] =>
  Object.entries(subject)
    .filter(
      ([key, value]) =>
        key !== presentKey &&
        (toScalarText(value) === undefined ||
          ![findKey(subject, FIELD_KEYS), findNodeKey(subject)].includes(key)),
    )
    .flatMap(([key, value]) => readValues(value, key));

/**
 * Lists the members of the present value of a question that `OpenQuestion` does not show elsewhere, for example `note`
 * with the path `now.note`. A basis or confidence is listed only if `OpenQuestion` shows that of the question itself
 * instead.
 */
const readPresentDetails = (present: StatedValue, item: JsonObject): readonly Value[] => {
  const replacedKeys = (['basis', 'confidence'] as const).filter(
    (key) => (getOwnMember(item, key) ?? undefined) !== undefined,
  );
  const members = [...present.otherMembers, ...replacedKeys.map((key) => [key, present[key]] as const)];
  return members
    .filter(([, value]) => value !== undefined)
    .flatMap(([key, value]) => readValues(value, `now.${key}`));
};
