/** One confirmation: what it asks, about what, and what holds until somebody answers. */

import { isRecord, own, scalarText } from '../json/values.ts';
import { type Entry, entriesOf, statedEntries } from './entries.ts';
import { payloadKey, type Stated, stated } from './stated.ts';

export interface Question {
  readonly id: string;
  /** What the question is about: a node and a field of it. */
  readonly node: string;
  readonly field: string;
  /** The words of the question; undefined where there are none. */
  readonly question: unknown;
  /** Answers that the service offers, in order; empty for a free one. */
  readonly options: readonly unknown[];
  /** What the value is now, with its state, unit and basis. */
  readonly now: Stated;
  /** What else the item holds, of it what is stated first. */
  readonly others: readonly Entry[];
  /** Not a question but something else in the list. */
  readonly stranger?: unknown;
}

const ID = ['id', 'confirmation_id', 'key'];
const NODE = ['node', 'node_id', 'subject', 'target', 'about', 'regarding'];
const FIELD = ['field', 'attribute', 'property'];
const WORDS = ['question', 'ask', 'title', 'prompt', 'wording', 'text'];
const OPTIONS = ['options', 'choices'];
const textOf = (value: unknown): string | undefined => scalarText(stated(value)?.value ?? value);

const NOTHING: Stated = {
  ...{ state: undefined, value: undefined, member: undefined },
  ...{ unit: undefined, basis: undefined, confidence: undefined, extras: [] },
};

const first = (item: object, keys: readonly string[]): string =>
  keys.find((key) => Object.hasOwn(item, key)) ?? '';

/** What it is about is said in a text; an object under such a name says more than that. */
const nodeKey = (item: Readonly<Record<string, unknown>>): string =>
  first(
    item,
    NODE.filter((key) => textOf(own(item, key)) !== undefined),
  );

/** A text beside a state says what holds now, and not what is asked. */
const wordsKey = (item: object, now: Stated | undefined): string =>
  first(item, now ? WORDS.filter((key) => key !== 'text') : WORDS);

/** Members that the question itself will show. Whatever holds more than a text is shown beside it as well. */
const shownMembers = (
  item: Readonly<Record<string, unknown>>,
  now: Stated | undefined,
): ReadonlySet<string> => {
  const options = first(item, OPTIONS);
  const offers = own(item, options);
  const texts = [first(item, ID), nodeKey(item), first(item, FIELD), wordsKey(item, now)];
  return new Set([
    ...texts.filter((key) => scalarText(own(item, key)) !== undefined),
    ...(Array.isArray(offers) && offers.every((offer) => offer === null || scalarText(offer) !== undefined)
      ? [options]
      : []),
    ...(own(item, 'blocking') === false ? ['blocking'] : []),
    // Where there are both, the text is not the payload and nothing else shows it.
    ...(now ? [payloadKey(item) ?? '', 'unit'] : []),
    ...(now?.state === undefined ? [] : ['state']),
    ...['basis', 'confidence'],
  ]);
};

/** A member that says what the question is about, where the question does not say so itself. */
const aboutOf = (item: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const names = [...NODE, ...FIELD];
  if (names.some((name) => textOf(own(item, name)) !== undefined)) return item;
  const inner = Object.values(item).find(
    (value) => isRecord(value) && !stated(value) && names.some((name) => Object.hasOwn(value, name)),
  );
  return isRecord(inner) ? inner : item;
};

/** The words of what is asked, or of what stands in the list and asks nothing. */
export const wordsOf = (question: Question): unknown =>
  'stranger' in question ? question.stranger : question.question;

/** An offer that is an object says its words in one of its members. */
export const offerOf = (option: unknown): unknown => {
  if (!isRecord(option) || stated(option)) return option;
  const key = ['text', 'label', 'answer', 'title'].find(
    (name) => scalarText(own(option, name)) !== undefined,
  );
  return key === undefined ? option : own(option, key);
};

/** The body gives neither a value nor a state for what is asked. */
export const isUnknown = ({ now: { state, value, unit } }: Question): boolean =>
  state === undefined && (value ?? null) === null && (unit ?? null) === null;

export const readQuestion = (item: unknown, at: number): Question => {
  const bare = { id: `#${at}`, node: '', field: '', question: undefined, options: [], now: NOTHING };
  if (!isRecord(item))
    return Array.isArray(item)
      ? { ...bare, others: entriesOf(item, bare.id) }
      : { ...bare, others: [], stranger: item };
  const aside = [...FIELD, ...WORDS, 'blocking', ...ID, ...NODE, ...OPTIONS];
  const about = aboutOf(item);
  const direct = stated(item, aside);
  const key = direct
    ? undefined
    : Object.keys(about).find(
        (name) => stated(own(about, name))?.state !== undefined && !aside.includes(name),
      );
  const read = direct ?? (key === undefined ? undefined : stated(own(about, key)));
  const now = {
    ...(read ?? NOTHING),
    basis: own(item, 'basis') ?? read?.basis,
    confidence: own(item, 'confidence') ?? read?.confidence,
    extras: [],
  };
  const shown = shownMembers(item, direct);
  const offers = own(item, first(item, OPTIONS));
  const field = textOf(own(about, first(about, FIELD))) ?? '';
  return {
    id: textOf(own(item, first(item, ID))) ?? `#${at}`,
    node: textOf(own(about, nodeKey(about))) ?? '',
    field,
    question: own(item, wordsKey(item, direct)),
    options: Array.isArray(offers) ? offers : [],
    now,
    others: [
      // What is stated inside the value or its reasons; the value itself is the question's own.
      ...statedEntries(now, 'value', field).slice(1),
      ...Object.entries(item)
        .filter(([name]) => !shown.has(name) && own(item, name) !== about)
        .flatMap(([name, value]) => entriesOf(value, name)),
      ...(about === item ? [] : besideAbout(about, key)),
      ...(direct || !read ? [] : besideNow(read, item)),
    ],
  };
};

const besideAbout = (about: Readonly<Record<string, unknown>>, now: string | undefined): readonly Entry[] =>
  Object.entries(about)
    .filter(
      ([key, value]) =>
        key !== now &&
        !((key === first(about, FIELD) || key === nodeKey(about)) && scalarText(value) !== undefined),
    )
    .flatMap(([key, value]) => entriesOf(value, key));

/** What stands beside a present value that is a member of the question, as far as the question does not show it. */
const besideNow = (now: Stated, item: Readonly<Record<string, unknown>>): readonly Entry[] => {
  const shadowed = (['basis', 'confidence'] as const).filter(
    (key) => (own(item, key) ?? undefined) !== undefined,
  );
  const members = [...now.extras, ...shadowed.map((key) => [key, now[key]] as const)];
  return members
    .filter(([, value]) => value !== undefined)
    .flatMap(([key, value]) => entriesOf(value, `now.${key}`));
};
