import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type ClientOptions, request } from '../../../src/service/client/index.ts';
import { Routes } from '../../../src/service/client/routes.ts';
import { catchFailure } from '../../support/catch-failure.ts';
import { createFetch, type FetchRow } from '../../support/create-fetch.ts';

const KEY = 'svc_sk_secret_4711';
const on = 'GET /v1/me';

const createClientFor = (row: FetchRow, more: Partial<ClientOptions> = {}) =>
  new Routes({ baseUrl: 'https://host.test', credential: KEY, fetch: createFetch(row), ...more });

describe('an error of the service', () => {
  it('has every member that the specification shows', async () => {
    const headers = {
      'Retry-After': '12',
      'WWW-Authenticate': 'Bearer realm="x"',
      'X-Request-Id': 'req-1',
    };
    const body = { error: 'Too fast.', code: 'RATE_LIMITED', more: 1 };
    const error = await catchFailure(createClientFor({ on, status: 429, headers, body }).me());
    expect(error).toMatchObject({
      name: 'RateLimitError',
      message: 'Too fast.',
      status: 429,
      code: 'RATE_LIMITED',
      retryAfter: 12,
      retryAfterHeader: '12',
      wwwAuthenticate: 'Bearer realm="x"',
      requestId: 'req-1',
      route: 'GET /v1/me',
      text: JSON.stringify(body),
    });
  });

  it.each([
    [
      'a web page',
      { body: '<h1>502</h1>', headers: { 'content-type': 'text/html; charset=utf-8' } },
      'the service answered 502 with a web page (text/html) and gave no reason',
    ],
    ['nothing', {}, '502'],
    ['null', { body: 'null' }, '502'],
    ['a number', { body: '7' }, '502'],
    ['other members', { body: { message: 'x' } }, '502'],
    ['members of other types', { body: { error: { a: 1 }, code: 5 } }, '502'],
    ['an empty wording', { body: { error: ' ', code: '' } }, '502'],
    ['half a body', { body: '{"error":"x' }, '502'],
  ])('with the body %s still names the route and the status', async (_, row, says) => {
    const error = await catchFailure(createClientFor({ on, status: 502, ...row }).me());
    expect(error).toMatchObject({
      name: 'ServerError',
      status: 502,
      code: 'HTTP_502',
      retryAfter: undefined,
    });
    expect(error.message).toContain('GET /v1/me');
    expect(error.message).toContain(says);
  });

  it('does not show a credential that the service repeats', async () => {
    const error = await catchFailure(
      createClientFor({ on, status: 401, body: { error: `bad key ${KEY}!`, code: 'X' } }).me(),
    );
    expect(error.message).toBe('bad key [credential]!');
  });

  it('shortens a message of one megabyte and keeps the text whole', async () => {
    const error = await catchFailure(
      createClientFor({ on, status: 500, body: { error: 'x'.repeat(1e6), code: 'X' } }).me(),
    );
    expect(error.message.length).toBeLessThan(1100);
    expect(error.text).toHaveLength(1e6 + 23);
    expect(inspect(error).length).toBeLessThan(10_000);
  });

  it.each([
    ['120', {}, 120],
    ['0', {}, 0],
    ['Wed, 21 Oct 2026 07:28:30 GMT', { date: 'Wed, 21 Oct 2026 07:28:00 GMT' }, 30],
    ['Wed, 21 Oct 2026 07:27:30 GMT', { date: 'Wed, 21 Oct 2026 07:28:00 GMT' }, 0],
    ['Wed, 21 Oct 2026 07:28:30 GMT', {}, undefined],
    ['soon', { date: 'Wed, 21 Oct 2026 07:28:00 GMT' }, undefined],
    ['-5', {}, undefined],
    ['9'.repeat(400), {}, 1e12],
    ['', {}, undefined],
  ])('reads Retry-After %j %j as %s seconds', async (written, more, seconds) => {
    const headers = { 'retry-after': written, ...more };
    const error = await catchFailure(createClientFor({ on, status: 429, headers }).me());
    expect(error.retryAfter).toBe(seconds);
    expect(error.retryAfterHeader).toBe(written);
  });
});

describe('an invalid answer', () => {
  it.each([
    ['empty', '', 'empty'],
    ['only space', ' \n', 'empty'],
    ['a web page', '<!doctype html><title>Wi-Fi</title>', 'not_json'],
    ['half an object', '{"plan": "stu', 'cut_short'],
    ['half a list', '[1', 'not_json'],
    ['a list', '[]', 'not_object'],
    ['null', 'null', 'not_object'],
    ['a number', '5', 'not_object'],
    ['a text', '"plan"', 'not_object'],
  ])('is refused: %s', async (_, body, reason) => {
    const error = await catchFailure(createClientFor({ on, body }).me());
    expect(error).toMatchObject({
      name: 'AnswerError',
      reason,
      route: 'GET /v1/me',
      status: 200,
      text: body,
    });
    expect(error.message).toMatch(/^GET \/v1\/me: /);
  });

  it('accepts a number that the parser represents as an object', async () => {
    const error = await catchFailure(
      createClientFor({ on, body: '56.0' }, { parse: (value) => ({ value }) }).me(),
    );
    expect(error).toMatchObject({ reason: 'not_object' });
  });

  it('that breaks off is an error', async () => {
    const error = await catchFailure(createClientFor({ on, breaks: new TypeError('terminated') }).me());
    expect(error).toMatchObject({ name: 'AnswerError', reason: 'cut_short' });
    expect(error.cause).toBeInstanceOf(TypeError);
  });

  it.each([
    [{ status: 302, headers: { location: 'https://evil.test/v1/me?key=1' } }, 'to https://evil.test;'],
    [{ status: 308, headers: { location: '/login' } }, 'within the same host'],
    [{ status: 301, headers: { location: 'javascript:alert(1)' } }, 'a redirect;'],
    [{ status: 307, headers: { location: 'http://[' } }, 'a redirect;'],
    [{ status: 303 }, 'a redirect;'],
    [{ status: 0, type: 'opaqueredirect' }, 'a redirect;'],
  ])('that redirects is an error, and is not followed: %j', async (row, says) => {
    const fetch = createFetch({ on, ...row });
    const client = new Routes({ baseUrl: 'https://host.test', credential: KEY, fetch });
    const error = await catchFailure(client.me());
    expect(error).toMatchObject({ name: 'AnswerError', reason: 'redirect', status: row.status });
    expect(error.message).toContain(says);
    expect(error.message).not.toContain('key=1');
    expect(fetch.sent).toHaveLength(1);
  });
});

describe('a connection without an answer', () => {
  it('is an error that names the origin and the cause, without query or credential', async () => {
    const cause = new TypeError(`failed https://host.test/v1/designs?before=abc ${KEY}`);
    const fetch = createFetch({ on: 'GET /v1/designs?before=abc', fails: cause });
    const client = new Routes({ baseUrl: 'https://host.test', credential: KEY, fetch });
    const error = await catchFailure(client.listDesigns({ before: 'abc' }));
    expect(error).toMatchObject({ name: 'NetworkError', cause, route: 'GET /v1/designs' });
    expect(error.message).toBe('GET /v1/designs: no answer from https://host.test');
  });

  it('is an error after the timeout', async () => {
    const error = await catchFailure(createClientFor({ on, hangs: true }, { timeout: 5 }).me());
    expect(error).toMatchObject({ name: 'TimeoutError', timeout: 5, route: 'GET /v1/me' });
  });
});

describe('the abort signal of the caller', () => {
  it('prevents the request when it is already aborted', async () => {
    const reason = { mine: true };
    const client = new Routes({ baseUrl: 'https://host.test', fetch: createFetch() });
    expect(await catchFailure(client.me({ signal: AbortSignal.abort(reason) }))).toBe(reason);
  });

  it.each([
    ['that hangs', { on, hangs: true } as const],
    ['whose body breaks', { on, breaks: new Error('x') }],
  ])('passes its reason on for a request %s', async (_, row) => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const call = createClientFor(row, { timeout: 10_000 }).me({ signal: controller.signal });
    controller.abort(reason);
    expect(await catchFailure(call)).toBe(reason);
  });

  it('is passed to fetch', async () => {
    const controller = new AbortController();
    const fetch = createFetch({ on, hangs: true });
    const call = new Routes({ baseUrl: 'https://host.test', fetch }).me({ signal: controller.signal });
    expect(fetch.sent[0]?.signal.aborted).toBe(false);
    controller.abort('enough');
    expect(await catchFailure(call)).toBe('enough');
    expect(fetch.sent[0]?.signal.aborted).toBe(true);
  });

  it('has no listeners left after the call', async () => {
    const controller = new AbortController();
    const left: string[] = [];
    const { signal } = controller;
    const remove = signal.removeEventListener.bind(signal);
    signal.removeEventListener = (type: string, ...rest: unknown[]) => {
      left.push(type);
      (remove as (...all: unknown[]) => void)(type, ...rest);
    };
    await createClientFor({ on, body: {} }).me({ signal });
    expect(left).toEqual(['abort']);
  });
});

describe('a request that cannot be sent', () => {
  it.each([
    ['', /empty/],
    ['svc_sk_secret\n', /line break/],
    ['svc_sk secret', /space/],
    ['svc_sk_secret\u0000', /character/],
    ['“svc_sk_secret”', /character/],
  ])('because of credential %j is refused, and the credential is not shown', (credential, says) => {
    const make = () => new Routes({ baseUrl: 'https://host.test', credential, fetch: createFetch() });
    expect(make).toThrow(says);
    expect(make).not.toThrow(/secret/);
  });

  it.each([
    'nonsense',
    '',
    'ftp://host',
    'file:///etc',
    'javascript:1',
    'https://u:p@host',
    'https://h?a',
    'https://h/#a',
  ])('because of base address %j is refused', (baseUrl) => {
    expect(() => new Routes({ baseUrl })).toThrow(/base address/);
  });

  it.each([
    ['an empty id', (c: Routes) => c.designGraph('')],
    ['an id of dots', (c: Routes) => c.designGraph('..')],
    ['an id with dots and a slash', (c: Routes) => c.designGraph('../me')],
    ['half a character', (c: Routes) => c.techPack('\ud800')],
    ['no id', (c: Routes) => c.techPack(undefined as never)],
  ])('%s rejects, and nothing is sent', async (_, call) => {
    const client = new Routes({ baseUrl: 'https://host.test', fetch: createFetch() });
    expect(await catchFailure(call(client))).toMatchObject({ name: 'RequestError' });
  });

  it.each([
    ['a body with GET', { method: 'GET', json: {} }],
    ['a body with HEAD', { method: 'HEAD', text: '{}' }],
    ['two bodies', { method: 'POST', json: {}, text: '{}' }],
    ['a body that is a function', { method: 'POST', json: () => 1 }],
    ['a body that JSON cannot hold', { method: 'POST', json: 5n }],
    ['more than a method', { method: 'GET /' }],
    ['a method that fetch refuses', { method: 'TRACE' }],
    ['no method', { method: '' }],
  ])('%s', async (_, requested) => {
    const made = request(
      { baseUrl: 'https://host.test', fetch: createFetch() },
      { path: '/v1/me', ...requested },
    );
    expect(await catchFailure(made)).toMatchObject({ name: 'RequestError' });
  });
});
