import { expect, test } from 'vitest';
import { formatDuration } from '../../../src/output/views/pull.ts';

test.each([
  [0, '0 s'],
  [89_400, '89 s'],
  [90_000, '2 min'],
  [89 * 60_000, '89 min'],
  [90 * 60_000, '1 h 30 min'],
  [25 * 3_600_000, '25 h 0 min'],
])('%i ms are shown as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
