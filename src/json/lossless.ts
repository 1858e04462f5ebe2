import { LosslessNumber } from 'lossless-json';
import { typeable } from '../border/shell.ts';
import { BeyondLimit } from '../errors.ts';
import { ANSWER, JSON_LEVELS } from '../size-limits.ts';
import { SIGNS, stringEnd } from './tokens.ts';
import { NUMBER } from './values.ts';

/** A number whose text says more than a JavaScript number can: `56.0`, `1e3`, an id above 2^53. */
export const isLexeme = (value: unknown): value is LosslessNumber => value instanceof LosslessNumber;

/**
 * JSON to values, with numbers as written: one that a JavaScript number would print back unchanged is
 * that number, any other a LosslessNumber. Of duplicate keys the last wins, in the place of the first, as
 * with JSON.parse. Throws a SyntaxError, also for what is nested deeper than JSON_LEVELS.
 */
export const readJson = (text: string): unknown => {
  const looked = lookedThrough(text, Number.POSITIVE_INFINITY);
  if (looked.levels > JSON_LEVELS) throw new SyntaxError(`JSON nested deeper than ${JSON_LEVELS} levels`);
  return read(text, looked);
};

/** The same for an answer of the service. Throws BeyondLimit for more levels or values than are read. */
export const readAnswer = (text: string): unknown => {
  const looked = lookedThrough(text, ANSWER.values);
  if (looked.levels > JSON_LEVELS)
    throw beyond('answer_too_deep', `is nested deeper than ${JSON_LEVELS} levels`);
  if (looked.values > ANSWER.values)
    throw beyond('answer_too_large', `holds more than ${ANSWER.values} values`);
  return read(text, looked);
};

const beyond = (code: string, what: string): BeyondLimit =>
  new BeyondLimit(`the answer ${what}, which is more than toile reads`, {
    code,
    hint: typeable`if the address is right, tell whoever runs the service`,
  });

/**
 * The native parser is some ten times faster than one that keeps the spelling of numbers, so it reads a text in which
 * such numbers have a stand-in: an integer that no number has which is read as it is, since those are all safe.
 */
const STAND_IN = 2 ** 53;
/** Doubles of that size are so far apart. */
const APART = 2;

interface Looked {
  readonly levels: number;
  /** As many as commas and brackets. */
  readonly values: number;
  /** The numbers that a JavaScript number would change, each with the place where it starts. */
  readonly lexemes: readonly string[];
  readonly places: readonly number[];
}

const read = (text: string, { lexemes, places }: Looked): unknown => {
  if (lexemes.length === 0) return JSON.parse(text);
  const parts: string[] = [];
  let copied = 0;
  for (const [index, lexeme] of lexemes.entries()) {
    const place = places[index] ?? 0;
    parts.push(text.slice(copied, place), String(STAND_IN + APART * index));
    copied = place + lexeme.length;
  }
  parts.push(text.slice(copied));
  const kept = (value: unknown): unknown => {
    if (typeof value === 'number') {
      return value < STAND_IN ? value : new LosslessNumber(lexemes[(value - STAND_IN) / APART] ?? '');
    }
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      for (let at = 0; at < value.length; at++) value[at] = kept(value[at]);
    } else {
      const members = value as Record<string, unknown>;
      for (const key of Object.keys(members)) {
        const member = members[key];
        if (typeof member === 'object' || typeof member === 'number') members[key] = kept(member);
      }
    }
    return value;
  };
  return kept(parsed(parts.join(''), text));
};

/** What is wrong is said of the text as it came: a stand-in changes no grammar. */
const parsed = (text: string, original: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(original);
  }
};

/** Values to compact JSON, lexemes kept; for the rest what JSON.stringify writes. */
export const writeJson = (value: unknown): string => {
  return write(value) ?? 'null';
};

/**
 * One look at the text before anything is made of it. It ends where a bound is passed, and asks of each sign only what
 * it has to: most of a body's time was once spent here.
 */
const lookedThrough = (text: string, most: number): Looked => {
  const lexemes: string[] = [];
  const places: number[] = [];
  let levels = 0;
  let values = 1;
  let depth = 0;
  for (let at = 0; at < text.length && levels <= JSON_LEVELS && values <= most; at++) {
    const sign = text.charCodeAt(at);
    if (sign === SIGNS.quote) at = stringEnd(text, at) - 1;
    else if (sign === SIGNS.comma) values++;
    else if (sign === SIGNS.object || sign === SIGNS.list) {
      values++;
      if (++depth > levels) levels = depth;
    } else if (sign === SIGNS.objectEnd || sign === SIGNS.listEnd) depth--;
    else if (isDigit(sign) || sign === SIGNS.minus) {
      const end = digitsEnd(text, at + 1);
      const isShort = isDigit(sign) && end - at < SURELY_SAFE && !inNumber(text.charCodeAt(end));
      const wordEnd = isShort ? end : numberEnd(text, end);
      if (!isShort) {
        const word = text.slice(at, wordEnd);
        if (!survives(word) && NUMBER.test(word)) {
          lexemes.push(word);
          places.push(at);
        }
      }
      at = wordEnd - 1;
    }
  }
  return { levels, values, lexemes, places };
};

/** Whole numbers of fewer digits are read as they are. */
const SURELY_SAFE = 16;
const isDigit = (code: number): boolean => code >= SIGNS.zero && code <= SIGNS.nine;
/** What a number may hold besides digits: . e E + - */
const inNumber = (code: number): boolean =>
  code === 0x2e || code === 0x65 || code === 0x45 || code === 0x2b || code === SIGNS.minus;

const digitsEnd = (text: string, from: number): number => {
  let at = from;
  while (isDigit(text.charCodeAt(at))) at++;
  return at;
};

const numberEnd = (text: string, from: number): number => {
  let at = from;
  for (let code = text.charCodeAt(at); isDigit(code) || inNumber(code); code = text.charCodeAt(at)) at++;
  return at;
};

const survives = (lexeme: string): boolean => {
  const number = Number(lexeme);
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) return false;
  return String(number) === lexeme;
};

// lossless-json knows its numbers by a member, which a body could carry too; hence a writer that asks for the class.
const write = (value: unknown): string | undefined => {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isLexeme(value)) return value.value;
  if (Array.isArray(value)) {
    let items = '';
    for (const item of value) items += `${items === '' ? '' : ','}${write(item) ?? 'null'}`;
    return `[${items}]`;
  }
  if ('toJSON' in value && typeof value.toJSON === 'function') return write(value.toJSON());
  let members = '';
  for (const key of Object.keys(value)) {
    const text = write((value as Record<string, unknown>)[key]);
    if (text !== undefined) members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${text}`;
  }
  return `{${members}}`;
};
