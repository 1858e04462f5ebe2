import { expect, it } from 'vitest';
import { RateLimited } from '../../../src/platform/errors.ts';
import type { FetchInit } from '../../../src/service/client/index.ts';
import { createRetryingFetch, type RequestPacing } from '../../../src/service/http/retrying-fetch.ts';
import type { TransportEvent } from '../../../src/service/http/transport-options.ts';
import { createQuickClock } from './clocks.ts';

const URL_ = 'https://service.test/v1/me';
const createInit = (signal = new AbortController().signal): FetchInit => ({
  method: 'GET',
  headers: {},
  redirect: 'manual',
  credentials: 'omit',
  signal,
});

const setUp = (waits: readonly number[], answers: readonly Response[], maxWait?: number) => {
  const clock = createQuickClock();
  const happened: string[] = [];
  const events: TransportEvent[] = [];
  const left = [...waits];
  const pacing: RequestPacing = {
    reserveSlot: () => ({
      getWaitMs: () => left.shift() ?? 0,
      markSent: () => void happened.push('sent'),
      release: () => void happened.push('withdrawn'),
    }),
    hold: (ms) => void happened.push(`hold ${ms}`),
  };
  const given = [...answers];
  const fetch = createRetryingFetch({
    fetch: async () => {
      happened.push('fetch');
      const next = given.shift();
      if (next === undefined) throw new TypeError('fetch failed');
      return next;
    },
    clock,
    random: () => 0,
    timeouts: { headers: 0, idle: 0, body: 0 },
    maxWait,
    findPacing: async () => pacing,
    onEvent: (event) => events.push(event),
  });
  return { fetch, clock, happened, events };
};

const answer200 = () => new Response('{}');
const answer429 = (after?: string) =>
  new Response('{}', { status: 429, headers: after === undefined ? {} : { 'retry-after': after } });

it('a throttled request waits for its turn, asks again after waiting, and records that it was sent', async () => {
  const { fetch, clock, happened, events } = setUp([3_000, 500, 0], [answer200()]);
  expect((await fetch(URL_, createInit())).status).toBe(200);
  expect(clock.waits).toEqual([3_000, 500]);
  expect(happened).toEqual(['fetch', 'sent']);
  expect(events.filter(({ kind }) => kind === 'waiting')).toEqual([
    { kind: 'waiting', ms: 3_000, reason: 'paced', attempt: 1 },
    { kind: 'waiting', ms: 500, reason: 'paced', attempt: 1 },
  ]);
});

it('a turn beyond the waiting budget is released, and nothing is sent', async () => {
  const { fetch, happened } = setUp([90_500], [], 60_000);
  const refused = fetch(URL_, createInit());
  await expect(refused).rejects.toBeInstanceOf(RateLimited);
  await expect(refused).rejects.toMatchObject({ exit: 7, details: { retry_after: 91 } });
  expect(happened).toEqual(['withdrawn']);
});

it('all waits of a request share one budget', async () => {
  const { fetch } = setUp([40_000, 0, 30_000], [answer429('1')], 60_000);
  await expect(fetch(URL_, createInit())).rejects.toMatchObject({ exit: 7, details: { retry_after: 30 } });
});

it('a 429 is announced to all processes, with the wait that the service asked for', async () => {
  const { fetch, happened } = setUp([], [answer429('7'), answer429(), answer200()]);
  expect((await fetch(URL_, createInit())).status).toBe(200);
  expect(happened).toEqual([
    'fetch',
    'withdrawn',
    'hold 7000',
    'fetch',
    'withdrawn',
    'hold 2000',
    'fetch',
    'sent',
  ]);
});

it('a failed request counts, because it may have arrived', async () => {
  const { fetch, happened } = setUp([], []);
  await expect(fetch(URL_, { ...createInit(), method: 'POST' })).rejects.toThrow();
  expect(happened).toEqual(['fetch', 'sent']);
});

it('Ctrl-C during a wait gives the turn back and ends with its own reason', async () => {
  const stop = new AbortController();
  const reason = new Error('interrupted');
  const { fetch, happened } = setUp([1_000, 1_000], [answer200()]);
  const waiting = fetch(URL_, createInit(stop.signal));
  stop.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  expect(happened).not.toContain('fetch');
});
