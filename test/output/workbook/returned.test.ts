import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readWorkbookAnswers } from '../../../src/output/workbook/answers/index.ts';
import { buildWorkbook } from '../../../src/output/workbook/index.ts';
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
   "tol_plus":{"value":0.25,"unit":"inch","state":"asserted"},"tol_minus":{"value":1,"unit":"cm","state":"asserted"}}]}`;
const ASKED = `{"garment_id":"GARM-1","unresolved":[
  {"id":"Q-1","node":"pom.2","field":"tol_plus","question":"Which tolerance?","value":null,"unit":"cm","state":"unstated"},
  {"id":"Q-2","node":"pom.1","field":"spec","question":"Sure?","value":56.0,"unit":"cm","state":"asserted"}]}`;

const blank = buildWorkbook({
  garments: [
    {
      subject: 'GARM-1',
      profile: 'factory',
      readAt: undefined,
      graph: parseJson(GRAPH),
      confirmations: parseJson(ASKED),
    },
  ],
  rounds: ['proto', 'fit'],
});

/** The workbook with texts written into cells: `Measure` row 0 column `measured proto`. */
type Written = readonly (readonly [
  sheet: string,
  row: number,
  column: string,
  text: string,
  isNumber?: boolean,
])[];
const filled = (written: Written, book: WorkbookModel = blank): WorkbookModel => ({
  ...book,
  sheets: book.sheets.map((sheet) => ({
    ...sheet,
    rows: sheet.rows.map((row, at) =>
      row.map((cell, column) => {
        const found = written.find(
          ([name, line, head]) => name === sheet.name && line === at && head === sheet.columns[column]?.head,
        );
        return found ? { text: found[3], isNumber: found[4] === true } : cell;
      }),
    ),
  })),
});
const changed = (
  name: string,
  change: (sheet: WorkbookSheet) => WorkbookSheet,
  book: WorkbookModel = blank,
): WorkbookModel => ({
  ...book,
  sheets: book.sheets.map((sheet) => (sheet.name === name ? change(sheet) : sheet)),
});
const read = (book: WorkbookModel) => readWorkbookAnswers(renderXlsxFile(book), 'back.xlsx');

it('finds nothing in a workbook that nobody filled in', () => {
  expect(read(blank)).toEqual({
    questions: { asked: 2, answered: 0 },
    answers: [],
    points: { listed: 4, measured: 0 },
    measured: [],
    unplaced: [],
  });
});

it('shows answers beside the question and the value as it stands', () => {
  const { questions, answers, unplaced } = read(
    filled([
      ['Questions', 0, 'answer', '=0.5 cm'],
      ['Questions', 0, 'by', 'Mei'],
      ['Questions', 1, 'date', '46348', true],
    ]),
  );
  expect(questions).toEqual({ asked: 2, answered: 2 });
  expect(answers).toMatchObject([
    {
      ...{
        garment_id: 'GARM-1',
        id: 'Q-1',
        node_id: 'pom.2',
        field: 'tol_plus',
        question: 'Which tolerance?',
      },
      ...{ now: '', now_unit: 'cm', now_state: 'unstated ?', answer: '=0.5 cm', by: 'Mei', date: '' },
    },
    { id: 'Q-2', now: '56.0', now_state: 'asserted =', answer: '', date: '46348' },
  ]);
  expect(unplaced).toEqual([]);
});

it('shows what was measured beside spec, tolerances and the difference, to the last digit', () => {
  const { points, measured, unplaced } = read(
    filled([
      ['Measure', 0, 'measured proto', '56.4', true],
      ['Measure', 0, 'measured fit', '55 7/8'],
      ['Measure', 1, 'measured proto', '76.1', true],
      ['Measure', 2, 'measured proto', '48,3'],
      ['Measure', 3, 'measured fit', '50', true],
    ]),
  );
  expect(points).toEqual({ listed: 4, measured: 4 });
  expect(
    measured.map((each) => [
      each.code,
      each.size,
      each.round,
      each.spec,
      each.measured,
      each.difference,
      each.note,
    ]),
  ).toEqual([
    // 56.4 - 56.0 is 0.3999999999999986 to a double.
    ['B01', '', 'proto', '56.0', '56.4', '0.4', ''],
    ['B01', '', 'fit', '56.0', '55 7/8', '-0.125', ''],
    ['B02', '', 'proto', '76.30', '76.1', '-0.20', 'tolerance not stated'],
    ['B03', 'S', 'proto', '48.25', '48,3', '0.05', 'units differ: cm, inch'],
    ['B03', 'M', 'fit', '50', '50', '0', 'units differ: cm, inch'],
  ]);
  expect(measured[0]).toMatchObject({
    tol_plus: '1.0',
    tol_minus: '0.5',
    spec_unit: 'cm',
    spec_state: 'asserted =',
  });
  expect(unplaced).toEqual([]);
});

it('keeps what is no number, and says so', () => {
  const { measured, unplaced } = read(
    filled([
      ['Measure', 0, 'measured proto', 'too long'],
      ['Measure', 1, 'measured proto', '1,234'],
    ]),
  );
  expect(measured.map(({ measured: text, difference }) => [text, difference])).toEqual([
    ['too long', ''],
    ['1,234', ''],
  ]);
  expect(unplaced).toEqual([
    { sheet: 'Measure', cell: 'P2', text: 'too long', why: 'not a number that can be read one way' },
    { sheet: 'Measure', cell: 'P3', text: '1,234', why: 'not a number that can be read one way' },
  ]);
});

it('takes a unit that repeats that of the spec, and names any other', () => {
  const { measured, unplaced } = read(
    filled([
      ['Measure', 0, 'measured proto', '56,4 cm'],
      ['Measure', 0, 'measured fit', '56.25CM'],
      ['Measure', 1, 'measured proto', '30 inch'],
      ['Measure', 2, 'measured proto', '482 mm'],
      ['Measure', 3, 'measured proto', 'cm'],
    ]),
  );
  expect(measured.map(({ measured: text, difference }) => [text, difference])).toEqual([
    ['56,4 cm', '0.4'],
    ['56.25CM', '0.25'],
    ['30 inch', ''],
    ['482 mm', ''],
    ['cm', ''],
  ]);
  expect(unplaced.map(({ text }) => text)).toEqual(['30 inch', '482 mm', 'cm']);
});

it('shows a row that stands there twice twice, and names it', () => {
  const again = (sheet: WorkbookSheet): WorkbookSheet => ({
    ...sheet,
    rows: [...sheet.rows, sheet.rows[0] ?? []],
  });
  const { answers, measured, unplaced } = read(
    changed(
      'Questions',
      again,
      changed(
        'Measure',
        again,
        filled([
          ['Measure', 0, 'measured proto', '56.4'],
          ['Questions', 0, 'answer', 'yes'],
        ]),
      ),
    ),
  );
  expect([answers.length, measured.length]).toEqual([2, 2]);
  expect(unplaced.map(({ sheet, text, why }) => [sheet, text, why])).toEqual([
    ['Questions', 'Q-1', 'the question is answered in more than one row; each is shown'],
    ['Measure', 'pom.1', 'the point is measured in more than one row; each is shown'],
  ]);
});

it('reads rows in any order, and goes on without those that were taken out', () => {
  const { answers, measured, points, unplaced } = read(
    changed(
      'Measure',
      (sheet) => ({ ...sheet, rows: sheet.rows.toReversed().slice(0, -1) }),
      changed(
        'Questions',
        (sheet) => ({ ...sheet, rows: sheet.rows.toReversed() }),
        filled([
          ['Measure', 2, 'measured proto', '48.5', true],
          ['Questions', 0, 'answer', 'yes'],
        ]),
      ),
    ),
  );
  expect(answers).toMatchObject([{ id: 'Q-1', answer: 'yes' }]);
  expect(measured).toMatchObject([{ code: 'B03', size: 'S', difference: '0.25' }]);
  expect([points, unplaced]).toEqual([{ listed: 3, measured: 1 }, []]);
});

/** The file with one sheet's markup changed: what no program of toile's own writes. */
const reworked = (book: WorkbookModel, change: (sheet: string) => string) => {
  const at = book.sheets.findIndex(({ name }) => name === 'Measure') + 1;
  const parts = unzipSync(renderXlsxFile(book));
  const part = `xl/worksheets/sheet${at}.xml`;
  return readWorkbookAnswers(
    zipSync({ ...parts, [part]: strToU8(change(strFromU8(parts[part] ?? new Uint8Array()))) }),
    'back.xlsx',
  );
};

it('names a cell that was merged with others, and an error in the place of a value', () => {
  const book = filled([['Measure', 0, 'measured proto', '56.4', true]]);
  const merged = reworked(book, (sheet) =>
    sheet.replace(
      '</sheetData>',
      '</sheetData><mergeCells><mergeCell ref="P2:P3"/><mergeCell ref="Q2:Q9"/></mergeCells>',
    ),
  );
  expect(merged.measured).toMatchObject([{ code: 'B01', difference: '0.4' }]);
  expect(merged.unplaced).toEqual([
    {
      sheet: 'Measure',
      cell: 'P2',
      text: '56.4',
      why: 'its cell is merged (P2:P3), and read as if it stood in P2 alone',
    },
  ]);
  const failed = reworked(book, (sheet) => sheet.replace(/(<c r="P2"[^>]*)><v>56.4/, '$1 t="e"><v>#REF!'));
  expect(failed.measured).toMatchObject([{ measured: '#REF!', difference: '' }]);
  expect(failed.unplaced).toEqual([
    {
      sheet: 'Measure',
      cell: 'P2',
      text: '#REF!',
      why: 'an error of the spreadsheet program stands where something was',
    },
  ]);
});

it('takes no date for a measurement, however much it looks like a number', () => {
  const book = filled([['Measure', 0, 'measured proto', '56', true]]);
  const { measured, unplaced } = reworked(book, (sheet) =>
    // A year is a whole date (ISO 8601), and a number to whoever reads the text alone.
    sheet.replace(/(<c r="P2"[^>]*)><v>56</, '$1 t="d"><v>2026<'),
  );
  expect(measured).toMatchObject([{ code: 'B01', measured: '2026', difference: '' }]);
  expect(unplaced).toEqual([
    { sheet: 'Measure', cell: 'P2', text: '2026', why: 'a date, and no measurement' },
  ]);
});

it('names what was written where nothing is to be written', () => {
  const more = filled([['Questions', 0, 'answer', 'yes']]);
  const added = changed(
    'Questions',
    (sheet) => ({
      ...sheet,
      columns: [...sheet.columns, { head: 'Remark' }, { head: '' }],
      rows: [
        ...sheet.rows.map((row, at) => [
          ...row,
          { text: at === 0 ? 'see photo' : '' },
          { text: at === 1 ? 'stray' : '' },
        ]),
        sheet.columns.map(({ head }) => ({ text: head === 'answer' ? 'a new one' : '' })),
      ],
    }),
    more,
  );
  const book = {
    ...added,
    sheets: [...added.sheets, { name: 'Photos', columns: [{ head: 'a' }], rows: [] }],
  };
  const beside = changed(
    'Cover',
    (sheet) => ({
      ...sheet,
      columns: [...sheet.columns, { head: '' }],
      rows: [...sheet.rows, [{ text: '' }, { text: '' }, { text: 'call me' }]],
    }),
    book,
  );
  const { answers, unplaced } = read(beside);
  expect(answers).toHaveLength(1);
  expect(unplaced.map(({ sheet, text, why }) => [sheet, text, why])).toEqual([
    ['Questions', 'see photo', 'its column "Remark" is none of this sheet'],
    ['Questions', 'stray', 'its column has no name'],
    ['Questions', 'a new one', 'its row names no question'],
    ['Cover', 'call me', 'it stands beside the table'],
    ['Photos', 'a', 'its sheet is none of toile’s'],
  ]);
});

it('names a comment beside a cell, with its place', () => {
  const relation =
    '<Relationships><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments" Target="../comments1.xml"/></Relationships>';
  const comment = (place: string, text: string) =>
    `<comment ref="${place}"><text><t>${text}</t></text></comment>`;
  const back = zipSync({
    ...unzipSync(renderXlsxFile(blank)),
    'xl/worksheets/_rels/sheet2.xml.rels': strToU8(relation),
    'xl/comments1.xml': strToU8(
      `<comments><commentList>${comment('B2', 'too long?')}${comment('C3', 'ask')}</commentList></comments>`,
    ),
  });
  expect(readWorkbookAnswers(back, 'back.xlsx').unplaced).toMatchObject([
    { cell: 'B2', text: 'too long?', why: 'a comment beside the cell' },
    { cell: 'C3', text: 'ask', why: 'a comment beside the cell' },
  ]);
});

it('loses no answer where a column was renamed or moved, and says which is missing', () => {
  const renamed = changed(
    'Questions',
    (sheet) => ({
      ...sheet,
      columns: sheet.columns
        .map((column) => (column.head === 'answer' ? { head: 'Antwort' } : column))
        .toReversed(),
      rows: sheet.rows.map((row) => row.toReversed()),
    }),
    filled([
      ['Questions', 0, 'answer', 'ja'],
      ['Questions', 0, 'by', 'Ute'],
    ]),
  );
  const { answers, unplaced } = read(renamed);
  expect(answers).toMatchObject([{ id: 'Q-1', answer: '', by: 'Ute' }]);
  expect(unplaced).toEqual([
    { sheet: 'Questions', cell: '', text: 'answer', why: 'the column is not there, or has another name' },
    { sheet: 'Questions', cell: 'C2', text: 'ja', why: 'its column "Antwort" is none of this sheet' },
  ]);
});

it('finds a sheet of another name by its columns, below lines of a letter head', () => {
  const moved = changed(
    'Measure',
    (sheet) => ({
      ...sheet,
      name: 'Maße',
      columns: sheet.columns.map((_, at) => ({ head: at === 0 ? 'Atelier Nord' : '' })),
      rows: [sheet.columns.map(({ head }) => ({ text: head })), ...sheet.rows],
    }),
    filled([['Measure', 0, 'measured proto', '56.4', true]]),
  );
  const { measured, unplaced } = read(moved);
  expect(measured).toMatchObject([{ code: 'B01', difference: '0.4' }]);
  expect(unplaced).toMatchObject([{ text: 'Atelier Nord', why: 'it stands above the names of the columns' }]);
});

it('goes on without a sheet that is missing, and says so', () => {
  const without = { ...blank, sheets: blank.sheets.filter(({ name }) => name !== 'Questions') };
  const { questions, points, unplaced } = read(without);
  expect([questions, points]).toEqual([null, { listed: 4, measured: 0 }]);
  expect(unplaced).toEqual([
    {
      sheet: 'Questions',
      cell: '',
      text: '',
      why: 'the sheet is not in the file, or its columns have other names',
    },
  ]);
});

it('refuses a workbook that has nothing to be filled in', () => {
  const other = { ...blank, sheets: [{ name: 'Sheet1', columns: [{ head: 'a' }], rows: [] }] };
  expect(() => read(other)).toThrow(
    'back.xlsx has neither the columns of the sheet Questions nor those of Measure; its sheets are "Sheet1"',
  );
});

it.each([
  [';', '56,4', '\ufeff'],
  [',', '56.4', ''],
  ['\t', '"56,4"', ''],
])('reads one sheet that was saved as CSV, between %j', (between, value, mark) => {
  const sheet = blank.sheets.find(({ name }) => name === 'Measure') as WorkbookSheet;
  const lines = [
    sheet.columns.map(({ head }) => head),
    ...sheet.rows.map((row, at) =>
      row.map(({ text }, column) =>
        at === 0 && sheet.columns[column]?.head === 'measured fit' ? value : text,
      ),
    ),
  ].map((cells) => cells.join(between));
  const bytes = new TextEncoder().encode(`${mark}${lines.join('\r\n')}\r\n`);
  const { measured, questions, unplaced } = readWorkbookAnswers(bytes, 'fit.csv');
  expect(questions).toBeNull();
  expect(measured).toMatchObject([{ code: 'B01', round: 'fit', difference: '0.4' }]);
  expect(unplaced).toEqual([]);
});

it('names a formula in CSV, and reads what Windows programs of the West write', () => {
  const head = 'garment_id,id,node_id,label,field,question,options,now,now_unit,now_state,why,answer,by,date';
  const latin = Uint8Array.from(`${head}\n,Q-1,,,,,,,,,,gr\u00f6\u00dfer,=A1,\n`, (sign) =>
    sign.charCodeAt(0),
  );
  const { answers, unplaced } = readWorkbookAnswers(latin, 'q.csv');
  expect(answers).toMatchObject([{ id: 'Q-1', answer: 'größer' }]);
  expect(unplaced).toMatchObject([{ cell: 'M2', text: '=A1' }]);
});
