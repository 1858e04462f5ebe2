import { describe, expect, it } from 'vitest';
import { Client, NotReadyError } from '../../../src/service/client/index.ts';
import { createFetch, type FetchRow } from '../../support/create-fetch.ts';

const on = 'GET /v1/tech-packs/p';
const buildPack = (status: string, ready: boolean | undefined): FetchRow => ({
  on,
  body: { purchase_id: 'p', status, pack: ready === undefined ? null : { id: 'k', ready } },
});

const createClientFor = (...all: FetchRow[]) => {
  const fetch = createFetch(...all);
  return { fetch, client: new Client({ baseUrl: 'https://host.test', fetch, maxRetries: 0 }) };
};

describe('waiting for a Tech Pack', () => {
  it('ends when pack.ready is true, for any status, and never sends an order', async () => {
    const { client, fetch } = createClientFor(
      buildPack('composing', undefined),
      buildPack('fulfilled', false),
      buildPack('some word', true),
    );
    const seen: string[] = [];
    const got = await client.waitForTechPack('p', {
      interval: 1,
      onStatus: ({ status }) => seen.push(status),
    });
    expect(got.pack?.ready).toBe(true);
    expect(seen).toEqual(['composing', 'fulfilled', 'some word']);
    expect(fetch.sent.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET']);
  });

  it('goes on after failures that may pass', async () => {
    const { client } = createClientFor(
      { on, status: 503 },
      { on, fails: new TypeError('reset') },
      buildPack('composing', true),
    );
    expect((await client.waitForTechPack('p', { interval: 1 })).pack?.ready).toBe(true);
  });

  it('ends at a failure that does not pass', async () => {
    const { client } = createClientFor({ on, status: 404, body: { error: 'No.', code: 'NOT_FOUND' } });
    await expect(client.waitForTechPack('p', { interval: 1 })).rejects.toMatchObject({
      name: 'NotFoundError',
    });
  });

  it('ends at its time limit, with the last status in the error', async () => {
    const { client } = createClientFor(buildPack('composing', false));
    const error = await client.waitForTechPack('p', { atMost: 0 }).catch((reason) => reason);
    expect(error).toBeInstanceOf(NotReadyError);
    expect(error).toMatchObject({ timeout: 0, last: { status: 'composing' } });

    const silent = createClientFor({ on, status: 503 });
    const none = await silent.client.waitForTechPack('p', { atMost: 0 }).catch((reason) => reason);
    expect(none).toMatchObject({ last: undefined, cause: { status: 503 } });
  });

  it('ends at once when the service asks for a pause longer than the limit', async () => {
    const { client } = createClientFor({ on, status: 429, headers: { 'retry-after': '90' } });
    const failed = client.waitForTechPack('p', { atMost: 60_000 });
    await expect(failed).rejects.toMatchObject({ name: 'NotReadyError', cause: { retryAfter: 90 } });
  });

  it('ends when the signal aborts', async () => {
    const controller = new AbortController();
    const { client } = createClientFor(buildPack('composing', false));
    const failed = client.waitForTechPack('p', {
      signal: controller.signal,
      onStatus: () => setTimeout(() => controller.abort('enough'), 5),
    });
    await expect(failed).rejects.toBe('enough');
  });
});
