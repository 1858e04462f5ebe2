import { describe, expect, it } from 'vitest';
import { request } from '../../../src/service/client/index.ts';
import { Routes } from '../../../src/service/client/routes.ts';
import { createFetch, createHeaders, type FetchRow } from '../../support/create-fetch.ts';
import fc, { scaleCases } from '../../support/property.ts';

const to = (baseUrl: string, ...all: FetchRow[]) => ({
  baseUrl,
  credential: 'k',
  fetch: createFetch(...all),
});

describe('any route', () => {
  it.each([
    ['https://host.test', '/v1/me', 'https://host.test/v1/me'],
    ['https://host.test/', 'v1/me', 'https://host.test/v1/me'],
    ['https://host.test/api', '/v1/me', 'https://host.test/api/v1/me'],
    ['https://host.test/api//', '/v1/me', 'https://host.test/api/v1/me'],
    ['http://[::1]:8080/a/b/', '/v1/me', 'http://[::1]:8080/a/b/v1/me'],
    ['HTTPS://Host.Test:443', '/v1/me', 'https://host.test/v1/me'],
    ['https://host.test', '/v1/designs?limit=1', 'https://host.test/v1/designs?limit=1'],
    [
      'https://host.test',
      '/v1/designs?before=http://x//..?',
      'https://host.test/v1/designs?before=http://x//..?',
    ],
    ['https://host.test', '/v1/@evil.test', 'https://host.test/v1/@evil.test'],
    ['https://host.test', '@evil.test', 'https://host.test/@evil.test'],
    ['https://host.test', '', 'https://host.test/'],
  ])('joins base %s and path %s', async (baseUrl, path, url) => {
    const { pathname, search } = new URL(url);
    const options = to(baseUrl, { on: `GET ${pathname}${search}`, body: '[1]' });
    expect(await request(options, { method: 'get', path })).toMatchObject({ value: [1] });
    expect(options.fetch.sent[0]?.url).toBe(url);
  });

  it.each([
    '//evil.test/x',
    '///evil.test',
    'https://evil.test',
    'HTTP:evil.test',
    'javascript:1',
    '\\\\evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    '\n//evil.test',
    '/v1/../../x',
    '..',
    './/evil.test',
    '/v1/%2e%2E/x',
    '/v1/..%2f..%2fx',
    '/v1/%5c..',
    '/v1//me',
    '/v1/me#x',
  ])('refuses %j, and nothing is sent', async (path) => {
    const made = request(to('https://host.test/api'), { method: 'GET', path });
    await expect(made).rejects.toMatchObject({ name: 'RequestError' });
  });

  it('never leaves the origin and prefix, for any path', async () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '%2F',
      ':',
      '@',
      'evil.test',
      'https:',
      '?',
      '#',
      '\t',
      ' ',
      'v1',
    );
    const path = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(piece, { maxLength: 8 }).map((all) => all.join('')),
    );
    let sent = 0;
    const fetch = async (url: string) => {
      expect(url).toMatch(/^https:\/\/host\.test\/api\//);
      expect(new URL(url).href).toBe(url);
      sent += 1;
      return { status: 200, headers: createHeaders({}), text: async () => '{}' };
    };
    await fc.assert(
      fc.asyncProperty(path, async (tried) => {
        await request({ baseUrl: 'https://host.test/api/', fetch }, { method: 'GET', path: tried }).catch(
          (error) => expect(error).toMatchObject({ name: 'RequestError' }),
        );
      }),
      scaleCases(200),
    );
    expect(sent).toBeGreaterThan(0);
  });

  it('joins the query of the path with the given query', async () => {
    const options = to('https://host.test', { on: 'GET /v1/designs?limit=1&before=a%26b', body: {} });
    const query = { before: 'a&b', left: undefined };
    await request(options, { method: 'GET', path: '/v1/designs?limit=1', query });
  });

  it('sends a body of text unchanged', async () => {
    const options = to('https://host.test', { on: 'POST /v1/x', body: {} });
    await request(options, { method: 'POST', path: '/v1/x', text: '{ "n": 56.0 }' });
    expect(options.fetch.sent[0]).toMatchObject({
      body: '{ "n": 56.0 }',
      headers: { 'content-type': 'application/json' },
    });
  });

  it('writes a body with the given writer', async () => {
    const options = to('https://host.test', { on: 'POST /v1/x', body: {} });
    await request({ ...options, stringify: () => '56.0' }, { method: 'POST', path: '/v1/x', json: 56 });
    expect(options.fetch.sent[0]?.body).toBe('56.0');
  });

  it.each([
    ['HEAD', 200],
    ['DELETE', 204],
    ['GET', 204],
  ])('%s with status %i has no value, for any body', async (method, status) => {
    const options = to('https://host.test', { on: `${method} /v1/x`, status, body: { a: 1 } });
    expect(await request(options, { method, path: '/v1/x' })).toMatchObject({
      value: undefined,
      text: '',
      status,
    });
  });

  it('accepts the given further statuses as answers', async () => {
    const options = to('https://host.test', { on: 'GET /v1/x', status: 404, body: { error: 'x' } });
    expect(await request(options, { method: 'GET', path: '/v1/x', accept: [404] })).toMatchObject({
      status: 404,
    });
  });
});

describe('request headers', () => {
  it('have no credential when there is none, and a user agent when one is given', async () => {
    const fetch = createFetch({ on: 'GET /v1', body: {} });
    await new Routes({ baseUrl: 'https://host.test', fetch, userAgent: 'toile/1.2.3' }).index();
    expect(fetch.sent[0]?.headers).toEqual({ accept: 'application/json', 'user-agent': 'toile/1.2.3' });
  });

  it('refuse a user agent that contains a line break', () => {
    expect(() => new Routes({ baseUrl: 'https://host.test', userAgent: 'a\r\nx: y' })).toThrow(/user agent/);
  });
});
