import { LosslessNumber, parse } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { stripJsonSpace } from '../../../src/platform/json/json-tokens.ts';
import { toJsonText } from '../../../src/platform/json/json-values.ts';
import {
  isWrittenNumber,
  parseJson,
  parseJsonWithin,
  parseResponseJson,
  parseResponseLazily,
} from '../../../src/platform/json/parse-json.ts';
import { MAX_JSON_LEVELS, RESPONSE_LIMITS } from '../../../src/platform/size-limits.ts';
import fc, { scaleCases } from '../../support/property.ts';
import { jsonText, lexeme, listTokens } from './random-json.ts';

/** What readJson ought to give, by the slow way only. */
const parseSlowly = (text: string): unknown =>
  parse(text, undefined, {
    parseNumber: (digits) =>
      String(Number(digits)) === digits &&
      !(Math.abs(Number(digits)) > Number.MAX_SAFE_INTEGER && /^-?\d+$/.test(digits))
        ? Number(digits)
        : new LosslessNumber(digits),
    onDuplicateKey: ({ newValue }) => newValue,
  });

describe('readJson', () => {
  it.each(['56.0', '0.10', '1e3', '-0', '9007199254740993', '123456789012345678901234567890', '1e400'])(
    'keeps %s as written',
    (digits) => {
      const value = parseJson(`{"a":[${digits}]}`) as { a: unknown[] };
      expect(isWrittenNumber(value.a[0])).toBe(true);
      expect(toJsonText(value)).toBe(`{"a":[${digits}]}`);
    },
  );

  it.each(['0', '-1', '56', '0.5', '9007199254740991'])('returns a plain number for %s', (digits) => {
    expect(parseJson(digits)).toBe(Number(digits));
  });

  it('reads the same with the fast path and the slow one', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(toJsonText(parseJson(text))).toBe(toJsonText(parseSlowly(text)));
      }),
      scaleCases(200),
    );
  });

  it('agrees with JSON.parse on values in any spelling', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(JSON.stringify(JSON.parse(toJsonText(parseJson(text))))).toBe(
          JSON.stringify(JSON.parse(text)),
        );
      }),
      scaleCases(150),
    );
  });

  it('rejects what JSON.parse rejects, with a SyntaxError', () => {
    const broken = fc
      .tuple(
        jsonText,
        fc.nat(),
        fc.constantFrom('', ',', '}', ']', '"', '01', '.5', '1.', 'nul', '\u0000', '\\'),
      )
      .map(
        ([text, at, splice]) =>
          text.slice(0, at % (text.length + 1)) + splice + text.slice((at + 1) % (text.length + 1)),
      );
    fc.assert(
      fc.property(broken, (text) => {
        const native = tryRead(() => JSON.parse(text));
        const read = tryRead(() => parseJson(text));
        expect(read.ok).toBe(native.ok);
        if (!read.ok) expect(read.error).toBeInstanceOf(SyntaxError);
      }),
      scaleCases(200),
    );
  });

  it('uses the last of duplicate keys, with kept spellings or without', () => {
    expect(parseJson('{"a":1,"b":2,"a":3}')).toStrictEqual({ a: 3, b: 2 });
    expect(toJsonText(parseJson('{"a":1.0,"b":2,"a":3.0}'))).toBe('{"a":3.0,"b":2}');
  });

  it('keeps __proto__ as a member and leaves prototypes alone', () => {
    for (const number of ['1', '1.0']) {
      const value = parseJson(`{"__proto__":{"polluted":${number}}}`) as object;
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(Object.keys(value)).toStrictEqual(['__proto__']);
      expect(toJsonText(value)).toBe(`{"__proto__":{"polluted":${number}}}`);
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('rejects nesting beyond the limit, and reads up to it', () => {
    const nestLists = (depth: number, core: string) => '['.repeat(depth) + core + ']'.repeat(depth);
    for (const core of ['1', '1.0']) {
      expect(toJsonText(parseJson(nestLists(MAX_JSON_LEVELS, core)))).toBe(nestLists(MAX_JSON_LEVELS, core));
      expect(() => parseJson(nestLists(MAX_JSON_LEVELS + 1, core))).toThrow(SyntaxError);
      expect(() => parseJson(nestLists(1_000_000, core))).toThrow(/nested deeper/);
    }
    expect(() => parseJson('['.repeat(5_000_000))).toThrow(SyntaxError);
  });
});

describe('readAnswer', () => {
  it('reads what readJson reads', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseResponseJson(text)).toStrictEqual(parseJson(text));
      }),
    );
  });

  it.each([
    ['levels', 'answer_too_deep', '['.repeat(MAX_JSON_LEVELS + 1)],
    ['levels of objects', 'answer_too_deep', '{"a":'.repeat(5_000)],
    ['empty lists', 'answer_too_large', `[${'[],'.repeat(RESPONSE_LIMITS.values)}1]`],
    ['empty objects', 'answer_too_large', `[${'{},'.repeat(RESPONSE_LIMITS.values)}1]`],
    ['numbers', 'answer_too_large', `[${'1.0,'.repeat(RESPONSE_LIMITS.values)}1]`],
    ['values that never end', 'answer_too_large', `${'1,'.repeat(RESPONSE_LIMITS.values * 3)}`],
  ])('rejects too many %s with its own message, before it creates values', (_, code, text) => {
    expect(() => parseResponseJson(text)).toThrow(
      expect.objectContaining({ name: 'BeyondLimit', code, exit: 3, hint: expect.anything() }),
    );
  });

  it('reads as many values as are allowed', () => {
    const most = `[${'1,'.repeat(RESPONSE_LIMITS.values - 3)}1]`;
    expect(parseResponseJson(most)).toHaveLength(RESPONSE_LIMITS.values - 2);
  });
});

describe('writeJson', () => {
  it('writes back every body without duplicate keys, token for token', () => {
    fc.assert(
      fc.property(fc.array(lexeme), fc.jsonValue(), (numbers, rest) => {
        const text = `{"n":[${numbers.join(',')}],"rest":${JSON.stringify(rest)}}`;
        expect(toJsonText(parseJson(text))).toBe(text);
      }),
      scaleCases(150),
    );
  });

  it.each(['0.0000001', '1e-7', '-0.00000012', '0.1234567', '1E+2', '-0', '1.0', '56.40'])(
    'writes %s unchanged',
    (text) => {
      for (const body of [text, `[${text}]`, `{"a":${text}}`]) {
        expect(toJsonText(parseJson(body))).toBe(body);
        expect(toJsonText(parseResponseLazily(body)?.())).toBe(body);
      }
    },
  );

  it('is not confused by a body that looks like a number of the library', () => {
    const text = '{"isLosslessNumber":true,"value":"1}","n":1.0}';
    expect(toJsonText(parseJson(text))).toBe(text);
  });

  it('writes other values like JSON.stringify', () => {
    const value = { a: undefined, b: [undefined, Number.NaN] };
    expect(toJsonText(value)).toBe(JSON.stringify(value));
    expect(toJsonText(12345678901234567890n)).toBe('12345678901234567890');
    expect(toJsonText(undefined)).toBe('null');
  });
});

it('compacting keeps the tokens and nothing else', () => {
  fc.assert(
    fc.property(jsonText, (text) => {
      expect(stripJsonSpace(text)).toBe(listTokens(text).join(''));
    }),
    scaleCases(150),
  );
});

function tryRead(read: () => unknown): { ok: true } | { ok: false; error: unknown } {
  try {
    read();
    return { ok: true };
  } catch (error) {
    return { ok: false, error };
  }
}

it('reads no more values than the limit of an answer, unless a limit is given', () => {
  const zeros = `[${'0,'.repeat(1_600_000)}0]`;
  expect(() => parseJson(zeros)).toThrow('JSON of more than 1500000 values');
  expect(parseJsonWithin(zeros, 2_000_000)).toHaveLength(1_600_001);
});
