import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readCsvSheets } from '../../../src/output/workbook/read-csv.ts';
import { readXlsxSheets } from '../../../src/output/workbook/read-xlsx.ts';
import type { WorkbookLimits } from '../../../src/output/workbook/unzip-parts.ts';
import { UsageError } from '../../../src/platform/errors.ts';
import { WORKBOOK_LIMITS } from '../../../src/platform/size-limits.ts';

const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const buildRelation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${TYPE}/${type}" Target="${target}"/>`;
const buildRelations = (...all: readonly string[]) => `<Relationships>${all.join('')}</Relationships>`;

const BOOK = {
  '_rels/.rels': buildRelations(buildRelation('r1', 'officeDocument', 'xl/workbook.xml')),
  'xl/workbook.xml':
    '<x:workbook xmlns:x="m" xmlns:r="r"><x:sheets><x:sheet name="One" r:id="r1"/></x:sheets></x:workbook>',
  'xl/_rels/workbook.xml.rels': buildRelations(
    buildRelation('r1', 'worksheet', '/xl/worksheets/a.xml'),
    buildRelation('r2', 'sharedStrings', 'strings.xml'),
    buildRelation('r3', 'styles', 'styles.xml'),
  ),
  'xl/strings.xml':
    '<sst><si><t>plain</t></si><si><r><t>in </t></r><r><t>runs</t></r><rPh><t>aloud</t></rPh></si></sst>',
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="&quot;d&quot;0.00"/><numFmt numFmtId="171" formatCode="dd/mm/yyyy"/><numFmt numFmtId="172" formatCode="0.000"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="172"/></cellXfs></styleSheet>',
};
const zipParts = (parts: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
const withCells = (cells: string, rest: Readonly<Record<string, string>> = {}) =>
  zipParts({
    ...BOOK,
    'xl/worksheets/a.xml': `<worksheet><sheetData>${cells}</sheetData></worksheet>`,
    ...rest,
  });
const readCells = (markup: string) => readXlsxSheets(withCells(markup), 'f.xlsx')[0]?.rows ?? [];
const catchRefusal = (bytes: Uint8Array, most: Partial<WorkbookLimits> = {}): string => {
  try {
    readXlsxSheets(bytes, 'f.xlsx', { ...WORKBOOK_LIMITS, ...most });
    return 'none';
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message;
  }
};

it('every kind of cell is read, also without a cell reference', () => {
  const read = readCells(
    `<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>
     <row r="5"><c r="B5" t="inlineStr"><is><t>a_x000D_b</t></is></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c></row>
     <row><c r="A6" s="1"><v>46348</v></c><c s="3"><v>46348.5</v></c><c s="2"><v>3</v></c><c s="4"><v>56</v></c><c s="4"><v>0.12345</v></c><c><v>56.399999999999999</v></c></row>`,
  );
  expect(read.map((row) => row.map(({ place, text, kind }) => [place, text, kind]))).toEqual([
    [
      ['A1', 'plain', 'text'],
      ['B1', 'in runs', 'text'],
    ],
    [
      ['B5', 'a\rb', 'text'],
      ['C5', 'TRUE', 'truth'],
      ['D5', '#N/A', 'error'],
    ],
    [
      ['A6', '2026-11-22', 'date'],
      ['B6', '2026-11-22 12:00', 'date'],
      ['C6', '3', 'number'],
      ['D6', '56.000', 'number'],
      // No digit is rounded away.
      ['E6', '0.12345', 'number'],
      ['F6', '56.4', 'number'],
    ],
  ]);
});

it.each([
  ['', '2026-11-22'],
  // The same number in a workbook that counts from 1904, as those of older Macs do, is four years and a day later.
  ['<workbookPr date1904="1"/>', '2030-11-23'],
  ['<workbookPr date1904="true"/>', '2030-11-23'],
  ['<workbookPr date1904="0"/>', '2026-11-22'],
])('days are counted from the date system of the workbook: %j', (properties, day) => {
  const workbook = BOOK['xl/workbook.xml'].replace('<x:sheets>', `${properties}<x:sheets>`);
  const book = withCells('<row><c s="1"><v>46348</v></c></row>', { 'xl/workbook.xml': workbook });
  expect(readXlsxSheets(book, 'f.xlsx')[0]?.rows).toMatchObject([[{ text: day, kind: 'date' }]]);
});

it('a formula is read with its result', () => {
  expect(
    readCells('<row r="1"><c r="A1"><f>B1+0.4</f><v>56.4</v></c><c r="B1"><f>A1</f></c></row>'),
  ).toMatchObject([
    [
      { text: '56.4', formula: 'B1+0.4' },
      { text: '', formula: 'A1' },
    ],
  ]);
});

it('comments are read', () => {
  const book = withCells('<row r="1"><c r="A1"><v>1</v></c></row>', {
    'xl/worksheets/_rels/a.xml.rels': buildRelations(buildRelation('r1', 'comments', '../comments1.xml')),
    'xl/comments1.xml':
      '<comments><commentList><comment ref="A1"><text><r><t>Too </t></r><r><t>long?</t></r></text></comment></commentList></comments>',
  });
  expect(readXlsxSheets(book, 'f')[0]?.comments).toEqual([{ place: 'A1', text: 'Too long?' }]);
});

it.each([
  ['a text', strToU8('id,answer\n'), 'f.xlsx is not an .xlsx workbook'],
  ['nothing', new Uint8Array(), 'f.xlsx is not an .xlsx workbook'],
  [
    'an old workbook',
    Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, ...strToU8('Workbook')]),
    'f.xlsx is an older spreadsheet format; save it as .xlsx',
  ],
  [
    'an encrypted one',
    Uint8Array.from([
      0xd0,
      0xcf,
      0x11,
      0xe0,
      1,
      2,
      ...[...'EncryptedPackage'].flatMap((sign) => [sign.charCodeAt(0), 0]),
    ]),
    'f.xlsx is protected by a password; save it without one',
  ],
  [
    'another archive',
    zipParts({ 'content.xml': '<a/>' }),
    'f.xlsx is an archive, but not an .xlsx workbook; save it as .xlsx',
  ],
  ['half of one', withCells('<row/>').slice(0, 350), 'f.xlsx is damaged: its archive cannot be unpacked'],
  ['a lost sheet', zipParts(BOOK), 'f.xlsx is damaged: it lacks a sheet that it names'],
  ['broken XML', withCells('<row><c></row>'), 'f.xlsx is damaged: it is not well-formed'],
  [
    'entities',
    withCells('', {
      'xl/worksheets/a.xml':
        '<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>',
    }),
    'f.xlsx is damaged: it declares a document type',
  ],
  ['a row beyond all rows', withCells('<row r="99999999"/>'), 'f.xlsx is damaged: it has a row out of place'],
  [
    'a column beyond all',
    withCells('<row r="1"><c r="ZZZ1"/></row>'),
    'f.xlsx is damaged: it has a cell out of place',
  ],
])('says what is wrong with %s', (_what, bytes, message) => {
  expect(catchRefusal(bytes)).toBe(message);
});

it('a part that exists twice is refused', () => {
  const [first, second] = ['xl/strings.xml', 'xl/string2.xml'];
  const written = withCells('<row><c t="s"><v>0</v></c></row>', {
    [second]: '<sst><si><t>another</t></si></sst>',
  });
  expect(catchRefusal(written)).toBe('none');
  const twice = Buffer.from(written).toString('latin1').replaceAll(second, first);
  expect(catchRefusal(Buffer.from(twice, 'latin1'))).toBe(
    'f.xlsx contains the same part twice, so it is unclear which one is valid',
  );
});

it('an archive is read by its directory, and refused when a part is cut or replaced', () => {
  const book = withCells('<row r="1"><c r="A1"><v>4</v></c></row>');
  const isRead = (bytes: Uint8Array): boolean => catchRefusal(bytes) === 'none';
  expect(isRead(book)).toBe(true);
  for (let length = 4; length < book.length; length++) expect(isRead(book.subarray(0, length))).toBe(false);
  for (let at = 4; at < book.length; at++) {
    const changed = Uint8Array.from(book);
    changed[at] = 255 - (changed[at] ?? 0);
    // Whatever a byte means, no other error leaves the reader.
    expect(() => catchRefusal(changed)).not.toThrow();
  }
});

it('unpacking stops at its limit', () => {
  const book = withCells('', { 'xl/worksheets/a.xml': ' '.repeat(1_000_000) });
  expect(book.length).toBeLessThan(10_000);
  expect(catchRefusal(book, { unpacked: 900_000 })).toBe(
    'f.xlsx unpacks to more than 900000 bytes, the limit of toile',
  );
  expect(catchRefusal(book, { bytes: 1000 })).toBe('f.xlsx has more than 1000 bytes, the limit of toile');
  expect(catchRefusal(book, { parts: 3 })).toBe('f.xlsx has more than 3 parts, the limit of toile');
});

it('cells and characters stop at their limit, however often the file refers to them', () => {
  const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`;
  const book = withCells(row, { 'xl/strings.xml': `<sst><si><t>${'x'.repeat(1000)}</t></si></sst>` });
  expect(catchRefusal(book, { characters: 99_000 })).toBe('f.xlsx has too many cells');
  expect(catchRefusal(book, { cells: 100 })).toBe('f.xlsx has too many cells');
  // The row counts too.
  expect(catchRefusal(book, { cells: 101, characters: 100_000 })).toBe('none');
});

it('empty rows and cells count towards the limit', () => {
  expect(catchRefusal(withCells('<row/>'.repeat(200)), { cells: 199 })).toMatch(/too many cells/);
  expect(catchRefusal(withCells(`<row>${'<c/>'.repeat(200)}</row>`), { cells: 199 })).toMatch(
    /too many cells/,
  );
});

it('each part is read once, for any number of references', () => {
  const sheets = '<x:sheet name="n" r:id="r1"/>'.repeat(2);
  const twice = { 'xl/workbook.xml': BOOK['xl/workbook.xml'].replace(/<x:sheet [^>]*>/, sheets) };
  expect(catchRefusal(withCells('<row/>', twice))).toBe(
    'f.xlsx is damaged: it uses one part for two sheets or two sets of comments',
  );
  expect(catchRefusal(withCells('<row/>', twice), { parts: 1 })).toMatch(/more than 1 parts/);
});

it('cells of CSV count towards the limit, empty or not', () => {
  const read = (text: string) => readCsvSheets(Buffer.from(text), 'f.csv', { ...WORKBOOK_LIMITS, cells: 9 });
  for (const text of ['\n'.repeat(11), `${','.repeat(10)}\n`, 'a,b\n'.repeat(5)])
    expect(() => read(text)).toThrow('f.csv has too many cells');
  expect(read('a,b\n'.repeat(4))[0]?.rows).toHaveLength(4);
});

it('a number format that is too long is not evaluated', () => {
  const styles = BOOK['xl/styles.xml'].replace('dd/mm/yyyy', '['.repeat(2_000_000));
  const read = readXlsxSheets(
    withCells('<row><c s="3"><v>7</v></c></row>', { 'xl/styles.xml': styles }),
    'f.xlsx',
  );
  expect(read[0]?.rows).toMatchObject([[{ text: '7', kind: 'number' }]]);
});
