import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseGarmentId } from '../../src/platform/branded.ts';
import { GARMENT_PROFILES } from '../../src/service/client/resources.ts';
import { createProcessPacer } from '../../src/service/rate-limit/rate-limiters.ts';
import { buildGarment } from '../sandbox/open-sandbox.ts';
import { createFolder as emptyFolder } from '../support/create-folder.ts';
import { isQuick } from '../support/effort.ts';
import { ALL, buildDesigns, createSeason, readTree } from './pull-season.ts';

const GARM9 = parseGarmentId('GARM-9') as NonNullable<ReturnType<typeof parseGarmentId>>;
const filterReads = (log: readonly string[]) => log.filter((line) => /designs\/|garments\//.test(line));
const readManifest = async (dir: string) => JSON.parse(await readFile(join(dir, 'manifest.json'), 'utf8'));
const findFolder = async (dir: string, id: string): Promise<string> =>
  (await readManifest(dir)).designs[id].folder;

describe('a pull', () => {
  it('writes every resource of every design in canonical form, with a manifest', async () => {
    const dir = emptyFolder();
    const service = await createSeason([
      ...buildDesigns(7),
      buildGarment(9, { owner: null, sgg_garment_id: 'GARM-9' }),
    ]);
    const pulled = await service.run(dir, { garments: [GARM9] });
    expect(pulled).toMatchObject({
      subjects: 8,
      unchanged: 0,
      failed: [],
      gone: [],
      left: 0,
      resumed: false,
    });
    expect(pulled.new).toHaveLength(32);
    const files = await readTree(dir);
    expect(Object.keys(files)).toHaveLength(32 + 2);
    expect(
      files['designs/design-1--00000000-0000-4000-8000-000000000001/graph.technical_designer.json'],
    ).toBe(`{
  "nodes": [
    {
      "big": 9007199254740993,
      "id": "00000000-0000-4000-8000-000000000001",
      "spec": 56.0
    }
  ],
  "profile": "technical_designer"
}
`);
    const manifest = await readManifest(dir);
    expect(manifest).toMatchObject({
      schema: 'toile.mirror/1',
      user_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(manifest.garments['GARM-9'].files['graph.technical_designer.json']).toEqual({
      api_version: '2026-09-15',
      fetched: new Date(service.clock.now()).toISOString(),
      profile: 'technical_designer',
      read: 'graph',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('writes nothing when nothing has changed', async () => {
    const dir = emptyFolder();
    const service = await createSeason(buildDesigns(4));
    await service.run(dir);
    const paths = Object.keys(await readTree(dir));
    const readTimes = async () =>
      Promise.all(paths.map(async (path) => (await stat(join(dir, path))).mtimeMs));
    const before = await readTimes();
    service.clock.time += 3_600_000;
    expect(await service.run(dir)).toMatchObject({ new: [], changed: [], unchanged: 16 });
    expect(await readTimes()).toEqual(before);
    expect(Object.keys(await readTree(dir))).toEqual(paths);
  });

  it('writes only what has changed, and keeps the names after a design was renamed', async () => {
    const dir = emptyFolder();
    const service = await createSeason(buildDesigns(3));
    await service.run(dir);
    const before = await readTree(dir);
    const renamed = buildGarment(2, {
      name: 'CON: über/β?',
      read: (resource) => `{"of":"new","resource":"${resource}"}`,
    });
    service.garments = [buildGarment(1), renamed, buildGarment(3)];
    const { changed, new: fresh } = await service.run(dir);
    const folder = 'designs/design-2--00000000-0000-4000-8000-000000000002';
    expect(fresh).toEqual([]);
    expect([...changed].sort()).toEqual(
      ['confirmations', 'design-trust', 'tailor-brief'].map((name) => `${folder}/${name}.json`),
    );
    const after = await readTree(dir);
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect((await readManifest(dir)).designs[renamed.id].summary.name).toBe('CON: über/β?');
  });

  it('restores lost and edited files', async () => {
    const dir = emptyFolder();
    const service = await createSeason(buildDesigns(1));
    await service.run(dir);
    const before = await readTree(dir);
    const [first = '', second = ''] = Object.keys(before).filter((path) => path.startsWith('designs'));
    await rm(join(dir, first));
    await writeFile(join(dir, second), '{}');
    await service.run(dir);
    expect(await readTree(dir)).toEqual(before);
  });

  it('continues with the other designs when one fails, and names it', async () => {
    const dir = emptyFolder();
    const service = await createSeason(buildDesigns(3));
    service.before = (request) =>
      request.includes('0002/design-trust')
        ? new Response('{"error":"broken","code":"X"}', { status: 500 })
        : undefined;
    const { failed, new: fresh } = await service.run(dir);
    expect(fresh).toHaveLength(11);
    expect(failed).toMatchObject([
      { kind: 'design', name: 'Design 2', file: expect.stringContaining('design-trust') },
    ]);
    service.before = () => undefined;
    expect(await service.run(dir)).toMatchObject({ new: [failed[0]?.file], failed: [] });
  });

  it('ends when the service is down, and continues in the next run', async () => {
    const dir = emptyFolder();
    const service = await createSeason(buildDesigns(6));
    let sent = 0;
    service.before = () => {
      sent += 1;
      if (sent > 12)
        throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) });
      return undefined;
    };
    await expect(service.run(dir)).rejects.toThrow();
    service.before = () => undefined;
    service.log.length = 0;
    expect(await service.run(dir)).toMatchObject({ resumed: true, failed: [] });
    expect(filterReads(service.log)).toHaveLength(24 - (12 - 4));
  });

  it('without a credential stops before it writes', async () => {
    const dir = join(emptyFolder(), 'new');
    const service = await createSeason(buildDesigns(2));
    service.key = 'svc_sk_nobody';
    await expect(service.run(dir)).rejects.toMatchObject({ status: 401 });
    await expect(stat(dir)).rejects.toThrow();
  });

  it('keeps the designs of two users apart', async () => {
    const dir = emptyFolder();
    const service = await createSeason(buildDesigns(2));
    await service.run(dir);
    service.key = 'svc_sk_sandbox_other';
    await expect(service.run(dir, { remove: 'some' })).rejects.toMatchObject({
      code: 'another_user',
      exit: 2,
    });
    expect(Object.keys(await readTree(dir))).toHaveLength(10);
  });

  it('names designs that are gone, and removes them only with the flag', async () => {
    const dir = emptyFolder();
    const service = await createSeason(buildDesigns(3));
    await service.run(dir);
    service.garments = buildDesigns(2);
    const gone = { kind: 'design', id: buildGarment(3).id };
    await writeFile(join(dir, await findFolder(dir, gone.id), 'notes.txt'), 'mine');
    expect(await service.run(dir)).toMatchObject({ gone: [{ ...gone, removed: false }] });
    expect(await service.run(dir, { remove: 'some' })).toMatchObject({ gone: [{ ...gone, removed: true }] });
    const left = Object.keys(await readTree(dir)).filter((path) => path.includes('design-3'));
    expect(left.map((path) => path.split('/').at(-1))).toEqual(['notes.txt']);
    expect(await service.run(dir, { remove: 'some' })).toMatchObject({ gone: [] });
  });
});

describe('the selection of a pull', () => {
  it('is the longest unchecked first, within a number of requests', async () => {
    const dir = emptyFolder();
    const service = await createSeason(buildDesigns(4));
    const graphs = { selection: { ...ALL.selection, reads: ['graph'] as const } };
    const pullRound = async () => {
      service.log.length = 0;
      const { left } = await service.run(dir, { ...graphs, maxRequests: 2 + 2 + 2 });
      service.clock.time += 60_000;
      return [
        filterReads(service.log)
          .map((line) => Number(/0000(\d)\/graph/.exec(line)?.[1]))
          .sort(),
        left,
      ];
    };
    const [first, second, third] = [await pullRound(), await pullRound(), await pullRound()];
    expect([first, second].flatMap((each) => each?.[0]).sort()).toEqual([1, 2, 3, 4]);
    expect(third?.[0]).toEqual(first?.[0]);
    expect(first?.[1]).toBe(2);
  });

  it('leaves out what was checked recently', async () => {
    const dir = emptyFolder();
    const service = await createSeason(buildDesigns(2));
    await service.run(dir);
    service.garments = buildDesigns(3);
    service.clock.time += 3_600_000;
    service.log.length = 0;
    await service.run(dir, { maxAgeMs: 2 * 3_600_000 });
    expect(filterReads(service.log)).toHaveLength(4);
    service.log.length = 0;
    await service.run(dir, { maxAgeMs: 1_800_000 });
    expect(filterReads(service.log)).toHaveLength(8);
  });

  it('can be some designs, those since a date, or garments only', async () => {
    const service = await createSeason([
      ...buildDesigns(5),
      buildGarment(9, { owner: null, sgg_garment_id: 'GARM-9' }),
    ]);
    const count = async (options: Parameters<typeof service.run>[1]) =>
      (await service.run(emptyFolder(), options)).subjects;
    expect(await count({ designs: ['Design 2'] })).toBe(1);
    expect(await count({ designs: [buildGarment(3).id], garments: [GARM9] })).toBe(2);
    expect(await count({ since: Date.parse(buildGarment(2).created_at) })).toBe(2);
    expect(await count({ designs: undefined, garments: [GARM9] })).toBe(1);
    await expect(count({ designs: ['Nobody'] })).rejects.toMatchObject({ exit: 5 });
    await expect(count({ designs: ['00000000'] })).rejects.toMatchObject({ exit: 2, code: 'ambiguous' });
  });

  it('has an export only where the graph has changed', async () => {
    const dir = emptyFolder();
    const service = await createSeason(buildDesigns(2));
    const wanted = {
      ...ALL.selection,
      profiles: ['technical_designer', 'factory'] as const,
      drivers: ['illustrator_svg_stage1', 'json'] as const,
    };
    const countPosts = async () => {
      service.log.length = 0;
      await service.run(dir, { selection: wanted });
      return service.log.filter((line) => line.startsWith('POST')).length;
    };
    expect(await countPosts()).toBe(8);
    expect(await countPosts()).toBe(0);
    service.garments = [
      buildGarment(1),
      buildGarment(2, { graph: (profile) => `{"profile":"${profile}","nodes":["${profile}"]}` }),
    ];
    expect(await countPosts()).toBe(4);
    const folder = await findFolder(dir, buildGarment(1).id);
    await rm(join(dir, folder, 'export.factory.svg'));
    expect(await countPosts()).toBe(1);
    expect((await readManifest(dir)).designs[buildGarment(1).id].files['export.factory.svg']).toMatchObject({
      driver: 'illustrator_svg_stage1',
      graph_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      record: { media_type: 'image/svg+xml' },
    });
  });
});

describe('a pull that is killed at any point and started again', () => {
  it.each(Array.from({ length: isQuick ? 4 : 60 }, (_, seed) => seed))(
    'it ends with the same tree (%i)',
    async (seed) => {
      const wanted = { ...ALL.selection, profiles: GARMENT_PROFILES, drivers: ['json'] as const };
      const whole = await createSeason(buildDesigns(8));
      const [one, other] = [emptyFolder(), emptyFolder()];
      await whole.run(one, { selection: wanted });
      const service = await createSeason(buildDesigns(8));
      const killed: number[] = [];
      for (let start = 0, run = 0; ; run += 1) {
        const controller = new AbortController();
        const at = start + 1 + ((seed * 7 + run * 13) % 29);
        service.before = () => {
          if (service.log.length + 1 === at) controller.abort(new Error('killed'));
          return undefined;
        };
        const done = await service.run(other, { selection: wanted }, { signal: controller.signal }).then(
          () => true,
          (error: Error) => {
            if (error.message !== 'killed') throw error;
            return false;
          },
        );
        // What a kill does beside: the line that was being written is cut short, the manifest is not written.
        if (!done && run % 2 === 0) {
          const path = join(other, '.toile', 'journal.jsonl');
          const text = await readFile(path, 'utf8').catch(() => '');
          if (text !== '') await writeFile(path, text.slice(0, -5));
          await rm(join(other, 'manifest.json'), { force: true });
        }
        if (done) break;
        killed.push(at);
        start = service.log.length;
      }
      expect(killed.length).toBeGreaterThan(1);
      const strip = (files: Record<string, string>) =>
        Object.fromEntries(
          Object.entries(files)
            .filter(([path]) => !path.includes('export'))
            .map(([path, text]) => [
              path,
              path === 'manifest.json' ? text.replaceAll(/"(sha256|id|created_at)": "[^"]*"/g, '') : text,
            ]),
        );
      // Exports carry an id and a time of their own; that they are there is compared, their bytes are not.
      const [expected, found] = [await readTree(one), await readTree(other)];
      expect(Object.keys(found)).toEqual(Object.keys(expected));
      expect(strip(found)).toEqual(strip(expected));
      // One request was running, and the record of another was incomplete.
      expect(service.log.length).toBeLessThanOrEqual(whole.log.length + 2 * killed.length);
    },
  );
});

describe('the rate of a pull', () => {
  it('is as high as the limit allows, without a 429', async () => {
    const rate = { limit: 60, windowMs: 3000 };
    const service = await createSeason(buildDesigns(60), { rate, latency: 2 });
    const began = service.clock.now();
    const pulled = await service.run(emptyFolder());
    const ideal = Math.floor((service.log.length - 1) / rate.limit) * rate.windowMs;
    expect(pulled.failed).toEqual([]);
    expect(service.refused).toBe(0);
    expect((service.clock.now() - began) / ideal).toBeLessThan(1.2);
    expect(service.clock.now() - began).toBeGreaterThan(ideal);
  });

  it('waits as long as a 429 says, and loses nothing', async () => {
    const rate = { limit: 10, windowMs: 60_000 };
    const service = await createSeason(buildDesigns(8), { rate });
    // Somebody who does not know of the limit.
    const pace = createProcessPacer({ limit: 1000, windowMs: 1000 }, service.clock);
    const pulled = await service.run(emptyFolder(), {}, { pace });
    expect(service.refused).toBeGreaterThan(0);
    expect(pulled).toMatchObject({ failed: [], subjects: 8 });
    expect(pulled.new).toHaveLength(32);
  });
});

it.each([1, 2, 3, 100])('--since has each design from that date on, with %i designs a page', async (page) => {
  const service = await createSeason(buildDesigns(6));
  // Two designs with the same time, which may be on two pages.
  service.garments = service.garments.map((one, at, all) =>
    at % 2 === 1 ? { ...one, created_at: all[at - 1]?.created_at ?? '' } : one,
  );
  service.page = page;
  const times = [...new Set(service.garments.map(({ created_at }) => created_at))];
  expect(times).toHaveLength(3);
  for (const time of times) {
    const wanted = service.garments.filter(({ created_at }) => created_at >= time).map(({ id }) => id);
    const dir = emptyFolder();
    expect((await service.run(dir, { since: Date.parse(time) })).failed).toEqual([]);
    const { designs: held } = JSON.parse(await readFile(join(dir, 'manifest.json'), 'utf8'));
    expect(Object.keys(held).toSorted()).toEqual(wanted.toSorted());
  }
});
