import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TrimItem } from '../../src/output/views/trims-rows.ts';
import { createHome, runToile } from '../support/run-toile.ts';
import { runOffline } from './run-offline.ts';

const GARMENTS = ['GARM-101', 'GARM-7', 'GARM-33'] as const;
const findGraphFile = (home: string, id: string): string =>
  join(home, 'season/garments', id, 'graph.technical_designer.json');

const pullSeason = async (home: string): Promise<void> => {
  const run = await runToile(['--sandbox', 'pull', 'season', ...GARMENTS, '--garments-only', '-q'], { home });
  expect(run.code, run.err).toBe(0);
};

interface Answer {
  readonly items: readonly TrimItem[];
  readonly left_out: string | null;
}

const listUses = (item: TrimItem | undefined) => item?.used_in ?? [];

const runTrims = async (home: string, ...words: readonly string[]): Promise<Answer> => {
  const run = await runOffline(['trims', 'season', '--long', ...words, '--json'], { home });
  expect(run, run.err).toMatchObject({ code: 0, err: '' });
  return JSON.parse(run.out);
};

describe('the trims of a pulled folder', () => {
  let home: string;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'toile-trims-'));
    await pullSeason(home);
    return () => rm(home, { recursive: true, force: true });
  });

  it('lists each material and trim of each garment once, under what joins it', async () => {
    const { items } = await runTrims(home);
    const uses = items.flatMap((item) => listUses(item).map((use) => `${use.garment_id} ${use.node_id}`));
    expect(new Set(uses).size).toBe(uses.length);
    for (const id of GARMENTS) {
      const { nodes } = JSON.parse(await readFile(findGraphFile(home, id), 'utf8'));
      for (const node of nodes) {
        if (typeof node !== 'object' || node === null) continue;
        if (!['material', 'trim', 'closure', 'label', 'packaging'].includes(node.kind ?? node.type)) continue;
        expect(uses).toContain(`${id} ${node.id ?? node.node_id}`);
      }
    }
    const thread = items.find(({ item }) => item === 'Core-spun thread');
    expect(thread).toMatchObject({ joined_by: 'name' });
    expect(listUses(thread).map(({ garment_id: id }) => id)).toEqual(['GARM-101', 'GARM-7']);
    expect(items.find(({ joined_by: by }) => by === 'nothing')).toMatchObject({ designs: 1, uses: 1 });
  });

  it('lists all trims of a garment, or names those that it leaves out', async () => {
    const { left_out: left } = await runTrims(home);
    for (const name of ['nodes of another kind', 'composition', 'relation', 'reason'])
      expect(left).toContain(name);
    const { items, left_out: whole } = await runTrims(home, '--whole');
    expect(whole).not.toMatch(/composition|reason/);
    const shell = listUses(items.find(({ item }) => item === 'Oxford cloth'))[0];
    expect(shell?.values.find(({ field }) => field === 'weight')).toMatchObject({
      value: 140,
      unit: 'g/m2',
      state: 'inferred',
      basis: 'typical for named cloth',
    });
  });

  it('filters by kind and text, and fits every terminal', async () => {
    const kinds = (await runTrims(home, '--kind', 'material')).items.flatMap((item) =>
      listUses(item).map(({ kind }) => kind),
    );
    expect([...new Set(kinds)]).toEqual(['material']);
    const zips = await runTrims(home, '--search', 'ZIP');
    expect(zips.items.map(({ item }) => item)).toEqual(['Fly zip', 'Zip, closed end']);
    for (const columns of [60, 80, 200]) {
      const run = await runOffline(['trims', 'season', '--long'], {
        ...{ home, columns, env: { NO_COLOR: '1' } },
      });
      expect(run.out).toContain('joined by name');
      for (const line of run.out.split('\n')) expect([...line].length).toBeLessThanOrEqual(columns);
    }
  });

  it('are one line an item, the most used first, with totals', async () => {
    const { items } = await runTrims(home);
    const run = await runOffline(['trims', 'season', '--json'], { home });
    const { items: lines, totals } = JSON.parse(run.out);
    expect(lines).toEqual(items.map(({ used_in: _, ...item }) => item));
    for (const item of items) {
      expect(item.uses).toBe(listUses(item).length);
      expect(item.designs).toBe(new Set(listUses(item).map(({ garment_id: id }) => id)).size);
    }
    const designs = items.map((item) => item.designs);
    expect(designs).toEqual(designs.toSorted((a, b) => b - a));
    expect(totals).toEqual({
      ...{ items: items.length, designs: GARMENTS.length },
      uses: items.reduce((sum, item) => sum + item.uses, 0),
    });
    const most = await runTrims(home, '--min-styles', '2');
    expect(most.items).toEqual(items.filter((item) => item.designs >= 2));
    for (const columns of [60, 200]) {
      const screen = await runOffline(['trims', 'season'], {
        home,
        columns,
        env: { NO_COLOR: '1' },
      });
      expect(screen.out).toMatch(/^ {5}2 {5}2 {2}Core-spun thread/m);
      expect(screen.out).toContain(`${items.length} items, ${totals.uses} uses in 3 styles`);
      for (const line of screen.out.split('\n')) expect([...line].length).toBeLessThanOrEqual(columns);
    }
  });

  it('counts nothing without the flag', async () => {
    const plain = await runOffline(['trims', 'season', '--long', '--csv'], { home });
    expect(plain.out).not.toContain('counted');
    const head = plain.out.split('\r\n')[0];
    expect(head).toMatch(
      /^item,joined_by,design_id,garment_id,name,node_id,line,kind,where,label,label_state,/,
    );
  });
});

const buildValue = (of: unknown, more: object = {}) => ({ value: of, state: 'asserted', ...more });
const buildZip = (id: string, values: object, label = 'Zip 5 mm') => ({
  ...{ id, kind: 'trim', label: buildValue(label), values },
});

const writeFolder = async (nodes: Readonly<Record<string, readonly object[]>>): Promise<string> => {
  const home = await createHome();
  await pullSeason(home);
  for (const [id, own] of Object.entries(nodes))
    await writeFile(findGraphFile(home, id), JSON.stringify({ garment_id: id, nodes: own }));
  return home;
};

it('joins by the article of a supplier, and by name only where there is no article', async () => {
  const home = await writeFolder({
    'GARM-101': [
      buildZip('z1', { supplier: buildValue('YKK'), supplier_article: buildValue('CFC-56') }),
      buildZip('z2', { article_no: buildValue('CFC-56') }, 'Zip, other'),
      buildZip('z3', {}),
    ],
    'GARM-7': [
      buildZip(
        'z1',
        { supplier: buildValue('ykk '), supplier_article: buildValue('cfc-56') },
        'Zip, renamed',
      ),
      buildZip('z2', { supplier: buildValue('Coats'), supplier_article: buildValue('CFC-56') }),
      buildZip('z3', {}, 'zip  5 MM'),
    ],
    'GARM-33': [buildZip('z1', {}, ''), buildZip('z2', {}, ''), { ...buildZip('z3', {}), kind: 'closure' }],
  });
  const { items } = await runTrims(home);
  const shown = items.map((item) => [
    item.joined_by,
    listUses(item)
      .map(({ garment_id: id, node_id: node }) => `${id} ${node}`)
      .toSorted(),
  ]);
  expect(shown).toHaveLength(7);
  expect(shown).toEqual(
    expect.arrayContaining([
      ['supplier and article', ['GARM-101 z1', 'GARM-7 z1']],
      ['supplier and article', ['GARM-7 z2']],
      ['article', ['GARM-101 z2']],
      ['name', ['GARM-101 z3', 'GARM-7 z3']],
      ['name', ['GARM-33 z3']],
      ['nothing', ['GARM-33 z1']],
      ['nothing', ['GARM-33 z2']],
    ]),
  );
});

describe('--multiply', () => {
  const buildCloth = (id: string, consumption: object, price: object) => ({
    ...{ id, kind: 'material', label: buildValue('Twill'), values: { consumption, price } },
  });
  const buildMetres = (number: unknown) => buildValue(number, { unit: 'm' });
  const buildPrice = (number: unknown, per = 'm') => buildValue(number, { currency: 'EUR', per });

  it('multiplies with every digit, and adds values of one unit', async () => {
    const home = await writeFolder({
      'GARM-101': [buildCloth('m', buildMetres(1.85), buildPrice(6.4))],
      'GARM-7': [buildCloth('m', buildMetres(2.1), buildPrice('6.40'))],
      'GARM-33': [],
    });
    const [item] = (await runTrims(home, '--multiply')).items;
    expect(listUses(item).map(({ counted }) => counted)).toEqual([
      { value: '11.840', unit: 'EUR', of: 'consumption × price' },
      { value: '13.440', unit: 'EUR', of: 'consumption × price' },
    ]);
    expect(item?.sums).toEqual({
      consumption: { value: '3.95', unit: 'm', of: '2 uses' },
      counted: { value: '25.280', unit: 'EUR', of: '2 uses' },
    });
    const rows = (await runOffline(['trims', 'season', '--multiply', '--jsonl'], { home })).out;
    const last = JSON.parse(rows.trimEnd().split('\n').at(-1) ?? '');
    expect(last).toMatchObject({
      what: '~ counted by toile',
      consumption: '3.95',
      consumption_unit: 'm',
      counted: '25.280',
    });
    const screen = await runOffline(['trims', 'season', '--multiply'], { home, columns: 80 });
    expect(screen.out).toMatch(/consumption 3.95\sm/);
    expect(screen.out).toContain('counted by toile');
  });

  it('does not count a spare or a share as part of one garment', async () => {
    const cost = { price: buildPrice(6.4, 'pcs') };
    const buildButtons = (id: string, quantities: object) => ({
      ...{ id, kind: 'trim', label: buildValue('Button'), values: { ...quantities, ...cost } },
    });
    const buildPieces = (number: unknown, unit = 'pcs') => buildValue(number, { unit });
    const home = await writeFolder({
      'GARM-101': [buildButtons('b', { quantity: buildPieces(7), spare_quantity: buildPieces(2) })],
      'GARM-7': [buildButtons('b', { spare_quantity: buildPieces(2) })],
      'GARM-33': [buildButtons('b', { quantity: buildPieces(3), wastage_quantity: buildPieces(5, '%') })],
    });
    const [item] = (await runTrims(home, '--multiply')).items;
    expect(listUses(item).map(({ counted }) => counted)).toEqual([
      { value: '44.8', unit: 'EUR', of: 'quantity × price' },
      { value: '19.2', unit: 'EUR', of: 'quantity × price' },
      { why: 'no quantity in pcs' },
    ]);
  });

  it('explains why a number, a unit or the choice is unclear', async () => {
    const home = await writeFolder({
      'GARM-101': [buildCloth('m', buildMetres(1.85), buildPrice(6.4, 'yd'))],
      'GARM-7': [buildCloth('m', buildValue(2, { unit: 'yd' }), buildValue(null))],
      'GARM-33': [buildCloth('m', { value: null, state: 'unstated', unit: 'm' }, buildPrice(6.4))],
    });
    const [item] = (await runTrims(home, '--multiply')).items;
    expect(listUses(item).map(({ counted }) => counted)).toEqual([
      { why: 'no quantity in yd' },
      { why: 'no quantity in m' },
      { why: 'price is not a number' },
    ]);
    expect(item?.sums).toEqual({
      consumption: { why: '1 of 3 have no number' },
      counted: { why: '3 of 3 have no number' },
    });
  });
});
