/**
 * Checks a JSON text and finds the numbers that a JavaScript number would change, in one pass before
 * parsing. Most of the time that passing an answer on takes is spent here.
 */

import { MAX_JSON_LEVELS } from '../size-limits.ts';
import { findStringEnd, JSON_SIGNS, skipSpace } from './json-tokens.ts';
import { JSON_NUMBER } from './json-values.ts';

/** Numbers that a JavaScript number would change, such as `56.0`, with their positions in the text. */
export interface WrittenNumbers {
  readonly texts: readonly string[];
  readonly positions: readonly number[];
}

/** The tokens that may come next. */
const [VALUE, VALUE_OR_END, KEY, KEY_OR_END, COLON, COMMA, NOTHING] = [0, 1, 2, 3, 4, 5, 6];

/** Characters that a JSON string must not contain unescaped, and the backslash. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL_OR_ESCAPE = /[\0-\x1f\\]/g;

const isJsonString = (text: string): boolean => {
  try {
    return typeof JSON.parse(text) === 'string';
  } catch {
    return false;
  }
};

/**
 * Finds the numbers that must be preserved as written. Returns undefined for text that is not JSON, is
 * nested too deeply or holds more than `most` values; `countJsonSize` tells which.
 */
export const findWrittenNumbers = (text: string, most: number): WrittenNumbers | undefined => {
  /** For each open level, true if it is an object. */
  const isObject: boolean[] = [];
  const lexemes: string[] = [];
  const places: number[] = [];
  let expected = VALUE;
  let values = 1;
  /** The position of the next such character; searched only once. */
  let odd = -1;
  const oddFrom = (from: number): number => {
    CONTROL_OR_ESCAPE.lastIndex = from;
    return CONTROL_OR_ESCAPE.exec(text)?.index ?? text.length;
  };
  for (let at = 0; at < text.length; ) {
    const sign = text.charCodeAt(at);
    if (sign <= JSON_SIGNS.space) {
      const end = skipSpace(text, at);
      if (end === at) return undefined;
      at = end;
      continue;
    }
    const mayBegin = expected === VALUE || expected === VALUE_OR_END;
    if (sign === JSON_SIGNS.quote) {
      if (!mayBegin && expected !== KEY && expected !== KEY_OR_END) return undefined;
      const end = findStringEnd(text, at);
      if (odd < at) odd = oddFrom(at);
      if (odd < end && !isJsonString(text.slice(at, end))) return undefined;
      if (end === text.length && (end === at + 1 || text.charCodeAt(end - 1) !== JSON_SIGNS.quote))
        return undefined;
      expected = mayBegin ? expectAfterValue(isObject) : COLON;
      at = end;
    } else if (sign === JSON_SIGNS.colon) {
      if (expected !== COLON) return undefined;
      expected = VALUE;
      at++;
    } else if (sign === JSON_SIGNS.comma) {
      if (expected !== COMMA) return undefined;
      expected = isObject[isObject.length - 1] ? KEY : VALUE;
      values++;
      at++;
    } else if (sign === JSON_SIGNS.object || sign === JSON_SIGNS.list) {
      if (!mayBegin || isObject.push(sign === JSON_SIGNS.object) > MAX_JSON_LEVELS) return undefined;
      expected = sign === JSON_SIGNS.object ? KEY_OR_END : VALUE_OR_END;
      values++;
      at++;
    } else if (sign === JSON_SIGNS.objectEnd || sign === JSON_SIGNS.listEnd) {
      const empty = sign === JSON_SIGNS.objectEnd ? KEY_OR_END : VALUE_OR_END;
      if (expected !== COMMA && expected !== empty) return undefined;
      if (isObject.pop() !== (sign === JSON_SIGNS.objectEnd)) return undefined;
      expected = expectAfterValue(isObject);
      at++;
    } else {
      const end = findSafeNumberEnd(text, at);
      const word = end < 0 ? readWord(text, at) : '';
      if (!mayBegin || (end < 0 && !LITERAL_WORDS.includes(word) && !JSON_NUMBER.test(word)))
        return undefined;
      if (end < 0 && !LITERAL_WORDS.includes(word) && !isPreservedByNumber(word)) {
        lexemes.push(word);
        places.push(at);
      }
      expected = expectAfterValue(isObject);
      at = end < 0 ? at + word.length : end;
    }
    if (values > most) return undefined;
  }
  return expected === NOTHING ? { texts: lexemes, positions: places } : undefined;
};

const expectAfterValue = (open: readonly boolean[]): number => (open.length > 0 ? COMMA : NOTHING);

/** Shorter numbers are preserved, unless they have superfluous zeros or are very small. */
const MAX_SAFE_LENGTH = 16;
/** With more decimal places `0.0000001` would become `1e-7`. */
const MAX_PLAIN_PLACES = 6;

/**
 * Returns the end of a number that a JavaScript number certainly preserves; -1 when it has to be tried.
 */
const findSafeNumberEnd = (text: string, from: number): number => {
  const whole = skipDigits(text, from);
  if (whole === from || (text.charCodeAt(from) === JSON_SIGNS.zero && whole > from + 1)) return -1;
  let end = whole;
  if (text.charCodeAt(whole) === POINT) {
    end = skipDigits(text, whole + 1);
    const places = end - whole - 1;
    if (places === 0 || places > MAX_PLAIN_PLACES || text.charCodeAt(end - 1) === JSON_SIGNS.zero) return -1;
  }
  return end - from < MAX_SAFE_LENGTH && !isNumberSign(text.charCodeAt(end)) ? end : -1;
};

const isDigit = (code: number): boolean => code >= JSON_SIGNS.zero && code <= JSON_SIGNS.nine;
/** Characters that a number may contain besides digits: . e E + - */
const POINT = 0x2e;
const isNumberSign = (code: number): boolean =>
  code === POINT || code === 0x65 || code === 0x45 || code === 0x2b || code === JSON_SIGNS.minus;

const skipDigits = (text: string, from: number): number => {
  let at = from;
  while (isDigit(text.charCodeAt(at))) at++;
  return at;
};

const LITERAL_WORDS: readonly string[] = ['true', 'false', 'null'];
const isWordSign = (code: number): boolean =>
  isDigit(code) || isNumberSign(code) || (code >= 0x61 && code <= 0x7a);

const readWord = (text: string, from: number): string => {
  let at = from;
  while (isWordSign(text.charCodeAt(at))) at++;
  return text.slice(from, at);
};

/** Returns true when a JavaScript number prints this number unchanged. */
const isPreservedByNumber = (lexeme: string): boolean => {
  const number = Number(lexeme);
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) return false;
  return String(number) === lexeme;
};

/** Counts levels and values by brackets and commas, also in text that is not JSON. Stops at a limit. */
export const countValues = (
  text: string,
  most: number,
): { readonly levels: number; readonly values: number } => {
  let levels = 0;
  let values = 1;
  let depth = 0;
  for (let at = 0; at < text.length && levels <= MAX_JSON_LEVELS && values <= most; at++) {
    const sign = text.charCodeAt(at);
    if (sign === JSON_SIGNS.quote) at = findStringEnd(text, at) - 1;
    else if (sign === JSON_SIGNS.comma) values++;
    else if (sign === JSON_SIGNS.object || sign === JSON_SIGNS.list) {
      values++;
      if (++depth > levels) levels = depth;
    } else if (sign === JSON_SIGNS.objectEnd || sign === JSON_SIGNS.listEnd) depth--;
  }
  return { levels, values };
};
