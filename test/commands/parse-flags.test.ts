import { describe, expect, it } from 'vitest';
import { parseDuration, readSinceFlag } from '../../src/commands/flags/parse-flags.ts';

const HOUR = 3_600_000;
const NOON = Date.parse('2026-09-15T12:30:00Z');

describe('a duration', () => {
  it.each([
    ['90', 90_000],
    ['0.5', 500],
    ['90s', 90_000],
    ['1h30m', 1.5 * HOUR],
    ['7d', 168 * HOUR],
  ])('%s', (typed, ms) => expect(parseDuration(typed, '--timeout')).toBe(ms));

  it.each(['', '-1', '1w', '1e3', '9'.repeat(10), '5 m', '0x10', '٣'])('%j is refused', (typed) =>
    expect(() => parseDuration(typed, '--timeout')).toThrow('--timeout takes seconds, or a time such as 90s'),
  );
});

describe('--since', () => {
  const readTime = (typed: string) =>
    new Date(readSinceFlag({ since: typed }, 'since')?.(NOON) ?? 0).toISOString();

  it.each([
    ['2026-09-15', '2026-09-15T00:00:00.000Z'],
    ['2026-09-15T08:00:00Z', '2026-09-15T08:00:00.000Z'],
    ['7d', '2026-09-08T00:00:00.000Z'],
    ['12h', '2026-09-15T00:30:00.000Z'],
    ['24h', '2026-09-14T00:00:00.000Z'],
  ])('%s', (typed, from) => expect(readTime(typed)).toBe(from));

  // A pull that was ended goes on with the same words, and so has to mean the same by them.
  it('means the same by whole days all day long', () => {
    const from = readSinceFlag({ since: '2d' }, 'since');
    expect(from?.(NOON)).toBe(from?.(NOON + 11 * HOUR));
  });

  it.each(['90', 'yesterday', '2026-02-30', '7 days'])('%j is refused', (typed) =>
    expect(() => readSinceFlag({ since: typed }, 'since')).toThrow(
      'takes a date such as 2026-09-15, or how long ago',
    ),
  );
});
