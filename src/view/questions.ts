/** Confirmations as the questions that a body asks, whatever it names their list. */

import {
  type Entry,
  entriesOf,
  isRecord,
  own,
  ownState,
  type Stated,
  scalarText,
  stated,
  statedEntries,
} from '../provenance/index.ts';

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

export interface Questions {
  readonly garmentId: string | undefined;
  /** Undefined where the body has no list of questions, which is not the same as an empty one. */
  readonly list: readonly Question[] | undefined;
  readonly others: readonly Entry[];
}

const LISTS = ['unresolved', 'open', 'confirmations', 'unresolved_confirmations', 'questions', 'items'];
const ID = ['id', 'confirmation_id', 'key'];
const NODE = ['node', 'node_id', 'subject', 'target'];
const OPTIONS = ['options', 'choices'];
const textOf = (value: unknown): string | undefined => scalarText(stated(value)?.value ?? value);

function listIn(body: unknown): readonly [string, readonly unknown[]] | undefined {
  if (Array.isArray(body)) return ['', body];
  if (!isRecord(body)) return undefined;
  const members = Object.entries(body).filter((each): each is [string, unknown[]] => Array.isArray(each[1]));
  const asks = ([, list]: [string, unknown[]]): boolean =>
    list.some((item) => isRecord(item) && Object.hasOwn(item, 'question'));
  return (
    LISTS.map((name) => members.find(([key]) => key === name)).find((found) => found !== undefined) ??
    members.find(asks)
  );
}

const NOTHING: Stated = {
  ...{ state: undefined, value: null, member: undefined },
  ...{ unit: undefined, basis: undefined, confidence: undefined, extras: [] },
};

const first = (item: object, keys: readonly string[]): string =>
  keys.find((key) => Object.hasOwn(item, key)) ?? '';

/** Members that the question itself will show. Whatever holds more than a text is shown beside it as well. */
function shownMembers(item: Readonly<Record<string, unknown>>, now: Stated | undefined): ReadonlySet<string> {
  const options = first(item, OPTIONS);
  const offers = own(item, options);
  const texts = [first(item, ID), first(item, NODE), 'field', 'question'];
  return new Set([
    ...texts.filter((key) => scalarText(own(item, key)) !== undefined),
    ...(Array.isArray(offers) && offers.every((offer) => !isRecord(offer)) ? [options] : []),
    ...(own(item, 'blocking') === false ? ['blocking'] : []),
    ...(now ? ['value', 'text', 'unit'] : []),
    ...(now?.state === undefined ? [] : ['state']),
    ...['basis', 'confidence'],
  ]);
}

/** A member that says what the question is about, where the question does not say so itself. */
function aboutOf(item: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const names = [...NODE, 'field'];
  if (names.some((name) => Object.hasOwn(item, name))) return item;
  const inner = Object.values(item).find(
    (value) => isRecord(value) && names.some((name) => Object.hasOwn(value, name)),
  );
  return isRecord(inner) ? inner : item;
}

function readQuestion(item: unknown, at: number): Question {
  const bare = { id: `#${at}`, node: '', field: '', question: undefined, options: [], now: NOTHING };
  if (!isRecord(item))
    return Array.isArray(item)
      ? { ...bare, others: entriesOf(item, '') }
      : { ...bare, others: [], stranger: item };
  const aside = ['field', 'question', 'blocking', ...ID, ...NODE, ...OPTIONS];
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
    extras: direct ? [] : (read?.extras ?? []),
  };
  const shown = shownMembers(item, direct);
  const offers = own(item, first(item, OPTIONS));
  const field = textOf(own(about, 'field')) ?? '';
  return {
    id: textOf(own(item, first(item, ID))) ?? `#${at}`,
    node: textOf(own(about, first(about, NODE))) ?? '',
    field,
    question: own(item, 'question'),
    options: Array.isArray(offers) ? offers : [],
    now,
    others: [
      // What is stated inside the value or its reasons; the value itself is the question's own.
      ...statedEntries(now, 'value', field).slice(1),
      ...Object.entries(item)
        .filter(([name]) => !shown.has(name) && own(item, name) !== about)
        .flatMap(([name, value]) => entriesOf(value, name)),
      ...(about === item ? [] : besideAbout(about, key)),
    ],
  };
}

const besideAbout = (about: Readonly<Record<string, unknown>>, now: string | undefined): readonly Entry[] =>
  Object.entries(about)
    .filter(
      ([key, value]) =>
        key !== now && !((key === 'field' || key === first(about, NODE)) && scalarText(value) !== undefined),
    )
    .flatMap(([key, value]) => entriesOf(value, key));

export function readQuestions(body: unknown): Questions {
  const found = listIn(body);
  const [key, list] = found ?? ['', undefined];
  const members = isRecord(body)
    ? Object.entries(body)
    : list === undefined && body !== undefined
      ? [['', body] as const]
      : [];
  const id = isRecord(body) ? own(body, 'garment_id') : undefined;
  const self = isRecord(body) ? ownState(body) : [];
  const consumed = (name: string, value: unknown): boolean =>
    (name === 'garment_id' && scalarText(value) !== undefined) || (name === 'state' && self.length > 0);
  return {
    garmentId: textOf(id),
    list: list?.map(readQuestion),
    others: [
      ...self,
      ...members
        .filter(([name, value]) => !(list !== undefined && name === key) && !consumed(name, value))
        .flatMap(([name, value]) => entriesOf(value, name)),
    ],
  };
}
