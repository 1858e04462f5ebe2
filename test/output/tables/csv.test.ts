import { parse } from 'csv-parse/sync';
import { LosslessNumber } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { formatExcelLines } from '../../../src/output/tables/excel.ts';
import { formatCsvLines } from '../../../src/output/tables/table-lines.ts';
import { word } from '../../platform/json/random-json.ts';
import fc, { scaleCases } from '../../support/property.ts';

const toCsv = (rows: readonly unknown[][], columns = ['id', 'name']) =>
  [...formatCsvLines({ columns, rows })].join('');
const toExcel = (rows: readonly unknown[][], columns = ['id', 'name']) =>
  [...formatExcelLines({ columns, rows })].join('');
const readBack = (text: string): string[][] =>
  parse(text, { bom: true, relax_column_count: true, skip_empty_lines: false });

/** Cells that hold no control character but those which CSV can say. */
const sayable = fc
  .oneof(word, fc.string({ unit: 'grapheme' }))
  .filter((text) => !/[^\P{Cc}\t\n\r]|\p{Cs}/u.test(text));
const rows = fc.array(fc.tuple(sayable, sayable));

describe('formatCsvLines', () => {
  it('writes a header, CRLF, and quotes only where needed', () => {
    expect(
      toCsv([
        ['a,b', 'say "x"'],
        [null, ''],
        [new LosslessNumber('56.0'), ['袖', 1]],
        [' x', 'l1\nl2'],
      ]),
    ).toBe('id,name\r\n"a,b","say ""x"""\r\n,""\r\n56.0,"[""袖"",1]"\r\n" x","l1\nl2"\r\n');
  });

  it('does not guard against spreadsheets, which is the task of the other format', () => {
    expect(toCsv([['00123', '=1+1']])).toBe('id,name\r\n00123,=1+1\r\n');
  });

  it('continues a table without a second header', () => {
    expect([...formatCsvLines({ columns: ['a'], rows: [[1]] }, false)]).toStrictEqual(['1\r\n']);
  });

  it('never writes an empty line or a control byte', () => {
    expect(toCsv([[null]], ['a'])).toBe('a\r\n""\r\n');
    expect(toCsv([['\u001b[2J\u0000\u009b']], ['a'])).toBe('a\r\n\\u001b[2J\\u0000\\u009b\r\n');
  });

  it('is read by an independent reader cell by cell', () => {
    fc.assert(
      fc.property(rows, (cells) => {
        expect(readBack(toCsv(cells))).toStrictEqual([['id', 'name'], ...cells]);
      }),
      scaleCases(200),
    );
  });
});

/** What a spreadsheet makes of a cell that is a formula of literals; undefined where it is none. */
const evaluateFormula = (cell: string): string | undefined => {
  if (!cell.startsWith('=')) return undefined;
  let rest = cell.slice(1);
  let value = '';
  for (;;) {
    const part = /^(?:"((?:[^"]|"")*)"|CHAR\((\d+)\))(&|$)/.exec(rest);
    if (part === null) return undefined;
    expect((part[1] ?? '').length).toBeLessThanOrEqual(255);
    value +=
      part[2] === undefined ? (part[1] ?? '').replaceAll('""', '"') : String.fromCharCode(Number(part[2]));
    rest = rest.slice(part[0].length);
    if (part[3] === '') return value;
  }
};

describe('CSV for Excel', () => {
  it('guards separators of other locales before a formula', () => {
    expect(toExcel([['Coat', 'a;=1+41;"', 'b|@x']])).not.toMatch(/[;|][\s"]*[=@]/);
  });

  it('begins with a byte order mark', () => {
    expect(toExcel([])).toBe('\ufeff"id","name"\r\n');
  });

  it.each([
    '10-12',
    '3/4',
    '00123',
    '007',
    '1/2',
    '2021-01',
    '2026-01-05T10:00:00Z',
    '12:30',
    '1.5',
    '56.0',
    '1e5',
    '5%',
    '$5',
    '€ 5',
    '(5)',
    '1 1/2',
    '5,5',
    'SEP1',
    '5-Mai',
    'Dec 12',
    '12. Dez',
    '1 juin',
    'TRUE',
    'false',
    '#N/A',
    '=1+1',
    '+1',
    '-1',
    '-',
    '@SUM(1)',
    '\t=1',
    '\r=1',
    ' =1',
    '＝1+1',
    '=cmd|"/c calc"!A1',
    "'x",
    '1234567890123456',
    '9:30 pm'.replace(':30', ''),
    '-5 Fleece Vest',
    '"quoted"',
    '=1\n=2',
    'a;=1+1',
    'a";=1+1;"',
    'a|+1',
    'a\t@b',
    'a\n=1+1',
    'a\r-1',
    '٣/٤'.replace(/[٣٤]/g, '3'),
  ])('guards the text %j, which stays that text', (text) => {
    const cell = readBack(toExcel([[text]], ['a']))[1]?.[0] ?? '';
    expect(cell).not.toBe(text);
    expect(evaluateFormula(cell)).toBe(text);
  });

  it.each([
    'Fleece Vest',
    'GARM-101',
    'M',
    'XL',
    'LSc',
    '301',
    '0',
    'YKK #5',
    'a=b',
    'asserted',
    'Marche',
    'décor',
  ])('leaves the text %j alone', (text) => {
    expect(readBack(toExcel([[text]], ['a']))[1]).toStrictEqual([text]);
  });

  it('keeps numbers that a spreadsheet can represent, and guards the others', () => {
    const cells = [5, -5, 0.5, 1e21, new LosslessNumber('56.0'), new LosslessNumber('9007199254740993')];
    expect(readBack(toExcel([cells], cells.map(String)))[1]).toStrictEqual([
      '5',
      '-5',
      '0.5',
      '="1e+21"',
      '="56.0"',
      '="9007199254740993"',
    ]);
  });

  it('joins long texts from literals that a formula can have', () => {
    const long = `=${'袖"'.repeat(1000)}`;
    expect(evaluateFormula(readBack(toExcel([[long]], ['a']))[1]?.[0] ?? '')).toBe(long);
    const endless = `=${'x'.repeat(9000)}`;
    expect(readBack(toExcel([[endless]], ['a']))[1]?.[0]).toBe(`'${endless}`);
  });

  it('never lets a cell run as a formula, and returns each one unchanged', () => {
    fc.assert(
      fc.property(rows, (cells) => {
        const [, ...read] = readBack(toExcel(cells));
        expect(read.map((row) => row.map((cell) => evaluateFormula(cell) ?? cell))).toStrictEqual(cells);
        for (const cell of read.flat()) {
          if (evaluateFormula(cell) === undefined) expect(cell.trimStart()).not.toMatch(/^[=+\-@\t\r]/);
        }
      }),
      scaleCases(200),
    );
  });
});
