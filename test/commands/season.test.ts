import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEPARTMENT_NAMES } from '../../src/garment/departments.ts';
import { countProvenance, listGraphValues } from '../../src/garment/flatten-body.ts';
import { readGraph } from '../../src/garment/graph-model.ts';
import type { SeasonData, SeasonDesign } from '../../src/output/views/season-rows.ts';
import { createHome, runToile } from '../support/run-toile.ts';
import { runOffline } from './run-offline.ts';

/** Minted as GARM-5117. */
const DESIGN = '3f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d01';

const pullSeason = async (home: string, ...words: readonly string[]): Promise<string> => {
  const run = await runToile(['--sandbox', 'pull', 'season', ...words, '-q'], { home });
  expect(run.code, run.err).toBe(0);
  return join(home, 'season');
};

const listFiles = async (dir: string, name: string): Promise<readonly string[]> =>
  (await readdir(dir, { recursive: true })).filter((path) => path.endsWith(name)).toSorted();

const readJson = async (...path: readonly string[]) => JSON.parse(await readFile(join(...path), 'utf8'));

describe('a season', () => {
  let home: string;
  let dir: string;
  const runSeason = (words: readonly string[] = [], columns?: number) =>
    runOffline(['season', 'season', ...words], { home, ...(columns && { columns }) });
  const listSeasonDesigns = async (...words: readonly string[]): Promise<readonly SeasonDesign[]> => {
    const run = await runSeason([...words, '--json']);
    expect(run, run.err).toMatchObject({ code: 0, err: '' });
    return JSON.parse(run.out).designs;
  };

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'toile-season-'));
    dir = await pullSeason(home, DESIGN, 'GARM-101', 'GARM-7', 'GARM-33');
    return () => rm(home, { recursive: true, force: true });
  });

  it('counts each value of a graph in one department, as every other count does', async () => {
    const all = await listSeasonDesigns();
    const graphs = await listFiles(dir, 'graph.technical_designer.json');
    expect(all.length).toBe(graphs.length);
    for (const path of graphs) {
      const design = all.find(({ where }) => `season/${path}`.startsWith(`${where}/`));
      const { states, none } = countProvenance(listGraphValues(readGraph(await readJson(dir, path))));
      const each = DEPARTMENT_NAMES.map((name) => design?.departments[name]?.values);
      for (const state of ['asserted', 'inferred', 'unstated'] as const)
        expect(
          each.reduce((sum, counts) => sum + (counts?.[state] ?? 0), 0),
          path,
        ).toBe(states.get(state));
      expect(
        each.reduce((sum, counts) => sum + (counts?.others.none ?? 0), 0),
        path,
      ).toBe(none);
    }
  });

  it('counts every open question, and has the counts of the service unchanged', async () => {
    for (const { where, departments, trust } of await listSeasonDesigns()) {
      const asked = await readJson(home, where, 'confirmations.json');
      const list = asked.unresolved ?? asked.open;
      expect(Object.values(departments).reduce((sum, { open }) => sum + (open ?? 0), 0)).toBe(list.length);
      const sent = await readJson(home, where, 'design-trust.json');
      const counts: readonly { field: string; value: number }[] = sent.counts ?? [];
      for (const { field, value } of counts) expect(trust?.[field], `${where} ${field}`).toBe(value);
      if (sent.unresolved !== undefined) expect(trust?.unresolved).toBe(sent.unresolved);
    }
  });

  it('has a row for each design and a column for each count', async () => {
    const { out } = await runSeason(['--csv']);
    const [head = '', ...rows] = out.trimEnd().split('\r\n');
    expect(head).toMatch(
      /^design_id,garment_id,name,style_number,.*,where,fetched,open,cutting_asserted,.*,brief_another,trust\./,
    );
    expect(rows.length).toBe((await listSeasonDesigns()).length);
    const one = await runSeason(['--department', 'labels', '--csv']);
    expect(one.out.split('\r\n')[0]).toBe(
      'design_id,garment_id,name,style_number,style_number_state,season,season_state,category,category_state,supplier,supplier_state,stage,stage_state,sample_size,sample_size_state,profile,where,fetched,open,labels_asserted,labels_inferred,labels_unstated,labels_another,labels_open',
    );
    expect(Object.keys((await listSeasonDesigns('--department', 'sewing'))[0]?.departments ?? {})).toEqual([
      'sewing',
    ]);
  });

  it('sorts by a column, and filters by a text', async () => {
    const listNumbers = async (...words: readonly string[]) =>
      (await listSeasonDesigns('--sort', 'sewing_inferred', ...words)).map(
        ({ departments }) => departments.sewing?.values?.inferred ?? -1,
      );
    expect(await listNumbers()).toEqual((await listNumbers()).toSorted((a, b) => a - b));
    expect(await listNumbers('--reverse')).toEqual((await listNumbers()).toReversed());
    const [head = ''] = (await runSeason()).out.split('\n');
    expect(head.split('\t').slice(0, 3)).toEqual(['design_id', 'garment_id', 'name']);
    expect((await listSeasonDesigns('--sort', 'design_id', '--reverse')).at(-1)?.design_id).toBeNull();
    expect((await listSeasonDesigns('--search', 'oxford')).map(({ garment_id: id }) => id)).toEqual([
      'GARM-101',
    ]);
    expect(await runSeason(['--sort', 'colour'])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('not found: column "colour"; known: design_id, '),
    });
    const swapped = await runSeason(['--sort', 'naem']);
    expect(swapped.err).toContain('not found: column "naem"; did you mean name?');
  });

  it.each([60, 80, 200])(
    'fits a terminal of %i columns, with marks and without a verdict',
    async (columns) => {
      const run = await runOffline(['season', 'season'], {
        home,
        columns,
        env: { NO_COLOR: '1' },
      });
      const long = await runOffline(['season', 'season', '--long'], {
        ...{ home, columns, env: { NO_COLOR: '1' } },
      });
      expect(long.out).toMatch(/\d+\s=\s+\d+\s~\s+\d+\s\?/);
      for (const { out } of [run, long]) {
        expect(out).toContain('counted by toile');
        expect(out).not.toMatch(/%|total/i);
        for (const line of out.split('\n')) expect([...line].length).toBeLessThanOrEqual(columns);
      }
      const all = await listSeasonDesigns();
      const open = all.map((design) => design.open ?? -1);
      expect(open).toEqual(open.toSorted((a, b) => b - a));
      const { totals } = JSON.parse((await runSeason(['--json'])).out);
      expect(totals.designs).toBe(all.length);
      expect(totals.open).toBe(all.reduce((sum, design) => sum + (design.open ?? 0), 0));
      expect(run.out).toContain(`${totals.open} questions open in ${all.length} designs: `);
      const rows = run.out.split('\n').filter((line) => / \d+ +\d+ +\d+(?: +\d{4}-\d\d-\d\d)?$/.test(line));
      expect(rows).toHaveLength(all.length);
    },
  );

  it('is one self-contained page to print, and replaces no file', async () => {
    const run = await runSeason(['--html', 'season.html', '--json']);
    expect(run, run.err).toMatchObject({ code: 0 });
    const page = await readFile(join(home, 'season.html'), 'utf8');
    expect(JSON.parse(run.out)).toMatchObject({
      schema: 'toile.sheet/1',
      bytes: (await stat(join(home, 'season.html'))).size,
    });
    expect(page).toContain('default-src &#39;none&#39;');
    expect(page).not.toMatch(/<script|https?:|%<|total/i);
    expect([...page.matchAll(/<tr><th scope="row">/g)].length).toBe((await listSeasonDesigns()).length);
    expect(await runSeason(['--html', 'season.html'])).toMatchObject({ code: 2, out: '' });
    const piped = await runSeason(['--html', '-']);
    expect(piped.out).toContain('<h1>season</h1>');
  });
});

it('reports what was not pulled as unknown, not as 0', async () => {
  const home = await createHome();
  await pullSeason(home, 'GARM-101', '--garments-only', '--only', 'confirmations');
  const run = await runOffline(['season', 'season', '--json'], { home });
  const [design] = JSON.parse(run.out).designs;
  expect(design).toMatchObject({ garment_id: 'GARM-101', brief: null, trust: null, profile: null });
  expect(design.departments.measuring).toEqual({ values: null, open: 1 });
  const screen = await runOffline(['season', 'season', '--long'], { home, columns: 80 });
  expect(screen.out).toContain('not pulled');
  const rows = (await runOffline(['season', 'season', '--csv'], { home })).out.trimEnd().split('\r\n');
  const [head = [], row = []] = rows.map((line) => line.split(','));
  const readCell = (column: string) => row[head.indexOf(column)];
  for (const part of ['measuring', 'sewing', 'brief'])
    for (const state of ['asserted', 'inferred', 'unstated', 'another'])
      expect(readCell(`${part}_${state}`), `${part}_${state}`).toBe('');
  expect(readCell('measuring_open')).toBe('1');
});

it('shows the head of a style in the order of a merchandiser, with states, and questions by supplier', async () => {
  const home = await createHome();
  const dir = await pullSeason(
    home,
    'GARM-101',
    'GARM-7',
    '--garments-only',
    '--only',
    'graph,confirmations',
  );
  const [first = '', second = ''] = await listFiles(dir, 'graph.technical_designer.json');
  const supplier = { value: 'Arvind Ltd', state: 'inferred' };
  await writeFile(join(dir, first), JSON.stringify({ styleNo: 'A-1', Factory: supplier, season: 'FW26' }));
  await writeFile(join(dir, second), JSON.stringify({ vendor: { value: null, state: 'unstated' } }));
  const { designs, totals } = JSON.parse(
    (await runOffline(['season', 'season', '--json'], { home })).out,
  ) as SeasonData;
  expect(designs.map(({ style }) => style)).toEqual(
    expect.arrayContaining([
      { style_number: { value: 'A-1', state: null }, season: { value: 'FW26', state: null }, supplier },
      { supplier: { value: null, state: 'unstated' } },
    ]),
  );
  expect(designs.every(({ fetched }) => Date.parse(fetched ?? '') > 0)).toBe(true);
  const numbered = designs.find(({ style }) => style.style_number);
  expect(totals.suppliers).toEqual({ 'Arvind Ltd': numbered?.open });
  const rows = await runOffline(['season', 'season', '--fields', 'supplier,supplier_state'], { home });
  expect(rows.out.trimEnd().split('\n').toSorted()).toEqual(
    ['Arvind Ltd\tinferred', '\tunstated'].toSorted(),
  );
  const screen = await runOffline(['season', 'season'], {
    home,
    columns: 200,
    env: { NO_COLOR: '1' },
  });
  expect(screen.out).toMatch(/style number +design +id +season +supplier +open/);
  expect(screen.out).toMatch(/A-1 .*FW26 +~ Arvind Ltd/);
  expect(screen.out).toContain(`; by supplier: Arvind Ltd ${numbered?.open}`);
  const page = await runOffline(['season', 'season', '--html', '-'], { home });
  expect(page.out).toMatch(/<th scope="col">Style number<\/th><th scope="col">Design<\/th>/);
  expect(page.out).toMatch(/<td class="supplier"><bdi>.*Arvind Ltd/);
});

it('treats a body without a list of questions as unknown', async () => {
  const home = await createHome();
  const dir = await pullSeason(
    home,
    'GARM-101',
    'GARM-7',
    '--garments-only',
    '--only',
    'graph,confirmations',
  );
  const [path = ''] = await listFiles(dir, 'confirmations.json');
  await writeFile(join(dir, path), '{"garment_id": "GARM-101"}');
  const { designs } = JSON.parse((await runOffline(['season', 'season', '--json'], { home })).out) as {
    designs: readonly SeasonDesign[];
  };
  const open = designs.map(({ departments }) => Object.values(departments).map((each) => each?.open));
  expect(open.map((each) => each.includes(null as never))).toEqual([false, true]);
  expect(new Set(open[1])).toEqual(new Set([null]));
});

it('counts a state that occurs once, also an unknown one', async () => {
  const home = await createHome();
  const dir = await pullSeason(home, 'GARM-101', '--garments-only', '--only', 'graph');
  const [path = ''] = await listFiles(dir, 'graph.technical_designer.json');
  const values = { length: { value: 1, state: 'sworn' }, width: { value: 2, state: 'heard' } };
  const more = { height: { value: 3, state: 'heard' }, depth: { value: 4, state: 'inferred' } };
  const node = { id: 'm', kind: 'measurement', values: { ...values, ...more } };
  await writeFile(join(dir, path), JSON.stringify({ garment_id: 'GARM-101', nodes: [node] }));
  const season = JSON.parse((await runOffline(['season', 'season', '--json'], { home })).out);
  expect(season.designs[0].departments.measuring.values).toEqual({
    ...{ asserted: 0, inferred: 1, unstated: 0 },
    others: { sworn: 1, heard: 2 },
  });
  const rows = (await runOffline(['season', 'season', '--jsonl'], { home })).out;
  expect(JSON.parse(rows)).toMatchObject({ measuring_inferred: 1, measuring_another: 3 });
});

it('shows every count of the service in any form', async () => {
  const home = await createHome();
  const dir = await pullSeason(home, 'GARM-101', '--garments-only');
  const [path = ''] = await listFiles(dir, 'design-trust.json');
  const strange = {
    garment_id: 'GARM-101',
    counts: [
      { field: 'unresolved', value: 4, state: 'asserted' },
      { field: 'unresolved', value: 5, state: 'inferred' },
      { field: 'weight', value: 3, unit: 'kg', state: 'inferred' },
      { field: 'mood', value: 'good', state: 'asserted' },
    ],
    reviewed_by: 'A. Nonymous',
  };
  await writeFile(join(dir, path), JSON.stringify(strange));
  const { designs, left_out } = JSON.parse((await runToile(['season', 'season', '--json'], { home })).out);
  expect(designs[0].trust).toEqual({ unresolved: 4, 'unresolved#2': 5 });
  for (const name of ['weight', 'mood', 'reviewed_by', 'state of a count (unresolved)'])
    expect(left_out).toContain(name);
  const rows = await runToile(['season', 'season', '--csv'], { home, errColumns: 400 });
  expect(rows.err).toContain(left_out);
});

it('shows every other design when one cannot be read', async () => {
  const home = await createHome();
  const dir = await pullSeason(home, 'GARM-101', 'GARM-7', '--garments-only');
  await writeFile(join(dir, 'garments/GARM-101/graph.technical_designer.json'), '{');
  const run = await runOffline(['season', 'season', '--json'], { home });
  expect(run.code).toBe(1);
  expect(run.err).toContain('GARM-101 failed: ');
  const { designs, failed } = JSON.parse(run.out);
  expect(designs.map(({ garment_id: id }: SeasonDesign) => id)).toEqual(['GARM-7']);
  expect(failed).toMatchObject([{ id: 'GARM-101', code: 'edited_file' }]);
});
