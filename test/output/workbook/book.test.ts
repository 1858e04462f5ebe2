import { expect, it } from 'vitest';
import { flattenBody } from '../../../src/garment/flatten-body.ts';
import { TRADE_TABLES } from '../../../src/garment/trade-tables.ts';
import { buildNodeRows } from '../../../src/output/views/node-rows.ts';
import { buildWorkbook, renderWorkbookXlsx } from '../../../src/output/workbook/index.ts';
import { readXlsxSheets } from '../../../src/output/workbook/read-xlsx.ts';
import type { WorkbookSheet } from '../../../src/output/workbook/workbook-model.ts';
import { toJsonText, toNumberText, toPayloadText } from '../../../src/platform/json/json-values.ts';
import { FOREIGN } from '../../support/foreign-bodies.ts';
import { graphBody } from '../../support/open-bodies.ts';
import fc, { cases } from '../../support/property.ts';

const of = (graph: unknown) => ({
  garments: [{ subject: 'GARM-1', profile: 'factory', readAt: undefined, graph }],
  rounds: [],
});
const sheetOf = (body: unknown, name: string): WorkbookSheet =>
  buildWorkbook(of(body)).sheets.find((sheet) => sheet.name === name) as WorkbookSheet;

/** Scalars with their lexemes, in the order of the body; names of members are looked for in fields. */
function* scalars(root: unknown): Generator<string> {
  if (typeof root === 'string' || toNumberText(root) !== undefined) yield toPayloadText(root);
  else if (typeof root === 'object' && root !== null)
    for (const item of Object.values(root)) yield* scalars(item);
}

const holdsAll = (body: unknown): void => {
  const said = buildWorkbook(of(body))
    .sheets.flatMap(({ columns, rows }) => [
      ...columns.map(({ head }) => head),
      ...rows.flat().map(({ text }) => text),
    ])
    .join('\n');
  for (const each of scalars(body))
    if (!said.includes(each)) expect(said).toContain(toJsonText(each).slice(1, -1));
};

it.each(FOREIGN)('$name: every value stands on some sheet, with its own digits', ({ value }) => {
  holdsAll(value);
  // And it is a file that can be read.
  expect(readXlsxSheets(renderWorkbookXlsx(of(value)), 'f')).toHaveLength(13);
});

it('holds every value of any body', () => {
  fc.assert(fc.property(graphBody, holdsAll), cases(60));
});

it.each(FOREIGN)('$name: the sheet of every value has a row for each', ({ value }) => {
  expect(sheetOf(value, 'Every value').rows).toHaveLength(flattenBody(value).length);
});

it('says of each sheet what it leaves out, by name', () => {
  const body = {
    nodes: [
      {
        id: 'mat.1',
        kind: 'material',
        weight: { value: 140, unit: 'g/m2', state: 'inferred', basis: 'a guess', source: 'a mill' },
      },
      { id: 'zz', kind: 'oddity', value: 1 },
    ],
    note: 'beside',
  };
  const rows = sheetOf(body, 'Left out').rows.map((row) => row.map(({ text }) => text));
  expect(rows).toEqual([
    ['Bill of materials', 'reason', '1', 'weight'],
    ['Bill of materials', 'member beside a value', '1', 'weight.source'],
    ['all sheets of nodes', 'node', '1', 'oddity'],
    ['all sheets of nodes', 'value beside the nodes', '1', 'note'],
    ['Measure', 'node of another kind', '2', 'material, oddity'],
    ['Measure', 'member without a state', '1', 'note'],
  ]);
});

it('gives each value its own unit and state, as word, mark and look', () => {
  const body = {
    nodes: [
      {
        ...{ id: 'p', kind: 'measurement', label: 'Chest' },
        spec: { value: 58, unit: 'cm', state: 'asserted' },
        tol_minus: { value: 0.5, unit: 'inch', state: 'inferred' },
        tol_plus: { value: null, unit: 'mm', state: 'unstated' },
      },
    ],
  };
  const { columns, rows } = sheetOf(body, 'Points of measure');
  const cells = Object.fromEntries(columns.map(({ head }, at) => [head, rows[0]?.[at]]));
  expect(cells).toMatchObject({
    spec: { text: '58', isNumber: true, look: 'asserted' },
    spec_unit: { text: 'cm' },
    spec_state: { text: 'asserted =' },
    tol_minus_unit: { text: 'inch', look: 'inferred' },
    tol_minus_state: { text: 'inferred ~', look: 'inferred' },
    tol_plus: { text: '', look: 'unstated' },
    tol_plus_unit: { text: 'mm' },
    tol_plus_state: { text: 'unstated ?', look: 'unstated' },
  });
});

it('has a column a size, and in Measure a row a size, and none that nobody wrote', () => {
  const body = {
    nodes: [
      { id: 'a', kind: 'measurement', spec: { value: { XS: 44.5, S: 46 }, unit: 'cm', state: 'asserted' } },
      { id: 'b', kind: 'measurement', spec: { value: { S: 12 }, unit: 'cm', state: 'inferred' } },
      { id: 'c', kind: 'measurement', spec: { value: 9, unit: 'cm', state: 'asserted' } },
    ],
  };
  expect(sheetOf(body, 'Points of measure').columns.map(({ head }) => head)).toEqual(
    expect.arrayContaining(['spec.XS', 'spec.XS_state', 'spec.S', 'spec.S_unit']),
  );
  const measure = sheetOf(body, 'Measure');
  const at = (head: string): number => measure.columns.findIndex((column) => column.head === head);
  expect(measure.rows.map((row) => ['node_id', 'size', 'spec'].map((head) => row[at(head)]?.text))).toEqual([
    ['a', 'XS', '44.5'],
    ['a', 'S', '46'],
    ['b', 'S', '12'],
    ['c', '', '9'],
  ]);
});

it('says of Measure what it leaves out, and gives names the look of their state', () => {
  const body = {
    profile: 'factory',
    nodes: [
      {
        ...{ id: 'a', kind: 'pom', label: { value: 'Chest', state: 'inferred' }, how: 'flat' },
        spec: { value: 58, unit: 'cm', state: 'asserted', basis: 'the block' },
        links: [{ rel: 'measured_on', to: 'p', state: 'asserted' }],
      },
    ],
  };
  const measure = sheetOf(body, 'Measure');
  const at = measure.columns.findIndex(({ head }) => head === 'description');
  expect(measure.rows[0]?.[at]).toEqual({ text: 'Chest', look: 'inferred' });
  const said = sheetOf(body, 'Left out').rows.map((row) => row.map(({ text }) => text));
  expect(said.filter(([sheet]) => sheet === 'Measure')).toEqual([
    ['Measure', 'kind of a node', '1', 'pom'],
    ['Measure', 'relation', '1', 'measured_on'],
    ['Measure', 'member without a state', '2', 'how, profile'],
    ['Measure', 'reason', '1', 'spec'],
  ]);
});

it('has in Measure also what is given in a list that is called after its sizes', () => {
  const size = (name: string, value: number) => ({ size: name, value, unit: 'cm', state: 'asserted' });
  const body = {
    nodes: [{ id: 'a', kind: 'pom', sizes: [size('S', 44), size('M', 46)] }],
  };
  const { columns, rows } = sheetOf(body, 'Measure');
  const at = (head: string): number => columns.findIndex((column) => column.head === head);
  expect(rows.map((row) => ['node_id', 'size', 'spec'].map((head) => row[at(head)]?.text))).toEqual([
    ['a', 'S', '44'],
    ['a', 'M', '46'],
  ]);
});

it('puts several garments together, each row with its own', () => {
  const garment = (id: string, field: string) => ({
    ...{ subject: id, profile: 'factory', readAt: undefined },
    graph: {
      garment_id: id,
      nodes: [{ id: 'm', kind: 'material', [field]: { value: 1, state: 'asserted' } }],
    },
  });
  const book = buildWorkbook({
    garments: [garment('GARM-1', 'weight'), garment('GARM-2', 'width')],
    rounds: [],
  });
  const bom = book.sheets.find(({ name }) => name === 'Bill of materials');
  expect(bom?.rows.map(([id]) => id?.text)).toEqual(['GARM-1', 'GARM-2']);
  expect(bom?.columns.map(({ head }) => head)).toEqual(expect.arrayContaining(['weight', 'width']));
  expect(book.sheets[0]?.columns.map(({ head }) => head)).toEqual(['garment_id', 'GARM-1', 'GARM-2']);
});

it('names the first nodes that use a material, and counts the others on the sheet of what is left out', () => {
  const uses = (count: number) => ({
    nodes: [
      { id: 'mat.1', kind: 'material', label: 'Shell' },
      ...Array.from({ length: count }, (_, at) => ({ id: `p${at}`, kind: 'piece', made_of: ['mat.1'] })),
    ],
  });
  const last = (body: unknown) => sheetOf(body, 'Bill of materials').rows[0]?.at(-1)?.text.split('\n');
  expect(last(uses(6))).toHaveLength(6);
  expect(last(uses(9))?.slice(5)).toEqual(['p5 made_of', 'and 3 more']);
  const left = (body: unknown) =>
    sheetOf(body, 'Left out').rows.filter((row) => row.some(({ text }) => text === 'relation in used_by'));
  expect([left(uses(6)).length, left(uses(9)).map((row) => row.map(({ text }) => text))]).toEqual([
    0,
    [['Bill of materials', 'relation in used_by', '3', 'made_of 3']],
  ]);
});

it.each(FOREIGN)('$name: the columns of its sheets are those of --rows, in that order', ({ value }) => {
  for (const name of ['bom', 'pom', 'cut', 'construction', 'labels', 'colourways'] as const) {
    const rows = buildNodeRows(value, { table: name }).columns;
    const heads = sheetOf(value, TRADE_TABLES[name].title).columns.map(({ head }) => head);
    expect(heads.filter((head) => !rows.includes(head))).toEqual([]);
    // A body may have a member called quantity_state, and one called line.
    const plain = (names: readonly string[]) =>
      [...new Set(names)].filter((head) => !head.endsWith('_state'));
    expect(plain(heads)).toEqual(plain(rows).filter((column) => heads.includes(column)));
  }
});
