import { expect, it } from 'vitest';
import { createRequestSender, type RequestSenderOptions } from '../../src/collection/request-budget.ts';

it('the estimate and the wait leave the reserve to others', async () => {
  const requests: unknown[] = [];
  const pace: RequestSenderOptions['pacer'] = {
    rate: { limit: 300, windowMs: 300_000 },
    maxWaitMs: Number.POSITIVE_INFINITY,
    estimate: (_, reserve) => {
      requests.push(['estimate', reserve]);
      return 0;
    },
    waitForBulk: async (reserve) => void requests.push(['room', reserve]),
    record: () => undefined,
    hold: () => undefined,
  };
  const clock = { now: () => 0, sleep: async () => undefined };
  const { send } = createRequestSender({
    pacer: pace,
    clock,
    reserve: 40,
    signal: new AbortController().signal,
  });
  expect(await send(async () => 'answered')).toBe('answered');
  expect(requests).toStrictEqual([
    ['estimate', 40],
    ['room', 40],
  ]);
});
