import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ApiError,
  BadRequestError,
  Client,
  type ClientOptions,
  ConflictError,
  ForbiddenError,
  NotFoundError,
  PaymentRequiredError,
  RateLimitError,
  ServerError,
  UnauthenticatedError,
} from '../../../src/service/client/index.ts';
import { catchFailure } from '../../support/catch-failure.ts';
import { createFetch, type FetchRow } from '../../support/create-fetch.ts';

const ME = 'GET /v1/me';
const PACK = 'POST /v1/designs/d/tech-packs';
const EXPORT = 'POST /v1/designs/d/exports';
const buildLimited = (on: string, seconds = '0'): FetchRow => ({
  on,
  status: 429,
  headers: { 'retry-after': seconds },
  body: { error: 'Slow down.', code: 'RATE_LIMITED' },
});

const createClientFor = (all: readonly FetchRow[], more: Partial<ClientOptions> = {}) => {
  const fetch = createFetch(...all);
  return { fetch, client: new Client({ baseUrl: 'https://host.test', credential: 'k', fetch, ...more }) };
};
// No spread: what is asked for is waited for, and no longer.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));

describe('a read is repeated', () => {
  it.each<[string, FetchRow]>([
    ['429', buildLimited(ME)],
    ['503', { on: ME, status: 503, headers: { 'retry-after': '0' } }],
    ['408', { on: ME, status: 408, headers: { 'retry-after': '0' } }],
    ['no connection', { on: ME, fails: new TypeError('refused') }],
    ['an answer that breaks off', { on: ME, breaks: new TypeError('terminated') }],
    ['an answer that is cut short', { on: ME, body: '{"plan":' }],
  ])('after %s', async (_, first) => {
    const { client, fetch } = createClientFor([first, { on: ME, body: { plan: 'studio' } }]);
    expect(await client.me()).toEqual({ plan: 'studio' });
    expect(fetch.sent).toHaveLength(2);
  });

  it('as often as the client allows; then the last error is thrown', async () => {
    const { client, fetch } = createClientFor(
      [buildLimited(ME), buildLimited(ME), buildLimited(ME), buildLimited(ME)],
      { maxRetries: 3 },
    );
    expect(await catchFailure(client.me())).toBeInstanceOf(RateLimitError);
    expect(fetch.sent).toHaveLength(4);
  });

  it('no earlier than the service says', async () => {
    vi.useFakeTimers();
    try {
      const { client, fetch } = createClientFor([buildLimited(ME, '20'), { on: ME, body: {} }]);
      const call = client.me();
      const ended = Promise.resolve(call).then(() => 'ended');
      await vi.advanceTimersByTimeAsync(19_999);
      expect(fetch.sent).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(2);
      expect(fetch.sent).toHaveLength(2);
      expect(await ended).toBe('ended');
    } finally {
      vi.useRealTimers();
    }
  });

  it('once after a timeout; an abort ends the waiting', async () => {
    const { client, fetch } = createClientFor(
      [
        { on: ME, hangs: true },
        { on: ME, hangs: true },
      ],
      {
        timeout: 5,
        maxRetries: 5,
      },
    );
    expect(await catchFailure(client.me())).toMatchObject({ name: 'TimeoutError', timeout: 5 });
    expect(fetch.sent).toHaveLength(2);

    const controller = new AbortController();
    const waiting = createClientFor([buildLimited(ME, '30')]);
    const call = waiting.client.me({ signal: controller.signal });
    setTimeout(() => controller.abort('enough'), 20);
    expect(await catchFailure(call)).toBe('enough');
  });
});

describe('a request is sent only once', () => {
  it.each<[string, FetchRow, (client: Client) => PromiseLike<unknown>]>([
    ['a Tech Pack after 429', buildLimited(PACK), (c) => c.requestTechPack('d')],
    ['a Tech Pack after 503', { on: PACK, status: 503 }, (c) => c.requestTechPack('d')],
    [
      'a Tech Pack without an answer',
      { on: PACK, fails: new TypeError('reset') },
      (c) => c.requestTechPack('d'),
    ],
    ['an export after 429', buildLimited(EXPORT), (c) => c.exportDesign('d')],
    [
      'an export without an answer',
      { on: EXPORT, fails: new TypeError('reset') },
      (c) => c.exportDesign('d'),
    ],
    ['a read that asks for more than a minute', buildLimited(ME, '61'), (c) => c.me()],
    ['a read that is refused', { on: ME, status: 404 }, (c) => c.me()],
    ['a read that is no JSON', { on: ME, body: '<html>' }, (c) => c.me()],
  ])('%s', async (_, row, call) => {
    const { client, fetch } = createClientFor([row], { maxRetries: 5 });
    await catchFailure(call(client));
    expect(fetch.sent).toHaveLength(1);
  });
});

it.each([
  [400, BadRequestError],
  [401, UnauthenticatedError],
  [402, PaymentRequiredError],
  [403, ForbiddenError],
  [404, NotFoundError],
  [409, ConflictError],
  [429, RateLimitError],
  [500, ServerError],
  [503, ServerError],
  [418, ApiError],
])('%i is an error of its class, with headers and request id', async (status, of) => {
  const headers = { 'X-Request-Id': 'r-1', 'X-More': 'm' };
  const { client } = createClientFor([{ on: ME, status, headers, body: { error: 'No.', code: 'NO' } }], {
    maxRetries: 0,
  });
  const error = await catchFailure<ApiError>(client.me());
  expect(error.constructor).toBe(of);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ name: of === ApiError ? 'ApiError' : of.name, status, requestId: 'r-1' });
  expect(error.headers.get('x-more')).toBe('m');
  expect(Object.keys(error)).not.toContain('headers');
});

describe('options', () => {
  it('of a client can be changed in a copy of it', async () => {
    const { client, fetch } = createClientFor([
      { on: ME, body: {} },
      { on: ME, body: {} },
    ]);
    const other = client.withOptions({ credential: 'other', headers: { 'X-Job': 'nightly' } });
    await other.me();
    await client.me();
    expect(fetch.sent.map(({ headers }) => [headers.authorization, headers['x-job']])).toEqual([
      ['Bearer other', 'nightly'],
      ['Bearer k', undefined],
    ]);
  });

  it('of a call override those of the client, and neither overrides required headers', async () => {
    const { client, fetch } = createClientFor([{ on: ME, body: {} }], {
      headers: { 'x-a': '1', 'x-b': '1' },
    });
    await client.me({ headers: { 'X-B': '2', Authorization: 'Bearer stolen', ACCEPT: 'text/html' } });
    expect(fetch.sent[0]?.headers).toEqual({
      'x-a': '1',
      'x-b': '2',
      accept: 'application/json',
      authorization: 'Bearer k',
    });
  });

  it('include a timeout per call, which overrides that of the client (one minute)', async () => {
    const { client } = createClientFor([{ on: ME, hangs: true }], { maxRetries: 0 });
    expect(await catchFailure(client.me({ timeout: 4 }))).toMatchObject({ timeout: 4 });
    vi.useFakeTimers();
    try {
      const slow = createClientFor([{ on: ME, hangs: true }], { maxRetries: 0 });
      const ended = catchFailure(slow.client.me());
      await vi.advanceTimersByTimeAsync(60_001);
      expect(await ended).toMatchObject({ name: 'TimeoutError', timeout: 60_000 });
    } finally {
      vi.useRealTimers();
    }
  });
});
