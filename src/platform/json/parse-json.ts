import { LosslessNumber } from 'lossless-json';
import { BeyondLimit } from '../errors.ts';
import { shellText } from '../escape/shell.ts';
import { MAX_JSON_LEVELS, RESPONSE_LIMITS } from '../size-limits.ts';
import { isJsonWithin, measureJson } from './check-json.ts';
import { findStringEnd } from './json-tokens.ts';
import { JSON_NUMBER } from './json-values.ts';

/**
 * Returns true for a number that is stored with its digits as written in the JSON text. JavaScript would print such a
 * number differently, for example `56.0` or `1e3`.
 */
export const isWrittenNumber = (value: unknown): value is LosslessNumber => value instanceof LosslessNumber;

/** A number that JavaScript would not print as it is written, for example `56.0`, and its position in the JSON text. */
interface ChangedNumber {
  readonly text: string;
  readonly start: number;
}

/**
 * Finds numbers in JSON text that JavaScript may print in another way than they are written. Such numbers have more
 * than 9 digits, more than 5 decimals, a 0 at the end of the decimals, an exponent, or the value -0. The pattern also
 * matches inside strings, and the caller skips these matches.
 */
const CHANGED_PART = /\d(?:\d{9}|[eE]|\.(?:\d{6}|\d*0(?!\d)))|-0/g;
/** Matches a run of characters that may be a number. JSON_NUMBER decides whether it is one. */
const NUMBER_RUN = /[-+.\w]*/y;
const NUMBER_SIGN = /[-+.\w]/;

/** Returns true if JavaScript prints this number as it is written: true for `56.4`, false for `56.0`. */
const isPreservedByNumber = (text: string): boolean => {
  const number = Number(text);
  return String(number) === text && (!Number.isInteger(number) || Number.isSafeInteger(number));
};

const findQuote = (text: string, from: number): number => {
  const at = text.indexOf('"', from);
  return at === -1 ? text.length : at;
};

const findChangedNumbers = (text: string): readonly ChangedNumber[] => {
  const numbers: ChangedNumber[] = [];
  /** The position up to which the text was searched for numbers. It is never inside a JSON string. */
  let at = 0;
  let quote = -1;
  CHANGED_PART.lastIndex = 0;
  for (let part = CHANGED_PART.exec(text); part; part = CHANGED_PART.exec(text)) {
    // Skips to the start of the line that contains the found part. This position is never inside a JSON string, because
    // a JSON string contains no line feed.
    at += text.slice(at, part.index).lastIndexOf('\n') + 1;
    if (quote < at) quote = findQuote(text, at);
    while (quote < part.index) {
      at = findStringEnd(text, quote);
      quote = findQuote(text, at);
    }
    if (at <= part.index) {
      let start = part.index;
      while (start > at && NUMBER_SIGN.test(text.charAt(start - 1))) start--;
      NUMBER_RUN.lastIndex = start;
      NUMBER_RUN.test(text);
      at = NUMBER_RUN.lastIndex;
      const run = text.slice(start, at);
      if (JSON_NUMBER.test(run) && !isPreservedByNumber(run)) numbers.push({ text: run, start });
    }
    CHANGED_PART.lastIndex = at;
  }
  return numbers;
};

/**
 * Parses JSON. A number that JavaScript would print differently, for example `56.0`, becomes a LosslessNumber. If a
 * member name occurs twice in an object, the last member counts, as for JSON.parse.
 * @throws SyntaxError for text that is not JSON, is nested deeper than MAX_JSON_LEVELS or has too many values.
 */
export const parseJson = (text: string): unknown => parseJsonWithin(text, RESPONSE_LIMITS.values);

/**
 * Parses a text with fewer than `maxValues` characters, which cannot contain more than `maxValues` values. Its values are
 * not counted, because JSON.parse takes less time than counting. Returns undefined for a longer or an invalid text.
 */
const parseShortText = (text: string, maxValues: number): { readonly value: unknown } | undefined => {
  if (text.length >= maxValues) return undefined;
  try {
    return { value: parseWithNumbers(text) };
  } catch {
    // The callers check the limits of the text. Their error names the limit.
    return undefined;
  }
};

/** Parses JSON like `parseJson`, but throws a SyntaxError for more than `maxValues` values. */
export const parseJsonWithin = (text: string, maxValues: number): unknown => {
  const parsed = parseShortText(text, maxValues);
  if (parsed) return parsed.value;
  const { levels, values } = measureJson(text, maxValues);
  if (levels > MAX_JSON_LEVELS) throw new SyntaxError(`JSON nested deeper than ${MAX_JSON_LEVELS} levels`);
  if (values > maxValues) throw new SyntaxError(`JSON of more than ${maxValues} values`);
  return parseWithNumbers(text);
};

/**
 * Parses the text of a response body and returns the same value as `parseJson`.
 * @throws BeyondLimit if the text has too many levels or values, and SyntaxError if the text is not JSON.
 */
export const parseResponseJson = (text: string): unknown => {
  const parsed = parseShortText(text, RESPONSE_LIMITS.values);
  if (parsed) return parsed.value;
  const { levels, values } = measureJson(text, RESPONSE_LIMITS.values);
  if (levels > MAX_JSON_LEVELS)
    throw createLimitError('answer_too_deep', `is nested deeper than ${MAX_JSON_LEVELS} levels`);
  if (values > RESPONSE_LIMITS.values)
    throw createLimitError('answer_too_large', `holds more than ${RESPONSE_LIMITS.values} values`);
  return parseWithNumbers(text);
};

/**
 * Checks a response body and returns a function that parses it. Returns undefined if the body is invalid or too large.
 */
export const parseResponseLazily = (text: string): (() => unknown) | undefined => {
  const parsed = parseShortText(text, RESPONSE_LIMITS.values);
  if (parsed) return () => parsed.value;
  return isJsonWithin(text, RESPONSE_LIMITS.values) ? () => parseWithNumbers(text) : undefined;
};

const createLimitError = (code: string, subject: string): BeyondLimit =>
  new BeyondLimit(`the answer ${subject}, the limit of toile`, {
    code,
    hint: shellText`if the address is right, contact support`,
  });

/**
 * The first of the integers that temporarily replace numbers such as `56.0`, which JSON.parse would change to `56`. It
 * is larger than every number that is not replaced. The replacement is about ten times faster than a parser in
 * JavaScript.
 */
const PLACEHOLDER_BASE = 2 ** 53;
/**
 * The difference between two consecutive placeholders, which are integers from PLACEHOLDER_BASE. It is 2, because a
 * JavaScript number of this size can represent only every second integer.
 */
const PLACEHOLDER_STEP = 2;

/** Parses JSON. Throws a SyntaxError for text that is not JSON or is nested deeper than MAX_JSON_LEVELS. */
const parseWithNumbers = (text: string): unknown => {
  const numbers = findChangedNumbers(text);
  const parts: string[] = [];
  let copied = 0;
  for (const [index, number] of numbers.entries()) {
    parts.push(text.slice(copied, number.start), String(PLACEHOLDER_BASE + PLACEHOLDER_STEP * index));
    copied = number.start + number.text.length;
  }
  const replaced = numbers.length === 0 ? text : parts.join('') + text.slice(copied);
  return restoreNumbers(JSON.parse(replaced), numbers, 1);
};

/**
 * Replaces each placeholder in a parsed value with a LosslessNumber. A placeholder is an integer that stands for a
 * number that JSON.parse would change. Changes lists and objects in place. Throws a SyntaxError if they are nested too
 * deeply.
 */
const restoreNumbers = (value: unknown, numbers: readonly ChangedNumber[], level: number): unknown => {
  if (typeof value === 'number')
    return value < PLACEHOLDER_BASE
      ? value
      : new LosslessNumber(numbers[(value - PLACEHOLDER_BASE) / PLACEHOLDER_STEP]?.text ?? '');
  if (typeof value !== 'object' || value === null) return value;
  if (level > MAX_JSON_LEVELS) throw new SyntaxError(`JSON nested deeper than ${MAX_JSON_LEVELS} levels`);
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) value[at] = restoreNumbers(value[at], numbers, level + 1);
    return value;
  }
  const members = value as Record<string, unknown>;
  for (const key in members) {
    const member = members[key];
    if (typeof member !== 'object' && typeof member !== 'number') continue;
    const restored = restoreNumbers(member, numbers, level + 1);
    // Assigning a member takes longer than comparing it, so a member is assigned only if it changed.
    if (restored !== member) members[key] = restored;
  }
  return value;
};
