/** Checks whether bytes are JSON as they arrive. Stores only the nesting levels, not the bytes. */

import { MAX_JSON_LEVELS } from '../../platform/size-limits.ts';

/** Checks one JSON text chunk by chunk. */
export interface JsonChecker {
  /** Checks a chunk. Returns false once the text cannot be JSON. */
  check(bytes: Uint8Array): boolean;
  /** Returns whether the chunks were exactly one complete value. */
  isComplete(): boolean;
}

/** The token that may come next. */
type ExpectedToken = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma' | 'nothing' | 'never';

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];
/** A byte order mark, allowed before the first token. */
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
/** For each byte, whether it is whitespace, or part of a number or a word. */
const [BLANK, IN_WORD] = [1, 2];
const BYTE_CLASSES = new Uint8Array(256);
for (const sign of ' \t\n\r') BYTE_CLASSES[sign.charCodeAt(0)] = BLANK;
for (const sign of '0123456789abcdefghijklmnopqrstuvwxyzE+-.') BYTE_CLASSES[sign.charCodeAt(0)] = IN_WORD;
const WORD = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
/** Far longer than any real number. */
const MAX_WORD_LENGTH = 1_000;

/** Most strings end within this many bytes. Longer ones are searched with `indexOf`. */
const SHORT_STRING_BYTES = 64;

/**
 * Creates a checker. Brackets, order and literals are checked completely; the content of strings is not.
 */
export const createJsonChecker = (): JsonChecker => {
  let expected: ExpectedToken = 'value';
  /** For each level, true if it is an object. */
  const levels: boolean[] = [];
  let inString: 'key' | 'value' | undefined;
  let isEscaped = false;
  let word = '';
  let seen = 0;

  const afterValue = (): void => {
    expected = levels.length > 0 ? 'comma' : 'nothing';
  };
  const mayBegin = (): boolean => expected === 'value' || expected === 'value or ]';
  const open = (isObject: boolean): void => {
    const fits = mayBegin() && levels.length < MAX_JSON_LEVELS;
    levels.push(isObject);
    expected = fits ? (isObject ? 'key or }' : 'value or ]') : 'never';
  };
  const close = (isObject: boolean): void => {
    const empty = isObject ? 'key or }' : 'value or ]';
    const fits = levels.at(-1) === isObject && (expected === 'comma' || expected === empty);
    levels.pop();
    if (fits) afterValue();
    else expected = 'never';
  };
  const quote = (): void => {
    if (mayBegin()) inString = 'value';
    else if (expected === 'key' || expected === 'key or }') inString = 'key';
    else expected = 'never';
  };
  const endWord = (): void => {
    if (word === '') return;
    if (mayBegin() && WORD.test(word)) afterValue();
    else expected = 'never';
    word = '';
  };
  const sign = (byte: number): void => {
    if (expected === 'never') return;
    if (byte === OBJECT || byte === LIST) open(byte === OBJECT);
    else if (byte === OBJECT_END || byte === LIST_END) close(byte === OBJECT_END);
    else if (byte === QUOTE) quote();
    else if (byte === COLON && expected === 'colon') expected = 'value';
    else if (byte === COMMA && expected === 'comma') expected = levels.at(-1) ? 'key' : 'value';
    else expected = 'never';
  };

  /** Positions of the next quote and backslash in the current chunk; each is searched only once. */
  const next = { quote: -1, slash: -1 };
  const found = (bytes: Buffer, byte: number, known: number, from: number): number => {
    if (known >= from) return known;
    const at = bytes.indexOf(byte, from);
    return at < 0 ? bytes.length : at;
  };
  /** Returns the position after the string, or the length of the chunk if the string continues in the next one. */
  const throughString = (bytes: Buffer, from: number): number => {
    for (let at = from; at < bytes.length; ) {
      for (const near = Math.min(bytes.length, at + SHORT_STRING_BYTES); at < near; at += 1) {
        const byte = bytes[at];
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) return endString(at);
      }
      if (isEscaped) continue;
      // `indexOf` is many times faster than a loop over bytes, but slow to start.
      next.quote = found(bytes, QUOTE, next.quote, at);
      next.slash = found(bytes, BACKSLASH, next.slash, at);
      at = Math.min(next.quote, next.slash);
    }
    return bytes.length;
  };
  const endString = (quote: number): number => {
    if (inString === 'key') expected = 'colon';
    else afterValue();
    inString = undefined;
    return quote + 1;
  };

  return {
    check(piece) {
      const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
      Object.assign(next, { quote: -1, slash: -1 });
      for (let at = 0; at < bytes.length && expected !== 'never'; ) {
        if (inString) {
          at = throughString(bytes, at);
          continue;
        }
        const byte = bytes[at] ?? 0;
        const isMark = seen < BYTE_ORDER_MARK.length && byte === BYTE_ORDER_MARK[seen + at];
        at += 1;
        const is = BYTE_CLASSES[byte];
        if (is === IN_WORD) {
          word += String.fromCharCode(byte);
          if (word.length > MAX_WORD_LENGTH) endWord();
          continue;
        }
        if (word !== '') endWord();
        if (is !== BLANK && !isMark) sign(byte);
      }
      seen += bytes.length;
      return expected !== 'never';
    },
    isComplete() {
      endWord();
      return expected === 'nothing' && inString === undefined;
    },
  };
};
