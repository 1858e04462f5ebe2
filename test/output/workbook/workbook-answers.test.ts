import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readWorkbookAnswers } from '../../../src/output/workbook/answers/index.ts';
import { BASELINE_SHEET } from '../../../src/output/workbook/baseline.ts';
import { buildWorkbookWithBaseline } from '../../../src/output/workbook/index.ts';
import type { WorkbookModel, WorkbookSheet } from '../../../src/output/workbook/workbook-model.ts';
import { renderXlsxFile } from '../../../src/output/workbook/xlsx-file.ts';
import { parseJson } from '../../../src/platform/json/parse-json.ts';

const GRAPH = `{"garment_id":"GARM-1","nodes":[
  {"id":"pom.1","kind":"measurement","label":"Chest","code":"B01","spec":{"value":56.0,"unit":"cm","state":"asserted"},
   "tol_plus":{"value":1.0,"unit":"cm","state":"asserted"},"tol_minus":{"value":0.5,"unit":"cm","state":"asserted"}},
  {"id":"pom.2","kind":"measurement","label":"Length","code":"B02","spec":{"value":76.30,"unit":"cm","state":"inferred"},
   "tol_plus":{"value":null,"unit":"cm","state":"unstated"}},
  {"id":"pom.3","kind":"measurement","label":"Hem","code":"B03","spec":[
    {"size":"S","value":48.25,"unit":"cm","state":"asserted"},{"size":"M","value":50,"unit":"cm","state":"inferred"}],
   "tol_plus":{"value":0.25,"unit":"inch","state":"asserted"},"tol_minus":{"value":1,"unit":"cm","state":"asserted"}},
  {"id":"pom.4","kind":"measurement","label":"Inseam","code":"B04","spec":{"value":"26 1/4","unit":"inch","state":"asserted"}},
  {"id":"mat.1","kind":"material","label":"Shell","code":"M1","composition":{"value":"100% cotton","state":"asserted"}}]}`;
const ASKED = `{"garment_id":"GARM-1","unresolved":[
  {"id":"Q-1","node":"pom.2","field":"tol_plus","question":"Which tolerance?","value":null,"unit":"cm","state":"unstated"},
  {"id":"Q-2","node":"pom.1","field":"spec","question":"Sure?","value":56.0,"unit":"cm","state":"asserted"}]}`;

const blank = buildWorkbookWithBaseline({
  garments: [
    {
      subject: 'GARM-1',
      profile: 'factory',
      readAt: Date.UTC(2026, 10, 23, 9, 30),
      graph: parseJson(GRAPH),
      confirmations: parseJson(ASKED),
    },
  ],
  rounds: ['proto', 'fit'],
});
const POINTS = 'Sample rounds';

/** Texts written into cells: sheet, row, key of the column, text, and whether it is a number. */
type Written = readonly (readonly [
  sheet: string,
  row: number,
  column: string,
  text: string,
  isNumber?: boolean,
])[];
const fillIn = (written: Written, book: WorkbookModel = blank): WorkbookModel => ({
  ...book,
  sheets: book.sheets.map((sheet) => ({
    ...sheet,
    rows: sheet.rows.map((row, at) =>
      row.map((cell, column) => {
        const { key, head } = sheet.columns[column] ?? { head: '' };
        const found = written.find(
          ([name, line, wanted]) => name === sheet.name && line === at && wanted === (key ?? head),
        );
        return found ? { text: found[3], isNumber: found[4] === true } : cell;
      }),
    ),
  })),
});
const changeSheet = (
  name: string,
  change: (sheet: WorkbookSheet) => WorkbookSheet,
  book: WorkbookModel = blank,
): WorkbookModel => ({
  ...book,
  sheets: book.sheets.map((sheet) => (sheet.name === name ? change(sheet) : sheet)),
});
const read = (book: WorkbookModel) => readWorkbookAnswers(renderXlsxFile(book), 'back.xlsx');

it('an untouched workbook has no findings', () => {
  expect(read(blank)).toMatchObject({
    baseline: { read: '2026-11-23T09:30:00.000Z', profile: 'factory' },
    questions: { asked: 2, answered: 0 },
    points: { listed: 5, measured: 0 },
    ...{ answers: [], measured: [], changed: [], added: [], removed: [], remarks: [], unplaced: [] },
  });
});

it('answers are shown with the question and the value that was sent', () => {
  const { questions, answers, remarks } = read(
    fillIn([
      ['Questions', 0, 'answer', '=0.5 cm'],
      ['Questions', 0, 'by', 'Mei'],
      ['Questions', 1, 'by', 'Mei'],
    ]),
  );
  // A name without an answer is no answer.
  expect(questions).toEqual({ asked: 2, answered: 1 });
  expect(answers).toMatchObject([
    {
      ...{ garment_id: 'GARM-1', id: 'Q-1', node_id: 'pom.2', field: 'tol_plus' },
      ...{ question: 'Which tolerance?', now: '', now_unit: 'cm', now_state: 'sent as unstated' },
      ...{ answer: '=0.5 cm', by: 'Mei', date: '' },
    },
  ]);
  expect(remarks).toMatchObject([
    { code: 'Q-2', field: 'by', text: 'Mei', why: 'the question has no answer' },
  ]);
});

it('measured values are shown with spec, tolerances and difference, to the last digit', () => {
  const { points, measured, remarks } = read(
    fillIn([
      [POINTS, 0, 'measured proto, factory', '56.4', true],
      [POINTS, 1, 'measured proto, factory', '76.1', true],
      [POINTS, 2, 'measured proto, factory', '48,3'],
      [POINTS, 3, 'measured fit, factory', '50', true],
      [POINTS, 4, 'measured fit, factory', '26⅜'],
    ]),
  );
  expect(points).toEqual({ listed: 5, measured: 5 });
  expect(
    measured.map((each) => [each.code, each.size, each.spec, each.measured, each.difference, each.note]),
  ).toEqual([
    // 56.4 - 56.0 is 0.3999999999999986 to a double.
    ['B01', '', '56.0', '56.4', '0.4', ''],
    ['B02', '', '76.30', '76.1', '-0.20', 'tolerance not stated'],
    ['B03', 'S', '48.25', '48,3', '0.05', 'units differ: cm, inch'],
    ['B03', 'M', '50', '50', '0', 'units differ: cm, inch'],
    ['B04', '', '26 1/4', '26⅜', '0.125', 'tolerance not stated'],
  ]);
  expect(measured[0]).toMatchObject({
    round: 'proto, factory',
    spec_unit: 'cm',
    spec_state: 'sent as asserted',
  });
  expect(remarks).toEqual([]);
});

describe('a measured cell', () => {
  const one = (row: number, text: string, isNumber = false) => {
    const { measured, remarks } = read(fillIn([[POINTS, row, 'measured proto, factory', text, isNumber]]));
    return measured[0]?.difference ?? remarks[0]?.why;
  };
  it.each([
    ['56,4 cm', '0.4'],
    ['56.25CM', '0.25'],
    ['５６．４', '0.4'],
    ['٥٦٫٤', '0.4'],
    ['564 mm', 'in mm, and its row is in cm; not converted'],
    ['22.25"', 'in inch, and its row is in cm; not converted'],
    ['17 1/4', 'in inch, and its row is in cm; not converted'],
    ['14¼', 'in inch, and its row is in cm; not converted'],
    ['+0.5', 'it looks like a deviation, not a measurement'],
    ['-1/4', 'it looks like a deviation, not a measurement'],
    ['0.5', 'it looks like a deviation, not a measurement'],
    ['±0', 'it looks like a deviation, not a measurement'],
    ['✓', 'a mark, not a measurement'],
    ['x', 'a mark, not a measurement'],
    ['N/A', 'a remark, not a measurement'],
    ['OK', 'a remark, not a measurement'],
    ['1,234', 'an ambiguous number'],
    ['56 after wash', 'an ambiguous number'],
    ['cm', 'a remark, not a measurement'],
  ])('in cm reads %s as %s', (text, expected) => expect(one(0, text)).toBe(expected));
  it.each([
    ['26.375', '0.125'],
    ['26 3/8', '0.125'],
    ['26-3/8', '0.125'],
    ['26⅜″', '0.125'],
    ['26.5 in', '0.25'],
    ['27英寸', '0.75'],
    ['67 cm', 'in cm, and its row is in inch; not converted'],
    ['1/8', 'it looks like a deviation, not a measurement'],
  ])('in inches reads %s as %s', (text, expected) => expect(one(4, text)).toBe(expected));
});

it('a changed cell is reported with both texts, and never with the provenance of the sent value', () => {
  const back = read(
    fillIn([
      [POINTS, 0, 'spec', '45.0', true],
      [POINTS, 0, 'measured proto, factory', '56.4', true],
      [POINTS, 1, 'code', 'B99'],
      ['Bill of materials', 0, 'composition', '100% polyester'],
      ['Questions', 0, 'question', ''],
    ]),
  );
  expect(
    back.changed.map(({ sheet, code, field, sent, sent_state, now }) => [
      sheet,
      code,
      field,
      sent,
      sent_state,
      now,
    ]),
  ).toEqual([
    ['Bill of materials', 'M1', 'composition', '100% cotton', 'asserted', '100% polyester'],
    ['Questions', 'Q-1', 'question', 'Which tolerance?', '', ''],
    [POINTS, 'B01', 'spec', '56.0', 'asserted', '45.0'],
    [POINTS, 'B02', 'code', 'B02', '', 'B99'],
  ]);
  // The difference is that to the specification that was sent.
  expect(back.measured).toMatchObject([
    { spec: '56.0', difference: '0.4', note: 'spec changed by the factory: 56.0 → 45.0' },
  ]);
  expect(JSON.stringify(back)).not.toMatch(/"(?:45\.0|100% polyester)[^{}]*asserted/);
});

it('a number that another program formatted differently is not a change', () => {
  expect(read(fillIn([[POINTS, 0, 'spec', '56', true]])).changed).toEqual([]);
});

const removeIds = (sheet: WorkbookSheet): WorkbookSheet => ({
  ...sheet,
  rows: sheet.rows.map((row) => row.map((cell, at) => (at === 0 ? { text: '' } : cell))),
});

it('rows without ids are found by code and name, in any order', () => {
  const book = fillIn([
    [POINTS, 2, 'measured proto, factory', '48.5', true],
    [POINTS, 0, 'spec', '55', true],
  ]);
  const back = read(
    changeSheet(POINTS, (sheet) => ({ ...removeIds(sheet), rows: removeIds(sheet).rows.toReversed() }), book),
  );
  expect(back.measured).toMatchObject([
    { code: 'B03', size: 'S', difference: '0.25', spec_state: 'sent as asserted' },
  ]);
  expect(back.changed).toMatchObject([{ code: 'B01', sent: '56.0', now: '55' }]);
  expect([back.added, back.removed]).toEqual([[], []]);
});

it('an added row is reported with all its cells, and a missing row by name', () => {
  const back = read(
    changeSheet(POINTS, (sheet) => {
      const isOwnColumn = (key: string, text: string) => (column: { head: string; key?: string }) =>
        (column.key ?? column.head) === key ? text : undefined;
      const texts = [
        isOwnColumn('code', 'B09'),
        isOwnColumn('description', 'Cuff'),
        isOwnColumn('measured fit, factory', '22'),
      ];
      const row = sheet.columns.map((column) => ({
        text: texts.map((of) => of(column)).find((text) => text !== undefined) ?? '',
      }));
      return { ...sheet, rows: [...sheet.rows.slice(1), row] };
    }),
  );
  expect(back.added).toMatchObject([
    { sheet: POINTS, cells: [{ text: 'B09' }, { text: 'Cuff' }, { text: '22' }] },
  ]);
  expect(back.removed).toMatchObject([{ sheet: POINTS, code: 'B01', node_id: 'pom.1' }]);
  expect(back.measured).toEqual([]);
});

it('a copied row with another code and name is an added row', () => {
  const back = read(
    changeSheet(POINTS, (sheet) => {
      const keys = sheet.columns.map(({ key, head }) => key ?? head);
      const copy = (sheet.rows[0] ?? []).map((cell, at) =>
        keys[at] === 'code' ? { text: 'B10' } : keys[at] === 'description' ? { text: 'Yoke' } : cell,
      );
      return { ...sheet, rows: [...sheet.rows, copy] };
    }),
  );
  expect(back.added.map(({ cells }) => cells.some(({ text }) => text === 'B10'))).toEqual([true]);
  expect(back.changed).toEqual([]);
});

it('a row that exists twice is shown twice, and named', () => {
  const repeatRow = (sheet: WorkbookSheet): WorkbookSheet => ({
    ...sheet,
    rows: [...sheet.rows, sheet.rows[0] ?? []],
  });
  const { answers, measured, unplaced } = read(
    changeSheet(
      'Questions',
      repeatRow,
      changeSheet(
        POINTS,
        repeatRow,
        fillIn([
          [POINTS, 0, 'measured proto, factory', '56.4'],
          ['Questions', 0, 'answer', 'yes'],
        ]),
      ),
    ),
  );
  expect([answers.length, measured.length]).toEqual([2, 2]);
  expect(unplaced.map(({ sheet, text, why }) => [sheet, text, why])).toEqual([
    ['Questions', 'Q-1', 'the question is answered in more than one row; each is listed'],
    [POINTS, 'B01', 'the point is measured in more than one row; each is listed'],
  ]);
});

describe('the hidden baseline sheet', () => {
  const forgeWorkbook = (change: (text: string) => string, sums = false): WorkbookModel =>
    changeSheet(BASELINE_SHEET, (sheet) => ({
      ...sheet,
      columns: sums ? [...sheet.columns.slice(0, 1), { head: 'f'.repeat(64) }] : sheet.columns,
      rows: sheet.rows.map((row) => row.map((cell) => ({ ...cell, text: change(cell.text) }))),
    }));
  it.each([
    ['another value', (text: string) => text.replace('56.0', '45.0'), false],
    ['no JSON', () => '|{|', false],
    ['another sum', (text: string) => text, true],
  ])('is not used when it was changed (%s), and nothing is asserted', (_, change, sums) => {
    const back = read(
      fillIn([[POINTS, 0, 'measured proto, factory', '56.4', true]], forgeWorkbook(change, sums)),
    );
    expect(back.baseline).toBeNull();
    expect(back.unplaced).toMatchObject([
      {
        sheet: BASELINE_SHEET,
        why: 'the record of the sent version was changed, so nothing can be compared with it',
      },
    ]);
    expect(back.measured).toMatchObject([{ code: 'B01', difference: '0.4' }]);
  });
});

/** The file with one sheet's markup changed: what no program of toile's own writes. */
const reworkMarkup = (book: WorkbookModel, change: (sheet: string) => string) => {
  const at = book.sheets.findIndex(({ name }) => name === POINTS) + 1;
  const parts = unzipSync(renderXlsxFile(book));
  const part = `xl/worksheets/sheet${at}.xml`;
  return readWorkbookAnswers(
    zipSync({ ...parts, [part]: strToU8(change(strFromU8(parts[part] ?? new Uint8Array()))) }),
    'back.xlsx',
  );
};
/** The cell with a value that no other cell has. */
const CELL = /(<c r="([A-Z]+2)"[^>]*)><v>56\.4</;
const measuredOnce = fillIn([[POINTS, 0, 'measured proto, factory', '56.4', true]]);

it('merged cells, errors, dates and fractions of an inch are named', () => {
  let place = '';
  const merged = reworkMarkup(measuredOnce, (sheet) => {
    place = CELL.exec(sheet)?.[2] ?? '';
    return sheet.replace(
      '</sheetData>',
      `</sheetData><mergeCells><mergeCell ref="${place}:${place.replace('2', '3')}"/></mergeCells>`,
    );
  });
  expect(merged.measured).toMatchObject([{ code: 'B01', difference: '0.4' }]);
  expect(merged.unplaced).toMatchObject([{ text: '56.4', why: expect.stringContaining('is merged') }]);
  const failed = reworkMarkup(measuredOnce, (sheet) => sheet.replace(CELL, '$1 t="e"><v>#REF!<'));
  expect(failed.measured).toEqual([]);
  expect(failed.unplaced).toMatchObject([{ text: '#REF!' }]);
  // A year is a whole date (ISO 8601), and a number to a reader of the text alone.
  const dated = reworkMarkup(measuredOnce, (sheet) => sheet.replace(CELL, '$1 t="d"><v>2026<'));
  expect(dated).toMatchObject({
    measured: [],
    remarks: [{ text: '2026', why: 'a date, not a measurement' }],
  });
});

it('texts outside the input cells are named', () => {
  const book = changeSheet(
    'Questions',
    (sheet) => ({
      ...sheet,
      columns: [...sheet.columns, { head: 'Photo' }, { head: '' }],
      rows: sheet.rows.map((row, at) => [
        ...row,
        { text: at === 0 ? 'see photo' : '' },
        { text: at === 1 ? 'stray' : '' },
      ]),
    }),
    fillIn([['Questions', 0, 'remark', 'soon']]),
  );
  const { unplaced, remarks } = read({
    ...changeSheet(
      'Every value',
      (sheet) => ({ ...sheet, rows: [...sheet.rows, [{ text: 'call me' }]] }),
      book,
    ),
    sheets: [
      ...changeSheet(
        'Every value',
        (sheet) => ({ ...sheet, rows: [...sheet.rows, [{ text: 'call me' }]] }),
        book,
      ).sheets,
      { name: 'Photos', columns: [{ head: 'a' }], rows: [] },
    ],
  });
  expect(unplaced.map(({ sheet, text, why }) => [sheet, text, why])).toEqual([
    ['Questions', 'see photo', 'its column "Photo" is not part of this sheet'],
    ['Questions', 'stray', 'its column has no name'],
    ['Every value', 'call me', 'its row differs from the sent version'],
    ['Photos', 'a', 'toile did not create its sheet'],
  ]);
  expect(remarks).toMatchObject([{ field: 'remark', text: 'soon', why: '' }]);
});

it('a comment is named with its cell', () => {
  const relation =
    '<Relationships><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments" Target="../comments1.xml"/></Relationships>';
  const addComment = (place: string, text: string) =>
    `<comment ref="${place}"><text><t>${text}</t></text></comment>`;
  const back = zipSync({
    ...unzipSync(renderXlsxFile(blank)),
    'xl/worksheets/_rels/sheet2.xml.rels': strToU8(relation),
    'xl/comments1.xml': strToU8(
      `<comments><commentList>${addComment('B2', 'too long?')}${addComment('C3', 'ask')}</commentList></comments>`,
    ),
  });
  expect(readWorkbookAnswers(back, 'back.xlsx').unplaced).toMatchObject([
    { cell: 'B2', text: 'too long?', why: 'a comment beside the cell' },
    { cell: 'C3', text: 'ask', why: 'a comment beside the cell' },
  ]);
});

it('answers survive a renamed or moved column, and a missing column is named', () => {
  const renamed = changeSheet(
    'Questions',
    (sheet) => ({
      ...sheet,
      columns: sheet.columns
        .map((column) => ((column.key ?? column.head) === 'answer' ? { head: 'Antwort' } : column))
        .toReversed(),
      rows: sheet.rows.map((row) => row.toReversed()),
    }),
    fillIn([
      ['Questions', 0, 'answer', 'ja'],
      ['Questions', 0, 'by', 'Ute'],
    ]),
  );
  const { remarks, unplaced } = read(renamed);
  expect(remarks).toMatchObject([{ code: 'Q-1', field: 'by', text: 'Ute' }]);
  expect(unplaced).toMatchObject([
    { sheet: 'Questions', text: 'answer', why: 'the column is missing or was renamed' },
    { sheet: 'Questions', text: 'ja', why: 'its column "Antwort" is not part of this sheet' },
  ]);
});

it('a renamed sheet is found by its columns, also below a letter head', () => {
  const moved = changeSheet(
    POINTS,
    (sheet) => ({
      ...sheet,
      name: 'Maße',
      columns: sheet.columns.map(({ isHidden }, at) => ({
        head: at === 1 ? 'Atelier Nord' : '',
        ...(isHidden === true ? { isHidden } : {}),
      })),
      rows: [sheet.columns.map(({ head }) => ({ text: head })), ...sheet.rows],
    }),
    measuredOnce,
  );
  const { measured, unplaced, changed: differences } = read(moved);
  expect(measured).toMatchObject([{ code: 'B01', difference: '0.4' }]);
  expect(differences).toEqual([]);
  expect(unplaced).toMatchObject([{ text: 'Atelier Nord', why: 'it is above the column names' }]);
});

it('a missing sheet is named, and the others are read', () => {
  const without = { ...blank, sheets: blank.sheets.filter(({ name }) => name !== 'Questions') };
  const { questions, points, unplaced } = read(without);
  expect([questions, points]).toEqual([null, { listed: 5, measured: 0 }]);
  expect(unplaced).toMatchObject([
    { sheet: 'Questions', why: 'the sheet is not in the file, or its columns have other names' },
  ]);
});

it('a workbook without input cells is refused', () => {
  const other = { ...blank, sheets: [{ name: 'Sheet1', columns: [{ head: 'a' }], rows: [] }] };
  expect(() => read(other)).toThrow(
    'back.xlsx has neither the columns of the sheet Questions nor those of Sample rounds; its sheets are "Sheet1"',
  );
});

/** A sheet as an older toile wrote it, or as a program saves it as CSV: nothing of what was sent. */
const OLD_HEADS = [
  ...['garment_id', 'node_id', 'line', 'code', 'description', 'size', 'spec', 'spec_unit', 'spec_state'],
  ...['tol_plus', 'tol_plus_unit', 'tol_plus_state', 'tol_minus', 'tol_minus_unit', 'tol_minus_state'],
  'measured fit',
];
const OLD_ROW = [
  'GARM-1',
  'pom.1',
  '',
  'B01',
  'Chest',
  '',
  '56.0',
  'cm',
  'asserted =',
  '1.0',
  'cm',
  'asserted =',
  '0.5',
  'cm',
  'asserted =',
];

it.each([
  [';', '56,4', '\ufeff'],
  [',', '56.4', ''],
  ['\t', '"56,4"', ''],
])('a sheet without a baseline, saved as CSV between %j, is read as before', (between, value, mark) => {
  const lines = [OLD_HEADS, [...OLD_ROW, value]].map((cells) => cells.join(between));
  const bytes = new TextEncoder().encode(`${mark}${lines.join('\r\n')}\r\n`);
  const { baseline, measured, questions, unplaced } = readWorkbookAnswers(bytes, 'fit.csv');
  expect([baseline, questions]).toEqual([null, null]);
  expect(measured).toMatchObject([
    { code: 'B01', round: 'fit', difference: '0.4', spec_state: 'asserted =' },
  ]);
  expect(unplaced).toEqual([]);
});

it('points without node ids are counted by their codes', () => {
  const at = OLD_HEADS.indexOf('node_id');
  const lines = [OLD_HEADS, [...OLD_ROW, '56.4']].map((cells) => cells.toSpliced(at, 1).join(','));
  const { points, measured } = readWorkbookAnswers(new TextEncoder().encode(lines.join('\n')), 'fit.csv');
  expect(points).toEqual({ listed: 1, measured: 1 });
  expect(measured).toMatchObject([{ code: 'B01', difference: '0.4' }]);
});

it('a formula in CSV is named, and Windows code pages are read', () => {
  const head = 'garment_id,id,node_id,label,field,question,options,now,now_unit,now_state,why,answer,by,date';
  const latin = Uint8Array.from(`${head}\n,Q-1,,,,,,,,,,gr\u00f6\u00dfer,=A1,\n`, (sign) =>
    sign.charCodeAt(0),
  );
  const { answers, unplaced } = readWorkbookAnswers(latin, 'q.csv');
  expect(answers).toMatchObject([{ id: 'Q-1', answer: 'größer' }]);
  expect(unplaced).toMatchObject([
    { cell: 'M2', text: '=A1', why: 'a formula, which toile does not calculate' },
  ]);
});
