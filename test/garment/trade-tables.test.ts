import { describe, expect, test } from 'vitest';
import { flattenBody } from '../../src/garment/flatten-body.ts';
import { readGraph } from '../../src/garment/graph-model.ts';
import { buildNodeTable, type NodeRow, type NodeTable } from '../../src/garment/node-table.ts';
import { readTradeTables } from '../../src/garment/read-trade-tables.ts';
import { sortSizes } from '../../src/garment/sizes.ts';
import { createTableSpec, TABLE_NAMES, TRADE_TABLES } from '../../src/garment/trade-tables.ts';
import { toJsonText, toPayloadText, toScalarText } from '../../src/platform/json/json-values.ts';
import { FOREIGN_BODIES } from '../support/foreign-bodies.ts';
import { NOTABLE_GARMENTS, readSampleGraph } from '../support/sample-bodies.ts';

const give = (value: unknown, unit?: string, state = 'asserted') => ({ value, unit, state });
const toPoint = (...points: object[]): NodeTable =>
  buildNodeTable(
    readGraph({ nodes: points.map((point, at) => ({ id: `m${at}`, kind: 'pom', ...point })) }),
    createTableSpec('pom'),
  );
const findCell = (row: NodeRow | undefined, name: string): string | undefined => {
  const entry = row?.cells.get(name);
  return entry && [toPayloadText(entry.value ?? ''), entry.unit ?? '', entry.state ?? ''].join(' ').trim();
};

describe('spellings of a field', () => {
  test('share the column of the field, in every table', () => {
    for (const name of TABLE_NAMES) {
      const seen = new Map<string, string>();
      for (const { key, spellings = '' } of TRADE_TABLES[name].fields)
        for (const spelling of [key, ...spellings.split(' ').filter((word) => word !== '')]) {
          expect(createTableSpec(name).findField(spelling, false)?.field.key, `${name} ${spelling}`).toBe(
            key,
          );
          expect(seen.get(spelling), `${name} ${spelling} is listed twice`).toBeUndefined();
          seen.set(spelling, key);
        }
    }
  });

  test.each<[point: object, plus?: string, minus?: string]>([
    [{ tol_plus: give(1, 'cm'), tol_minus: give(0.5, 'cm') }],
    [{ tolerance: { plus: give(1, 'cm'), minus: give(0.5, 'cm') } }],
    [{ tolerance: give({ plus: 1, minus: 0.5 }, 'cm') }],
    [{ tolerances: { tol_plus: give(1, 'cm'), tol_minus: give(0.5, 'cm') } }],
    [{ tolerance: { '+': give(1, 'cm'), '-': give(0.5, 'cm') } }],
    [{ tol_upper: give(1, 'cm'), tol_lower: give(0.5, 'cm') }],
    [{ tolPlus: give(1, 'cm'), tolMinus: give(0.5, 'cm') }],
    [{ plus_tol: give(1, 'cm'), minus_tol: give(0.5, 'cm') }],
    [{ 'Tol +': give(1, 'cm'), 'Tol -': give(0.5, 'cm') }],
    [{ tolerance_plus: give(1, 'cm'), tolerance_minus: give(0.5, 'cm') }],
    [{ tolerance: give('+1/-0.5', 'cm') }],
    [{ tolerance: give('-0.5 / +1 cm') }],
    [{ 公差: give({ '+': 1, '-': 0.5 }, 'cm') }],
    [{ dung_sai: give('+1/-0.5', 'cm') }],
    [{ tolerance: give('±1', 'cm') }, '1 cm asserted', '1 cm asserted'],
    [{ tolerance: give('± 1/4 in') }, '1/4 in asserted', '1/4 in asserted'],
    [{ tol: give(1, 'cm', 'inferred') }, '1 cm inferred', '1 cm inferred'],
    [{ 公差: '±1cm' }, '1 cm', '1 cm'],
    [{ tolerance: give(null, 'cm', 'unstated') }, 'cm unstated', 'cm unstated'],
  ])('the tolerance %j', (point, plus = '1 cm asserted', minus = '0.5 cm asserted') => {
    const [row] = toPoint(point).rows;
    expect([findCell(row, 'tol_plus'), findCell(row, 'tol_minus')]).toEqual([plus, minus]);
    expect(row?.rest).toEqual([]);
  });

  test('of a tolerance in other words keep the text as written', () => {
    const [row] = toPoint({ tolerance: give('±1, wider after wash') }).rows;
    expect(findCell(row, 'tolerance')).toBe('±1, wider after wash  asserted');
  });

  test.each(['spec', 'target', 'value', '规格', 'finished_measurement'])('the specification %s', (name) => {
    expect(findCell(toPoint({ [name]: give(58, 'cm') }).rows[0], 'spec')).toBe('58 cm asserted');
  });

  test('of a body measurement are not the specification, and limits are not tolerances', () => {
    const [row] = toPoint({ body: give(92), min: give(57), max: give(59) }).rows;
    expect(['body', 'min', 'max', 'spec', 'tol_plus'].map((name) => findCell(row, name))).toEqual([
      ...['92  asserted', '57  asserted', '59  asserted', undefined, undefined],
    ]);
  });

  test('in one row: the better one gets the column, and the other keeps its name', () => {
    const [row] = toPoint({ target: give(1), spec: give(2), note: 'soft' }).rows;
    expect(findCell(row, 'spec')).toBe('2  asserted');
    expect(row?.rest.map(({ path, value }) => [path, value])).toEqual([
      ['target', 1],
      ['note', 'soft'],
    ]);
  });
});

describe('the order of sizes', () => {
  test.each([
    ['L M S XL XS XXL XXS 3XL 8XL', 'XXS XS S M L XL XXL 3XL 8XL'],
    ['2XL XL MT M LT L', 'M MT L LT XL 2XL'],
    ['PM PS L M', 'M L PS PM'],
    ['10 2 0 00 000 4', '000 00 0 2 4 10'],
    ['30x32 28x34 28x32', '28x32 28x34 30x32'],
    ['4T 2T 3T', '2T 3T 4T'],
    ['L S Regular', 'L S Regular'],
  ])('%s is sorted', (given, sorted) => {
    expect(sortSizes(given.split(' '))).toEqual(sorted.split(' '));
  });

  test('of months goes by the first month', () => {
    expect(sortSizes(['6-9 months', '0-3 months', '3-6 months'])).toEqual([
      ...['0-3 months', '3-6 months', '6-9 months'],
    ]);
  });

  const forms: Record<string, object> = {
    'a map': { spec: { L: give(3), S: give(1), M: give(2) } },
    'a map beside the name': { sizes: { L: give(3), S: give(1), M: give(2) } },
    'a plain map': { graded: { L: 3, S: 1, M: 2 } },
    'a stated map': { by_size: give({ L: 3, S: 1, M: 2 }) },
    'a map beside the value': { spec: { ...give(2), by_size: { L: 3, S: 1, M: 2 } } },
    'a map of one size run': {
      size_run: { L: { spec: give(3) }, S: { spec: give(1) }, M: { spec: give(2) } },
    },
  };
  test.each(Object.entries(forms))('%s is a grid in the order of the trade', (_, point) => {
    const table = toPoint(point);
    expect(table.sizes).toEqual(['S', 'M', 'L']);
    expect(table.columns.filter(({ size }) => size).map(({ head, role }) => [head, role])).toEqual([
      ...['S', 'M', 'L'].map((size) => [size, 'spec']),
    ]);
    expect(table.rows[0]?.rest).toEqual([]);
  });

  test('of a list is that of the body, and the sample size is marked', () => {
    const sizes = ['L', 'S', 'M'].map((size) => ({ size, ...give(size.length) }));
    const body = {
      nodes: [
        { id: 'g', kind: 'garment', sample_size: give('M') },
        { id: 'm', kind: 'pom', spec: sizes },
      ],
    };
    const [table] = readTradeTables(body).tables;
    expect(table?.columns.map(({ name, isSampleSize }) => [name, isSampleSize])).toEqual([
      ...[
        ['tol_minus', false],
        ['tol_plus', false],
        ['spec.L', false],
        ['spec.S', false],
        ['spec.M', true],
      ],
    ]);
    expect(table?.sampleSize?.state).toBe('asserted');
  });
});

test('the head shows the unit that all values have', () => {
  const table = toPoint(
    { spec: give(1, 'cm'), grade: give(1, 'cm') },
    { spec: give(2, 'cm'), grade: give(1) },
  );
  expect(table.columns.map(({ name, unit }) => [name, unit])).toEqual([
    ...[
      ['tol_minus', undefined],
      ['tol_plus', undefined],
      ['spec', 'cm'],
      ['grade', undefined],
    ],
  ]);
});

describe('the tables of a pack', () => {
  test('group kinds by meaning', () => {
    const kinds = [
      ...['pom', 'point_of_measure', 'measurement', 'material', 'trim', 'BOMLine', 'piece', 'panel', 'seam'],
      ...[
        'operation',
        'callout',
        'remark',
        'care_label',
        'packaging',
        'colorway',
        'edge',
        'gadget',
        'garment',
      ],
    ];
    const { tables, further } = readTradeTables({ nodes: kinds.map((kind, at) => ({ id: `n${at}`, kind })) });
    expect(tables.map(({ name, rows }) => [name, rows.map(({ node }) => node.kind)])).toEqual([
      ['bom', ['material', 'trim', 'BOMLine']],
      ['pom', ['pom', 'point_of_measure', 'measurement']],
      ['cut', ['piece', 'panel']],
      ['construction', ['seam', 'operation']],
      ['callouts', ['callout', 'remark']],
      ['allowances', ['edge']],
      ['labels', ['care_label', 'packaging']],
      ['colourways', ['colorway']],
    ]);
    expect(further.map(({ title }) => title)).toEqual(['Gadget', 'Garment']);
  });

  test.each([
    [{ kind: 'material' }, 'fabric'],
    [{ kind: 'trim' }, 'trims'],
    [{ kind: 'BOMLine', section: 'Fabrics' }, 'fabric'],
    [{ kind: 'BOMLine', values: { section: give('Packaging') } }, 'packaging'],
    [{ kind: 'BOMLine' }, 'further'],
    [{ kind: 'material', role: give('lining') }, 'fabric'],
  ])('have a section for %j', (node, section) => {
    expect(readTradeTables({ nodes: [node] }).tables[0]?.rows[0]?.section).toBe(section);
  });

  test('have rows nested in another node, which leave the row of that node', () => {
    const { tables, further, bodyValues } = readTradeTables({
      season: 'AW26',
      trims: [{ name: 'Zip', quantity: give(1) }],
      nodes: [
        { id: 'g', kind: 'garment', fit: give('slim'), measurements: { chest: give(92), waist: give(70) } },
      ],
    });
    expect(tables.map(({ name, rows }) => [name, rows.map(({ line }) => line)])).toEqual([
      ['bom', ['trims[0]']],
      ['pom', ['measurements.chest', 'measurements.waist']],
    ]);
    expect(further[0]?.rows[0]?.rest.map(({ path }) => path)).toEqual(['fit']);
    expect(bodyValues.map(({ path }) => path)).toEqual(['season']);
  });

  test.each([
    ...FOREIGN_BODIES.map(({ name, value }) => [name, value] as const),
    ...NOTABLE_GARMENTS.map((id) => [id, readSampleGraph(id)] as const),
  ])('of %s have every value in exactly one row', (_, body) => {
    const { tables, further, bodyValues } = readTradeTables(body);
    const rows = [...tables, ...further].flatMap((table) => table.rows);
    const held = rows.flatMap(({ cells, relations, nestedValues, leftover }) => [
      ...cells.values(),
      ...new Set(relations.map(({ value }) => value)),
      ...nestedValues,
      ...leftover,
    ]);
    const text = [...held, ...bodyValues]
      .map((value) => toJsonText([value.value, value.otherMembers]))
      .join('\n');
    const values = flattenBody(body).filter(({ value }) => value.role !== 'plain');
    const words = values.flatMap(({ value }) => toScalarText(value.value) ?? []);
    expect(words.filter((word) => !text.includes(toJsonText(word).slice(1, -1)))).toEqual([]);
    const nodes = rows.filter(({ line }) => line === '').map(({ node }) => node);
    expect(new Set(nodes).size).toBe(nodes.length);
    expect(nodes.length).toBe(readGraph(body).nodes.length);
    const whole = held.filter(({ role }) => role !== 'plain');
    expect(whole.length).toBeGreaterThanOrEqual(values.filter(({ nodeId }) => nodeId !== '').length);
  });
});
