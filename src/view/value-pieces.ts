/** How one value looks: its mark, its payload as written, its unit, and why it is what it is. */

import { isStateWord, qualifiers, type Stated, stated } from '../garment/stated.ts';
import { isRecord, jsonText, lexeme, scalarText } from '../json/values.ts';
import type { Inline, Piece } from './model.ts';

export type Pieces = readonly (string | Piece)[];

export const faint = (text: string): Piece => ({ text, tone: 'faint' });
export const strong = (text: string): Piece => ({ text, tone: 'strong' });
export const heading = (text: string): Piece => ({ text, tone: 'heading' });

/** A blank of the same width where a value carries no state. */
export const mark = (state: string | undefined): Piece =>
  state === undefined ? { text: ' ', mark: true } : { text: '', mark: true, state };

const coloured = (text: string, state: string | undefined): Piece =>
  state === undefined ? { text } : { text, state };

const isSimple = (value: unknown): boolean =>
  lexeme(value) !== undefined || (typeof value === 'string' && value !== '' && !/[,\n[\]{}"]/.test(value));

const DEEPEST = 64;

/** How far in: levels of JSON, and stated values that stand inside each other. */
interface Place {
  readonly depth: number;
  readonly stated: number;
}

const TOP: Place = { depth: 0, stated: 0 };
const deeper = (at: Place): Place => ({ ...at, depth: at.depth + 1 });

/** JSON for people: lists of plain words without quotes, and values inside a value with their own marks. */
const nested = (value: unknown, state: string | undefined, at: Place): Pieces => {
  const say = (text: string): Piece => coloured(text, state);
  if (typeof value !== 'object' || value === null || lexeme(value) !== undefined)
    return [say(jsonText(value, true))];
  if (at.depth > DEEPEST) return [say(jsonText(value, true))];
  const read = stated(value);
  // One inside another inside a third has its line further down; spelt out here as well it would be read thrice.
  if (read && at.stated > 0) return [mark(read.state), say(' …')];
  if (read) return [mark(read.state), ' ', ...payload(read, { depth: at.depth + 1, stated: at.stated + 1 })];
  const items: Pieces[] = isRecord(value)
    ? Object.entries(value).map(([key, item]) => [
        say(`${JSON.stringify(key)}: `),
        ...nested(item, state, deeper(at)),
      ])
    : (value as readonly unknown[]).map((item) => nested(item, state, deeper(at)));
  const [open, close] = isRecord(value) ? ['{', '}'] : ['[', ']'];
  return [
    say(open),
    ...items.flatMap((item, index) => (index > 0 ? [say(', '), ...item] : item)),
    say(close),
  ];
};

const written = (value: unknown, state: string | undefined, at: Place): Pieces => {
  if (value === '') return [coloured('""', state)];
  const text = scalarText(value);
  if (text !== undefined) return [coloured(text, state)];
  if (Array.isArray(value) && value.length > 0 && value.every(isSimple))
    return [coloured(value.map(scalarText).join(', '), state)];
  return nested(value, state, at);
};

/** Any value without a state of its own. */
export const textPieces = (value: unknown): Pieces => written(value, undefined, TOP);

const unitOf = (unit: unknown, state: string | undefined, at: Place): Pieces =>
  unit === undefined || unit === null ? [] : written(unit, state, at);

/** The payload with its unit. A null that is stated reads as an answer, one that is not as the lack of one. */
const payload = ({ state, value, unit }: Stated, at: Place): Pieces => {
  const units = unitOf(unit, state, at);
  const behind = units.length > 0 ? [' ', ...units] : [];
  if (state === 'unstated') {
    const words = coloured('not stated', state);
    if (value === undefined || value === null)
      return units.length > 0 ? [words, coloured(' (', state), ...units, coloured(')', state)] : [words];
    return [
      words,
      coloured(' (given: ', state),
      ...written(value, state, at),
      ...behind,
      coloured(')', state),
    ];
  }
  if (value === undefined) return [coloured('(no value)', state), ...behind];
  if (value !== null) return [...written(value, state, at), ...behind];
  if (state === undefined) return ['null', ...behind];
  return [coloured(`none (${state === 'asserted' ? 'stated' : state})`, state), ...behind];
};

/** `(size XS, currency EUR)`, behind the value that it belongs to. */
export const qualifierPieces = (entry: Stated): Pieces => {
  const all = qualifiers(entry);
  if (all.length === 0) return [];
  const named = all.flatMap(([key, value], at) => [
    faint(`${at > 0 ? ', ' : ''}${key}\u00a0`),
    ...textPieces(value),
  ]);
  return [' ', faint('('), ...named, faint(')')];
};

/** The value of an entry, and which one it is. What lies too deep to be taken apart is shown as it was sent, whole. */
export const valuePieces = (entry: Stated & { readonly role?: string }): Pieces =>
  entry.role === 'deep' ? [jsonText(entry.value, true)] : [...payload(entry, TOP), ...qualifierPieces(entry)];

/** A value behind its mark. */
export const markedPieces = (entry: Stated & { readonly role?: string }): Pieces => [
  mark(entry.state),
  ' ',
  ...valuePieces(entry),
];

/** The same in a cell, which is empty where there is no value. */
export const cellPieces = (entry: Parameters<typeof markedPieces>[0] | undefined): Inline =>
  entry ? markedPieces(entry) : '';

/** Why a value is what it is, as far as the body says so; empty where it does not. */
export const whyPieces = ({ basis, confidence, state }: Stated): Pieces => {
  const because = basis === undefined || basis === null ? [] : textPieces(basis);
  const sure = confidence === undefined || confidence === null ? [] : textPieces(confidence);
  const word = state === undefined || isStateWord(state) ? [] : [`state: ${state === '' ? '""' : state}`];
  const why =
    because.length > 0
      ? [faint('why: '), ...because, ...(sure.length > 0 ? [' (', ...sure, ')'] : [])]
      : sure.length > 0
        ? [faint('confidence '), ...sure]
        : [];
  return [...word, ...(word.length > 0 && why.length > 0 ? ['  '] : []), ...why];
};

/** What else stands beside a value, and does not say which one it is. */
export const besides = (entry: Stated): readonly (readonly [string, unknown])[] => {
  const named = entry.member === undefined ? [] : [['payload', entry.member] as const];
  const empty = (['unit', 'basis', 'confidence'] as const)
    .filter((key) => entry[key] === null)
    .map((key) => [key, null] as const);
  const shown = qualifiers(entry);
  return [...entry.extras.filter((extra) => !shown.includes(extra)), ...named, ...empty];
};
