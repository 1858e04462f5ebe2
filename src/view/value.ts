/** How one value looks: its mark, its payload as written, its unit, and why it is what it is. */

import {
  type Entry,
  isRecord,
  isStateWord,
  jsonText,
  lexeme,
  type Stated,
  scalarText,
  stated,
} from '../provenance/index.ts';
import type { Piece } from './model.ts';

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

/** JSON for people: lists of plain words without quotes, and values inside a value with their own marks. */
function nested(value: unknown, state: string | undefined, depth: number): Pieces {
  const read = stated(value);
  if (read) return [mark(read.state), ' ', ...payload(read, depth + 1)];
  if (typeof value !== 'object' || value === null || lexeme(value) !== undefined || depth > DEEPEST)
    return [coloured(jsonText(value, true), state)];
  const say = (text: string): Piece => coloured(text, state);
  const items: Pieces[] = isRecord(value)
    ? Object.entries(value).map(([key, item]) => [
        say(`${JSON.stringify(key)}: `),
        ...nested(item, state, depth + 1),
      ])
    : (value as readonly unknown[]).map((item) => nested(item, state, depth + 1));
  const [open, close] = isRecord(value) ? ['{', '}'] : ['[', ']'];
  return [say(open), ...items.flatMap((item, at) => (at > 0 ? [say(', '), ...item] : item)), say(close)];
}

function written(value: unknown, state: string | undefined, depth: number): Pieces {
  if (value === '') return [coloured('""', state)];
  const text = scalarText(value);
  if (text !== undefined) return [coloured(text, state)];
  if (Array.isArray(value) && value.length > 0 && value.every(isSimple))
    return [coloured(value.map(scalarText).join(', '), state)];
  return nested(value, state, depth);
}

/** Any value without a state of its own. */
export const textPieces = (value: unknown): Pieces => written(value, undefined, 0);

const unitOf = (unit: unknown, state: string | undefined): Pieces =>
  unit === undefined || unit === null ? [] : written(unit, state, 0);

/** The payload with its unit. A null that is stated reads as an answer, one that is not as the lack of one. */
function payload({ state, value, unit }: Stated, depth: number): Pieces {
  const units = unitOf(unit, state);
  const behind = units.length > 0 ? [' ', ...units] : [];
  if (state === 'unstated') {
    const words = coloured('not stated', state);
    if (value === undefined || value === null)
      return units.length > 0 ? [words, coloured(' (', state), ...units, coloured(')', state)] : [words];
    return [
      words,
      coloured(' (given: ', state),
      ...written(value, state, depth),
      ...behind,
      coloured(')', state),
    ];
  }
  if (value === undefined) return [coloured('(no value)', state), ...behind];
  if (value !== null) return [...written(value, state, depth), ...behind];
  if (state === undefined) return ['null', ...behind];
  return [coloured(`none (${state === 'asserted' ? 'stated' : state})`, state), ...behind];
}

export const valuePieces = (entry: Stated): Pieces => payload(entry, 0);

/** Why a value is what it is, as far as the body says so; empty where it does not. */
export function whyPieces({ basis, confidence, state }: Stated): Pieces {
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
}

/** What else stands beside a value; shown only when everything is asked for. */
export function besides(entry: Entry): readonly (readonly [string, unknown])[] {
  const named = entry.member === undefined ? [] : [['payload', entry.member] as const];
  const empty = (['unit', 'basis', 'confidence'] as const)
    .filter((key) => entry[key] === null)
    .map((key) => [key, null] as const);
  return [...entry.extras, ...named, ...empty];
}
