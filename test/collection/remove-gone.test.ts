import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCollectionDisk } from '../../src/collection/collection-disk.ts';
import { loadCollection } from '../../src/collection/load-collection.ts';
import { parseGarmentId } from '../../src/platform/branded.ts';
import { markSystemPath } from '../../src/platform/files/safe-path.ts';
import { buildGarment } from '../sandbox/open-sandbox.ts';
import { createFolder as emptyFolder } from '../support/create-folder.ts';
import { ALL, buildDesigns, createSeason, readTree, type Season, TOOLS } from './pull-season.ts';

const buildJsonResponse = (status: number, body: object, type = 'application/json') =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': type } });
const OWN = { error: 'No such design.', code: 'NOT_FOUND' };
const GARM9 = parseGarmentId('GARM-9') as NonNullable<ReturnType<typeof parseGarmentId>>;

const getDesignId = (number: number): string => buildGarment(number).id;
const readIds = async (dir: string): Promise<string[]> =>
  Object.keys(JSON.parse(await readFile(join(dir, 'manifest.json'), 'utf8')).designs);

/** Pulls a number of designs into a folder; also returns their service. */
const pullDesigns = async (count: number, more: ReturnType<typeof buildGarment>[] = []) => {
  const dir = emptyFolder();
  const service = await createSeason([...buildDesigns(count), ...more]);
  service.page = 100;
  await service.run(dir);
  return { dir, service };
};

/** Leaves designs out of the list although they exist. */
const hideDesigns = (service: Season, ...numbers: readonly number[]): void => {
  const ids = numbers.map(getDesignId);
  service.listed = ({ id }) => !ids.includes(id);
};

const listRemoved = (dir: string): Promise<string[]> =>
  readdir(join(dir, '.toile', 'removed')).catch(() => []);

describe('no proof of removal', () => {
  it.each([
    [
      'the page of a proxy',
      () => new Response('<h1>404</h1>', { status: 404, headers: { 'content-type': 'text/html' } }),
    ],
    ['the JSON of a gateway', () => buildJsonResponse(404, { message: 'no Route matched' })],
    ['an error without a code', () => buildJsonResponse(404, { error: 'No such design.' })],
    ['the right words under another type', () => buildJsonResponse(404, OWN, 'text/plain')],
    ['an empty answer', () => buildJsonResponse(404, {})],
    ['another status', () => buildJsonResponse(410, OWN)],
  ])('%s: the design stays and is reported as failed', async (_, answer) => {
    const { dir, service } = await pullDesigns(5);
    hideDesigns(service, 2);
    service.before = (request) => (request.includes(`${getDesignId(2)}/`) ? answer() : undefined);
    const { gone, failed } = await service.run(dir, { remove: 'all' });
    expect(gone).toEqual([]);
    expect(failed.map(({ id }) => id)).toContain(getDesignId(2));
    expect(await readIds(dir)).toHaveLength(5);
    expect(await listRemoved(dir)).toEqual([]);
  });

  it.each(['tailor-brief', 'design-trust', 'confirmations'])(
    'a 404 of its %s is a failed file',
    async (read) => {
      const { dir, service } = await pullDesigns(5);
      service.before = (request) =>
        request.includes(`${getDesignId(2)}/${read}`) ? buildJsonResponse(404, OWN) : undefined;
      const { gone, failed, unchanged } = await service.run(dir, { remove: 'all' });
      expect([gone, unchanged]).toEqual([[], 19]);
      expect(failed).toMatchObject([{ id: getDesignId(2), file: expect.stringContaining(`${read}.json`) }]);
      expect(await readIds(dir)).toHaveLength(5);
    },
  );

  it('a 404 of the graph of a design that the list names', async () => {
    const { dir, service } = await pullDesigns(5);
    service.before = (request) =>
      request.includes(`${getDesignId(2)}/`) ? buildJsonResponse(404, OWN) : undefined;
    const { gone, failed } = await service.run(dir, { remove: 'all' });
    expect([gone, failed.length]).toEqual([[], 4]);
    expect(await readIds(dir)).toHaveLength(5);
  });

  it('the list alone: a design that it leaves out is read and updated, and the list is doubtful', async () => {
    const { dir, service } = await pullDesigns(9);
    service.garments = buildDesigns(9, { read: () => '{"of":"new"}' }).filter(
      ({ id }) => id !== getDesignId(4),
    );
    hideDesigns(service, 2, 3);
    const { gone, failed, changed } = await service.run(dir, { remove: 'all' });
    expect(changed).toHaveLength(8 * 3);
    expect(failed).toMatchObject([
      { kind: 'list', code: 'list_incomplete', why: expect.stringContaining(getDesignId(2)) },
      { kind: 'removal' },
    ]);
    // One was proved gone; and yet nothing is removed on the word of such a list.
    expect(gone).toEqual([{ kind: 'design', id: getDesignId(4), removed: false }]);
    expect(await readIds(dir)).toHaveLength(9);
  });

  it('an empty list after many designs', async () => {
    const { dir, service } = await pullDesigns(6);
    service.garments = [];
    const { gone, failed } = await service.run(dir, { remove: 'all' });
    expect(failed.map(({ kind }) => kind)).toEqual(['list', 'removal']);
    expect(gone.every(({ removed }) => !removed)).toBe(true);
    expect(await readIds(dir)).toHaveLength(6);
  });

  it('a list that is read up to a date', async () => {
    const { dir, service } = await pullDesigns(5);
    service.garments = buildDesigns(3);
    const { gone } = await service.run(dir, { remove: 'all', since: Date.parse(buildGarment(2).created_at) });
    expect(gone).toEqual([]);
    expect(await readIds(dir)).toHaveLength(5);
  });

  it('a list that fails in the middle', async () => {
    const { dir, service } = await pullDesigns(9);
    service.page = 3;
    let lists = 0;
    service.before = (request) => {
      if (!request.startsWith('GET /v1/designs?')) return undefined;
      lists += 1;
      return lists > 1 ? buildJsonResponse(400, { error: 'no', code: 'NO' }) : undefined;
    };
    await expect(service.run(dir, { remove: 'all' })).rejects.toThrow();
    expect(await readIds(dir)).toHaveLength(9);
  });

  it('a list that ends before it is complete', async () => {
    const { dir, service } = await pullDesigns(9);
    service.page = 3;
    service.before = (request) =>
      request.startsWith('GET /v1/designs?') && request.includes('before=')
        ? buildJsonResponse(200, {
            designs: [],
            next_before: new URL(request.slice(4), 'http://x').searchParams.get('before'),
          })
        : undefined;
    service.garments = buildDesigns(8);
    const { gone, failed } = await service.run(dir, { remove: 'all' });
    expect(failed).toMatchObject([
      { kind: 'list', why: expect.stringContaining('repeated a cursor') },
      { kind: 'removal' },
    ]);
    expect(gone).toEqual([{ kind: 'design', id: getDesignId(9), removed: false }]);
    expect(await readIds(dir)).toHaveLength(9);
  });

  it('a list without a last page that has more', async () => {
    const { dir, service } = await pullDesigns(5);
    service.page = 2;
    service.garments = buildDesigns(3);
    service.pages = 1;
    service.before = (request) =>
      request.includes(`${getDesignId(3)}/`)
        ? buildJsonResponse(400, { error: 'no', code: 'NO' })
        : undefined;
    const { gone, failed } = await service.run(dir, { remove: 'all' });
    expect(gone.map(({ id, removed }) => [id, removed])).toEqual([
      [getDesignId(4), false],
      [getDesignId(5), false],
    ]);
    expect(failed.at(-1)).toMatchObject({
      kind: 'removal',
      why: expect.stringContaining('list is incomplete'),
    });
    expect(await readIds(dir)).toHaveLength(5);
  });

  it('a list that left out an existing design in an earlier part of the same pull', async () => {
    const { dir, service } = await pullDesigns(6);
    service.garments = buildDesigns(5);
    hideDesigns(service, 1, 2);
    const outcomes = [];
    for (let runs = 0; runs < 30; runs += 1)
      outcomes.push(await service.run(dir, { remove: 'all', maxRequests: 4 }));
    expect(outcomes.some(({ gone }) => gone.length > 0)).toBe(true);
    expect(outcomes.flatMap(({ gone }) => gone).filter(({ removed }) => removed)).toEqual([]);
    expect(await readIds(dir)).toHaveLength(6);
  });

  it('a pull that stops while it reads the list', async () => {
    const { dir, service } = await pullDesigns(9);
    service.page = 3;
    service.garments = buildDesigns(8);
    expect(await service.run(dir, { remove: 'all', maxRequests: 3 })).toMatchObject({ gone: [] });
    expect(await readIds(dir)).toHaveLength(9);
  });

  it('a design that is named on the command line', async () => {
    const { dir, service } = await pullDesigns(5);
    service.before = (request) =>
      request.includes(`${getDesignId(2)}/`) ? buildJsonResponse(404, OWN) : undefined;
    const { gone } = await service.run(dir, { remove: 'all', designs: [getDesignId(2)] });
    expect(gone).toEqual([]);
    expect(await readIds(dir)).toHaveLength(5);
  });

  it('a design that is not named, whatever the list leaves out', async () => {
    const { dir, service } = await pullDesigns(5);
    service.garments = buildDesigns(3);
    service.log.length = 0;
    const { gone, failed } = await service.run(dir, {
      remove: 'all',
      designs: [getDesignId(2), getDesignId(3)],
    });
    expect([gone, failed]).toEqual([[], []]);
    expect(
      service.log.filter((line) => line.includes(getDesignId(4)) || line.includes(getDesignId(5))),
    ).toEqual([]);
    expect(await readIds(dir)).toHaveLength(5);
  });
});

describe('a design that is proved gone', () => {
  it('is moved to a folder where it can be read and restored', async () => {
    const { dir, service } = await pullDesigns(9);
    const copy = emptyFolder();
    await cp(dir, copy, { recursive: true });
    service.garments = buildDesigns(7);
    const { gone, failed } = await service.run(dir, { remove: 'some' });
    expect(failed).toEqual([]);
    expect(gone.map(({ id, removed }) => [id, removed])).toEqual([
      [getDesignId(8), true],
      [getDesignId(9), true],
    ]);
    expect(await readIds(dir)).toHaveLength(7);
    expect((await readdir(join(dir, 'designs'))).length).toBe(7);
    const [stamp = '', ...more] = await listRemoved(dir);
    expect(more).toEqual([]);
    expect(stamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/);
    const removed = join(dir, '.toile', 'removed', stamp);
    const tools = { ...TOOLS, clock: service.clock };
    const held = await loadCollection(
      await createCollectionDisk(markSystemPath(removed), Math.random),
      tools,
    );
    const before = await loadCollection(await createCollectionDisk(copy, Math.random), tools);
    for (const one of held.subjects) {
      const was = before.subjects.find(({ subjectId }) => subjectId.id === one.subjectId.id);
      expect([...one.files.keys()]).toEqual([...(was?.files.keys() ?? ['nothing'])]);
      for (const name of one.files.keys()) expect(one.readBytes(name)).toEqual(was?.readBytes(name));
    }
  });

  it('is checked by its graph, also when other resources are pulled or all was checked recently', async () => {
    for (const more of [
      { selection: { ...ALL.selection, reads: ['confirmations'] as const } },
      { maxAgeMs: 1e9 },
    ]) {
      const { dir, service } = await pullDesigns(9);
      service.garments = buildDesigns(8);
      service.log.length = 0;
      expect(await service.run(dir, { ...more, remove: 'some' })).toMatchObject({
        gone: [{ id: getDesignId(9), removed: true }],
      });
      expect(service.log).toContain(`GET /v1/designs/${getDesignId(9)}/graph?profile=technical_designer`);
    }
  });

  it('leaves the files that the user put beside it', async () => {
    const { dir, service } = await pullDesigns(4);
    const [name = ''] = (await readdir(join(dir, 'designs'))).filter((each) => each.endsWith(getDesignId(4)));
    await writeFile(join(dir, 'designs', name, 'notes.txt'), 'mine');
    service.garments = buildDesigns(3);
    await service.run(dir, { remove: 'some' });
    expect(await readdir(join(dir, 'designs', name))).toEqual(['notes.txt']);
  });

  it('can be removed twice at the same time, each time into its own folder', async () => {
    const { dir, service } = await pullDesigns(9);
    service.garments = buildDesigns(8);
    await service.run(dir, { remove: 'some' });
    service.garments = buildDesigns(9);
    await service.run(dir);
    service.garments = buildDesigns(8);
    await service.run(dir, { remove: 'some' });
    expect(await listRemoved(dir)).toHaveLength(2);
  });

  it('is deleted only when it is old enough', async () => {
    const { dir, service } = await pullDesigns(9);
    const day = 86_400_000;
    service.garments = buildDesigns(8);
    await service.run(dir, { remove: 'some' });
    service.clock.time += 10 * day;
    service.garments = buildDesigns(7);
    await service.run(dir, { remove: 'some' });
    await writeFile(join(dir, '.toile', 'removed', 'notes.txt'), 'mine');
    service.clock.time += 21 * day;
    expect(await service.run(dir)).toMatchObject({ pruned: 0 });
    expect(await service.run(dir, { pruneMs: 40 * day })).toMatchObject({ pruned: 0 });
    expect(await service.run(dir, { pruneMs: 30 * day })).toMatchObject({ pruned: 1 });
    expect((await listRemoved(dir)).sort()).toEqual([expect.stringContaining('Z'), 'notes.txt']);
    expect(await service.run(dir, { pruneMs: 20 * day })).toMatchObject({ pruned: 1 });
  });
});

describe('more than a third of a folder at once', () => {
  it.each([
    [9, 6, 'some', undefined, true],
    [9, 5, 'some', undefined, false],
    [9, 5, 'all', undefined, true],
    [9, 5, 'some', true, true],
    [9, 5, 'some', false, false],
    [1, 0, 'some', undefined, false],
  ] as const)(
    'of %i are %i left; %s, and a person says %s: removed %s',
    async (before, after, remove, consent, removed) => {
      const { dir, service } = await pullDesigns(before);
      service.garments = buildDesigns(after);
      const { gone, failed } = await service.run(dir, { remove }, { consent });
      expect(gone.map((each) => each.removed)).toEqual(Array.from({ length: before - after }, () => removed));
      expect((await readIds(dir)).length).toBe(removed ? after : before);
      // A service that answered is trusted; when none answered, the output says so.
      expect(failed.map(({ why }) => /--delete=all/.test(why))).toEqual(
        removed || consent === false ? [] : [true],
      );
    },
  );
});

describe('a garment', () => {
  const nine = buildGarment(9, { owner: null, sgg_garment_id: GARM9 });

  it('that was never pulled is a failure, not gone', async () => {
    const { dir, service } = await pullDesigns(2);
    expect(await service.run(dir, { garments: [GARM9], remove: 'all' })).toMatchObject({
      gone: [],
      failed: [{ kind: 'garment', id: GARM9 }, {}, {}, {}],
    });
  });

  it('that was pulled is gone when its own route says so', async () => {
    const dir = emptyFolder();
    const service = await createSeason([...buildDesigns(3), nine]);
    await service.run(dir, { garments: [GARM9] });
    service.before = (request) =>
      request.includes(GARM9) ? new Response('<h1>404</h1>', { status: 404 }) : undefined;
    expect(await service.run(dir, { remove: 'all' })).toMatchObject({ gone: [] });
    expect(existsSync(join(dir, 'garments', GARM9))).toBe(true);
    service.before = () => undefined;
    service.garments = buildDesigns(3);
    expect(await service.run(dir, { remove: 'all' })).toMatchObject({
      gone: [{ id: GARM9, removed: true }],
      failed: [],
    });
    expect(existsSync(join(dir, 'garments', GARM9))).toBe(false);
  });
});

describe('a list with invalid ids', () => {
  const ODD = ['../../../victim', '$(id>~/PWNED)', '', 'GARM-7', `${getDesignId(1)}/../x`];
  const addInvalidIds = (service: Season): void => {
    service.before = (request) =>
      request.startsWith('GET /v1/designs?')
        ? buildJsonResponse(200, {
            designs: [...ODD, 7, null]
              .map((id, at) => ({ id, name: `Odd ${at}`, created_at: buildGarment(1).created_at }))
              .concat(
                [buildGarment(1), buildGarment(2)].map(({ id, created_at }) => ({
                  id,
                  name: 'x',
                  created_at,
                })),
              ),
            next_before: null,
          })
        : undefined;
  };

  it('reports them as failed, and requests none of them', async () => {
    const dir = join(emptyFolder(), 'season');
    const service = await createSeason(buildDesigns(2));
    addInvalidIds(service);
    const { failed, new: fresh } = await service.run(dir);
    expect(fresh).toHaveLength(8);
    expect(failed.map(({ id, file }) => [id, file])).toEqual([...ODD, '7', null].map((id) => [id, null]));
    expect(service.log.filter((line) => !/\/v1(\/me)?$|designs\?|00000000-/.test(line))).toEqual([]);
    expect(
      Object.keys(await readTree(dir)).every((path) => /^(designs\/|manifest|\.gitattributes)/.test(path)),
    ).toBe(true);
    expect((await readdir(join(dir, '..'))).sort()).toEqual(['season']);
  });

  it('remembers them in the next run, and does not mention them when they were not selected', async () => {
    const dir = emptyFolder();
    const service = await createSeason(buildDesigns(2));
    addInvalidIds(service);
    const stop = new AbortController();
    const before = service.before;
    service.before = (request) => {
      if (request.includes('/confirmations')) stop.abort(new Error('killed'));
      return before(request);
    };
    await expect(service.run(dir, {}, { signal: stop.signal })).rejects.toThrow('killed');
    service.before = before;
    const again = await service.run(dir);
    expect([again.resumed, again.failed.length]).toEqual([true, 7]);
    expect((await service.run(dir, { designs: [getDesignId(1)] })).failed).toEqual([]);
    expect(
      (await service.run(dir, { since: Date.parse(buildGarment(1).created_at) + 1 })).failed,
    ).toHaveLength(0);
  });
});

describe('lost or edited files', () => {
  it('are restored although they were checked recently', async () => {
    const { dir, service } = await pullDesigns(3);
    const before = await readTree(dir);
    const [first = '', second = ''] = Object.keys(before).filter((path) => path.startsWith('designs'));
    await rm(join(dir, first));
    await writeFile(join(dir, second), '{}');
    service.log.length = 0;
    expect(await service.run(dir, { maxAgeMs: 1e9 })).toMatchObject({
      changed: expect.arrayContaining([first, second]),
      failed: [],
    });
    expect(service.log.filter((line) => line.includes('/designs/'))).toHaveLength(2);
    expect(await readTree(dir)).toEqual(before);
  });
});
