import { expect, it } from 'vitest';
import { normalizeDecimal, subtractDecimals } from '../../../src/platform/json/decimals.ts';
import fc from '../../support/property.ts';

it.each([
  ['56.40', '56.40'],
  [' 56 ', '56'],
  ['-0.50', '-0.50'],
  ['.5', '0.5'],
  ['1e3', '1000'],
  ['1.25e-2', '0.0125'],
  ['22 1/2', '22.5'],
  ['22-1/2', '22.5'],
  ['1/8', '0.125'],
  ['-3 1/64', '-3.015625'],
  ['2/2', '1'],
  ['20/2', '10'],
  ['56,4', '56.4'],
  ['56,4001', '56.4001'],
  // Two numbers to two people.
  ['1,234', undefined],
  ['1/3', undefined],
  ['10-12', undefined],
  ['', undefined],
  ['.', undefined],
  ['56 cm', undefined],
  ['1e999', undefined],
  ['1/0', undefined],
])('reads %j as %j', (typed, text) => {
  expect(normalizeDecimal(typed)).toBe(text);
});

it.each([
  ['56.4', '56.0', '0.4'],
  ['0.3', '0.1', '0.2'],
  ['76.1', '76.30', '-0.20'],
  ['12345678901234567890.1', '0.2', '12345678901234567889.9'],
  ['22 1/2', '22.25', '0.25'],
  ['5', 'five', undefined],
])('%s less %s is %s', (one, other, difference) => {
  expect(subtractDecimals(one, other)).toBe(difference);
});

it('is exact for any number of hundredths', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), (one, other) => {
      const text = (hundredths: number): string => {
        const digits = String(Math.abs(hundredths)).padStart(3, '0');
        return `${hundredths < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
      };
      expect(subtractDecimals(text(one), text(other))).toBe(text(one - other));
    }),
  );
});
