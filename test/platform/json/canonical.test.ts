import { describe, expect, it } from 'vitest';
import { canonicalizeJson, toCanonicalJson } from '../../../src/platform/json/canonicalize-json.ts';
import { parseJson } from '../../../src/platform/json/parse-json.ts';
import fc from '../../support/property.ts';

describe('the canonical text', () => {
  it('has sorted members, one value per line, and numbers as written', () => {
    expect(canonicalizeJson('{"b":[56.0,1e3,{}],"a":9007199254740993,"b2":[],"B":null}')).toBe(`{
  "B": null,
  "a": 9007199254740993,
  "b": [
    56.0,
    1e3,
    {}
  ],
  "b2": []
}
`);
  });

  it('has one spelling for a string, without control or invisible characters', () => {
    expect(canonicalizeJson('"\\u00e9\\/\\u001b"')).toBe('"é/\\u001b"\n');
    expect(canonicalizeJson('"\u009b\u202e\u2028"')).toBe('"\\u009b\\u202e\\u2028"\n');
    expect(canonicalizeJson('"👩🏽‍🎨 \\ud800"')).toBe('"👩🏽‍🎨 \\ud800"\n');
  });

  it('keeps duplicate members', () => {
    expect(canonicalizeJson('{"b":1,"a":2,"b":3}')).toBe('{\n  "a": 2,\n  "b": 1,\n  "b": 3\n}\n');
  });

  it.each(['', '{', '{"a"}', '{"a":1,}', '[1 2]', 'nul', '01', '"a', '{a:1}', '1 2', `${'['.repeat(2000)}`])(
    'refuses %j',
    (text) => {
      expect(() => canonicalizeJson(text)).toThrow(SyntaxError);
    },
  );

  it('is unchanged when it is written again', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalizeJson(JSON.stringify(value));
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalizeJson(text)).toBe(text);
        expect(toCanonicalJson(parseJson(text))).toBe(text);
      }),
    );
  });
});
