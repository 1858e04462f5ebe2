import { describe, expect, it } from 'vitest';
import { readJson, writeJson } from '../../src/json/lossless.ts';
import { itemTexts, withMembers } from '../../src/json/slices.ts';
import fc, { cases } from '../support/property.ts';
import { listText } from './bodies.ts';

describe('itemTexts', () => {
  it('gives the items as sent', () => {
    expect(itemTexts('{"designs": [ {"n": 1.0, "n":2} , [], "a,]" ],"x":[9]}', 'designs')).toStrictEqual([
      '{"n": 1.0, "n":2}',
      '[]',
      '"a,]"',
    ]);
  });

  it('finds every item of every body', () => {
    fc.assert(
      fc.property(listText, ({ items, text }) => {
        expect(itemTexts(text, 'designs')).toStrictEqual(items);
      }),
      cases(200),
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
  ])('of %s gives %j', (text, items) => {
    expect(itemTexts(text, 'designs')).toStrictEqual(items);
  });
});

describe('withMembers', () => {
  it('replaces in place and leaves the rest byte for byte', () => {
    const text = '{ "before" : 1.0,\n "designs": [1, 2],"x":"\\u0041","next_before" :"2026" }';
    expect(withMembers(text, { designs: '[1,2,3]', next_before: 'null' })).toBe(
      '{ "before" : 1.0,\n "designs": [1,2,3],"x":"\\u0041","next_before" :null }',
    );
  });

  it.each([
    ['{}', '{"next_before":null}'],
    ['{ }', '{"next_before":null }'],
    ['{"a":1 }', '{"a":1,"next_before":null }'],
    ['{"next_before":1,"next_before":2}', '{"next_before":null,"next_before":null}'],
  ])('makes %s into %s', (text, result) => {
    expect(withMembers(text, { next_before: 'null' })).toBe(result);
  });

  it('changes the named members of any body and no other', () => {
    fc.assert(
      fc.property(listText, ({ text, items }) => {
        const changed = withMembers(text, { designs: '[7]', next_before: 'null' });
        const expected = { ...(readJson(text) as object), designs: [7], next_before: null };
        expect(writeJson(readJson(changed))).toBe(writeJson(expected));
        const back = withMembers(changed, { designs: `[${items.join(',')}]` });
        expect(itemTexts(back, 'designs')).toStrictEqual(items);
      }),
      cases(150),
    );
  });

  it('refuses what is not an object', () => {
    expect(() => withMembers('[1]', { a: '1' })).toThrow(TypeError);
  });
});
