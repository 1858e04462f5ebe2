import { LosslessNumber } from 'lossless-json';
import { BeyondLimit } from '../errors.ts';
import { shellText } from '../escape/shell.ts';
import { MAX_JSON_LEVELS, RESPONSE_LIMITS } from '../size-limits.ts';
import { findStringEnd } from './json-tokens.ts';
import { JSON_NUMBER } from './json-values.ts';

/** Returns true for a number that is stored as written because JavaScript would change it: `56.0`, `1e3`. */
export const isWrittenNumber = (value: unknown): value is LosslessNumber => value instanceof LosslessNumber;

/** The depth and the number of values of a JSON text, and the numbers that a JavaScript number would change. */
interface JsonSize {
  readonly levels: number;
  readonly values: number;
  readonly numbers: readonly { readonly text: string; readonly start: number }[];
}

/** Matches the start of a string or number, or a sign that begins, ends or separates values. */
const PART_START = /[",[{}\]\-\d]/g;
/** Matches a run of characters that may be a number. JSON_NUMBER decides whether it is one. */
const NUMBER_RUN = /[-+.\w]*/y;

/** Matches common numbers that a JavaScript number prints unchanged. It is faster than converting them. */
const SAFE_NUMBER = /^(?:0|[1-9]\d{0,8})(?:\.\d{0,5}[1-9])?$/;

/** Returns true if a JavaScript number prints this number unchanged: `56.4`, but not `56.0`. */
const isPreservedByNumber = (text: string): boolean => {
  const number = Number(text);
  return String(number) === text && (!Number.isInteger(number) || Number.isSafeInteger(number));
};

/**
 * Returns the depth and the number of values of a text, which need not be JSON, and the numbers that a JavaScript
 * number would change. Stops as soon as there are more than MAX_JSON_LEVELS levels or `most` values.
 */
export const measureJson = (text: string, most: number): JsonSize => {
  const numbers: { readonly text: string; readonly start: number }[] = [];
  let levels = 0;
  let values = 1;
  let depth = 0;
  PART_START.lastIndex = 0;
  while (PART_START.test(text)) {
    const start = PART_START.lastIndex - 1;
    const sign = text[start];
    if (sign === '"') PART_START.lastIndex = findStringEnd(text, start);
    else if (sign === ',') values++;
    else if (sign === '{' || sign === '[') {
      values++;
      if (++depth > levels) levels = depth;
    } else if (sign === '}' || sign === ']') depth--;
    else {
      NUMBER_RUN.lastIndex = start;
      NUMBER_RUN.test(text);
      PART_START.lastIndex = NUMBER_RUN.lastIndex;
      const run = text.slice(start, NUMBER_RUN.lastIndex);
      if (!SAFE_NUMBER.test(run) && JSON_NUMBER.test(run) && !isPreservedByNumber(run))
        numbers.push({ text: run, start });
    }
    if (levels > MAX_JSON_LEVELS || values > most) break;
  }
  return { levels, values, numbers };
};

/**
 * Parses JSON. A number becomes a JavaScript number if that prints it unchanged, otherwise a LosslessNumber (`56.0`).
 * Of duplicate members the last counts, as for JSON.parse.
 * @throws SyntaxError for text that is not JSON, is nested deeper than MAX_JSON_LEVELS or has too many values.
 */
export const parseJson = (text: string): unknown => readJsonWithin(text, RESPONSE_LIMITS.values);

/** Parses JSON like `parseJson`. Throws a SyntaxError for more than `most` values. */
export const readJsonWithin = (text: string, most: number): unknown => {
  const size = measureJson(text, most);
  if (size.levels > MAX_JSON_LEVELS)
    throw new SyntaxError(`JSON nested deeper than ${MAX_JSON_LEVELS} levels`);
  if (size.values > most) throw new SyntaxError(`JSON of more than ${most} values`);
  return parseWithNumbers(text, size.numbers);
};

/**
 * Parses the body of a response like `parseJson`.
 * @throws BeyondLimit for too many levels or values, and SyntaxError for text that is not JSON.
 */
export const parseResponseJson = (text: string): unknown => {
  const { levels, values, numbers } = measureJson(text, RESPONSE_LIMITS.values);
  if (levels > MAX_JSON_LEVELS)
    throw createLimitError('answer_too_deep', `is nested deeper than ${MAX_JSON_LEVELS} levels`);
  if (values > RESPONSE_LIMITS.values)
    throw createLimitError('answer_too_large', `holds more than ${RESPONSE_LIMITS.values} values`);
  return parseWithNumbers(text, numbers);
};

/** Checks a response body. Returns a function that returns its value; undefined for an invalid or too large body. */
export const parseResponseLazily = (text: string): (() => unknown) | undefined => {
  const { levels, values, numbers } = measureJson(text, RESPONSE_LIMITS.values);
  if (levels > MAX_JSON_LEVELS || values > RESPONSE_LIMITS.values) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    if (numbers.length === 0) return () => parsed;
  } catch {
    return undefined;
  }
  // This function is created outside the `try` block, so that it does not keep `parsed` in memory.
  return () => parseWithNumbers(text, numbers);
};

const createLimitError = (code: string, what: string): BeyondLimit =>
  new BeyondLimit(`the answer ${what}, the limit of toile`, {
    code,
    hint: shellText`if the address is right, contact support`,
  });

/**
 * The first placeholder. JSON.parse is about ten times faster than a parser that preserves numbers, so each number that
 * JSON.parse would change is replaced by an integer first. All numbers that stay in the text are smaller.
 */
const PLACEHOLDER_BASE = 2 ** 53;
/** The distance between two placeholders. Doubles of this size differ by at least 2. */
const PLACEHOLDER_STEP = 2;

const parseWithNumbers = (text: string, numbers: JsonSize['numbers']): unknown => {
  if (numbers.length === 0) return JSON.parse(text);
  const parts: string[] = [];
  let copied = 0;
  for (const [index, number] of numbers.entries()) {
    parts.push(text.slice(copied, number.start), String(PLACEHOLDER_BASE + PLACEHOLDER_STEP * index));
    copied = number.start + number.text.length;
  }
  parts.push(text.slice(copied));
  const kept = (value: unknown): unknown => {
    if (typeof value === 'number') {
      return value < PLACEHOLDER_BASE
        ? value
        : new LosslessNumber(numbers[(value - PLACEHOLDER_BASE) / PLACEHOLDER_STEP]?.text ?? '');
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
  return kept(JSON.parse(parts.join('')));
};
