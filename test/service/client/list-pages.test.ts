import { describe, expect, it } from 'vitest';
import { AnswerError, Client } from '../../../src/service/client/index.ts';
import { createFetch, type FetchRow } from '../../support/create-fetch.ts';

const buildPage = (query: string, ids: readonly string[], next: string | null | undefined): FetchRow => ({
  on: `GET /v1/designs${query}`,
  body: { designs: ids.map((id) => ({ id })), ...(next !== undefined && { next_before: next }) },
});

const createClientFor = (...all: FetchRow[]) => {
  const fetch = createFetch(...all);
  return { fetch, client: new Client({ baseUrl: 'https://host.test', fetch, maxRetries: 0 }) };
};

const collectIds = async (designs: AsyncIterable<{ readonly id: string }>): Promise<string[]> => {
  const ids: string[] = [];
  for await (const { id } of designs) ids.push(id);
  return ids;
};

describe('listing all designs', () => {
  it('returns each design once, also when pages overlap', async () => {
    const { client } = createClientFor(
      buildPage('?limit=2', ['a', 'b'], 'one'),
      buildPage('?limit=2&before=one', ['b', 'c'], 'two'),
      buildPage('?limit=2&before=two', ['d'], null),
    );
    expect(await collectIds(client.designs({ pageSize: 2 }))).toEqual(['a', 'b', 'c', 'd']);
  });

  it('ends with the first page without a next cursor', async () => {
    const { client } = createClientFor(buildPage('?before=x', ['a'], undefined));
    expect(await collectIds(client.designs({ before: 'x' }))).toEqual(['a']);
  });

  it('requests no page before it is needed', async () => {
    const { client, fetch } = createClientFor(buildPage('', ['a', 'b'], 'one'));
    const designs = client.designs();
    expect(fetch.sent).toHaveLength(0);
    for await (const { id } of designs) if (id === 'b') break;
    expect(fetch.sent).toHaveLength(1);
  });

  it('stops at a limit of pages, with an error', async () => {
    const { client } = createClientFor(buildPage('', ['a'], 'one'), buildPage('?before=one', ['b'], 'one'));
    const seen: string[] = [];
    const walk = async () => {
      for await (const { id } of client.designs()) seen.push(id);
    };
    await expect(walk()).rejects.toThrow(AnswerError);
    expect(seen).toEqual(['a', 'b']);
  });

  it('passes the signal, timeout and headers to each request', async () => {
    const { client, fetch } = createClientFor(
      buildPage('', ['a'], 'one'),
      buildPage('?before=one', ['b'], null),
    );
    const controller = new AbortController();
    const all = client.designs({ signal: controller.signal, headers: { 'x-a': '1' } });
    await all.next();
    expect(fetch.sent[0]?.headers).toMatchObject({ 'x-a': '1' });
    await all.next();
    controller.abort('enough');
    await expect(client.designs({ signal: controller.signal }).next()).rejects.toBe('enough');
  });
});
