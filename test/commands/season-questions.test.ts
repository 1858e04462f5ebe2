import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createHome, runToile } from '../support/run-toile.ts';
import { runOffline } from './run-offline.ts';

const give = (value: unknown, state = 'asserted') => ({ value, state });
const toPoint = (id: string, values: object, kind = 'measurement') => ({
  ...{ id, kind, label: give(id.startsWith('c') ? 'Chest width' : 'Waist'), values },
});
const buildTrim = (id: string, values: object) => ({ id, kind: 'trim', label: give('Zip 5 mm'), values });

/** The nodes of each garment. Each spells its tolerances in its own way. */
const NODES: Readonly<Record<string, readonly object[]>> = {
  'GARM-101': [
    { id: 'g', kind: 'garment', label: give('Oxford shirt') },
    toPoint('chest', { spec: give(58), tol_plus: give(1), tol_minus: give(1), code: give('M-01') }),
    buildTrim('zip', { supplier: give('YKK'), quantity: give(1) }),
  ],
  'GARM-7': [
    { id: 'g', kind: 'garment', label: give('') },
    toPoint('chest', { target: give(60), tolerance: give('±1') }, 'pom'),
    toPoint('c2', { spec: give(61), tolPlus: give(null, 'unstated'), tolMinus: give(1) }),
    buildTrim('zip', { vendor: give(null, 'unstated') }),
  ],
  'GARM-33': [
    toPoint('chest', { spec: give(59), tol: { plus: give(null, 'unstated'), minus: give(1) } }),
    toPoint('c3', { spec: give(59) }),
    toPoint('waist', { spec: give(40), min: give(39), max: give(41) }),
    buildTrim('zip', { quantity: give(2) }),
  ],
};

it('filters the questions of a design at the service by the names and kinds of its graph', async () => {
  const home = await createHome();
  const ask = (...words: readonly string[]) =>
    runToile(['--sandbox', 'confirmations', 'GARM-101', ...words], { home });
  const { garments } = JSON.parse((await ask('--kind', 'piece', '--json')).out);
  expect(garments).toMatchObject([{ garment_id: 'GARM-101', name: expect.stringMatching(/\p{L}/u) }]);
  expect(garments[0].questions.length).toBeGreaterThan(0);
  for (const { kind, label } of garments[0].questions) {
    expect(kind).toBe('piece');
    expect(label).not.toBe('');
  }
  const wrong = await ask('--label', 'chesst', '-q');
  expect(wrong).toMatchObject({ code: 2, out: '' });
  expect(wrong.err).toContain('did you mean Chest');
});

describe('a question about a season', () => {
  let home: string;
  const ask = (...words: readonly string[]) => runOffline(words, { home });
  const read = async (...words: readonly string[]) => {
    const run = await ask(...words, '--json');
    expect(run, run.err).toMatchObject({ code: 0 });
    return JSON.parse(run.out);
  };

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'toile-questions-'));
    const pull = ['--sandbox', 'pull', 'season', ...Object.keys(NODES), '--garments-only', '-q'];
    expect(await runToile(pull, { home })).toMatchObject({ code: 0 });
    for (const [id, nodes] of Object.entries(NODES)) {
      const file = join(home, 'season/garments', id, 'graph.technical_designer.json');
      await writeFile(file, JSON.stringify({ garment_id: id, nodes }));
    }
    return () => rm(home, { recursive: true, force: true });
  });

  it('finds a tolerance that is absent or unstated, by any of its field names', async () => {
    const words = ['--label', 'chest', '--field', 'tol_*', '--state', 'unstated,absent'];
    const { values } = await read('values', 'season', ...words);
    const found = values.map((row: Record<string, string>) => [
      ...[row.garment_id, row.node_id, row.field, row.state],
    ]);
    expect(found.toSorted()).toEqual([
      ['GARM-33', 'c3', 'tol_minus', 'absent'],
      ['GARM-33', 'c3', 'tol_plus', 'absent'],
      ['GARM-33', 'chest', 'tol.plus', 'unstated'],
      ['GARM-7', 'c2', 'tolPlus', 'unstated'],
    ]);
    const waist = await read('values', 'season', '--label', 'waist', ...words.slice(2));
    expect(waist.values).toEqual([]);
  });

  it('selects trims by supplier, state and label as it selects values', async () => {
    const listItems = async (...words: readonly string[]) =>
      (await read('trims', 'season', '--long', ...words)).items.flatMap(
        ({ used_in: uses }: { used_in: readonly { garment_id: string }[] }) =>
          uses.map((use) => use.garment_id),
      );
    expect(await listItems('--field', 'supplier', '--state', 'unstated')).toEqual(['GARM-7']);
    expect(await listItems('--field', 'supplier', '--state', 'absent')).toEqual(['GARM-33']);
    expect(await listItems('--value', 'ykk')).toEqual(['GARM-101']);
    expect(await listItems('--label', 'zip', '--department', 'materials')).toEqual([
      ...['GARM-101', 'GARM-33', 'GARM-7'],
    ]);
    expect(await listItems('--department', 'sewing')).toEqual([]);
  });

  it('shows the changes between two pulls of values from a rule', async () => {
    const buildRuleValue = (value: number) => ({
      ...give(value, 'inferred'),
      unit: 'cm',
      basis: 'house rule',
    });
    const write = async (folder: string, all: Readonly<Record<string, object>>) => {
      await cp(join(home, 'season'), join(home, folder), { recursive: true });
      for (const [id, grade] of Object.entries(all))
        await writeFile(
          join(home, folder, 'garments', id, 'graph.technical_designer.json'),
          JSON.stringify({ garment_id: id, nodes: [toPoint('chest', { grade })] }),
        );
    };
    await write('before', {
      'GARM-101': buildRuleValue(2.5),
      'GARM-7': buildRuleValue(2.5),
      'GARM-33': buildRuleValue(2.5),
    });
    const output = { ...buildRuleValue(2.5), state: 'asserted' };
    await write('after', {
      'GARM-101': output,
      'GARM-7': { ...output, value: 3 },
      'GARM-33': buildRuleValue(2.5),
    });
    const run = await ask('diff', 'before', 'after', '--by', 'basis', '--json');
    expect(run).toMatchObject({ code: 1, err: '' });
    const { groups, totals } = JSON.parse(run.out);
    const listIds = (list: readonly { readonly garment_id: string }[]) =>
      list.map(({ garment_id: id }) => id);
    expect(groups).toHaveLength(1);
    expect(listIds(groups[0].styles)).toEqual(['GARM-101', 'GARM-33', 'GARM-7']);
    expect(listIds(groups[0].stated_same)).toEqual(['GARM-101']);
    expect(groups[0].stated_otherwise).toMatchObject([{ garment_id: 'GARM-7', value: 3, state: 'asserted' }]);
    expect(listIds(groups[0].unchanged)).toEqual(['GARM-33']);
    expect(groups[0].other).toEqual([]);
    expect(totals).toEqual({ garments: 3, values: 3, not_compared: 0 });
    expect(await ask('diff', 'before', 'before', '--by', 'basis')).toMatchObject({ code: 0 });
  });

  it('asks each open question once by step, and names by basis the styles that state it', async () => {
    const writeConfirmations = (...items: readonly object[]) => JSON.stringify({ unresolved: items });
    const ask1 = { node: 'chest', field: 'spec', ...give(59, 'inferred'), basis: 'house block' };
    const ask2 = { node: 'zip', field: 'supplier', ...give(null, 'unstated') };
    for (const [id, items] of [
      ['GARM-101', []],
      ['GARM-7', [ask2]],
      ['GARM-33', [{ ...ask1, id: 'q1' }, ask2]],
    ] as const)
      await writeFile(join(home, 'season/garments', id, 'confirmations.json'), writeConfirmations(...items));
    const { garments, totals } = await read('confirmations', 'season', '--by', 'step');
    const questions = garments.flatMap((garment: { questions: readonly object[] }) => garment.questions);
    expect(questions.map(({ step, field }: Record<string, string>) => [step, field]).toSorted()).toEqual([
      ...[
        ['booking', 'supplier'],
        ['booking', 'supplier'],
        ['pattern', 'spec'],
      ],
    ]);
    expect(totals.steps).toEqual({ booking: 2, pattern: 1 });
    const { out } = await ask('confirmations', 'season', '--by', 'step', '--jsonl');
    expect(
      out
        .trim()
        .split('\n')
        .map((row) => JSON.parse(row).step),
    ).toEqual(['booking', 'booking', 'pattern']);
    const { groups } = await read('confirmations', 'season', '--by', 'basis');
    expect(groups).toMatchObject([
      { basis: 'house block', styles: [{ garment_id: 'GARM-33' }], stated_same: [{ garment_id: 'GARM-33' }] },
      { basis: null, field: 'supplier', stated_otherwise: [{ garment_id: 'GARM-101', value: 'YKK' }] },
    ]);
  });
});
