import { LosslessNumber, stringify } from 'lossless-json';
import type { Json } from './model.ts';

export const number = (lexeme: string | number): LosslessNumber => new LosslessNumber(String(lexeme));

/**
 * A value as the tables of this folder write it: `56.0` is a number with that lexeme, `true` a boolean,
 * `'401'` the text 401, a JSON string what it says, `[a, b]` a list, `null` a null, anything else text as it stands.
 */
export const literal = (text: string): Json => {
  if (/^-?(0|[1-9]\d*)(\.\d+)?$/.test(text)) return number(text);
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  if (/^".*"$/.test(text)) return JSON.parse(text);
  if (/^'.*'$/s.test(text)) return text.slice(1, -1);
  if (/^\[.*\]$/.test(text)) return text.slice(1, -1).split(', ').filter(Boolean).map(literal);
  return text;
};

export const write = (value: Json): string => stringify(value) ?? 'null';

/** The value as it would stand in a sentence. */
export const spoken = (value: Json): string => {
  if (value === null) return 'not stated';
  if (Array.isArray(value)) return value.map(spoken).join(', ');
  return typeof value === 'object' && !('isLosslessNumber' in value) ? write(value) : String(value);
};
