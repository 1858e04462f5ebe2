import { LosslessNumber } from 'lossless-json';
import { typeable } from '../border/shell.ts';
import { BeyondLimit } from '../errors.ts';
import { ANSWER, JSON_LEVELS } from '../size-limits.ts';
import { countValues, type Lexemes, lexemesIn } from './look.ts';

/** A number whose text says more than a JavaScript number can: `56.0`, `1e3`, an id above 2^53. */
export const isLexeme = (value: unknown): value is LosslessNumber => value instanceof LosslessNumber;

/**
 * JSON to values, with numbers as written: one that a JavaScript number would print back unchanged is
 * that number, any other a LosslessNumber. Of duplicate keys the last wins, in the place of the first, as
 * with JSON.parse. Throws a SyntaxError, also for what is nested deeper than JSON_LEVELS or holds more
 * values than an answer may.
 */
export const readJson = (text: string): unknown => readJsonWithin(text, ANSWER.values);

/** As `readJson`, with another bound on the values. */
export const readJsonWithin = (text: string, most: number): unknown => {
  const found = lexemesIn(text, most);
  if (found) return read(text, found);
  const { levels, values } = countValues(text, most);
  if (levels > JSON_LEVELS) throw new SyntaxError(`JSON nested deeper than ${JSON_LEVELS} levels`);
  if (values > most) throw new SyntaxError(`JSON of more than ${most} values`);
  return JSON.parse(text);
};

/** The same for an answer of the service. Throws BeyondLimit for more levels or values than are read. */
export const readAnswer = (text: string): unknown => {
  const found = lexemesIn(text, ANSWER.values);
  if (found) return read(text, found);
  const { levels, values } = countValues(text, ANSWER.values);
  if (levels > JSON_LEVELS) throw beyond('answer_too_deep', `is nested deeper than ${JSON_LEVELS} levels`);
  if (values > ANSWER.values) throw beyond('answer_too_large', `holds more than ${ANSWER.values} values`);
  // Only to say what is wrong with it.
  return JSON.parse(text);
};

/**
 * How an answer is read later, told without making values of it, which takes a fraction of the time; undefined for one
 * that `readAnswer` has something to say about.
 */
export const answerLater = (text: string): (() => unknown) | undefined => {
  const found = lexemesIn(text, ANSWER.values);
  return found && (() => read(text, found));
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

const read = (text: string, { lexemes, places }: Lexemes): unknown => {
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
  return kept(JSON.parse(parts.join('')));
};

/** Values to compact JSON, lexemes kept; for the rest what JSON.stringify writes. */
export const writeJson = (value: unknown): string => {
  return write(value) ?? 'null';
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
