import { describe, expect, it } from 'vitest';
import { MAX_JSON_LEVELS } from '../../../src/platform/size-limits.ts';
import { createJsonChecker } from '../../../src/service/http/document-inspector.ts';
import fc from '../../support/property.ts';

/** The bytes handed on in pieces of those lengths, the rest in one. */
const checkInPieces = (text: string, lengths: readonly number[] = []) => {
  const bytes = Buffer.from(text);
  const shape = createJsonChecker();
  let at = 0;
  let fits = true;
  for (const length of [...lengths, bytes.length]) {
    fits = shape.check(bytes.subarray(at, at + length)) && fits;
    at += length;
  }
  return { fits, whole: shape.isComplete() };
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const lengths = fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 20 });

describe('checking JSON in pieces', () => {
  it('finds it complete, wherever it is cut into pieces', () => {
    fc.assert(
      fc.property(fc.json(), lengths, fc.constantFrom('', '\ufeff', '\n '), (text, pieces, before) => {
        expect(checkInPieces(`${before}${text} \n`, pieces)).toStrictEqual({ fits: true, whole: true });
      }),
    );
  });

  it('never finds it complete when it is cut off', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), lengths, (json, at, pieces) => {
        const text = `{"of": ${json}}`;
        expect(checkInPieces(text.slice(0, at % text.length), pieces).whole).toBe(false);
      }),
    );
  });

  it('accepts what JSON.parse accepts, except for strings', () => {
    const token = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '1',
      '-',
      '01',
      '1.',
      'e',
      'true',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 8 }), lengths, (tokens, pieces) => {
        const text = tokens.join('');
        expect([text, checkInPieces(text, pieces).whole]).toStrictEqual([text, isJson(text)]);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    '',
    ' ',
    '<html>',
    '{"a":1}x',
    '{"a":1}{',
    "{'a':1}",
    '[1,]',
    '{"a"}',
    '"\\"',
    'nul',
    '\ufeff\ufeff1',
  ])('rejects %j', (text) => {
    expect(checkInPieces(text).whole).toBe(false);
  });

  it('finds the end of strings of any length, with any escapes and cut anywhere', () => {
    const strings = fc.array(
      fc.array(fc.constantFrom('x'.repeat(70), 'x', '\\"', '\\\\', '\\n', 'é'), { maxLength: 9 }),
      { maxLength: 9 },
    );
    const cuts = fc.array(fc.integer({ min: 0, max: 150 }), { maxLength: 9 });
    fc.assert(
      fc.property(strings, cuts, (parts, pieces) => {
        const text = `[${parts.map((part) => `"${part.join('')}"`).join(',')}]`;
        expect(checkInPieces(text, pieces)).toStrictEqual({ fits: true, whole: true });
        expect(checkInPieces(text.slice(0, -1), pieces).whole).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it('takes linear time for a million escapes', () => {
    expect(checkInPieces(`["${'\\n'.repeat(4_000_000)}"]`).whole).toBe(true);
  });

  it('allows the same depth as the parser', () => {
    const nestLists = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect(checkInPieces(nestLists(MAX_JSON_LEVELS)).whole).toBe(true);
    expect(checkInPieces(nestLists(MAX_JSON_LEVELS + 1)).fits).toBe(false);
  });
});
