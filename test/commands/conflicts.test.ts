import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runToile } from '../support/run-toile.ts';
import { runOffline } from './run-offline.ts';

const buildValue = (value: unknown, state = 'asserted', unit?: string) => ({ value, state, unit });

/** A shirt whose chest row reverses, and whose grade was derived earlier. */
const SHIRT = {
  garment_id: 'GARM-101',
  profile: 'technical_designer',
  nodes: [
    { id: 'g', kind: 'garment', label: buildValue('Camp shirt') },
    {
      ...{ id: 'pom.B01', kind: 'measurement', label: buildValue('Chest'), code: buildValue('B01') },
      spec: {
        S: buildValue('22 1/2', 'asserted', 'in'),
        M: buildValue('22', 'asserted', 'in'),
        L: buildValue('23', 'asserted', 'in'),
      },
    },
    {
      ...{ id: 'pom.B02', kind: 'measurement', label: buildValue('Waist') },
      spec: { S: buildValue(66, 'asserted', 'cm'), M: buildValue(70, 'asserted', 'cm') },
      grade: { ...buildValue(2.5, 'inferred', 'cm'), basis: 'house rule' },
    },
  ],
};

describe('conflicts of a pulled folder', () => {
  let home: string;
  const ask = (...words: readonly string[]) => runOffline(['conflicts', ...words], { home });

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'toile-conflicts-'));
    const pull = ['--sandbox', 'pull', 'season', 'GARM-101', 'GARM-7', 'GARM-33', '--garments-only', '-q'];
    expect(await runToile(pull, { home })).toMatchObject({ code: 0 });
    await writeFile(
      join(home, 'season/garments/GARM-101/graph.technical_designer.json'),
      JSON.stringify(SHIRT),
    );
    return () => rm(home, { recursive: true, force: true });
  });

  it('are shown with both statements, their places and their states, without a request', async () => {
    const { code, out, err } = await ask('season', '--json');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const { schema, garments, totals } = JSON.parse(out);
    expect({ schema, totals }).toEqual({
      schema: 'toile.conflicts/1',
      totals: { garments: 3, conflicts: 3 },
    });
    const [shirt] = garments.filter((each: { garment_id: string }) => each.garment_id === 'GARM-101');
    expect(shirt.conflicts).toMatchObject([
      {
        ...{ rule: 'size-row', between: 'asserted against asserted' },
        statements: ['22 1/2', '22', '23'].map((value) => ({
          ...{ node_id: 'pom.B01', label: 'Chest', value, unit: 'in', state: 'asserted' },
        })),
      },
      {
        ...{ rule: 'grade-step', between: 'asserted against inferred' },
        statements: [
          { field: 'grade', size: null, value: 2.5, state: 'inferred', basis: 'house rule' },
          { field: 'spec.S', size: 'S', value: 66, state: 'asserted' },
          { field: 'spec.M', size: 'M', value: 70, state: 'asserted' },
        ],
      },
    ]);
  });

  it('are one row for each statement in a pipe', async () => {
    const { out } = await ask('season', '--csv');
    expect(
      out
        .trimEnd()
        .split(/\r?\n/)
        .filter((row) => row.includes('grade-step')),
    ).toHaveLength(3);
  });

  it('are those in which a statement matches the filter', async () => {
    const count = async (...words: readonly string[]) =>
      JSON.parse((await ask('season', '--json', ...words)).out).totals.conflicts;
    expect(await count('--state', 'inferred')).toBe(2);
    expect(await count('--kind', 'pom', '--label', 'B01')).toBe(1);
    expect(await count('--field', 'grade')).toBe(1);
    expect(await ask('season', '--kind', 'peice')).toMatchObject({ code: 2, out: '' });
  });

  it('are read from files, stdin and several ids as well', async () => {
    const file = join(home, 'season/garments/GARM-101/graph.technical_designer.json');
    const stdin = await readFile(file, 'utf8');
    expect((await ask(file)).out.split('\n')).toHaveLength(7);
    expect((await runOffline(['conflicts', '-', '--json'], { home, stdin })).out).toContain('"conflicts":2');
    const both = await runToile(['--sandbox', 'conflicts', 'GARM-33', 'GARM-7', '--json'], { home });
    expect(JSON.parse(both.out).totals).toEqual({ garments: 2, conflicts: 1 });
    const some = await runToile(['--sandbox', 'conflicts', 'GARM-33', 'GARM-404404', '--json'], { home });
    expect(some).toMatchObject({ code: 1 });
    expect(JSON.parse(some.out).failed).toMatchObject([{ id: 'GARM-404404', exit: 5 }]);
    expect(await ask()).toMatchObject({ code: 2, out: '' });
  });

  it('fit a terminal of 60 columns, and "none" names what was compared', async () => {
    const { out } = await runOffline(['conflicts', 'season'], {
      ...{ home, columns: 60, env: { NO_COLOR: '1' } },
    });
    expect(out).toMatchInlineSnapshot(`
      "GARM-101  Camp shirt                      technical_designer
       read:
        season/garments/GARM-101/graph.technical_designer.json

       1  a row of sizes reverses
          pom.B01     Chest      measurement
            = spec.S  22 1/2 in
            = spec.M  22 in
            = spec.L  23 in
          Stated on both sides: a question for the designer.

       2  the grade and the steps between sizes
          pom.B02     Waist   measurement
            ~ grade   2.5 cm  why: house rule
            = spec.S  66 cm
            = spec.M  70 cm
          Stated on one side and inferred on the other: the
          inference is out of date.

      GARM-33  Bias slip dress                  technical_designer
       read:
        season/garments/GARM-33/graph.technical_designer.json

       1  sizes that differ from the size range
            = size_range  XS, S, M, L
            ~ size_range  34, 36, 38, 40, 42
          Stated on one side and inferred on the other: the
          inference is out of date.

      3 conflicts in 2 of 3 styles (8 rules checked)
      "
    `);
    const none = await runToile(['--sandbox', 'conflicts', 'GARM-7'], { home, columns: 80 });
    expect(none).toMatchObject({ code: 0, err: '' });
    expect(none.out).toMatch(/No conflict in 1 style/);
  });
});
