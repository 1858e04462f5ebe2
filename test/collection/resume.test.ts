import { statSync } from 'node:fs';
import { appendFile, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder as emptyFolder } from '../support/create-folder.ts';
import { recordSyncs } from '../support/record-syncs.ts';
import { ALL, buildDesigns, createSeason, readTree, type Season } from './pull-season.ts';

const filterReads = (log: readonly string[]) => log.filter((line) => /designs\//.test(line));

/** Creates a folder whose pull was aborted after a number of reads. */
const breakPull = async (after: number): Promise<{ readonly dir: string; readonly service: Season }> => {
  const dir = emptyFolder();
  const service = await createSeason(buildDesigns(6));
  service.page = 100;
  const stop = new AbortController();
  service.before = () => {
    if (filterReads(service.log).length === after) stop.abort(new Error('killed'));
    return undefined;
  };
  await expect(service.run(dir, {}, { signal: stop.signal })).rejects.toThrow('killed');
  service.before = () => undefined;
  service.log.length = 0;
  return { dir, service };
};

describe('a pull that was interrupted', () => {
  it('continues, and reads again what a power cut has undone', async () => {
    const { dir, service } = await breakPull(10);
    const [done = ''] = Object.keys(await readTree(dir)).filter((path) => path.startsWith('designs'));
    await truncate(join(dir, done), 0);
    expect(await service.run(dir)).toMatchObject({ resumed: true, failed: [] });
    expect(filterReads(service.log)).toHaveLength(24 - 9);
    expect(await readFile(join(dir, done), 'utf8')).not.toBe('');
  });

  it('does not continue for another user, another selection, or after a day', async () => {
    const others: readonly ((service: Season) => Parameters<Season['run']>[1])[] = [
      (service) => {
        service.key = 'svc_sk_sandbox_read_only';
        return {};
      },
      () => ({ selection: { ...ALL.selection, reads: ['graph'] } }),
      () => ({ designs: ['Design 1'] }),
      (service) => {
        service.clock.time += 25 * 3_600_000;
        return {};
      },
    ];
    for (const other of others) {
      const { dir, service } = await breakPull(5);
      expect(await service.run(dir, other(service))).toMatchObject({ resumed: false, failed: [] });
    }
    const { dir, service } = await breakPull(5);
    service.clock.time += 23 * 3_600_000;
    expect(await service.run(dir)).toMatchObject({ resumed: true, failed: [] });
  });

  it('drops incomplete journal lines, any number of them', async () => {
    const { dir, service } = await breakPull(10);
    const journal = join(dir, '.toile', 'journal.jsonl');
    await appendFile(journal, '{"type":"same","path":"designs/\n\0\0\0\0\n{"type":"fi');
    expect(await service.run(dir)).toMatchObject({ resumed: true, failed: [] });
    expect(filterReads(service.log)).toHaveLength(24 - 10);
    expect(await readFile(journal, 'utf8')).not.toContain('\0');
  });

  it('ignores the numbers that toile 0.1 gave to the changes of a watched folder', async () => {
    const { dir, service } = await breakPull(10);
    const journal = join(dir, '.toile', 'journal.jsonl');
    await appendFile(journal, '{"type":"told","n":3}\n{"type":"change","change":{"n":3}}\n');
    expect(await service.run(dir)).toMatchObject({ resumed: true, failed: [] });
    expect(await readFile(journal, 'utf8')).not.toMatch(/told|change/);
  });

  it('leaves temporary files that the next pull removes', async () => {
    const { dir, service } = await breakPull(10);
    await writeFile(join(dir, '.toile', 'draft-0123456789abcdef1'), 'half');
    await writeFile(join(dir, '.toile', 'drafts.txt'), 'mine');
    await service.run(dir);
    expect((await readdir(join(dir, '.toile'))).sort()).toEqual([
      '.gitignore',
      'drafts.txt',
      'journal.jsonl',
    ]);
  });
});

it('a changed file is a new file with the old name', async () => {
  const dir = emptyFolder();
  const service = await createSeason(buildDesigns(1));
  await service.run(dir);
  const path = join(dir, Object.keys(await readTree(dir)).find((each) => each.includes('brief')) ?? '');
  const before = await stat(path);
  service.garments = buildDesigns(1, { read: () => '{"of":"new"}' });
  await service.run(dir);
  expect((await stat(path)).ino).not.toBe(before.ino);
});

it('a 429 is waited for as long as it says', async () => {
  const service = await createSeason(buildDesigns(1));
  let refused = 0;
  service.before = (request) => {
    if (!request.includes('design-trust') || refused > 0) return undefined;
    refused += 1;
    const headers = { 'retry-after': '77', 'content-type': 'application/json' };
    return new Response('{"error":"slow down","code":"RATE_LIMITED"}', { status: 429, headers });
  };
  expect(await service.run(emptyFolder())).toMatchObject({ failed: [] });
  expect(service.clock.slept).toBeGreaterThanOrEqual(77_000);
  expect(service.clock.slept).toBeLessThan(80_000);
});

it('the manifest survives a power cut; files that can be read again need not', async () => {
  const dir = emptyFolder();
  const service = await createSeason(buildDesigns(1));
  const synced = await recordSyncs(dir);
  await service.run(dir);
  const lasting = ['.gitattributes', 'manifest.json'].map((name) => statSync(join(dir, name)).size);
  const files = synced.filter((one) => one.endsWith(' bytes'));
  expect(files.toSorted()).toStrictEqual(lasting.map((size) => `${size} bytes`).toSorted());
});

describe('--max-requests', () => {
  const readWhole = async (): Promise<Record<string, string>> => {
    const dir = emptyFolder();
    await (await createSeason(buildDesigns(4))).run(dir);
    return readTree(dir);
  };
  /** Repeats the pull until it is complete, and returns the number of pulls. */
  const pullUntilWhole = async (
    service: Season,
    dir: string,
    options: Parameters<Season['run']>[1],
    between: () => void = () => undefined,
  ): Promise<number> => {
    for (let runs = 1; runs <= 60; runs += 1) {
      const before = service.log.length;
      const { left, requests } = await service.run(dir, options);
      expect(service.log.length - before).toBe(requests);
      if (left === 0) return runs;
      between();
    }
    return Infinity;
  };

  it.each([1, 2, 3])('%i: each pull continues, and nothing is requested twice', async (maxRequests) => {
    const dir = emptyFolder();
    const service = await createSeason(buildDesigns(4));
    service.page = 2;
    expect(await pullUntilWhole(service, dir, { maxRequests })).toBeLessThan(25);
    expect(new Set(service.log).size).toBe(service.log.length);
    expect(await readTree(dir)).toEqual(await readWhole());
  });

  it.each([1, 2, 3])(
    '%i: pulls with a day or more between them fetch everything in time',
    async (maxRequests) => {
      const dir = emptyFolder();
      const service = await createSeason(buildDesigns(4));
      service.page = 2;
      for (let night = 0; night < 90; night += 1) {
        await service.run(dir, { maxRequests });
        service.clock.time += 25 * 3_600_000;
      }
      expect(Object.keys(await readTree(dir))).toEqual(Object.keys(await readWhole()));
    },
  );

  it.each([1, 2, 3])(
    '%i: items that always fail or are gone do not delay the others',
    async (maxRequests) => {
      const dir = emptyFolder();
      const service = await createSeason(buildDesigns(6));
      service.page = 100;
      await service.run(dir);
      service.garments = buildDesigns(4, { read: () => '{"of":"new"}' });
      service.before = (request) =>
        /1\/tailor-brief|2\/(design-trust|confirmations)/.test(request)
          ? new Response('{"error":"no","code":"NO"}', {
              status: 400,
              headers: { 'content-type': 'application/json' },
            })
          : undefined;
      for (let runs = 0; runs < 40; runs += 1) await service.run(dir, { maxRequests });
      const files = Object.entries(await readTree(dir)).filter(([path]) => /[1-4]\/(?!graph)/.test(path));
      expect(files.filter(([, text]) => !text.includes('"new"')).map(([path]) => path.slice(-40))).toEqual([
        expect.stringContaining('1/tailor-brief'),
        expect.stringContaining('2/confirmations'),
        expect.stringContaining('2/design-trust'),
      ]);
    },
  );

  it('a list that was not read to its end has an unknown number of designs, not none', async () => {
    const service = await createSeason(buildDesigns(4));
    service.page = 2;
    expect(await service.run(emptyFolder(), { maxRequests: 3 })).toMatchObject({ left: null, requests: 3 });
    expect(await service.run(emptyFolder(), { maxRequests: 5 })).toMatchObject({ left: 15, requests: 5 });
  });
});
