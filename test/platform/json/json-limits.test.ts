import { describe, expect, it } from 'vitest';
import { isJsonWithin } from '../../../src/platform/json/check-json.ts';
import { parseResponseJson, parseResponseLazily } from '../../../src/platform/json/parse-json.ts';
import { MAX_JSON_LEVELS, RESPONSE_LIMITS } from '../../../src/platform/size-limits.ts';
import fc from '../../support/property.ts';

const isRead = (text: string): boolean => {
  try {
    parseResponseJson(text);
    return true;
  } catch {
    return false;
  }
};

const isAnswer = (text: string): boolean => isJsonWithin(text, RESPONSE_LIMITS.values);

const SAMPLES = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"a"',
  '""',
  '"\\u00e9"',
  '"\\x"',
  '"\\u00g9"',
  '"\\"',
  '"\\',
  '\\"',
  '12345678901234567890',
  '56.0',
  '"\n"',
  '"',
  '\\',
  '1',
  '-',
  '01',
  '-0',
  '1.',
  '1.5e3',
  '0.0000001',
  '1e-7',
  '-0.00000012',
  'e',
  'E',
  'true',
  'nul',
  ' ',
  '\n',
  '\u00a0',
  '\ufeff',
  'é',
  // The last byte of each of these characters is a quote, a backslash, a space or a digit in Latin-1.
  '\u0122',
  '\u015c',
  '\u0120',
  '\u0131',
  '"\u0122"',
  '"\u015c"',
];

describe('the check of JSON before it is read', () => {
  it('accepts what the reader accepts', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...SAMPLES), { maxLength: 9 }), (signs) => {
        const text = signs.join('');
        expect([text, isAnswer(text)]).toStrictEqual([text, isRead(text)]);
      }),
      { numRuns: 20_000 },
    );
  });

  it('accepts JSON with any layout, and rejects it with one wrong character', () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.nat(),
        fc.constantFrom(...SAMPLES),
        fc.boolean(),
        (json, place, sign, laidOut) => {
          const text = laidOut ? JSON.stringify(JSON.parse(json), null, 2) : json;
          expect(parseResponseLazily(text)?.()).toStrictEqual(parseResponseJson(text));
          const at = place % text.length;
          const other = `${text.slice(0, at)}${sign}${text.slice(at + 1)}`;
          expect([other, isAnswer(other)]).toStrictEqual([other, isRead(other)]);
          const cut = text.slice(0, at);
          expect([cut, isAnswer(cut)]).toStrictEqual([cut, isRead(cut)]);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('has the same limits of depth and number as the reader', () => {
    const nestLists = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const listMany = (values: number) => `[${'1,'.repeat(values - 2)}1]`;
    for (const text of [
      nestLists(MAX_JSON_LEVELS),
      nestLists(MAX_JSON_LEVELS + 1),
      listMany(RESPONSE_LIMITS.values),
      listMany(RESPONSE_LIMITS.values + 1),
      `[${'1,'.repeat(RESPONSE_LIMITS.values - 2)}[]]`,
    ])
      expect(isAnswer(text)).toBe(isRead(text));
    expect(isAnswer(nestLists(MAX_JSON_LEVELS + 1))).toBe(false);
    expect(isAnswer(listMany(RESPONSE_LIMITS.values + 1))).toBe(false);
  });
});
