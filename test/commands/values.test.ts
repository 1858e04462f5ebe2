import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createHome, NOW, runToile } from '../support/run-toile.ts';
import { runOffline } from './run-offline.ts';

interface Value {
  readonly value: unknown;
  readonly state: string;
}
interface Body {
  readonly garment_id?: string;
  readonly nodes?: readonly {
    readonly id: string;
    readonly kind: string;
    readonly values: Record<string, Value>;
  }[];
}
type Row = Readonly<Record<string, unknown>>;

/** Minted as GARM-5117. */
const DESIGN = '3f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d01';

const pullSeason = async (home: string, ...ids: readonly string[]) => {
  const run = await runToile(['--sandbox', 'pull', 'season', ...ids, '--profile', 'both', '-q'], { home });
  expect(run.code, run.err).toBe(0);
  const files = (await readdir(join(home, 'season'), { recursive: true }))
    .filter((path) => /[\\/](designs|garments)[\\/]?.*\.json$|^(designs|garments).*\.json$/.test(path))
    .toSorted();
  const bodies = await Promise.all(
    files.map(
      async (path) => [path, JSON.parse(await readFile(join(home, 'season', path), 'utf8'))] as const,
    ),
  );
  return { home, bodies: bodies as readonly (readonly [string, Body])[] };
};

const readRows = (out: string): readonly Row[] =>
  out
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** Every value with a state in a body, at any depth. */
const findStates = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(findStates);
  if (typeof value !== 'object' || value === null) return [];
  const { state } = value as { state?: unknown };
  return [...(typeof state === 'string' ? [state] : []), ...Object.values(value).flatMap(findStates)];
};

describe('the values of a pulled folder', () => {
  let at: Awaited<ReturnType<typeof pullSeason>>;
  const runValues = (...words: readonly string[]) =>
    runOffline(['values', 'season', ...words], { home: at.home });

  // One folder is enough for all that only reads.
  beforeAll(async () => {
    const home = await mkdtemp(join(tmpdir(), 'toile-values-'));
    at = await pullSeason(home, DESIGN, 'GARM-101', 'GARM-7');
    return () => rm(home, { recursive: true, force: true });
  });

  it('are each listed once, with state and place', async () => {
    const run = await runValues('--whole', '--jsonl');
    expect(run).toMatchObject({ code: 0, err: '' });
    const rows = readRows(run.out);
    for (const [path, body] of at.bodies) {
      const own = rows.filter(({ where }) => where === `season/${path}`);
      const states = own.map(({ state }) => state).filter((state) => state !== null);
      expect(states.toSorted(), path).toEqual(findStates(body).toSorted());
    }
    expect(new Set(rows.map(({ where }) => where)).size).toBe(at.bodies.length);
  });

  it('of several folders are each listed once, under their folder', async () => {
    await cp(join(at.home, 'season'), join(at.home, 'season-october'), { recursive: true });
    const [alone, both] = [
      readRows((await runValues('--whole', '--jsonl')).out),
      readRows((await runValues('season-october', '--whole', '--jsonl')).out),
    ];
    const moved = alone.map((row) => ({ ...row, where: String(row.where).replace(/^season/, '$&-october') }));
    expect(both).toEqual([...alone, ...moved]);
    for (const [path, body] of at.bodies)
      for (const folder of ['season', 'season-october']) {
        const own = both.filter(({ where }) => where === `${folder}/${path}`);
        const states = own.map(({ state }) => state).filter((state) => state !== null);
        expect(states.toSorted(), `${folder}/${path}`).toEqual(findStates(body).toSorted());
      }
  });

  it('are filtered by the flags', async () => {
    const truth = at.bodies.flatMap(([path, { nodes = [] }]) =>
      path.endsWith('graph.technical_designer.json')
        ? nodes.flatMap(({ id, values: all }) =>
            Object.entries(all)
              .filter(([field, { state }]) => field.startsWith('tol_') && state === 'unstated')
              .map(([field]) => [`season/${path}`, id, field]),
          )
        : [],
    );
    // In more than one design, so that none hides another's.
    expect(new Set(truth.map(([where]) => where)).size).toBeGreaterThan(1);
    const run = await runValues('--field', 'tol_*', '--state', 'unstated', '--jsonl');
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(readRows(run.out).map(({ where, node_id, field }) => [where, node_id, field])).toEqual(truth);
    const narrower = await runValues('--field', 'tol_*', '--state', 'unstated', '--department', 'cutting');
    expect(narrower).toMatchObject({ code: 0, out: '', err: 'toile: no value matches\n' });
  });

  it('are found by a part of their text, in upper or lower case', async () => {
    const run = await runValues('--value', 'HORN', '--jsonl');
    const found = readRows(run.out);
    expect(found.length).toBeGreaterThan(0);
    for (const row of found) expect(String(row.value).toLowerCase()).toContain('horn');
  });

  it('are counted by the columns that they share, and by nothing else', async () => {
    const run = await runValues('--count-by', 'design,state', '--json');
    const { schema, counts } = JSON.parse(run.out);
    expect(schema).toBe('toile.counts/1');
    expect(Object.keys(counts[0])).toEqual(['design_id', 'state', 'count']);
    const rows = readRows((await runValues('--jsonl')).out).filter(
      ({ field }) => !/^sizes\[\d+\]\.size$/.test(String(field)),
    );
    for (const { design_id, state, count } of counts)
      expect(count).toBe(rows.filter((row) => row.design_id === design_id && row.state === state).length);
  });

  it('by step are the open ones, each once, in the order of the steps', async () => {
    const [grouped, open] = [
      readRows((await runValues('--by', 'step', '--jsonl')).out),
      readRows((await runValues('--state', 'inferred,unstated', '--jsonl')).out),
    ];
    const listTexts = (rows: readonly Row[]) =>
      rows.map((row) => JSON.stringify({ ...row, step: undefined })).toSorted();
    expect(listTexts(grouped)).toEqual(listTexts(open));
    const steps = [...new Set(grouped.map(({ step }) => step))];
    expect(steps).toEqual(['booking', 'pattern', 'cutting', 'sewing', 'packing', 'no step known']);
    const { counts } = JSON.parse(
      (await runValues('--by', 'step', '--count-by', 'step', '--json')).out || '{}',
    );
    expect(counts).toBeUndefined();
    const counted = JSON.parse(
      (await runValues('--state', 'inferred,unstated', '--count-by', 'step', '--json')).out,
    ).counts;
    for (const { step, count } of counted)
      expect(count).toBe(
        grouped.filter((row) => row.step === step && !/^sizes\[\d+\]\.size$/.test(String(row.field))).length,
      );
  });

  it('by basis name styles that hold the value in the body, in that state', async () => {
    const { schema, groups, totals } = JSON.parse((await runValues('--by', 'basis', '--json')).out);
    expect(schema).toBe('toile.bases/1');
    expect(totals.garments).toBeGreaterThan(1);
    const rows = readRows((await runValues('--jsonl')).out);
    expect(groups.length).toBeGreaterThan(10);
    for (const group of groups)
      for (const { design_id: design, garment_id: garment } of group.styles)
        expect(
          rows.some(
            (row) =>
              row.design_id === design &&
              row.garment_id === garment &&
              row.state === group.state &&
              JSON.stringify(row.basis) === JSON.stringify(group.basis) &&
              JSON.stringify(row.value) === JSON.stringify(group.value),
          ),
          JSON.stringify(group),
        ).toBe(true);
    const shown = await runOffline(['values', 'season', '--by', 'basis'], {
      ...{ home: at.home, columns: 60, env: { NO_COLOR: '1' } },
    });
    for (const line of shown.out.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
    expect(shown.out).toContain('worked out in ');
  });

  it('are grouped by garment on a terminal, with their marks', async () => {
    const { out } = await runOffline(['values', 'season', '--kind', 'measurement', '--field', 'tol_minus'], {
      home: at.home,
      columns: 80,
      env: { NO_COLOR: '1' },
    });
    expect(out.split('\n').filter((line) => /^(GARM-\d+|[0-9a-f-]{36})/.test(line))).toHaveLength(3);
    expect(out).toContain('? tol_minus');
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('are listed as words when a filter matches nothing', async () => {
    for (const [words, told] of [
      [['--kind', 'peice'], 'not found: kind "peice"; did you mean piece?'],
      [['--kind', 'piece,peice', '-q', '--json'], 'not found: kind \\"peice\\"; did you mean piece?'],
      [['--field', 'tol_pls', '-q'], 'not found: field "tol_pls"; did you mean tol_plus?'],
      [['--state', 'infered', '--csv'], 'not found: state "infered"; did you mean inferred?'],
      [['--label', 'chst', '--count-by', 'name'], 'not found: label "chst"; did you mean Chest'],
      [['--count-by', 'colour'], 'not found: column "colour"; known: design_id,'],
      [['--department', 'kitchen'], 'not found: department "kitchen"; known: cutting,'],
      [['--all'], '--all selects every design and cannot be combined with ids or folders'],
    ] as const)
      expect(await runValues(...words)).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringContaining(told),
      });
  });
});

it('a garment that cannot be read hides no other', async () => {
  const { home, bodies } = await pullSeason(await createHome(), DESIGN, 'GARM-101');
  const [path] = bodies.find(([name]) => name.startsWith('garments') && name.includes('technical')) ?? [''];
  await writeFile(join(home, 'season', path), '{');
  const run = await runOffline(['values', 'season', '--csv'], { home });
  expect(run.code).toBe(1);
  expect(run.err).toContain('GARM-101 failed: ');
  expect(run.err).toContain('1 of 2 inputs could not be read');
  const designs = new Set(
    run.out
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[1]),
  );
  expect([...designs].filter(Boolean)).toEqual(['GARM-5117']);
});

describe('the values of the service', () => {
  it('are read for ids, names and stdin, under the same columns', async () => {
    const home = await createHome();
    const ask = (words: readonly string[], stdin?: string) =>
      runToile(['--sandbox', 'values', ...words, '--field', 'spec', '--jsonl'], {
        home,
        ...(stdin !== undefined && { stdin }),
      });
    const one = readRows((await ask(['GARM-101'])).out);
    expect(one.length).toBeGreaterThan(0);
    expect(new Set(one.map(({ garment_id: id, where }) => `${id} ${where}`))).toEqual(
      new Set(['GARM-101 graph']),
    );
    const two = readRows((await ask(['-'], 'GARM-101\nGARM-7\tof no matter\n')).out);
    expect(two.slice(0, one.length)).toEqual(one);
    expect(new Set(two.map(({ garment_id: id }) => id))).toEqual(new Set(['GARM-101', 'GARM-7']));
  });

  it('are those of every design with --all, with their names', async () => {
    const home = await createHome();
    const list = await runToile(['--sandbox', 'designs', 'ls', '--all', '--json'], { home, now: NOW });
    const { designs } = JSON.parse(list.out) as { designs: readonly Row[] };
    const run = await runToile(['--sandbox', 'values', '--all', '--count-by', 'design,name', '--json'], {
      home,
    });
    expect(run.code, run.err).toBe(0);
    const { counts } = JSON.parse(run.out) as { counts: readonly Row[] };
    // A design without a value has none to be counted.
    const some = new Set(counts.map(({ design_id: id }) => id));
    expect(designs.length - some.size).toBeLessThan(3);
    expect(counts.map(({ design_id: id, name }) => [id, name])).toEqual(
      designs.filter(({ id }) => some.has(id)).map(({ id, name }) => [id, name ?? id]),
    );
  });

  it('of a missing design fail as any read of it does', async () => {
    expect(await runToile(['--sandbox', 'values', 'GARM-4040404'])).toMatchObject({ code: 5, out: '' });
    expect(await runToile(['--sandbox', 'values'])).toMatchObject({ code: 2, out: '' });
  });
});
