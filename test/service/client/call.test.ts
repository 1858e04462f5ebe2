import { describe, expect, it, onTestFinished } from 'vitest';
import { Routes } from '../../../src/service/client/routes.ts';
import { createFetch } from '../../support/create-fetch.ts';

const TEXT = '{"plan":"studio", "n": 56.0, "id": 9007199254740993}';
const fine = { on: 'GET /v1/me', body: TEXT } as const;
const bad = { on: 'GET /v1/me', status: 403, body: { error: 'No.', code: 'SCOPE_REQUIRED' } } as const;

const createRoutes = (...all: Parameters<typeof createFetch>) => {
  const fetch = createFetch(...all);
  return { fetch, client: new Routes({ baseUrl: 'http://host.test', fetch }) };
};

/** What goes unhandled until the queues of promises and timers have been through. */
async function collectUnhandled(act: () => unknown): Promise<unknown[]> {
  const seen: unknown[] = [];
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (reason) => seen.push(reason));
  onTestFinished(() => {
    process.removeAllListeners('unhandledRejection');
    for (const other of others) process.on('unhandledRejection', other);
  });
  await act();
  await new Promise((resolve) => setTimeout(resolve, 5));
  return seen;
}

describe('a call', () => {
  it('sends one request at once, whichever promise is awaited', async () => {
    const { client, fetch } = createRoutes(fine);
    const call = client.me();
    expect(fetch.sent).toHaveLength(1);
    await Promise.all([call, call, call.withResponse(), call.then(), call.finally()]);
    expect(fetch.sent).toHaveLength(1);
  });

  it('returns the value and the original text', async () => {
    const { client } = createRoutes({ ...fine, headers: { 'x-a': 'b' } });
    const call = client.me();
    expect(await call).toMatchObject({ plan: 'studio', n: 56 });
    const whole = await call.withResponse();
    expect(whole).toMatchObject({ text: TEXT, status: 200 });
    expect(whole.value).toBe(await call);
    expect(whole.headers.get('X-A')).toBe('b');
  });

  it('can parse the text with another parser', async () => {
    const fetch = createFetch(fine);
    const listLexemes = (text: string) =>
      JSON.parse(text.replace(/: ([\d.]+)/g, ': {"lexeme":"$1"}')) as Record<string, unknown>;
    const client = new Routes({ baseUrl: 'http://host.test', fetch, parse: listLexemes });
    expect(await client.me()).toMatchObject({ n: { lexeme: '56.0' }, id: { lexeme: '9007199254740993' } });
  });

  it('prints as a promise', async () => {
    const { client } = createRoutes(fine, bad, bad, fine);
    const seen: string[] = [];
    expect(await client.me().then((me) => me.plan)).toBe('studio');
    expect(await client.me().catch((error) => error.code)).toBe('SCOPE_REQUIRED');
    await expect(client.me().finally(() => void seen.push('ended'))).rejects.toThrow('No.');
    await client.me().finally(() => void seen.push('ended'));
    expect(seen).toEqual(['ended', 'ended']);
    expect(String(Promise.resolve(1))).not.toBe('');
  });

  it.each([
    ['the whole answer', (client: Routes) => client.me().withResponse()],
    ['the value', (client: Routes) => client.me()],
  ])('that fails causes no unhandled rejection when only %s is awaited', async (_, call) => {
    const { client } = createRoutes(bad);
    expect(await collectUnhandled(() => expect(call(client)).rejects.toThrow('No.'))).toEqual([]);
  });

  it('that fails causes one unhandled rejection when nothing is awaited', async () => {
    const { client } = createRoutes(bad);
    const seen = await collectUnhandled(() => void client.me());
    expect(seen).toMatchObject([{ code: 'SCOPE_REQUIRED' }]);
  });
});
