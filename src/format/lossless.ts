import { LosslessNumber, parse } from 'lossless-json';
import { skipSpace, tokenEnd } from './tokens.ts';

/** Levels of nesting that are read. Far above any garment, far below what would overflow a reader's stack. */
export const DEEPEST = 1000;

/** A number whose text says more than a JavaScript number can: `56.0`, `1e3`, an id above 2^53. */
export const isLexeme = (value: unknown): value is LosslessNumber => value instanceof LosslessNumber;

/**
 * JSON to values, with numbers as written: one that a JavaScript number would print back unchanged is
 * that number, any other a LosslessNumber. Of duplicate keys the last wins, in the place of the first, as
 * with JSON.parse. Throws a SyntaxError, also for what is nested deeper than DEEPEST.
 */
export function readJson(text: string): unknown {
  if (!holdsLexemes(text)) return JSON.parse(text);
  return parse(text, undefined, {
    parseNumber: (lexeme) => (survives(lexeme) ? Number(lexeme) : new LosslessNumber(lexeme)),
    onDuplicateKey: ({ newValue }) => newValue,
  });
}

/** Values to compact JSON, lexemes kept; for the rest what JSON.stringify writes. */
export function writeJson(value: unknown): string {
  return write(value) ?? 'null';
}

// Most bodies hold plain numbers only, and the native parser is some ten times faster: one look decides.
function holdsLexemes(text: string): boolean {
  let depth = 0;
  let found = false;
  for (let at = skipSpace(text, 0); at < text.length; ) {
    const end = tokenEnd(text, at);
    const sign = text[at] ?? '';
    if (sign === '{' || sign === '[') {
      if (++depth > DEEPEST)
        throw new SyntaxError(`JSON nested deeper than ${DEEPEST} levels at position ${at}`);
    } else if (sign === '}' || sign === ']') depth--;
    else if (!found && /[-\d]/.test(sign)) found = !survives(text.slice(at, end));
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
