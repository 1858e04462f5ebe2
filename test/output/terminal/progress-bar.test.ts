import { expect, it } from 'vitest';
import {
  formatByteCount,
  formatElapsedTime,
  formatProgressBar,
} from '../../../src/output/terminal/progress-bar.ts';

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1.00 kB'],
  [16_115, '16.1 kB'],
  [999_600, '1000 kB'],
  [2 ** 30, '1.07 GB'],
])('%i bytes are %s', (bytes, words) => expect(formatByteCount(bytes)).toBe(words));

it('progress is a bar where the total is known, and the bytes so far elsewhere', () => {
  expect(formatProgressBar('x.svg', 500, 1000)).toBe('[##########----------] 500 bytes of 1.00 kB  x.svg');
  expect(formatProgressBar('x.svg', 2000, 1000)).toMatch(/^\[#{20}\]/);
  expect(formatProgressBar('x.svg', 500, undefined)).toBe('x.svg  500 bytes');
  expect(formatProgressBar('x.svg', 0, 0)).toBe('x.svg  0 bytes');
});

it.each([
  [0, '0:00'],
  [42_900, '0:42'],
  [725_000, '12:05'],
  [3_661_000, '1:01:01'],
])('%i ms are %s', (ms, words) => expect(formatElapsedTime(ms)).toBe(words));
