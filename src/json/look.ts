/**
 * One look at a text before anything is made of it: whether it is JSON, and which of its numbers would be another text
 * if they were read. What an answer that is only passed on costs is mostly this, so each sign is seen once.
 */

import { JSON_LEVELS } from '../size-limits.ts';
import { SIGNS, skipSpace, stringEnd } from './tokens.ts';
import { NUMBER } from './values.ts';

/** The numbers that a JavaScript number would change, each with the place where it starts. */
export interface Lexemes {
  readonly lexemes: readonly string[];
  readonly places: readonly number[];
}

/** What may come next. */
const [VALUE, VALUE_OR_END, KEY, KEY_OR_END, COLON, COMMA, NOTHING] = [0, 1, 2, 3, 4, 5, 6];

/** What a string may not hold as it is. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ODD = /[\0-\x1f\\]/g;

const isString = (text: string): boolean => {
  try {
    return typeof JSON.parse(text) === 'string';
  } catch {
    return false;
  }
};

/** Undefined for what is no JSON, goes deeper than is read, or holds more than so many values: see `countValues`. */
export const lexemesIn = (text: string, most: number): Lexemes | undefined => {
  /** Of each open level whether it is an object. */
  const isObject: boolean[] = [];
  const lexemes: string[] = [];
  const places: number[] = [];
  let expected = VALUE;
  let values = 1;
  /** Where the next such sign stands; it is looked for once. */
  let odd = -1;
  const oddFrom = (from: number): number => {
    ODD.lastIndex = from;
    return ODD.exec(text)?.index ?? text.length;
  };
  for (let at = 0; at < text.length; ) {
    const sign = text.charCodeAt(at);
    if (sign <= SIGNS.space) {
      const end = skipSpace(text, at);
      if (end === at) return undefined;
      at = end;
      continue;
    }
    const mayBegin = expected === VALUE || expected === VALUE_OR_END;
    if (sign === SIGNS.quote) {
      if (!mayBegin && expected !== KEY && expected !== KEY_OR_END) return undefined;
      const end = stringEnd(text, at);
      if (odd < at) odd = oddFrom(at);
      if (odd < end && !isString(text.slice(at, end))) return undefined;
      if (end === text.length && (end === at + 1 || text.charCodeAt(end - 1) !== SIGNS.quote))
        return undefined;
      expected = mayBegin ? after(isObject) : COLON;
      at = end;
    } else if (sign === SIGNS.colon) {
      if (expected !== COLON) return undefined;
      expected = VALUE;
      at++;
    } else if (sign === SIGNS.comma) {
      if (expected !== COMMA) return undefined;
      expected = isObject[isObject.length - 1] ? KEY : VALUE;
      values++;
      at++;
    } else if (sign === SIGNS.object || sign === SIGNS.list) {
      if (!mayBegin || isObject.push(sign === SIGNS.object) > JSON_LEVELS) return undefined;
      expected = sign === SIGNS.object ? KEY_OR_END : VALUE_OR_END;
      values++;
      at++;
    } else if (sign === SIGNS.objectEnd || sign === SIGNS.listEnd) {
      const empty = sign === SIGNS.objectEnd ? KEY_OR_END : VALUE_OR_END;
      if (expected !== COMMA && expected !== empty) return undefined;
      if (isObject.pop() !== (sign === SIGNS.objectEnd)) return undefined;
      expected = after(isObject);
      at++;
    } else {
      const end = surelySafeEnd(text, at);
      const word = end < 0 ? wordIn(text, at) : '';
      if (!mayBegin || (end < 0 && !WORDS.includes(word) && !NUMBER.test(word))) return undefined;
      if (end < 0 && !WORDS.includes(word) && !survives(word)) {
        lexemes.push(word);
        places.push(at);
      }
      expected = after(isObject);
      at = end < 0 ? at + word.length : end;
    }
    if (values > most) return undefined;
  }
  return expected === NOTHING ? { lexemes, places } : undefined;
};

const after = (open: readonly boolean[]): number => (open.length > 0 ? COMMA : NOTHING);

/** Numbers of fewer signs are read as they are, unless they end or begin with a nought too many, or are very small. */
const SURELY_SAFE = 16;
/** With more signs behind the point `0.0000001` would become `1e-7`. */
const SURELY_PLAIN = 6;

/** Past a number that a JavaScript number surely prints back unchanged; -1 where that has to be tried. */
const surelySafeEnd = (text: string, from: number): number => {
  const whole = digitsEnd(text, from);
  if (whole === from || (text.charCodeAt(from) === SIGNS.zero && whole > from + 1)) return -1;
  let end = whole;
  if (text.charCodeAt(whole) === POINT) {
    end = digitsEnd(text, whole + 1);
    const places = end - whole - 1;
    if (places === 0 || places > SURELY_PLAIN || text.charCodeAt(end - 1) === SIGNS.zero) return -1;
  }
  return end - from < SURELY_SAFE && !inNumber(text.charCodeAt(end)) ? end : -1;
};

const isDigit = (code: number): boolean => code >= SIGNS.zero && code <= SIGNS.nine;
/** What a number may hold besides digits: . e E + - */
const POINT = 0x2e;
const inNumber = (code: number): boolean =>
  code === POINT || code === 0x65 || code === 0x45 || code === 0x2b || code === SIGNS.minus;

const digitsEnd = (text: string, from: number): number => {
  let at = from;
  while (isDigit(text.charCodeAt(at))) at++;
  return at;
};

const WORDS: readonly string[] = ['true', 'false', 'null'];
const isInWord = (code: number): boolean => isDigit(code) || inNumber(code) || (code >= 0x61 && code <= 0x7a);

const wordIn = (text: string, from: number): string => {
  let at = from;
  while (isInWord(text.charCodeAt(at))) at++;
  return text.slice(from, at);
};

const survives = (lexeme: string): boolean => {
  const number = Number(lexeme);
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) return false;
  return String(number) === lexeme;
};

/** Levels and values, as many as commas and brackets, of what may be no JSON. Counts no further than a bound. */
export const countValues = (
  text: string,
  most: number,
): { readonly levels: number; readonly values: number } => {
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
  }
  return { levels, values };
};
