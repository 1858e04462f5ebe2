import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readXlsxSheets } from '../../../src/output/workbook/read-xlsx.ts';
import { renderTableXlsx } from '../../../src/output/workbook/table-xlsx.ts';
import type { WorkbookCell, WorkbookSheet } from '../../../src/output/workbook/workbook-model.ts';
import { renderXlsxFile } from '../../../src/output/workbook/xlsx-file.ts';
import fc, { scaleCases } from '../../support/property.ts';

const buildSheet = (
  rows: readonly (readonly WorkbookCell[])[],
  rest: Partial<WorkbookSheet> = {},
): WorkbookSheet => ({
  name: 'One',
  columns: Array.from({ length: Math.max(1, ...rows.map((row) => row.length)) }, (_, at) => ({
    head: `column ${at + 1}`,
  })),
  rows,
  ...rest,
});
const renderSheets = (...sheets: readonly WorkbookSheet[]) =>
  renderXlsxFile({ title: 'T', footer: 'F & co', sheets });
const readParts = (book: Uint8Array): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(unzipSync(book)).map(([name, part]) => [name, strFromU8(part)]));
const readBack = (rows: readonly (readonly WorkbookCell[])[]) =>
  (readXlsxSheets(renderSheets(buildSheet(rows)), 'f')[0]?.rows ?? []).slice(1);

it('a text keeps every character, control characters and look-alikes of their escapes too', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.string(),
          fc.string({ unit: 'binary' }),
          fc.constantFrom('_x0041_', '\r\n', ' a\u0001 ', '\ufffe'),
        ),
      ),
      (texts) => {
        const read = readBack(texts.map((text) => [{ text: `${text}|` }]));
        expect(read.map((row) => row.map(({ text, kind }) => [text, kind]))).toEqual(
          texts.map((text) => [[`${text}|`, 'text']]),
        );
      },
    ),
    scaleCases(25),
  );
});

it('a number keeps its digits, as text when a spreadsheet would change it', () => {
  const kept = ['56.0', '56', '0.30', '-1.5', '100', '0', '0.0', '123456789012345', '12345678.901'];
  const texts = ['1e5', '-0', '-0.00', '12345678901234567', '9007199254740993', '1E-7', '0.1234567890123456'];
  const read = readBack([...kept, ...texts].map((text) => [{ text, isNumber: true }]));
  expect(read.flat().map(({ text, kind }) => [text, kind])).toEqual([
    ...kept.map((text) => [text, 'number']),
    ...texts.map((text) => [text, 'text']),
  ]);
  // Not the double next to it.
  expect(
    readParts(renderSheets(buildSheet([[{ text: '56.0', isNumber: true }]])))['xl/worksheets/sheet1.xml'],
  ).toContain('<v>56.0</v>');
});

it.each(['=1+1', '+1', '-x', '@SUM(A1)', '1/2', '10-12', '00123', 'SEP1', 'TRUE', '#N/A'])(
  'writes %s as text that stays text, and no formula',
  (text) => {
    const book = renderSheets(buildSheet([[{ text }]]));
    expect(readParts(book)['xl/worksheets/sheet1.xml']).not.toMatch(/<f[ >]/);
    expect(readBack([[{ text }]])[0]).toMatchObject([{ text, kind: 'text' }]);
    // The format of text: what is typed into the cell is none either.
    expect(readParts(book)['xl/styles.xml']).toContain('numFmtId="49"');
  },
);

it('the same workbook has the same bytes on any day and in any time zone', () => {
  const rows = [[{ text: 'a' }, { text: '56.0', isNumber: true, style: 'inferred' as const }]];
  const zone = process.env.TZ;
  const files = ['UTC', 'Asia/Kolkata', 'America/St_Johns'].map((name) => {
    process.env.TZ = name;
    return renderSheets(buildSheet(rows));
  });
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
  for (const file of files) expect(file).toEqual(files[0]);
});

it('the header is frozen, filtered, and repeated on each printed page', () => {
  const book = readParts(
    renderSheets(buildSheet([[{ text: 'a' }, { text: 'b' }]], { name: "It's", fixedColumns: 1 })),
  );
  expect(book['xl/worksheets/sheet1.xml']).toContain(
    '<pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"/>',
  );
  expect(book['xl/worksheets/sheet1.xml']).toContain('<autoFilter ref="A1:B2"/>');
  expect(book['xl/worksheets/sheet1.xml']).toContain('fitToWidth="1" fitToHeight="0"');
  // What begins an instruction in a foot is doubled.
  expect(book['xl/worksheets/sheet1.xml']).toContain('<oddFooter>&amp;LF &amp;&amp; co&amp;RPage');
  expect(book['xl/workbook.xml']).toContain(
    `<definedName name="_xlnm.Print_Area" localSheetId="0">'It''s'!$A$1:$B$2</definedName>`,
  );
  expect(book['xl/workbook.xml']).toContain(
    `<definedName name="_xlnm.Print_Titles" localSheetId="0">'It''s'!$1:$1</definedName>`,
  );
});

it('a table wider than a page repeats its first columns in a second block', () => {
  const broad = Array.from({ length: 30 }, () => ({ text: 'twelvesigns1' }));
  const book = readParts(renderSheets(buildSheet([broad], { fixedColumns: 2 })));
  expect(book['xl/worksheets/sheet1.xml']).toContain('<colBreaks count="3"');
  // Blocks are printed at full size: nothing is fitted by making letters smaller.
  expect(book['xl/worksheets/sheet1.xml']).not.toContain('fitToPage');
  expect(book['xl/workbook.xml']).toContain("'One'!$A:$B,'One'!$1:$1");
});

it('sheets and columns that are not for print are hidden and not printed', () => {
  const book = readParts(renderSheets(buildSheet([[{ text: 'a' }]], { isUnprinted: true })));
  expect(book['xl/workbook.xml']).toContain(
    `<definedName name="_xlnm.Print_Area" localSheetId="0">'One'!$A$4</definedName>`,
  );
  const hidden = buildSheet([[{ text: 'a' }, { text: 'b' }]], {
    columns: [{ head: 'x', isHidden: true }, { head: 'y' }],
  });
  expect(readParts(renderSheets(hidden))['xl/worksheets/sheet1.xml']).toMatch(/<col min="1"[^>]* hidden="1"/);
});

it.each([
  ['26 1/4', '26.25', '# ?/?'],
  ['5/16', '0.3125', '# ??/??'],
])('%s is written as a number in the format of that fraction, and read back', (text, value, format) => {
  const cells = [[{ text, isNumber: true }]];
  const book = readParts(renderSheets(buildSheet(cells)));
  expect(book['xl/worksheets/sheet1.xml']).toContain(`<v>${value}</v>`);
  expect(book['xl/styles.xml']).toContain(`formatCode="${format}"`);
  expect(readBack(cells)[0]).toMatchObject([{ text, kind: 'number' }]);
});

it('a text that is too long for a cell continues in the next rows', () => {
  const text = `${'x'.repeat(32_766)}😀${'y'.repeat(40_000)}`;
  const rows = readBack([[{ text: 'before' }, { text }], [{ text: 'after' }]]);
  expect(rows.map((row) => row.map(({ place }) => place))).toEqual([['A2', 'B2'], ['B3'], ['B4'], ['A5']]);
  const column = rows.flat().filter(({ column }) => column === 2);
  expect(column.map((cell) => cell.text).join('')).toBe(text);
  for (const cell of column) expect(cell.text.length).toBeLessThanOrEqual(32_767);
});

it('each state has a fill that differs from the others in grey too', () => {
  const looks = ['plain', 'inferred', 'unstated', 'other'] as const;
  const styles =
    readParts(renderSheets(buildSheet([looks.map((style) => ({ text: 'x', style }))])))['xl/styles.xml'] ??
    '';
  const fills = [...styles.matchAll(/<patternFill patternType="solid"><fgColor rgb="FF(\w{6})"/g)].map(
    ([, rgb = '']) => rgb,
  );
  const readGrey = (rgb: string): number => {
    const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(rgb.slice(at, at + 2), 16));
    return 0.299 * red + 0.587 * green + 0.114 * blue;
  };
  // The first is that of the header; no fill is white.
  const levels = [255, ...fills.slice(1).map(readGrey)].toSorted((one, other) => one - other);
  expect(levels).toHaveLength(4);
  for (let at = 1; at < levels.length; at++)
    expect((levels[at] ?? 0) - (levels[at - 1] ?? 0)).toBeGreaterThan(30);
});

it('a table with more rows than the format allows says so', () => {
  const row = [{ text: '' }];
  const rows = Array.from({ length: 1_048_576 }, () => row);
  expect(() => renderSheets({ name: 'One', columns: [{ head: 'a' }], rows })).toThrow(
    'One has more than 1048575 rows',
  );
});

it('a unit has the fill of its value', () => {
  const book = readParts(
    renderTableXlsx('t', {
      columns: ['value', 'unit', 'state', 'spec', 'spec_unit', 'spec_state', 'note'],
      rows: [['1', 'cm', 'inferred', '2', 'mm', 'unstated', 'n']],
    }),
  )['xl/worksheets/sheet1.xml'];
  const styles = [...(book ?? '').matchAll(/<c r="[A-Z]2" s="(\d+)"/g)].map(([, style]) => style);
  expect([styles[1], styles[4]]).toEqual([styles[0], styles[3]]);
  expect(new Set(styles).size).toBe(3);
});
