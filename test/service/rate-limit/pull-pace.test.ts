import { describe, expect, it } from 'vitest';
import { createProcessPacer, parseRateLimit } from '../../../src/service/rate-limit/rate-limiters.ts';
import { createClock } from '../../collection/pull-season.ts';
import fc from '../../support/property.ts';

const never = new AbortController().signal;

describe('the rate of a pull', () => {
  it.each([
    ['300/5m', 300, 300_000],
    ['300/3s', 300, 3000],
    ['60/m', 60, 60_000],
    [' 1/1h ', 1, 3_600_000],
  ])('%s', (text, limit, windowMs) => {
    expect(parseRateLimit(text)).toEqual({ limit, windowMs });
  });
  it.each(['', '300', '0/5m', '300/0m', '-1/5m', '300/5', '1e3/5m', '300/5m/2', `${'9'.repeat(20)}/5m`])(
    'not %j',
    (text) => {
      expect(() => parseRateLimit(text)).toThrow('TOILE_RATE');
    },
  );
});

describe('the pace of a pull', () => {
  it('never lets more than the limit arrive in any window, with any latency', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 0, max: 8 }),
        fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { minLength: 1, maxLength: 40 }),
        async (limit, reserve, ways) => {
          const clock = createClock(0);
          const pace = createProcessPacer({ limit, windowMs: 100 }, clock);
          const most = Math.max(1, limit - reserve);
          const arrived: number[] = [];
          for (const [there, back] of ways) {
            await pace.waitForBulk(reserve, never);
            clock.time += there;
            arrived.push(clock.time);
            clock.time += back;
            pace.record();
          }
          arrived.forEach((at, n) => {
            const earlier = arrived[n - most];
            if (earlier !== undefined) expect(at - earlier).toBeGreaterThanOrEqual(100);
          });
        },
      ),
    );
  });

  it('predicts its duration', async () => {
    const clock = createClock(0);
    const pace = createProcessPacer({ limit: 10, windowMs: 1000 }, clock);
    const foretold = pace.estimate(95, 0);
    for (let n = 0; n < 95; n++) {
      await pace.waitForBulk(0, never);
      pace.record();
    }
    expect(foretold).toBe(9000);
    expect(clock.slept).toBe(foretold);
  });

  it('pauses for as long as the service asks, and can be aborted', async () => {
    const clock = createClock(0);
    const pace = createProcessPacer({ limit: 10, windowMs: 1000 }, clock);
    pace.hold(7000);
    expect(pace.estimate(1, 0)).toBe(7000);
    await pace.waitForBulk(0, never);
    expect(clock.slept).toBe(7000);
    await expect(pace.waitForBulk(0, AbortSignal.abort(new Error('ended')))).rejects.toThrow('ended');
  });
});
