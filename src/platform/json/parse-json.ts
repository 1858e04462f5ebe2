import { LosslessNumber } from 'lossless-json';
import { BeyondLimit } from '../errors.ts';
import { shellText } from '../escape/shell.ts';
import { ANSWER_LIMITS, MAX_JSON_LEVELS } from '../size-limits.ts';
import { countValues, findWrittenNumbers, type WrittenNumbers } from './written-numbers.ts';

/**
 * Returns true for a number stored as written, because a JavaScript number would change it: `56.0`, `1e3`,
 * an id above 2^53.
 */
export const isWrittenNumber = (value: unknown): value is LosslessNumber => value instanceof LosslessNumber;

/**
 * Parses JSON and preserves numbers as written: one that a JavaScript number prints unchanged becomes that
 * number, any other a LosslessNumber. Of duplicate members the last wins, as with JSON.parse.
 * @throws SyntaxError for text that is not JSON or is nested deeper than MAX_JSON_LEVELS.
 */
export const parseJson = (text: string): unknown => readJsonWithin(text, ANSWER_LIMITS.values);

/** Like `parseJson`, with another limit for the number of values. */
export const readJsonWithin = (text: string, most: number): unknown => {
  const found = findWrittenNumbers(text, most);
  if (found) return parseWithNumbers(text, found);
  const { levels, values } = countValues(text, most);
  if (levels > MAX_JSON_LEVELS) throw new SyntaxError(`JSON nested deeper than ${MAX_JSON_LEVELS} levels`);
  if (values > most) throw new SyntaxError(`JSON of more than ${most} values`);
  return JSON.parse(text);
};

/**
 * Parses an answer of the service like `parseJson`.
 * @throws BeyondLimit for more levels or values than toile reads.
 */
export const parseAnswer = (text: string): unknown => {
  const found = findWrittenNumbers(text, ANSWER_LIMITS.values);
  if (found) return parseWithNumbers(text, found);
  const { levels, values } = countValues(text, ANSWER_LIMITS.values);
  if (levels > MAX_JSON_LEVELS)
    throw createLimitError('answer_too_deep', `is nested deeper than ${MAX_JSON_LEVELS} levels`);
  if (values > ANSWER_LIMITS.values)
    throw createLimitError('answer_too_large', `holds more than ${ANSWER_LIMITS.values} values`);
  // Parses again only to get the error message.
  return JSON.parse(text);
};

/**
 * Checks an answer and returns a function that parses it. The check takes a fraction of the time of
 * parsing. Returns undefined when `parseAnswer` would throw.
 */
export const parseAnswerLazily = (text: string): (() => unknown) | undefined => {
  const found = findWrittenNumbers(text, ANSWER_LIMITS.values);
  return found && (() => parseWithNumbers(text, found));
};

const createLimitError = (code: string, what: string): BeyondLimit =>
  new BeyondLimit(`the answer ${what}, which is more than toile reads`, {
    code,
    hint: shellText`if the address is right, contact support`,
  });

/**
 * The first placeholder for numbers. The native parser is some ten times faster than one that preserves
 * numbers, so it parses a text with an integer for each of them. Numbers parsed as they are, are always
 * smaller.
 */
const PLACEHOLDER_BASE = 2 ** 53;
/** Doubles of this size differ by at least 2. */
const PLACEHOLDER_STEP = 2;

const parseWithNumbers = (text: string, { texts, positions }: WrittenNumbers): unknown => {
  if (texts.length === 0) return JSON.parse(text);
  const parts: string[] = [];
  let copied = 0;
  for (const [index, lexeme] of texts.entries()) {
    const place = positions[index] ?? 0;
    parts.push(text.slice(copied, place), String(PLACEHOLDER_BASE + PLACEHOLDER_STEP * index));
    copied = place + lexeme.length;
  }
  parts.push(text.slice(copied));
  const kept = (value: unknown): unknown => {
    if (typeof value === 'number') {
      return value < PLACEHOLDER_BASE
        ? value
        : new LosslessNumber(texts[(value - PLACEHOLDER_BASE) / PLACEHOLDER_STEP] ?? '');
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

/** Serializes a value as compact JSON with numbers as written; otherwise like JSON.stringify. */
export const serializeJson = (value: unknown): string => {
  return serializeValue(value) ?? 'null';
};

// lossless-json recognizes its numbers by a member that a body could contain too, so this writer checks the class.
const serializeValue = (value: unknown): string | undefined => {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isWrittenNumber(value)) return value.value;
  if (Array.isArray(value)) {
    let items = '';
    for (const item of value) items += `${items === '' ? '' : ','}${serializeValue(item) ?? 'null'}`;
    return `[${items}]`;
  }
  if ('toJSON' in value && typeof value.toJSON === 'function') return serializeValue(value.toJSON());
  let members = '';
  for (const key of Object.keys(value)) {
    const text = serializeValue((value as Record<string, unknown>)[key]);
    if (text !== undefined) members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${text}`;
  }
  return `{${members}}`;
};
