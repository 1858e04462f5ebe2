/** One stated value: a payload, the state it carries, and whatever else stands beside it. */

import { isRecord, jsonText, lexeme, own, scalarText } from '../json/values.ts';

export const STATE_WORDS = ['asserted', 'inferred', 'unstated'] as const;
export type StateWord = (typeof STATE_WORDS)[number];
export const isStateWord = (word: unknown): word is StateWord => STATE_WORDS.some((known) => known === word);

export interface Stated {
  /** The word as the body wrote it, known or not; undefined where a value carries none. */
  readonly state: string | undefined;
  /** Undefined when the body gave no payload at all, which is not the same as null. */
  readonly value: unknown;
  /** The member that held the payload, where that was neither `value` nor `text`. */
  readonly member: string | undefined;
  readonly unit: unknown;
  readonly basis: unknown;
  readonly confidence: unknown;
  /** Every further member, in the order of the body. */
  readonly extras: readonly (readonly [string, unknown])[];
}

/** Nobody stated it, and nothing was given in its place. */
export const isBlank = ({ state, value }: Pick<Stated, 'state' | 'value'>): boolean =>
  state === 'unstated' && (value ?? null) === null;

/** The member that is a payload by its name; of both it is `value`, and the text stands beside it. */
export const payloadKey = (value: object): 'value' | 'text' | undefined =>
  Object.hasOwn(value, 'value') ? 'value' : Object.hasOwn(value, 'text') ? 'text' : undefined;

/** Members beside a payload that say which one it is, or of what: what it says is not the same without them. */
const QUALIFYING: readonly string[] = [
  ...['size', 'field', 'key', 'code', 'name', 'label', 'title', 'id', 'type', 'kind'],
  ...['currency', 'per', 'colour', 'color', 'side', 'variant'],
];

export const qualifiers = ({ extras }: Pick<Stated, 'extras'>): Stated['extras'] =>
  extras.length === 0
    ? extras
    : extras.filter(([key, value]) => QUALIFYING.includes(key) && (scalarText(value) ?? '') !== '');

/** Under which names such members stand beside these, each once. */
export const qualifierNames = (all: Iterable<Pick<Stated, 'extras'>>): readonly string[] => [
  ...new Set([...all].flatMap((each) => qualifiers(each).map(([key]) => key))),
];

/** The one under this name; undefined where there is none. */
export const qualifierOf = (of: Pick<Stated, 'extras'>, name: string): unknown =>
  qualifiers(of).find(([key]) => key === name)?.[1];

/** A state is a word; a number, a truth value, null or a list of such in its place is shown as it came. */
export const stateText = (word: unknown): string | undefined => {
  if (typeof word === 'string') return word;
  const odd =
    word !== undefined &&
    (Array.isArray(word) ? word : [word]).every(
      (each) => typeof each !== 'object' || each === null || lexeme(each) !== undefined,
    );
  return odd ? jsonText(word) : undefined;
};

/** Of an object that could be anything only a word is a state, or whatever stands for it beside a payload. */
export const stateOf = (value: Readonly<Record<string, unknown>>): string | undefined => {
  const word = own(value, 'state');
  return typeof word === 'string' || payloadKey(value) !== undefined ? stateText(word) : undefined;
};

/**
 * Reads a stated value: an object with a `state`, or one with a `value` and none (its `state` is then undefined). The payload is `value`, else `text`, else the single other member, else all the others.
 * Unit, basis and confidence explain a payload and are never one; nor are the members named in `aside`.
 */
export const stated = (value: unknown, aside: readonly string[] = []): Stated | undefined => {
  if (!isRecord(value)) return undefined;
  const state = stateOf(value);
  if (state === undefined && !Object.hasOwn(value, 'value')) return undefined;

  const named = payloadKey(value);
  const others: (readonly [string, unknown])[] = [];
  for (const key of Object.keys(value)) {
    if (key === named || key === 'unit' || key === 'basis' || key === 'confidence') continue;
    if (key !== 'state' || state === undefined) others.push([key, value[key]]);
  }
  const [unit, basis, confidence] = [own(value, 'unit'), own(value, 'basis'), own(value, 'confidence')];
  if (named !== undefined)
    return { state, value: own(value, named), member: undefined, unit, basis, confidence, extras: others };

  const free = others.filter(([key]) => !aside.includes(key));
  const extras = others.filter(([key]) => aside.includes(key));
  const [single] = free.length === 1 ? free : [];
  const payload = single ? single[1] : free.length > 0 ? Object.fromEntries(free) : undefined;
  return { state, value: payload, member: single?.[0], unit, basis, confidence, extras };
};
