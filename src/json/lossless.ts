import { LosslessNumber, parse } from 'lossless-json';
import { typeable } from '../border/shell.ts';
import { BeyondLimit } from '../errors.ts';
import { ANSWER, JSON_LEVELS } from '../size-limits.ts';
import { skipSpace, tokenEnd } from './tokens.ts';

/** A number whose text says more than a JavaScript number can: `56.0`, `1e3`, an id above 2^53. */
export const isLexeme = (value: unknown): value is LosslessNumber => value instanceof LosslessNumber;

/**
 * JSON to values, with numbers as written: one that a JavaScript number would print back unchanged is
 * that number, any other a LosslessNumber. Of duplicate keys the last wins, in the place of the first, as
 * with JSON.parse. Throws a SyntaxError, also for what is nested deeper than JSON_LEVELS.
 */
export function readJson(text: string): unknown {
  const { levels, lexemes } = measured(text, Number.POSITIVE_INFINITY);
  if (levels > JSON_LEVELS) throw new SyntaxError(`JSON nested deeper than ${JSON_LEVELS} levels`);
  return read(text, lexemes);
}

/** The same for an answer of the service. Throws BeyondLimit for more levels or values than are read. */
export function readAnswer(text: string): unknown {
  const { levels, values, lexemes } = measured(text, ANSWER.values);
  if (levels > JSON_LEVELS) throw beyond('answer_too_deep', `is nested deeper than ${JSON_LEVELS} levels`);
  if (values > ANSWER.values) throw beyond('answer_too_large', `holds more than ${ANSWER.values} values`);
  return read(text, lexemes);
}

const beyond = (code: string, what: string): BeyondLimit =>
  new BeyondLimit(`the answer ${what}, which is more than toile reads`, {
    code,
    hint: typeable`if the address is right, tell whoever runs the service`,
  });

function read(text: string, lexemes: boolean): unknown {
  if (!lexemes) return JSON.parse(text);
  return parse(text, undefined, {
    parseNumber: (lexeme) => (survives(lexeme) ? Number(lexeme) : new LosslessNumber(lexeme)),
    onDuplicateKey: ({ newValue }) => newValue,
  });
}

/** Values to compact JSON, lexemes kept; for the rest what JSON.stringify writes. */
export function writeJson(value: unknown): string {
  return write(value) ?? 'null';
}

/**
 * One look at the text before anything is made of it: how deep it goes, how many values it has (as many as commas
 * and brackets), and whether any number needs more than the native parser, which is some ten times faster. It ends
 * where a bound is passed.
 */
function measured(text: string, most: number): { levels: number; values: number; lexemes: boolean } {
  const found = { levels: 0, values: 1, lexemes: false };
  let depth = 0;
  for (let at = skipSpace(text, 0); at < text.length; ) {
    const end = tokenEnd(text, at);
    const sign = text[at] ?? '';
    if (sign === '{' || sign === '[') {
      depth++;
      found.values++;
      if (depth > found.levels) found.levels = depth;
    } else if (sign === '}' || sign === ']') depth--;
    else if (sign === ',') found.values++;
    else if (!found.lexemes && /[-\d]/.test(sign)) found.lexemes = !survives(text.slice(at, end));
    if (found.levels > JSON_LEVELS || found.values > most) break;
    at = skipSpace(text, end);
  }
  return found;
}

function survives(lexeme: string): boolean {
  const number = Number(lexeme);
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) return false;
  return String(number) === lexeme;
}

// lossless-json knows its numbers by a member, which a body could carry too; hence a writer that asks for the class.
function write(value: unknown): string | undefined {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isLexeme(value)) return value.value;
  if (Array.isArray(value)) return `[${value.map((item) => write(item) ?? 'null').join(',')}]`;
  if ('toJSON' in value && typeof value.toJSON === 'function') return write(value.toJSON());
  const members: string[] = [];
  for (const [key, member] of Object.entries(value)) {
    const text = write(member);
    if (text !== undefined) members.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${members.join(',')}}`;
}
