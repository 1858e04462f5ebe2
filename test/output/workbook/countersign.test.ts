import { describe, expect, it } from 'vitest';
import { readWorkbookAnswers } from '../../../src/output/workbook/answers/index.ts';
import { buildWorkbookWithBaseline } from '../../../src/output/workbook/index.ts';
import type { WorkbookModel, WorkbookSheet } from '../../../src/output/workbook/workbook-model.ts';
import { renderXlsxFile } from '../../../src/output/workbook/xlsx-file.ts';
import { anyGraph } from '../../support/arbitrary-bodies.ts';
import fc, { scaleCases } from '../../support/property.ts';

const NAME = 'Countersign';
const buildInferred = (value: unknown, more: object = {}) => ({ value, state: 'inferred', ...more });
const GRAPH = {
  garment_id: 'GARM-1',
  nodes: [
    {
      ...{ id: 'trim.button', kind: 'trim', label: { value: 'Button', state: 'asserted' } },
      quantity: buildInferred(11, { basis: '7 front + 2 cuff + 2 collar' }),
      material: buildInferred('polyester'),
    },
    {
      ...{ id: 'seam.side', kind: 'seam', label: 'Side seam' },
      ...{ stitch_class: { value: '401', state: 'asserted' }, pressing: { value: null, state: 'unstated' } },
    },
  ],
};
const write = (graph: unknown, brief?: unknown): WorkbookModel =>
  buildWorkbookWithBaseline({
    garments: [{ subject: 'GARM-1', profile: 'factory', readAt: undefined, graph, brief }],
    rounds: [],
    hasCountersign: true,
  });
const find = ({ sheets }: WorkbookModel): WorkbookSheet | undefined =>
  sheets.find(({ name }) => name === NAME);
const findColumn = ({ columns }: WorkbookSheet, wanted: string): number =>
  columns.findIndex(({ key, head }) => (key ?? head) === wanted);

/** Texts typed into the sheet: row, key of the column, text. */
type Typed = readonly (readonly [row: number, key: string, text: string])[];
const typeCells = (book: WorkbookModel, typed: Typed): WorkbookModel => ({
  ...book,
  sheets: book.sheets.map((sheet) =>
    sheet.name !== NAME
      ? sheet
      : {
          ...sheet,
          rows: sheet.rows.map((row, at) =>
            row.map((cell, place) => {
              const found = typed.find(([of, key]) => of === at && findColumn(sheet, key) === place);
              return found === undefined ? cell : { text: found[2] };
            }),
          ),
        },
  ),
});
const read = (typed: Typed, book = write(GRAPH)) =>
  readWorkbookAnswers(renderXlsxFile(typeCells(book, typed)), 'back.xlsx');

it('lists inferred values and silences, and nothing else', () => {
  const sheet = find(write(GRAPH));
  const texts = sheet?.rows.map((row) =>
    ['table', 'description', 'field', 'value', 'value_state', 'why'].map(
      (key) => row[findColumn(sheet, key)]?.text,
    ),
  );
  expect(texts).toEqual([
    ['Bill of materials', 'Button', 'material', 'polyester', '~', ''],
    ['Bill of materials', 'Button', 'quantity', '11', '~', '7 front + 2 cuff + 2 collar'],
    ['Construction', 'Side seam', 'allowance towards', '', '?', 'not said'],
  ]);
  const stated = { nodes: [{ id: 'p', kind: 'piece', grain: { value: 'warp', state: 'asserted' } }] };
  expect(find(write(stated))).toBeUndefined();
});

it('an untouched sheet has no answers', () => {
  expect(read([])).toMatchObject({
    countersign: { listed: 3, agreed: 0, proposed: 0 },
    ...{ countersigned: [], changed: [], added: [], removed: [], remarks: [], unplaced: [] },
  });
});

it('the factory agrees with a value, or proposes another', () => {
  const { countersign, countersigned, remarks } = read([
    [0, 'agree', '✓'],
    [0, 'initials', 'LM'],
    [0, 'date', '2026-11-25'],
    [1, 'make it', '10'],
    [2, 'make it', 'to back'],
  ]);
  expect(countersign).toEqual({ listed: 3, agreed: 1, proposed: 2 });
  expect(remarks).toEqual([]);
  expect(countersigned).toMatchObject([
    {
      ...{ field: 'material', now: 'polyester', now_state: 'sent as inferred' },
      ...{ answer: 'agreed by the factory', proposed: '', by: 'LM', date: '2026-11-25' },
    },
    { field: 'quantity', now: '11', answer: 'proposed by the factory', proposed: '10' },
    {
      ...{ field: 'allowance towards', now: '', now_state: 'sent as unstated' },
      ...{ answer: 'proposed by the factory', proposed: 'to back' },
    },
  ]);
});

describe('a row that can be read in two ways', () => {
  it.each<readonly [Typed, string]>([
    [[[1, 'agree', 'no']], 'neither a tick nor a yes'],
    [[[1, 'agree', '✗']], 'neither a tick nor a yes'],
    [[[1, 'initials', 'LM']], 'neither agreed nor another value proposed'],
    [[[2, 'agree', 'x']], 'the workbook has no value there to agree with'],
    [
      [
        [1, 'agree', 'x'],
        [1, 'value', '10'],
      ],
      'the value beside it was changed, so it is unclear which one is agreed with',
    ],
  ])('is a remark: %j', (typed, why) => {
    const { countersigned, remarks } = read(typed);
    expect(countersigned).toEqual([]);
    expect(remarks).toMatchObject([{ sheet: NAME, why }]);
  });

  it('is a proposal with a note', () => {
    const readNote = (typed: Typed) => read(typed).countersigned[0]?.note;
    const both: Typed = [
      [1, 'agree', 'x'],
      [1, 'make it', '10'],
    ];
    expect(readNote(both)).toBe('agree says x');
    expect(readNote([[1, 'make it', '11.0']])).toBe('the same as the sent value');
  });
});

it('rows of one node are distinguished without their ids', () => {
  const book = write(GRAPH);
  const bare = {
    ...book,
    sheets: book.sheets.map((sheet) =>
      sheet.name === NAME
        ? { ...sheet, rows: sheet.rows.map(([, ...row]) => [{ text: '' }, ...row]).toReversed() }
        : sheet,
    ),
  };
  const { countersigned, added, removed } = read([[1, 'make it', '10']], bare);
  expect(countersigned).toMatchObject([{ field: 'quantity', proposed: '10' }]);
  expect([added, removed]).toEqual([[], []]);
});

it('a row that was copied is shown twice, and named', () => {
  const book = typeCells(write(GRAPH), [[1, 'make it', '10']]);
  const sheets = book.sheets.map((sheet) =>
    sheet.name === NAME ? { ...sheet, rows: [...sheet.rows, ...sheet.rows.slice(1, 2)] } : sheet,
  );
  const { countersigned, unplaced } = read([], { ...book, sheets });
  expect(countersigned).toHaveLength(2);
  expect(unplaced).toMatchObject([{ why: 'the value is signed in more than one row; each is listed' }]);
});

it('the sheet is read without a record of what was sent too', () => {
  const csv =
    'place,what,size,value,unit,·,why,agree,make it,initials,date\nButton,quantity,,11,,~,,,10,LM,\n';
  const { baseline, countersigned } = readWorkbookAnswers(new TextEncoder().encode(csv), 'sheet.csv');
  expect(baseline).toBeNull();
  expect(countersigned).toMatchObject([
    { description: 'Button', field: 'quantity', now: '11', now_state: '', proposed: '10', by: 'LM' },
  ]);
});

it('nothing that is typed becomes asserted', () => {
  const typing = fc.array(
    fc.tuple(
      fc.nat(12),
      fc.constantFrom('agree', 'make it', 'initials', 'date', 'value', 'value_state', 'why'),
      fc.oneof(fc.constantFrom('✓', 'no', '10', 'asserted =', '=', 'sent as asserted'), fc.string()),
    ),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(anyGraph, typing, (body, typed) => {
      const book = write(body, body);
      const sheet = find(book);
      if (sheet === undefined) return;
      for (const row of sheet.rows) {
        const [value, mark] = ['value', 'value_state'].map((key) => row[findColumn(sheet, key)]);
        expect(['~', '?', '']).toContain(mark?.text);
        if (mark?.text === '~') expect(value?.stated?.state).toBe('inferred');
      }
      const { countersigned } = read(typed, book);
      for (const { now_state, answer } of countersigned) {
        expect(['sent as inferred', 'sent as unstated', '']).toContain(now_state);
        expect(['agreed by the factory', 'proposed by the factory']).toContain(answer);
      }
    }),
    scaleCases(40),
  );
});
