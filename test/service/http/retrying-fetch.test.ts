import { describe, expect, it } from 'vitest';
import { RateLimited, Unavailable, UsageError } from '../../../src/platform/errors.ts';
import type { FetchInit } from '../../../src/service/client/index.ts';
import { createRetryingFetch } from '../../../src/service/http/retrying-fetch.ts';
import type { TransportEvent, TransportOptions } from '../../../src/service/http/transport-options.ts';
import { createFetch, type FetchRow } from '../../support/create-fetch.ts';
import { createQuickClock } from './clocks.ts';

const NEVER = { headers: 0, idle: 0, body: 0 };
const ME = 'GET /v1/me';
const BASE = 'https://host.test';

const createInit = (method = 'GET', signal = new AbortController().signal): FetchInit => ({
  method,
  headers: {},
  redirect: 'manual',
  credentials: 'omit',
  signal,
});

function createClientFor(all: FetchRow[], more: Partial<TransportOptions> = {}) {
  const clock = createQuickClock();
  const fetch = createFetch(...all);
  const events: TransportEvent[] = [];
  const onEvent = (event: TransportEvent) => void events.push(event);
  const send = createRetryingFetch({ fetch, clock, random: () => 0, timeouts: NEVER, onEvent, ...more });
  return { clock, fetch, events, send };
}

const buildError = (code: string) =>
  Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(), { code }) });
const fine: FetchRow = { on: ME, body: '{"n":56.0}' };

describe('a read request', () => {
  it.each([
    ['408', { on: ME, status: 408 }],
    ['429', { on: ME, status: 429 }],
    ['500', { on: ME, status: 500 }],
    ['502 with a web page', { on: ME, status: 502, body: '<html>' }],
    ['503', { on: ME, status: 503 }],
    ['a refused connection', { on: ME, fails: buildError('ECONNREFUSED') }],
    ['a lost connection', { on: ME, fails: buildError('ECONNRESET') }],
    ['an error without a code', { on: ME, fails: new TypeError('Failed to fetch') }],
    ['a body that breaks off', { on: ME, breaks: buildError('UND_ERR_SOCKET') }],
  ])('is sent again after %s', async (_, row) => {
    const { send, fetch } = createClientFor([row, fine]);
    const response = await send(`${BASE}/v1/me`, createInit());
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('{"n":56.0}');
    expect(await response.text()).toBe('{"n":56.0}');
    expect(fetch.sent).toHaveLength(2);
  });

  it.each([400, 401, 402, 403, 404, 409, 301, 204])('is not sent again after %i', async (status) => {
    const { send } = createClientFor([{ on: ME, status }]);
    expect((await send(`${BASE}/v1/me`, createInit())).status).toBe(status);
  });

  it.each([
    'CERT_HAS_EXPIRED',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'ERR_SSL_WRONG_VERSION_NUMBER',
  ])('is not sent again after %s, which does not pass', async (code) => {
    const { send } = createClientFor([{ on: ME, fails: buildError(code) }]);
    await expect(send(`${BASE}/v1/me`, createInit())).rejects.toBeInstanceOf(Unavailable);
  });

  it('is sent at most five times; then the last answer is returned', async () => {
    const { send, clock } = createClientFor(
      Array.from({ length: 5 }, () => ({ on: ME, status: 500, body: { code: 'X' } })),
    );
    const response = await send(`${BASE}/v1/me`, createInit());
    expect(response.status).toBe(500);
    expect(await response.text()).toBe('{"code":"X"}');
    expect(clock.waits).toEqual([125, 250, 500, 1000]);
  });

  it('waits for random times, up to twice the minimum', async () => {
    const broken = Array.from({ length: 5 }, () => ({ on: ME, status: 500 }));
    const { send, clock } = createClientFor(broken, { random: () => 0.5 });
    await send(`${BASE}/v1/me`, createInit());
    expect(clock.waits).toEqual([188, 375, 750, 1500]);
  });

  it('that never succeeds ends with a message', async () => {
    const { send } = createClientFor(
      Array.from({ length: 5 }, () => ({ on: ME, fails: buildError('ECONNREFUSED') })),
    );
    await expect(send(`${BASE}/v1/me`, createInit())).rejects.toMatchObject({
      exit: 3,
      code: 'connection_refused',
      message: 'host.test refused the connection',
    });
  });

  it('whose body always breaks off returns an answer without a body', async () => {
    const { send } = createClientFor(
      Array.from({ length: 5 }, () => ({ on: ME, breaks: buildError('ECONNRESET') })),
    );
    const response = await send(`${BASE}/v1/me`, createInit());
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toMatchObject({ exit: 3, code: 'connection_lost' });
  });
});

it('an error that already has a message is returned at once', async () => {
  const refused = new UsageError('the sandbox says no');
  const { send } = createClientFor([{ on: ME, fails: refused }]);
  await expect(send(`${BASE}/v1/me`, createInit())).rejects.toBe(refused);
});

describe('Retry-After', () => {
  it.each([
    ['seconds', { 'retry-after': '7' }, 7000],
    [
      'a date against the answer’s own',
      { 'retry-after': 'Wed, 21 Oct 2026 09:00:09 GMT', date: 'Wed, 21 Oct 2026 09:00:00 GMT' },
      9000,
    ],
    ['a date against the clock', { 'retry-after': 'Wed, 21 Oct 2026 07:28:11 GMT' }, 11000],
    ['a date gone by', { 'retry-after': 'Wed, 21 Oct 2020 07:28:11 GMT' }, 0],
    ['nonsense', { 'retry-after': 'soon' }, 1000],
    ['a negative number', { 'retry-after': '-5' }, 1000],
  ])('is read as %s', async (_, headers, ms) => {
    const { send, clock } = createClientFor([{ on: ME, status: 429, headers }, fine]);
    await send(`${BASE}/v1/me`, createInit());
    expect(clock.waits).toEqual([ms]);
  });

  it('is respected for a 503 too', async () => {
    const { send, clock } = createClientFor([{ on: ME, status: 503, headers: { 'retry-after': '3' } }, fine]);
    await send(`${BASE}/v1/me`, createInit());
    expect(clock.waits).toEqual([3000]);
  });

  it('is never shortened, and is extended by up to one random second', async () => {
    const row = { on: ME, status: 429, headers: { 'retry-after': '290' } };
    const { send, clock } = createClientFor([row, fine], { maxWait: 330_000, random: () => 0.75 });
    await send(`${BASE}/v1/me`, createInit());
    expect(clock.waits).toEqual([290_750]);
  });

  it('that equals the remaining budget is still waited for', async () => {
    const row = { on: ME, status: 429, headers: { 'retry-after': '60' } };
    const { send, clock } = createClientFor([row, fine], { maxWait: 60_000, random: () => 0.9 });
    await send(`${BASE}/v1/me`, createInit());
    expect(clock.waits).toEqual([60_000]);
  });
});

describe('beyond the waiting budget', () => {
  const limited: FetchRow = {
    on: ME,
    status: 429,
    headers: { 'retry-after': '290' },
    body: { error: 'Slow down', code: 'RATE_LIMITED' },
  };

  it('a 429 becomes a rate-limit error at once, with the wait in it', async () => {
    const { send, clock } = createClientFor([limited]);
    const failed = await send(`${BASE}/v1/me`, createInit()).catch((reason) => reason);
    expect(failed).toBeInstanceOf(RateLimited);
    expect(failed).toMatchObject({
      exit: 7,
      hint: 'try again in 5 minutes',
      details: { status: 429, retry_after: 290, service_code: 'RATE_LIMITED' },
    });
    expect(clock.waits).toEqual([]);
  });

  it('earlier waits count', async () => {
    const short = { ...limited, headers: { 'retry-after': '40' } };
    const { send, clock } = createClientFor([short, short]);
    await expect(send(`${BASE}/v1/me`, createInit())).rejects.toMatchObject({ details: { retry_after: 40 } });
    expect(clock.waits).toEqual([40_000]);
  });

  it('repeated 429 answers end after five attempts, with any budget', async () => {
    const storm = Array.from({ length: 5 }, () => ({ on: ME, status: 429 }));
    const { send, clock } = createClientFor(storm, { maxWait: Number.POSITIVE_INFINITY });
    await expect(send(`${BASE}/v1/me`, createInit())).rejects.toMatchObject({
      exit: 7,
      hint: 'try again in a few minutes',
      details: { status: 429 },
    });
    expect(clock.waits).toEqual([1000, 2000, 4000, 8000]);
  });

  it('a 503 is returned unchanged', async () => {
    const { send } = createClientFor([{ on: ME, status: 503, headers: { 'retry-after': '900' }, body: 'x' }]);
    const response = await send(`${BASE}/v1/me`, createInit());
    expect([response.status, await response.text()]).toEqual([503, 'x']);
  });

  it('a budget of zero allows no wait', async () => {
    const { send, clock } = createClientFor([{ on: ME, status: 500 }], { maxWait: 0 });
    expect((await send(`${BASE}/v1/me`, createInit())).status).toBe(500);
    expect(clock.waits).toEqual([]);
  });
});

describe('a writing request', () => {
  const exports = '/v1/designs/a-b/exports';
  const techPacks = '/v1/designs/a-b/tech-packs';
  const post = (path: string) => [`POST ${path}`, `${BASE}${path}`] as const;

  it('for an export is repeated after a 429', async () => {
    const [on, url] = post(exports);
    const { send } = createClientFor([
      { on, status: 429, headers: { 'retry-after': '1' } },
      { on, status: 201, body: {} },
    ]);
    expect((await send(url, createInit('POST'))).status).toBe(201);
  });

  it('for an export beyond the budget is rate limited', async () => {
    const [on, url] = post(exports);
    const { send } = createClientFor([{ on, status: 429, headers: { 'retry-after': '300' } }]);
    await expect(send(url, createInit('POST'))).rejects.toBeInstanceOf(RateLimited);
  });

  it.each([408, 500, 502, 503])('for an export is not repeated after %i', async (status) => {
    const [on, url] = post(exports);
    const { send } = createClientFor([{ on, status, headers: { 'retry-after': '1' } }]);
    expect((await send(url, createInit('POST'))).status).toBe(status);
  });

  it.each([429, 408, 500, 503])('for a Tech Pack is never repeated, not after %i', async (status) => {
    const [on, url] = post(techPacks);
    const { send, clock } = createClientFor([{ on, status, headers: { 'retry-after': '1' } }]);
    expect((await send(url, createInit('POST'))).status).toBe(status);
    expect(clock.waits).toEqual([]);
  });

  it.each([
    exports,
    techPacks,
    '/v1/designs/a/exports/tech-packs',
    '/exports',
    '/v1/designs/a/tech-packs?x=/exports',
  ])('to %s is not repeated after a lost connection', async (path) => {
    const [on, url] = post(path);
    const { send } = createClientFor([{ on, fails: buildError('ECONNRESET') }]);
    await expect(send(url, createInit('POST'))).rejects.toMatchObject({ exit: 3, code: 'connection_lost' });
  });

  it('to another route is not repeated after a 429', async () => {
    const [on, url] = post('/v1/designs/a/tech-packs?x=/exports');
    const { send } = createClientFor([{ on, status: 429 }]);
    expect((await send(url, createInit('POST'))).status).toBe(429);
  });

  it('whose answer breaks off is not repeated', async () => {
    const [on, url] = post(techPacks);
    const { send } = createClientFor([{ on, status: 202, breaks: buildError('ECONNRESET') }]);
    await expect((await send(url, createInit('POST'))).text()).rejects.toMatchObject({
      code: 'connection_lost',
    });
  });

  it.each([
    [undefined, '500', { status: 500 }, 1],
    [undefined, '503', { status: 503 }, 1],
    [undefined, '429', { status: 429 }, 1],
    ['refused', '429', { status: 429 }, 2],
    ['refused', '503', { status: 503 }, 2],
    ['refused', '500', { status: 500 }, 1],
    ['refused', 'a lost connection', { fails: buildError('ECONNRESET') }, 1],
    ['refused', 'a body that breaks off', { status: 200, breaks: buildError('ECONNRESET') }, 1],
    ['failed', '429', { status: 429 }, 2],
    ['failed', '500', { status: 500 }, 2],
    ['failed', 'a lost connection', { fails: buildError('ECONNRESET') }, 2],
    ['failed', 'a body that breaks off', { status: 200, breaks: buildError('ECONNRESET') }, 2],
    ['failed', '400', { status: 400 }, 1],
    ['failed', 'a certificate that has expired', { fails: buildError('CERT_HAS_EXPIRED') }, 1],
  ] as const)('is repeated when %s is repeatable, after %s', async (repeat, _, first, times) => {
    const [on, url] = post('/token');
    const answers: FetchRow[] = [first, { status: 200 }].map((row) => ({ on, ...row }));
    const { send, fetch } = createClientFor(answers.slice(0, times));
    await send(url, { ...createInit('POST'), repeat }).catch(() => undefined);
    expect(fetch.sent).toHaveLength(times);
    // `repeat` is an option of toile; fetch does not get it.
    expect(fetch.sent[0]).not.toHaveProperty('repeat');
  });

  it.each(['PUT', 'DELETE', 'PATCH'])('%s is not repeated', async (method) => {
    const { send } = createClientFor([{ on: `${method} /v1/x`, status: 503 }]);
    expect((await send(`${BASE}/v1/x`, createInit(method))).status).toBe(503);
  });
});

describe('an abort', () => {
  it('ends a wait at once with its own reason', async () => {
    const controller = new AbortController();
    const { send, events } = createClientFor([{ on: ME, status: 503 }], {
      clock: {
        now: () => 0,
        sleep: (_, signal) =>
          new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
      },
    });
    const sent = send(`${BASE}/v1/me`, createInit('GET', controller.signal));
    setTimeout(() => controller.abort('ctrl-c'), 5);
    await expect(sent).rejects.toBe('ctrl-c');
    expect(events.at(-1)).toEqual({ kind: 'waited' });
  });

  it('before sending prevents the request', async () => {
    const { send } = createClientFor([]);
    await expect(send(`${BASE}/v1/me`, createInit('GET', AbortSignal.abort('no')))).rejects.toBe('no');
  });

  it('ends reading a body that ignores it', async () => {
    const controller = new AbortController();
    const { send } = createClientFor([], {
      fetch: async () => {
        setTimeout(() => controller.abort('ctrl-c'), 1);
        return new Response(new ReadableStream());
      },
    });
    await expect(send(`${BASE}/v1/me`, createInit('GET', controller.signal))).rejects.toBe('ctrl-c');
  });

  it('while sending is not reported as a network error', async () => {
    const controller = new AbortController();
    const { send, fetch } = createClientFor([], {
      fetch: async () => {
        controller.abort('ctrl-c');
        throw new TypeError('aborted');
      },
    });
    await expect(send(`${BASE}/v1/me`, createInit('GET', controller.signal))).rejects.toBe('ctrl-c');
    expect(fetch.sent).toHaveLength(0);
  });
});

describe('the observer of requests', () => {
  it('sees every attempt and every wait, and no secret', async () => {
    const on = 'GET /v1/designs?limit=5&before=c&signature=abc';
    const headers = {
      'x-request-id': 'r1',
      'set-cookie': 'a=b',
      'x-amz-security-token': 't',
      'content-type': 'text/html',
    };
    const { send, events } = createClientFor([
      { on, status: 503, headers },
      { on, fails: buildError('ENOTFOUND') },
      { on, body: {} },
    ]);
    await send(`${BASE}/v1/designs?limit=5&before=c&signature=abc`, createInit());
    const url = `${BASE}/v1/designs?limit=5&before=c&signature=[hidden]`;
    expect(events).toEqual([
      {
        kind: 'attempt',
        method: 'GET',
        url,
        attempt: 1,
        status: 503,
        error: undefined,
        ms: 0,
        headers: { 'x-request-id': 'r1', 'content-type': 'text/html' },
      },
      { kind: 'waiting', ms: 125, reason: 'unavailable', attempt: 2 },
      { kind: 'waited' },
      {
        kind: 'attempt',
        method: 'GET',
        url,
        attempt: 2,
        status: undefined,
        error: 'ENOTFOUND',
        ms: 0,
        headers: {},
      },
      { kind: 'waiting', ms: 250, reason: 'no_connection', attempt: 3 },
      { kind: 'waited' },
      expect.objectContaining({ attempt: 3, status: 200 }),
    ]);
  });
});
