import { describe, expect, it } from 'vitest';
import { corpus, OWNERS } from '../../src/sandbox/corpus/index.ts';
import { createSandbox, memoryStore } from '../../src/sandbox/index.ts';
import { as, clockAt, seeded } from './support.ts';

const RESOURCES = ['graph', 'graph?profile=factory', 'tailor-brief', 'design-trust', 'confirmations'];

/** The sandbox as it comes, with its own garments. */
async function sampled() {
  const sandbox = await createSandbox({
    store: memoryStore(),
    clock: clockAt(),
    random: seeded(),
    rate: { limit: 1e6, windowMs: 1 },
  });
  const get = (path: string, key = 'full') => sandbox.fetch(sandbox.baseUrl + path, { headers: as(key) });
  return { sandbox, get };
}

const own = corpus().filter(({ owner }) => owner === OWNERS.designer);
const foreign = corpus().filter(({ owner }) => owner === OWNERS.other);
const house = corpus().filter(({ owner }) => owner === null);

describe('the garments that come with the sandbox', () => {
  it('are designs of two owners, and house garments', () => {
    expect(own.length).toBeGreaterThan(40);
    expect(foreign.length).toBeGreaterThan(0);
    expect(house.length).toBeGreaterThan(0);
  });

  it('are all listed to their owner and nobody else, newest first', async () => {
    const { get } = await sampled();
    for (const [key, mine] of [
      ['full', own],
      ['other', foreign],
    ] as const) {
      const seen: string[] = [];
      for (let query = '?limit=7'; query !== ''; ) {
        const { designs, next_before: next } = await (await get(`/v1/designs${query}`, key)).json();
        seen.push(...designs.map(({ id }: { id: string }) => id));
        query = next === null ? '' : `?limit=7&before=${next}`;
      }
      expect(seen.length).toBe(mine.length);
      expect(new Set(seen)).toEqual(new Set(mine.map(({ id }) => id)));
    }
  });

  it('share a created_at once at least, so that cursors are tried', () => {
    expect(new Set(own.map(({ created_at }) => created_at)).size).toBeLessThan(own.length);
  });

  it('answer all four reads with a JSON object, to those who may read them', async () => {
    const { get } = await sampled();
    for (const { id } of own) {
      for (const resource of RESOURCES) {
        const body: unknown = await (await get(`/v1/designs/${id}/${resource}`)).json();
        expect(Array.isArray(body) ? 'array' : typeof body).toBe('object');
        expect((await get(`/v1/designs/${id}/${resource}`, 'other')).status).toBe(404);
      }
    }
    for (const { sgg_garment_id: id } of house) {
      for (const resource of RESOURCES) {
        expect((await get(`/v1/garments/${id}/${resource}`, 'read-only')).status).toBe(200);
        expect((await get(`/v1/garments/${id}/${resource}`, 'other')).status).toBe(200);
      }
    }
  });

  it('say the same through both routes once minted', async () => {
    const { get } = await sampled();
    const minted = own.filter(({ sgg_garment_id }) => sgg_garment_id !== null);
    expect(minted.length).toBeGreaterThan(0);
    for (const { id, sgg_garment_id } of minted) {
      for (const resource of RESOURCES) {
        const byDesign = await (await get(`/v1/designs/${id}/${resource}`)).text();
        expect(await (await get(`/v1/garments/${sgg_garment_id}/${resource}`)).text()).toBe(byDesign);
      }
    }
  });
});
