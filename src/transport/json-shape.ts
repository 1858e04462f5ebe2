/** Whether bytes are JSON, told as they pass: nothing of them is kept but how deep they are. */

import { JSON_LEVELS } from '../size-limits.ts';

export interface JsonShape {
  /** False once they cannot be JSON any more. */
  take(bytes: Uint8Array): boolean;
  /** Whether they were one whole value. */
  isWhole(): boolean;
}

/** What may come next. */
type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma' | 'nothing' | 'never';

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];
/** A byte order mark; what comes before the first sign of a text. */
const MARK = [0xef, 0xbb, 0xbf];
/** Of each byte whether it is blank, or part of a number or a word. */
const [BLANK, IN_WORD] = [1, 2];
const CLASSES = new Uint8Array(256);
for (const sign of ' \t\n\r') CLASSES[sign.charCodeAt(0)] = BLANK;
for (const sign of '0123456789abcdefghijklmnopqrstuvwxyzE+-.') CLASSES[sign.charCodeAt(0)] = IN_WORD;
const WORD = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
/** Longer than any number that anybody means. */
const LONGEST_WORD = 1_000;

/** Most strings end within so many bytes. */
const NEAR = 64;

/** Brackets, order and words are checked in full; what stands within strings is not looked at. */
export const jsonShape = (): JsonShape => {
  let expected: Expected = 'value';
  /** For each level whether it is an object. */
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
    const fits = mayBegin() && levels.length < JSON_LEVELS;
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

  /** Where the next of such signs stands, in the bytes that are being taken; looked for once. */
  const next = { quote: -1, slash: -1 };
  const found = (bytes: Buffer, byte: number, known: number, from: number): number => {
    if (known >= from) return known;
    const at = bytes.indexOf(byte, from);
    return at < 0 ? bytes.length : at;
  };
  /** Past the end of the string, or past the bytes where it goes on. */
  const throughString = (bytes: Buffer, from: number): number => {
    for (let at = from; at < bytes.length; ) {
      for (const near = Math.min(bytes.length, at + NEAR); at < near; at += 1) {
        const byte = bytes[at];
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) return endString(at);
      }
      if (isEscaped) continue;
      // What searches natively is many times faster than a look at each byte, and takes long to begin.
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
    take(piece) {
      const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
      Object.assign(next, { quote: -1, slash: -1 });
      for (let at = 0; at < bytes.length && expected !== 'never'; ) {
        if (inString) {
          at = throughString(bytes, at);
          continue;
        }
        const byte = bytes[at] ?? 0;
        const isMark = seen < MARK.length && byte === MARK[seen + at];
        at += 1;
        const is = CLASSES[byte];
        if (is === IN_WORD) {
          word += String.fromCharCode(byte);
          if (word.length > LONGEST_WORD) endWord();
          continue;
        }
        if (word !== '') endWord();
        if (is !== BLANK && !isMark) sign(byte);
      }
      seen += bytes.length;
      return expected !== 'never';
    },
    isWhole() {
      endWord();
      return expected === 'nothing' && inString === undefined;
    },
  };
};
