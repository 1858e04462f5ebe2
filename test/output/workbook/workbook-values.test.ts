import { expect, it } from 'vitest';
import { flattenBody } from '../../../src/garment/flatten-body.ts';
import { BASELINE_SHEET } from '../../../src/output/workbook/baseline.ts';
import { fitColumns } from '../../../src/output/workbook/cell-layout.ts';
import { buildWorkbook, renderWorkbookXlsx } from '../../../src/output/workbook/index.ts';
import { readXlsxSheets } from '../../../src/output/workbook/read-xlsx.ts';
import type { WorkbookSheet } from '../../../src/output/workbook/workbook-model.ts';
import { toJsonText, toNumberText, toPayloadText } from '../../../src/platform/json/json-values.ts';
import { anyGraph } from '../../support/arbitrary-bodies.ts';
import { FOREIGN_BODIES } from '../../support/foreign-bodies.ts';
import fc, { scaleCases } from '../../support/property.ts';
import { createJean, createShirt } from '../../support/trade-bodies.ts';

const buildInput = (graph: unknown) => ({
  garments: [{ subject: 'GARM-1', profile: 'factory', readAt: undefined, graph }],
  rounds: [],
});
const findSheet = (body: unknown, name: string): WorkbookSheet =>
  buildWorkbook(buildInput(body)).sheets.find((sheet) => sheet.name === name) as WorkbookSheet;

/** Scalars with their lexemes, in the order of the body; names of members are looked for in fields. */
function* listScalars(root: unknown): Generator<string> {
  if (typeof root === 'string' || toNumberText(root) !== undefined) yield toPayloadText(root);
  else if (typeof root === 'object' && root !== null)
    for (const item of Object.values(root)) yield* listScalars(item);
}

const assertHoldsAll = (body: unknown): void => {
  const printed = buildWorkbook(buildInput(body))
    .sheets.flatMap(({ columns, rows }) => [
      ...columns.map(({ head }) => head),
      ...rows.flat().map(({ text }) => text),
    ])
    .join('\n');
  for (const each of listScalars(body))
    if (!printed.includes(each)) expect(printed).toContain(toJsonText(each).slice(1, -1));
};

it.each(FOREIGN_BODIES)('$name: every value is on some sheet, with its digits', ({ value }) => {
  assertHoldsAll(value);
  // And it is a file that can be read, with the record of what is sent at the end.
  expect(readXlsxSheets(renderWorkbookXlsx(buildInput(value)), 'f').at(-1)?.name).toBe(BASELINE_SHEET);
});

it('a workbook has every value of any body', () => {
  fc.assert(fc.property(anyGraph, assertHoldsAll), scaleCases(60));
});

it.each(FOREIGN_BODIES)('$name: the sheet of all values has a row for each', ({ value }) => {
  expect(findSheet(value, 'Every value').rows).toHaveLength(flattenBody(value).length);
});

/** The cells of a row by the keys of their columns. */
const mapCells = ({ columns, rows }: WorkbookSheet, at = 0) =>
  Object.fromEntries(columns.map(({ key, head }, column) => [key ?? head, rows[at]?.[column]]));

it('each sheet names what it leaves out, and other kinds have their own sheets', () => {
  const body = {
    nodes: [
      {
        id: 'mat.1',
        kind: 'material',
        weight: { value: 140, unit: 'g/m2', state: 'inferred', basis: 'a guess', source: 'a mill' },
      },
      { id: 'zz', kind: 'oddity', value: 1 },
    ],
    note: 'next',
  };
  const rows = findSheet(body, 'Left out').rows.map((row) => row.map(({ text }) => text));
  expect(rows.slice(0, 2)).toEqual([
    ['Bill of materials', 'reason', '1', 'weight'],
    ['Bill of materials', 'member beside a value', '1', 'weight.source'],
  ]);
  const further = findSheet(body, 'Further nodes').rows.map((row) => row.map(({ text }) => text).join(' '));
  expect(further).toEqual([expect.stringContaining('oddity'), expect.stringContaining('note: next')]);
});

it('each value has its unit, once in the head, and its state as a mark and a fill', () => {
  const body = {
    nodes: [
      {
        ...{
          id: 'p',
          kind: 'measurement',
          label: 'Chest',
          oddity: { value: 3, unit: 'mm', state: 'inferred' },
        },
        spec: { value: 58, unit: 'cm', state: 'asserted' },
        tol_minus: { value: 0.5, unit: 'inch', state: 'inferred' },
        tol_plus: { value: null, unit: 'mm', state: 'unstated' },
      },
      { id: 'q', kind: 'pom', label: 'Hem', spec: { value: '26 1/4', unit: 'cm', state: 'asserted' } },
    ],
  };
  const sheet = findSheet(body, 'Points of measure');
  expect(mapCells(sheet)).toMatchObject({
    spec: { text: '58', isNumber: true, style: 'asserted' },
    spec_state: { text: '=' },
    tol_minus: { text: '0.5', style: 'inferred' },
    tol_minus_state: { text: '~', style: 'inferred' },
    tol_plus: { text: '', style: 'unstated' },
    tol_plus_state: { text: '?', style: 'unstated' },
    further: { text: 'oddity: ~ 3 mm' },
  });
  // The body has no tolerance for the second point: hatched, not white. A fraction is a number.
  expect(mapCells(sheet, 1)).toMatchObject({
    tol_minus: { text: '', style: 'hatched' },
    spec: { text: '26 1/4', isNumber: true },
  });
  expect(sheet.columns.map(({ head }) => head)).toEqual(
    expect.arrayContaining(['spec (cm)', 'tol − (inch)', 'tol + (mm)']),
  );
});

const GRADED = {
  sample_size: 'S',
  nodes: [
    { id: 'a', kind: 'measurement', spec: { value: { XS: 44.5, S: 46 }, unit: 'cm', state: 'asserted' } },
    { id: 'b', kind: 'measurement', spec: { value: { S: 12 }, unit: 'cm', state: 'inferred' } },
    { id: 'c', kind: 'measurement', spec: { value: 9, unit: 'cm', state: 'asserted' } },
    { id: 'd', kind: 'measurement', label: 'No spec' },
    { id: 'e', kind: 'measurement', spec: { value: null, unit: 'cm', state: 'unstated' } },
  ],
};
const listPoints = (name: string) => {
  const sheet = findSheet(GRADED, name);
  return sheet.rows
    .map((_, at) => mapCells(sheet, at))
    .filter((cells) => cells.node_id?.text !== '')
    .map((cells) => [cells.node_id?.text, cells.size?.text, cells.spec?.text]);
};

it('graded sizes are columns, rows of the inspection, and one size in the sample rounds', () => {
  const heads = findSheet(GRADED, 'Points of measure').columns.map(({ head }) => head);
  expect(heads.filter((head) => /^(?:XS|S)\b/.test(head))).toEqual(['XS (cm)', 'S (sample) (cm)']);
  expect(listPoints('Inspection').toSorted()).toEqual([
    ['a', 'S', '46'],
    ['a', 'XS', '44.5'],
    ['b', 'S', '12'],
    ['c', '', '9'],
    // A point without a specification is recorded in each size.
    ['d', 'S', ''],
    ['d', 'XS', ''],
    ['e', 'S', ''],
    ['e', 'XS', ''],
  ]);
  expect(listPoints('Sample rounds')).toEqual([
    ['a', 'S', '46'],
    ['b', 'S', '12'],
    ['c', '', '9'],
    ['d', 'S', ''],
    ['e', 'S', ''],
  ]);
});

it('deviation and excess over tolerance are formulas, and a missing limit is named', () => {
  const limit = (value: unknown) => ({ value, unit: 'cm', state: 'asserted' });
  const body = {
    nodes: [
      { id: 'a', kind: 'pom', code: 'A', spec: limit(58), tol_plus: limit(1), tol_minus: limit(0.5) },
      { id: 'b', kind: 'pom', code: 'B', spec: limit(40) },
      { id: 'c', kind: 'pom', code: 'C' },
    ],
  };
  const sheet = findSheet(body, 'Inspection');
  const [a, b, c] = [0, 1, 2].map((at) => mapCells(sheet, at));
  expect(a?.beyond?.formula).toMatch(/^IF\(COUNT\(.*MAX\(0,MAX\(/);
  expect([b?.['deviation 1']?.formula, b?.beyond]).toEqual([
    expect.stringContaining('ISNUMBER'),
    { text: 'record; no limit stated', style: 'hatched' },
  ]);
  expect(c?.beyond?.text).toBe('record; no spec stated');
  expect([c?.['deviation 1']?.style, c?.beyond?.style, c?.['measured piece 1']?.style]).toEqual([
    ...['hatched', 'hatched', 'fill-in'],
  ]);
  expect(sheet.columns.filter(({ key }) => key?.startsWith('measured'))).toHaveLength(4);
  expect(
    buildWorkbook({ ...buildInput(body), pieces: 7 })
      .sheets.find(({ name }) => name === 'Inspection')
      ?.columns.filter(({ key }) => key?.startsWith('measured')),
  ).toHaveLength(7);
});

it('every spec and tolerance that is a number in writing is one in the formulas, whole inches too', () => {
  const sheet = findSheet(createJean(), 'Inspection');
  const rows = sheet.rows.map((_, at) => mapCells(sheet, at)).filter(({ node_id: node }) => node?.text);
  expect(rows).toHaveLength(54);
  for (const { spec, tol_minus: minus, tol_plus: plus, beyond } of rows)
    expect([spec?.isNumber, minus?.isNumber, plus?.isNumber, beyond?.formula], spec?.text).toEqual([
      ...[true, true, true, expect.stringContaining('ROUND')],
    ]);
  // A stated limit is never shown as "not stated", even when it is not a number.
  const odd = { value: 'one finger', state: 'asserted' };
  const spec = { value: '58', state: 'asserted' };
  const told = findSheet(
    { nodes: [{ id: 'a', kind: 'pom', spec, tol_plus: odd, tol_minus: odd }] },
    'Inspection',
  );
  expect(mapCells(told).beyond?.text).toBe('record; the limit is no number in the unit of the spec');
  // Without a unit, the number of a stitch stays a text.
  const stitch = findSheet(createJean(), 'Construction');
  expect(mapCells(stitch).stitch_class).toMatchObject({ text: '401', isNumber: false });
});

it('the inspection is one page wide on both papers, and sizes are in blocks of equal width', () => {
  for (const page of [152, 142]) {
    expect(fitColumns(findSheet(createJean(), 'Inspection'), page).breaks, String(page)).toEqual([]);
    const points = findSheet(createShirt(), 'Points of measure');
    const { widths, breaks } = fitColumns(points, page);
    expect(breaks, String(page)).toHaveLength(1);
    const [last = 0] = breaks;
    expect(
      points.columns.slice(last).filter(({ key }) => /^spec\.[^_]*$/.test(key ?? '')).length,
    ).toBeGreaterThan(4);
    const how = points.columns.findIndex(({ key }) => key === 'how_to_measure');
    expect(widths[how], String(page)).toBeGreaterThan(35);
  }
});

it('the brief is to be read: no null, no columns without a cell', () => {
  const brief = { cloth: { text: 'wool', state: 'asserted' }, nap: { text: null, state: 'unstated' } };
  const garment = {
    subject: 'GARM-1',
    profile: 'factory',
    readAt: undefined,
    graph: { nodes: [] },
    brief,
  };
  const sheet = buildWorkbook({ garments: [garment], rounds: [] }).sheets.find(
    ({ name }) => name === 'Brief',
  );
  expect(sheet?.columns.map(({ head }) => head)).toEqual(['style', 'field', 'value', '·']);
  expect(sheet?.rows.map((row) => row.map(({ text }) => text))).toEqual([
    ['GARM-1', 'cloth', 'wool', '='],
    ['GARM-1', 'nap', '', '?'],
  ]);
});

it('the cover has the head of the garment, with room for missing entries', () => {
  const sheet = findSheet(createJean(), 'Cover');
  const rows = Object.fromEntries(sheet.rows.map(([name, cell]) => [name?.text, cell]));
  expect(rows['style number']).toMatchObject({ text: 'J-2207', style: 'asserted' });
  expect([rows.stage?.style, rows.supplier?.style, rows.revision]).toEqual([
    ...['fill-in-text', 'fill-in-text', undefined],
  ]);
});

it('the words of rounds and of the inspection have a second language, and the names of rounds stay', () => {
  const words = new Map<string, string>([
    ...[['measured', 'đo được'] as const, ['factory', 'nhà máy'] as const, ['dev.', 'lệch'] as const],
    ...[['revised', 'ĐÃ SỬA'] as const, ['measured_on', 'đo trên'] as const, ['lot', 'lô'] as const],
  ]);
  const body = {
    nodes: [
      {
        id: 'p',
        kind: 'pom',
        code: 'A',
        label: 'Chest',
        links: [{ rel: 'measured_on', to: 'x', state: 'asserted' }],
        spec: { value: 5, state: 'asserted' },
      },
    ],
  };
  const { sheets } = buildWorkbook({ ...buildInput(body), rounds: ['PP'], words });
  const listHeads = (name: string) =>
    sheets.find((each) => each.name === name)?.columns.map(({ head }) => head);
  expect(listHeads('Sample rounds')).toEqual(
    expect.arrayContaining(['measured PP, factory\nđo được PP, nhà máy', 'revised PP\nđã sửa PP']),
  );
  expect(listHeads('Inspection')).toEqual(
    expect.arrayContaining(['measured piece 1\nđo được 1', 'dev.\nlệch']),
  );
  const cells = sheets.find((each) => each.name === 'Inspection')?.rows.flat() ?? [];
  expect(cells.map(({ text }) => text)).toContain('Lot\nlô');
  expect(listHeads('Points of measure')).toContain('measured on\nđo trên');
});

it('heads have a second language below the first', () => {
  const words = new Map([['composition', 'thành phần']]);
  const body = { nodes: [{ id: 'm', kind: 'material', composition: { value: 'wool', state: 'asserted' } }] };
  const sheet = buildWorkbook({ ...buildInput(body), words }).sheets.find(
    ({ name }) => name === 'Bill of materials',
  );
  expect(sheet?.columns.find(({ key }) => key === 'composition')?.head).toBe('composition\nthành phần');
});

it('several garments share the sheets, each row with its garment', () => {
  const buildGarment = (id: string, field: string) => ({
    ...{ subject: id, profile: 'factory', readAt: undefined },
    graph: {
      garment_id: id,
      nodes: [{ id: 'm', kind: 'material', [field]: { value: 1, state: 'asserted' } }],
    },
  });
  const book = buildWorkbook({
    garments: [buildGarment('GARM-1', 'weight'), buildGarment('GARM-2', 'width')],
    rounds: [],
  });
  const bom = book.sheets.find(({ name }) => name === 'Bill of materials');
  expect(bom?.rows.map(([id]) => id?.text)).toEqual(['GARM-1', 'GARM-2']);
  expect(bom?.columns.map(({ head }) => head)).toEqual(expect.arrayContaining(['weight', 'width']));
  expect(bom?.columns[0]).toMatchObject({ head: 'style', isHidden: false });
  expect(book.sheets[0]?.columns.map(({ head }) => head)).toEqual(['garment_id', 'GARM-1', 'GARM-2']);
});

it('a material names the first nodes that use it; the rest is counted on the last sheet', () => {
  const uses = (count: number) => ({
    nodes: [
      { id: 'mat.1', kind: 'material', label: 'Shell' },
      ...Array.from({ length: count }, (_, at) => ({ id: `p${at}`, kind: 'piece', made_of: ['mat.1'] })),
    ],
  });
  const readLastCell = (body: unknown) =>
    findSheet(body, 'Bill of materials').rows[0]?.at(-1)?.text.split('; ');
  expect(readLastCell(uses(6))).toHaveLength(6);
  expect(readLastCell(uses(9))?.slice(5)).toEqual(['p5 (made of)', 'and 3 more']);
  const listLeftOut = (body: unknown) =>
    findSheet(body, 'Left out').rows.filter((row) => row.some(({ text }) => text === 'relation in used by'));
  expect([
    listLeftOut(uses(6)).length,
    listLeftOut(uses(9)).map((row) => row.map(({ text }) => text)),
  ]).toEqual([0, [['Bill of materials', 'relation in used by', '3', 'made_of 3']]]);
});
