import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { listSampleGarments, SANDBOX_USER_IDS } from '../../src/sandbox/corpus/sample-garments.ts';
import { createMemoryJournal, createSandbox } from '../../src/sandbox/index.ts';
import { authorizeAs, createClock, createSeededBytes } from './open-sandbox.ts';

const RESOURCES = ['graph', 'graph?profile=factory', 'tailor-brief', 'design-trust', 'confirmations'];

/** The sandbox as it comes, with its own garments. */
async function createSampleSandbox() {
  const sandbox = await createSandbox({
    store: createMemoryJournal(),
    clock: createClock(),
    random: createSeededBytes(),
    rate: { limit: 1e6, windowMs: 1 },
  });
  const get = (path: string, key = 'full') =>
    sandbox.fetch(sandbox.baseUrl + path, { headers: authorizeAs(key) });
  return { sandbox, get };
}

const own = listSampleGarments().filter(({ owner }) => owner === SANDBOX_USER_IDS.designer);
const foreign = listSampleGarments().filter(({ owner }) => owner === SANDBOX_USER_IDS.other);
const house = listSampleGarments().filter(({ owner }) => owner === null);

describe('the sample garments', () => {
  it('are designs of two owners, more than two pages of them, and house garments', async () => {
    expect([foreign, house].map((all) => all.length === 0)).toEqual([false, false]);
    const { get } = await createSampleSandbox();
    let query = '';
    for (const page of ['first', 'second']) {
      const { next_before: next } = await (await get(`/v1/designs${query}`)).json();
      expect(next, `the ${page} page is not the last`).toEqual(expect.any(String));
      query = `?before=${next}`;
    }
  });

  it('are all listed to their owner only, newest first', async () => {
    const { get } = await createSampleSandbox();
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

  it('have two designs with the same created_at, so that cursors are tested', () => {
    expect(new Set(own.map(({ created_at }) => created_at)).size).toBeLessThan(own.length);
  });

  it('have a JSON object for each of the four reads, for those who may read them', async () => {
    const { get } = await createSampleSandbox();
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

  it('can all be exported in every form, with the size and digest of the record', async () => {
    const { sandbox } = await createSampleSandbox();
    for (const { id } of own) {
      for (const profile of ['technical_designer', 'factory']) {
        for (const driver of ['illustrator_svg_stage1', 'json']) {
          const answer = await sandbox.fetch(`${sandbox.baseUrl}/v1/designs/${id}/exports`, {
            method: 'POST',
            headers: { ...authorizeAs('full'), 'content-type': 'application/json' },
            body: JSON.stringify({ profile, driver }),
          });
          const { export: record, download_url } = await answer.json();
          const file = Buffer.from(await (await sandbox.fetch(download_url)).arrayBuffer());
          expect(file.length).toBe(record.bytes);
          expect(createHash('sha256').update(file).digest('hex')).toBe(record.sha256);
          expect(record.file_name).toMatch(/^[\w.-]+\.(svg|json)$/);
          expect(record.layers.length > 0).toBe(driver !== 'json');
        }
      }
    }
  });

  it('have the same documents in the next process, so that a download can resume', async () => {
    const store = createMemoryJournal();
    const clock = createClock();
    const { id } = own[0] ?? { id: '' };
    const first = await createSandbox({ store, clock, random: createSeededBytes() });
    const post = async (route: string) =>
      (
        await first.fetch(`${first.baseUrl}/v1/designs/${id}/${route}`, {
          method: 'POST',
          headers: authorizeAs('full'),
        })
      ).json();
    const { download_url: drawing } = await post('exports');
    const { purchase_id } = await post('tech-packs');
    await first.control.advance(20_000);
    const status = await first.fetch(`${first.baseUrl}/v1/tech-packs/${purchase_id}`, {
      headers: authorizeAs('full'),
    });
    const { download_url: pdf } = (await status.json()).pdf;

    const second = await createSandbox({ store, clock, random: createSeededBytes('second') });
    for (const link of [drawing, pdf]) {
      const etags = await Promise.all(
        [first, second].map(async (one) => (await one.fetch(link)).headers.get('etag')),
      );
      expect(etags[0]).toMatch(/^"[0-9a-f]{64}"$/);
      expect(etags[1]).toBe(etags[0]);
    }
    expect((await (await second.fetch(pdf)).text()).startsWith('%PDF-')).toBe(true);
  });
});
