import { MAX_JSON_LEVELS } from '../size-limits.ts';
import { findStringEnd, skipSpace } from './json-tokens.ts';

const [QUOTE, COMMA, MINUS, POINT, COLON, BACKSLASH] = [0x22, 0x2c, 0x2d, 0x2e, 0x3a, 0x5c];
const [ZERO, NINE, UPPER_E, LOWER_E, LOWER_U] = [0x30, 0x39, 0x45, 0x65, 0x75];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

interface JsonSize {
  readonly levels: number;
  readonly values: number;
}

/**
 * Returns the depth and the number of values of a text, which need not be JSON. An empty list or object counts as two
 * values. Stops as soon as there are more than MAX_JSON_LEVELS levels or more than `maxValues` values.
 */
export const measureJson = (text: string, maxValues: number): JsonSize => {
  let levels = 0;
  let values = 1;
  let depth = 0;
  // This loop skips the strings and checks all characters outside them. It is faster than a regular expression.
  for (let at = 0; at < text.length && levels <= MAX_JSON_LEVELS && values <= maxValues; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = findStringEnd(text, at) - 1;
    else if (code === COMMA) values++;
    else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      values++;
      if (++depth > levels) levels = depth;
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) depth--;
  }
  return { levels, values };
};

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;

/**
 * Returns true for a text that JSON.parse accepts and that has at most MAX_JSON_LEVELS levels and `maxValues` values,
 * counted as `measureJson` does. Creates no values, so it takes a fifth of the time of JSON.parse.
 */
export const isJsonWithin = (text: string, maxValues: number): boolean => {
  /** The code of the character that closes each open list or object, by depth. */
  const closings = new Uint8Array(MAX_JSON_LEVELS + 1);
  let depth = 0;
  let values = 1;
  let at = skipSpace(text, 0);
  while (values <= maxValues) {
    const first = text.charCodeAt(at);
    const isObject = first === OPEN_OBJECT;
    if (isObject || first === OPEN_LIST) {
      values++;
      if (++depth > MAX_JSON_LEVELS) return false;
      const closing = isObject ? CLOSE_OBJECT : CLOSE_LIST;
      closings[depth] = closing;
      at = skipSpace(text, at + 1);
      if (text.charCodeAt(at) !== closing) {
        if (isObject) at = skipKey(text, at);
        continue;
      }
    } else at = skipSpace(text, skipScalar(text, at));
    while (depth > 0 && text.charCodeAt(at) === closings[depth]) {
      depth--;
      at = skipSpace(text, at + 1);
    }
    if (depth === 0) return at === text.length && values <= maxValues;
    if (text.charCodeAt(at) !== COMMA) return false;
    values++;
    at = skipSpace(text, at + 1);
    if (closings[depth] === CLOSE_OBJECT) at = skipKey(text, at);
  }
  return false;
};

/**
 * The position that functions such as `skipKey` return for an invalid token. It is beyond the end of any text, so the
 * check then fails.
 */
const INVALID = Number.MAX_SAFE_INTEGER;

/** Skips the member key that starts at `from` and the colon after it. Returns the position of the value. */
const skipKey = (text: string, from: number): number => {
  const colon = text.charCodeAt(from) === QUOTE ? skipSpace(text, skipString(text, from)) : INVALID;
  return text.charCodeAt(colon) === COLON ? skipSpace(text, colon + 1) : INVALID;
};

const LITERALS = ['true', 'false', 'null'];

const skipScalar = (text: string, from: number): number => {
  const first = text.charCodeAt(from);
  if (first === QUOTE) return skipString(text, from);
  if (first === MINUS || isDigit(first)) return skipNumber(text, from);
  for (const literal of LITERALS) if (text.startsWith(literal, from)) return from + literal.length;
  return INVALID;
};

const skipString = (text: string, from: number): number => {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code < 0x20) return INVALID;
    if (code === BACKSLASH) {
      at++;
      if (text.charCodeAt(at) === LOWER_U) {
        if (!/^[\da-f]{4}$/i.test(text.slice(at + 1, at + 5))) return INVALID;
        at += 4;
      } else if (!'"\\/bfnrt'.includes(text.charAt(at)) || at === text.length) return INVALID;
    }
  }
  return INVALID;
};

const skipDigits = (text: string, from: number): number => {
  let at = from;
  while (isDigit(text.charCodeAt(at))) at++;
  return at === from ? INVALID : at;
};

const skipNumber = (text: string, from: number): number => {
  let at = text.charCodeAt(from) === MINUS ? from + 1 : from;
  at = text.charCodeAt(at) === ZERO ? at + 1 : skipDigits(text, at);
  if (text.charCodeAt(at) === POINT) at = skipDigits(text, at + 1);
  const exponent = text.charCodeAt(at);
  if (exponent !== LOWER_E && exponent !== UPPER_E) return at;
  const sign = text.charAt(at + 1);
  return skipDigits(text, sign === '-' || sign === '+' ? at + 2 : at + 1);
};
