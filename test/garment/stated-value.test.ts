import { LosslessNumber } from 'lossless-json';
import { describe, expect, test } from 'vitest';
import { isProvenanceWord, readStated } from '../../src/garment/stated-value.ts';
import { toJsonText, toNumberText } from '../../src/platform/json/json-values.ts';

describe('a stated value', () => {
  test.each([
    ['value', { value: 2, state: 'asserted' }, 2],
    ['value before text', { text: 'two', value: 2, state: 'asserted' }, 2],
    ['text', { text: 'None.', state: 'asserted' }, 'None.'],
    ['the single other member', { amount: 5, state: 'inferred' }, 5],
    ['all the others', { low: 1, high: 2, state: 'inferred' }, { low: 1, high: 2 }],
    ['nothing', { state: 'unstated' }, undefined],
    ['null, which is not nothing', { value: null, state: 'asserted' }, null],
    ['never what explains it', { unit: 'cm', state: 'unstated' }, undefined],
  ])('has its payload in %s', (_, value, payload) => {
    expect(readStated(value)?.value).toEqual(payload);
  });

  test('keeps its other members', () => {
    const read = readStated({
      value: 1,
      unit: 'cm',
      basis: 'habit',
      confidence: 'low',
      source: 'x',
      text: 't',
      state: 'inferred',
    });
    expect(read).toMatchObject({ unit: 'cm', basis: 'habit', confidence: 'low', state: 'inferred' });
    expect(read?.otherMembers).toEqual([
      ['source', 'x'],
      ['text', 't'],
    ]);
  });

  test('keeps an unknown state, word for word', () => {
    expect(readStated({ value: 1, state: 'Asserted ' })?.state).toBe('Asserted ');
    expect(isProvenanceWord('Asserted ')).toBe(false);
  });

  test.each([
    [null, 'null'],
    [7, '7'],
    [false, 'false'],
    [['asserted', 2], '["asserted",2]'],
  ])('with the state %j keeps it unchanged', (state, word) => {
    expect(readStated({ value: 1, state })).toMatchObject({ state: word, value: 1, otherMembers: [] });
    expect(readStated({ text: 'a', state })).toMatchObject({ state: word, value: 'a' });
  });

  test('needs a state, and members that not every object has', () => {
    expect(readStated({ value: 1 })).toMatchObject({ value: 1, state: undefined });
    const whole = { code: 'asserted' };
    expect(readStated({ value: 1, state: whole })).toMatchObject({
      state: undefined,
      otherMembers: [['state', whole]],
    });
    expect(readStated({ city: 'Oaxaca', state: 20 })).toBeUndefined();
    expect(readStated({ unit: 'cm' })).toBeUndefined();
    expect(readStated([{ state: 'asserted' }])).toBeUndefined();
  });

  test('ignores inherited members', () => {
    expect(readStated(JSON.parse('{"__proto__": {"state": "asserted", "value": 1}}'))).toBeUndefined();
    expect(readStated(Object.create({ state: 'asserted', value: 1 }))).toBeUndefined();
  });
});

describe('a number', () => {
  test.each([
    [56, '56'],
    [new LosslessNumber('56.0'), '56.0'],
    // An object of the body that looks like the program's number type.
    [{ isLosslessNumber: true, value: '9007199254740993' }, undefined],
    [-0, '-0'],
    [10n, '10'],
    ['56', undefined],
    [{ isLosslessNumber: true, value: '56', state: 'asserted' }, undefined],
    [{ isLosslessNumber: true, value: 'x' }, undefined],
    [null, undefined],
  ])('%o is read as written', (value, written) => {
    expect(toNumberText(value)).toBe(written);
  });

  test('stays as written inside JSON', () => {
    expect(toJsonText({ a: [new LosslessNumber('1.0'), 'é"', null, true], b: {} })).toBe(
      '{"a":[1.0,"é\\"",null,true],"b":{}}',
    );
    expect(toJsonText([1, { a: 2 }], true)).toBe('[1, {"a": 2}]');
  });

  test('can be written in JSON of any depth', () => {
    let deep: unknown = new LosslessNumber('7.0');
    for (let level = 0; level < 20_000; level++) deep = level % 2 ? [deep] : { a: deep };
    expect(toJsonText(deep)).toContain('7.0');
  });
});
