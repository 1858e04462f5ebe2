import { describe, expect, it } from 'vitest';
import { replaceMembers, sliceListItems } from '../../../src/platform/json/json-tokens.ts';
import { toJsonText } from '../../../src/platform/json/json-values.ts';
import { parseJson } from '../../../src/platform/json/parse-json.ts';
import fc, { scaleCases } from '../../support/property.ts';
import { listText } from './random-json.ts';

describe('itemTexts', () => {
  it('returns the items as sent', () => {
    expect(sliceListItems('{"designs": [ {"n": 1.0, "n":2} , [], "a,]" ],"x":[9]}', 'designs')).toStrictEqual(
      ['{"n": 1.0, "n":2}', '[]', '"a,]"'],
    );
  });

  it('finds every item of every body', () => {
    fc.assert(
      fc.property(listText, ({ items, text }) => {
        expect(sliceListItems(text, 'designs')).toStrictEqual(items);
      }),
      scaleCases(200),
    );
  });

  it.each([
    ['{}', []],
    ['{"designs":null}', []],
    ['{"designs":{"designs":[1]}}', []],
    ['{"a":{"designs":[1]}}', []],
    ['[{"designs":[1]}]', []],
    ['{"designs":[1],"designs":[2.0]}', ['2.0']],
    ['{"desi\\u0067ns":[3]}', ['3']],
    ['{"designs":[]}', []],
  ])('of %s returns %j', (text, items) => {
    expect(sliceListItems(text, 'designs')).toStrictEqual(items);
  });
});

describe('withMembers', () => {
  it('replaces in place and leaves the rest byte for byte', () => {
    const text = '{ "before" : 1.0,\n "designs": [1, 2],"x":"\\u0041","next_before" :"2026" }';
    expect(replaceMembers(text, { designs: '[1,2,3]', next_before: 'null' })).toBe(
      '{ "before" : 1.0,\n "designs": [1,2,3],"x":"\\u0041","next_before" :null }',
    );
  });

  it.each([
    ['{}', '{"next_before":null}'],
    ['{ }', '{"next_before":null }'],
    ['{"a":1 }', '{"a":1,"next_before":null }'],
    ['{"next_before":1,"next_before":2}', '{"next_before":null,"next_before":null}'],
  ])('turns %s into %s', (text, result) => {
    expect(replaceMembers(text, { next_before: 'null' })).toBe(result);
  });

  it('changes the named members of any body and no other', () => {
    fc.assert(
      fc.property(listText, ({ text, items }) => {
        const changed = replaceMembers(text, { designs: '[7]', next_before: 'null' });
        const expected = { ...(parseJson(text) as object), designs: [7], next_before: null };
        expect(toJsonText(parseJson(changed))).toBe(toJsonText(expected));
        const back = replaceMembers(changed, { designs: `[${items.join(',')}]` });
        expect(sliceListItems(back, 'designs')).toStrictEqual(items);
      }),
      scaleCases(150),
    );
  });

  it('rejects a text that is not an object', () => {
    expect(() => replaceMembers('[1]', { a: '1' })).toThrow(TypeError);
  });
});
