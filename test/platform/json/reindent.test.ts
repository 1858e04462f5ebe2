import { describe, expect, it } from 'vitest';
import { escapeC1Controls, indentJson } from '../../../src/platform/json/json-tokens.ts';
import fc, { scaleCases } from '../../support/property.ts';
import { jsonText, listTokens } from './random-json.ts';

describe('reindent', () => {
  it('indents, and keeps what a serializer would lose', () => {
    const text = '{"a":56.0,"\\u0041":"\\/","a":9007199254740993,"e":{ },"l":[\n],"n":[1,{"x":null}]}';
    expect(indentJson(text)).toBe(
      [
        '{',
        '  "a": 56.0,',
        '  "\\u0041": "\\/",',
        '  "a": 9007199254740993,',
        '  "e": {},',
        '  "l": [],',
        '  "n": [',
        '    1,',
        '    {',
        '      "x": null',
        '    }',
        '  ]',
        '}',
        '',
      ].join('\n'),
    );
  });

  it('keeps every token of every body, in order', () => {
    fc.assert(
      fc.property(jsonText, fc.constantFrom(1, 2, 4), (text, indent) => {
        expect(listTokens(indentJson(text, indent))).toStrictEqual(listTokens(text).map(escapeC1Controls));
      }),
      scaleCases(200),
    );
  });

  it('indents like JSON.stringify wherever both can write the text', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(indentJson(JSON.stringify(value))).toBe(
          escapeC1Controls(`${JSON.stringify(value, null, 2)}\n`),
        );
      }),
      scaleCases(150),
    );
  });

  it('escapes control characters that JSON allows, and keeps the value', () => {
    const text = JSON.stringify(['\u009b31mred\u007f\u0085']);
    expect(indentJson(text)).toBe('[\n  "\\u009b31mred\\u007f\\u0085"\n]\n');
    expect(JSON.parse(indentJson(text))).toStrictEqual(JSON.parse(text));
  });

  it('changes nothing when applied twice', () => {
    fc.assert(fc.property(jsonText, (text) => indentJson(indentJson(text)) === indentJson(text)));
  });

  it.each(['{"a":', '"open', '[[[', ']]]', '', '\u0000'])('ends on broken text %j', (text) => {
    expect(listTokens(indentJson(text)).join('').length).toBeLessThanOrEqual(text.length + 2);
  });
});
