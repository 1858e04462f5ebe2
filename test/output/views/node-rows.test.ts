import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { flattenBody } from '../../../src/garment/flatten-body.ts';
import { TABLE_NAMES } from '../../../src/garment/trade-tables.ts';
import { renderTerminal } from '../../../src/output/terminal/render-terminal.ts';
import { createTextPainter } from '../../../src/output/terminal/text-painter.ts';
import { buildGraphRows, renderProvenanceListView } from '../../../src/output/views/graph.ts';
import { buildNodeRows, renderNodeTableView } from '../../../src/output/views/node-rows.ts';
import type { OutputRows } from '../../../src/output/views/view-model.ts';
import { toJsonText, toPayloadText } from '../../../src/platform/json/json-values.ts';
import { FOREIGN_BODIES } from '../../support/foreign-bodies.ts';
import { runToile } from '../../support/run-toile.ts';
import { NOTABLE_GARMENTS, readSampleGraph } from '../../support/sample-bodies.ts';
import { renderPlainText } from '../../support/view-text.ts';

const shirt = readSampleGraph('GARM-101');
const toRecords = ({ columns, rows }: OutputRows): readonly Record<string, unknown>[] =>
  [...rows].map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])));
const give = (value: unknown, unit?: string, state = 'asserted') => ({ value, unit, state });
const toGraph = (...nodes: unknown[]) => ({ nodes });

describe('rows of a table', () => {
  test('of materials have an item each, each value with its unit and state', () => {
    const items = toRecords(buildNodeRows(shirt, { table: 'bom' }));
    expect(items.map(({ node_id }) => node_id)).toEqual([
      ...[
        'mat.shell',
        'mat.fusible',
        'closure.front',
        'trim.button',
        'trim.thread',
        'label.main',
        'label.care',
      ],
    ]);
    expect(items[0]).toMatchObject({
      garment_id: 'GARM-101',
      ...{ label: 'Oxford cloth', label_state: 'asserted' },
      ...{ consumption_unit: 'm', consumption_state: 'inferred', weight_unit: 'g/m2' },
      ...{ supplier: null, supplier_state: 'unstated' },
      used_by: 'piece.front piece.back piece.yoke piece.sleeve piece.collar',
      used_by_state: 'asserted asserted inferred asserted asserted',
    });
  });

  test('of points of measure have numbers as sent, and the piece with its state', () => {
    const [first, second] = toRecords(buildNodeRows(shirt, { table: 'pom' }));
    expect(toPayloadText(first?.spec)).toBe('56.0');
    expect(first).toMatchObject({ code: 'B01', spec_unit: 'cm', measured_on: 'piece.front' });
    expect(first).toMatchObject({ measured_on_state: 'asserted', grade_state: 'inferred' });
    expect(second).toMatchObject({ tol_plus: null, tol_plus_state: 'unstated' });
  });

  test('of sizes are the graded points of measure, beside the nodes of the sizes', () => {
    const graded = { id: 'w', kind: 'pom', label: give('Waist'), sizes: { 26: give(33), 24: give(31) } };
    const { columns, rows } = buildNodeRows(toGraph(graded, { id: 'run', kind: 'size', base: give('24') }), {
      table: 'sizes',
    });
    expect(columns.filter((name) => name.startsWith('spec.') && !name.endsWith('_state'))).toEqual([
      ...['spec.24', 'spec.26'],
    ]);
    expect([...rows].map(([, id]) => id)).toEqual(['w', 'run']);
    const ungraded = { id: 'w', kind: 'pom', spec: give(31) };
    expect([...buildNodeRows(toGraph(ungraded), { table: 'sizes' }).rows]).toEqual([]);
  });

  test('have the unit of each value, and never one for another', () => {
    const point = toGraph({
      ...{ id: 'm', kind: 'pom', spec: give('58.0', 'cm') },
      ...{ tol_plus: give('10', 'mm'), tol_minus: give('0.5', 'inch', 'inferred') },
    });
    expect(toRecords(buildNodeRows(point, { table: 'pom' }))[0]).toMatchObject({
      ...{ spec: '58.0', spec_unit: 'cm', tol_plus: '10', tol_plus_unit: 'mm' },
      ...{ tol_minus: '0.5', tol_minus_unit: 'inch', tol_minus_state: 'inferred' },
    });
    const cloth = {
      id: 'f',
      kind: 'material',
      quantity: give('0.35'),
      consumption: give('0.40', 'm', 'inferred'),
    };
    expect(toRecords(buildNodeRows(toGraph(cloth), { table: 'bom' }))[0]).toMatchObject({
      ...{ quantity: '0.35', quantity_state: 'asserted', consumption_state: 'inferred' },
    });
  });

  test('have a numbered column for a field that is named as a column of toile', () => {
    const body = toGraph({
      id: 'm',
      kind: 'pom',
      spec: give(58, 'cm'),
      spec_state: 'asserted',
      node_id: 'x',
    });
    const [row] = toRecords(buildNodeRows(body, { table: 'pom' }));
    expect(row).toMatchObject({ node_id: 'm', spec: 58, spec_state: 'asserted', 'spec_state#2': 'asserted' });
    expect(row).toMatchObject({ 'node_id#2': 'x' });
  });

  test('are empty without such kinds, and name what exists instead', () => {
    const { rows, columns, note } = buildNodeRows(toGraph({ id: 'p', kind: 'piece' }), { table: 'bom' });
    expect([...rows]).toEqual([]);
    expect(columns).toEqual(['garment_id', 'node_id', 'kind']);
    expect(note).toBe('left out: 1 node of another kind (piece)');
  });

  test('name what they leave out: the profile, and a node that is a list', () => {
    const body = { profile: 'factory', nodes: [{ id: 'm', kind: 'pom', spec: give(1) }, ['x'], { id: 'n' }] };
    expect(buildNodeRows(body, { table: 'pom' }).note).toBe(
      'left out: 2 nodes of another kind (#1, n); 1 member without a state (profile)',
    );
    expect(renderPlainText(renderNodeTableView(body, { table: 'pom' }))).not.toContain('(profile)');
  });

  test('of a design that is not minted have the id of the design', () => {
    const body = toGraph({ id: 'm', kind: 'pom', spec: give(1) });
    expect(toRecords(buildNodeRows(body, { table: 'pom', subject: 'f028598b' }))[0]).toMatchObject({
      garment_id: 'f028598b',
    });
    expect(toRecords(buildGraphRows(body, { subject: 'f028598b' }))[0]).toMatchObject({
      garment_id: 'f028598b',
    });
  });
});

describe('rows by state', () => {
  test('have only such values, with reason and confidence, and the asserted names', () => {
    const rows = toRecords(buildNodeRows(shirt, { table: 'bom', states: ['inferred'] }));
    expect(rows[0]).toMatchObject({
      ...{ label: 'Oxford cloth', weight_basis: 'typical for named cloth', weight_confidence: 'high' },
    });
    expect(rows[0]).not.toHaveProperty('composition');
    for (const row of rows)
      for (const [name, cell] of Object.entries(row))
        if (name.endsWith('_state') && name !== 'label_state' && cell !== null)
          expect(String(cell).split(' ')).toEqual(expect.arrayContaining(['inferred']));
  });

  test('apply asserted to relations and names too', () => {
    const body = toGraph(
      {
        ...{
          id: 'f',
          kind: 'material',
          label: give('guess', undefined, 'inferred'),
          composition: give('wool'),
        },
        links: [{ rel: 'colours', to: 'g', state: 'inferred' }],
      },
      { id: 'p', kind: 'piece', links: [{ rel: 'made_of', to: 'f', state: 'inferred' }] },
    );
    const options = { states: ['asserted'] };
    for (const rows of [buildNodeRows(body, { table: 'bom', ...options }), buildGraphRows(body, options)]) {
      const text = JSON.stringify(toRecords(rows));
      expect(text).toContain('wool');
      for (const guess of ['guess', 'inferred', 'made_of', 'colours', '"p"'])
        expect(text).not.toContain(guess);
      expect(rows.note).toMatch(/values? of another state \(inferred/);
    }
  });

  test.each(NOTABLE_GARMENTS)('of %s: shown and left-out values together are all values', (id) => {
    const body = readSampleGraph(id);
    for (const states of [['asserted'], ['inferred', 'unstated'], ['none']]) {
      const values = flattenBody(body).filter(({ value }) => value.role !== 'plain');
      const kept = [...buildGraphRows(body, { states }).rows].length;
      const [, gone = '0'] =
        /(\d+) values? of another state/.exec(buildGraphRows(body, { states }).note ?? '') ?? [];
      expect(kept + Number(gone)).toBe(values.length);
    }
  });

  test('are grouped by kind on a terminal, with the reasons', () => {
    const shown = renderPlainText(renderProvenanceListView(shirt, ['inferred', 'unstated'], {}));
    expect(shown).toContain('~ weight  140 g/m2  why: typical for named cloth (high)');
    expect(shown).toContain('? supplier  not stated');
    expect(shown).not.toContain('100% cotton');
    expect(shown).toContain('of another state (asserted');
    // They were not asked for, and --all does not bring them back.
    expect(shown).toMatch(/of another state \(asserted \d+\)$/m);
  });
});

/** Every scalar below the nodes, as text. */
function listScalars(value: unknown, found: string[] = []): readonly string[] {
  if (Array.isArray(value)) for (const item of value) listScalars(item, found);
  else if (typeof value === 'object' && value !== null && !('isLosslessNumber' in value))
    for (const item of Object.values(value)) listScalars(item, found);
  else if (value !== null && value !== '') found.push(toPayloadText(value));
  return found;
}

const BODIES = [
  ...FOREIGN_BODIES.map(({ name, value }) => [name, value] as const),
  ...NOTABLE_GARMENTS.map((id) => [id, readSampleGraph(id)] as const),
];

describe.each(BODIES)('%s', (_, body) => {
  test.each(TABLE_NAMES)('%s, with --all, has each value of each row', (table) => {
    const rows = buildNodeRows(body, { table, all: true });
    const text = `${rows.columns.join('\n')}\n${[...rows.rows].map((row) => toJsonText(row)).join('\n')}`;
    const shown = renderPlainText(renderNodeTableView(body, { table, all: true })).replaceAll('\u00a0', ' ');
    const ids = new Set(
      toRecords(rows).flatMap(({ node_id, line }) => (line === '' || line == null ? [node_id] : [])),
    );
    const nodes = (body as { nodes?: unknown }).nodes;
    const list = Array.isArray(nodes) ? nodes : [];
    const words = new Set(
      list
        .filter((each) => ids.has((each as { id?: unknown } | null)?.id))
        .flatMap((node) => listScalars(node)),
    );
    const listMissing = (where: string): readonly string[] =>
      [...words].filter((word) => !where.includes(word) && !where.includes(toJsonText(word).slice(1, -1)));
    expect(listMissing(text), 'in rows').toStrictEqual([]);
    expect(listMissing(shown), 'on a terminal').toStrictEqual([]);
  });
});

test.each([60, 80, 200])('every line fits %i columns', async (columns) => {
  for (const id of ['GARM-101', 'GARM-7', 'GARM-450'])
    for (const table of ['bom', 'pom', 'cut', 'labels']) {
      const run = await runToile(['--sandbox', 'graph', id, '--rows', table], { columns });
      expect(run).toMatchObject({ code: 0, err: '' });
      expect(run.out.split('\n').filter((line) => stringWidth(line) > columns)).toStrictEqual([]);
    }
});

test.each([
  [['--rows', 'bom', '--json'], 'takes no --json together with --rows'],
  [['--kind', 'piece', '--jq', '.'], 'takes no --jq together with --kind'],
  [['--state', 'inferred', '--json'], 'for rows as JSON use --jsonl'],
  [['--view', 'factory', '--csv'], 'takes no --csv together with --view'],
  [['--rows', 'bom', '--kind', 'piece'], '--rows and --kind cannot be combined'],
])('a filter that an output form cannot apply is refused: %s', async (flags, printed) => {
  const run = await runToile(['--sandbox', 'graph', 'GARM-101', ...flags]);
  expect(run).toMatchObject({ code: 2, out: '' });
  expect(run.err).toContain(printed);
});

test.each([
  [['--kind', 'piece,peice'], 'not found: kind "peice"; did you mean piece?'],
  [['--state', 'infered', '--csv'], 'not found: state "infered"; did you mean inferred?'],
  [['--rows', 'bomm', '-q'], 'not found: table or kind "bomm"; did you mean bom?'],
  [['--label', 'chst', '--csv'], 'not found: label "chst"; did you mean Chest'],
  [['--field', 'tol_pls', '-q'], 'not found: field "tol_pls"; did you mean tol_plus?'],
])('a word that matches nothing exits 2 in every form: %s', async (flags, printed) => {
  const run = await runToile(['--sandbox', 'graph', 'GARM-101', ...flags]);
  expect(run).toMatchObject({ code: 2, out: '', err: expect.stringContaining(printed) });
});

test('a known word without a row is an empty answer', async () => {
  const run = await runToile(['--sandbox', 'graph', 'GARM-101', '--kind', 'quilt_line', '-q']);
  expect(run).toMatchObject({ code: 0, out: '' });
});

test('several filters keep the values that match all of them', async () => {
  const run = await runToile([
    ...['--sandbox', 'graph', 'GARM-101', '--label', 'chest', '--field', 'tol_*', '--jsonl'],
  ]);
  const rows = run.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows.map(({ label }) => label).every((label) => /chest/i.test(label))).toBe(true);
  expect(rows.map(({ field }) => field)).toEqual(expect.arrayContaining(['tol_plus']));
});

test('rows without a header list their columns on a terminal behind stderr, when the body named them', async () => {
  const words = ['--sandbox', 'graph', 'GARM-101', '--rows', 'pom'];
  const run = await runToile(words, { errColumns: 2_000 });
  expect(run.err).toMatch(/^toile: columns: garment_id, node_id, kind, code, code_state, /);
  expect((await runToile(words)).err).toBe('');
  for (const flags of [['--csv'], ['--jsonl'], ['--fields', 'node_id,spec']])
    expect((await runToile(['--sandbox', 'graph', 'GARM-101', '--rows', 'pom', ...flags])).err).not.toContain(
      'columns: ',
    );
});

test('reasons of relations and values inside values are shown with --all', () => {
  const body = toGraph({
    ...{ id: 'm', kind: 'pom', weight: give({ shell: { ...give(1), basis: 'weighed', by: 'ana' } }) },
    links: [{ rel: 'measured_on', to: 'p', state: 'inferred', basis: 'the drawing' }],
  });
  const shown = renderPlainText(renderNodeTableView(body, { table: 'pom', all: true }));
  for (const why of ['weighed', 'ana', 'the drawing']) expect(shown).toContain(why);
  expect(toRecords(buildNodeRows(body, { table: 'pom', all: true }))[0]).toMatchObject({
    measured_on_basis: 'the drawing',
  });
  const short = renderPlainText(renderNodeTableView(body, { table: 'pom' }));
  expect(short).toContain('2 reasons (measured_on, weight.shell)');
});

test('a name that is too wide for its column is broken between words', () => {
  const body = toGraph({
    id: 'm',
    kind: 'pom',
    seam_allowance_at_the_hem: give(1),
    extra_ease_in_the_back: give(2),
  });
  const heads = renderTerminal(
    renderNodeTableView(body, { table: 'pom' }),
    createTextPainter(undefined, 'sign'),
    60,
  );
  expect(heads).toMatch(/ seam_allowance_at_the_ .*\n +hem\n/);
});

test('rows by --jsonl, --csv and --fields have the same column names', async () => {
  const of = async (...flags: string[]) =>
    (await runToile(['--sandbox', 'graph', 'GARM-101', '--rows', 'pom', ...flags])).out;
  const [header = ''] = (await of('--csv')).split('\r\n');
  expect(Object.keys(JSON.parse((await of('--jsonl')).split('\n')[0] ?? '')).join(',')).toBe(header);
  expect((await of('--csv', '--fields', header)).split('\r\n')[0]).toBe(header);
});
