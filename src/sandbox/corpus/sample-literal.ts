/** The notation of values in the tables of this folder. */

import { LosslessNumber, stringify } from 'lossless-json';
import type { SampleJson } from './sample-model.ts';

/** Creates a number that is written exactly like its text, for example `56.0`. */
export const createNumber = (lexeme: string | number): LosslessNumber => new LosslessNumber(String(lexeme));

/**
 * Parses a value of the tables: `56.0` is a number, `true` a boolean, `'401'` and `"401"` are texts, `[a,
 * b]` is a list, `null` is null, and anything else is text.
 */
export const parseLiteral = (text: string): SampleJson => {
  if (/^-?(0|[1-9]\d*)(\.\d+)?$/.test(text)) return createNumber(text);
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  if (/^".*"$/.test(text)) return JSON.parse(text);
  if (/^'.*'$/s.test(text)) return text.slice(1, -1);
  if (/^\[.*\]$/.test(text)) return text.slice(1, -1).split(', ').filter(Boolean).map(parseLiteral);
  return text;
};

/** Serializes a value as JSON. Numbers stay as they were written. */
export const serializeSampleJson = (value: SampleJson): string => stringify(value) ?? 'null';

/** Formats a value for a sentence, for example `not stated` for null. */
export const formatSampleValue = (value: SampleJson): string => {
  if (value === null) return 'not stated';
  if (Array.isArray(value)) return value.map(formatSampleValue).join(', ');
  return typeof value === 'object' && !('isLosslessNumber' in value)
    ? serializeSampleJson(value)
    : String(value);
};
