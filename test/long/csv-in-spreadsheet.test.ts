/**
 * The program's CSV in a spreadsheet engine, which has to hold the values as sent. Plain CSV is imported as text;
 * the CSV for terms is imported as a spreadsheet guesses, formulas evaluated. Needs LibreOffice.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { parse } from 'csv-parse/sync';
import { execa } from 'execa';
import { isLosslessNumber, parse as parseJson, stringify } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { formatExcelLines } from '../../src/output/tables/excel.ts';
import { formatCsvLines } from '../../src/output/tables/table-lines.ts';
import { BIN } from '../soak/built-program.ts';
import { createFolder, join } from '../support/create-folder.ts';
import { isToolMissing } from '../support/is-tool-missing.ts';

const PATIENCE = 120_000;

const TABLES = {
  ...Object.fromEntries(
    [
      'GARM-101',
      'GARM-7',
      'GARM-33',
      'GARM-00012',
      'GARM-9007199254740993',
      'c2b9a6d0',
      '8e0f4d7a',
      '5a7d1e2c',
      'b1c2d3e4',
      '0f1e2d3c',
      'GARM-5117',
    ].map((id) => [`graph-${id}`, ['graph', id, '--all']]),
  ),
  parka: ['graph', 'GARM-450'],
  bom: ['graph', '5a7d1e2c', '--rows', 'bom'],
  pom: ['graph', 'GARM-9007199254740993', '--rows', 'pom'],
  brief: ['brief', '5a7d1e2c', '--all'],
  trust: ['trust', 'GARM-101'],
  confirmations: ['confirmations', 'GARM-33', '--all'],
  // In the order and by the names of the objects: with fields both forms have the same.
  designs: ['designs', 'ls', '--all', '--fields', 'id,name,garment_category,sgg_garment_id,created_at'],
};

/** What spreadsheets are known to make something else of, one a row beside a neighbour. */
const NASTY = [
  ...[
    '10-12',
    '3/4',
    '8-10',
    '1/2',
    '00123',
    '1E5',
    '1e-3',
    '56.0',
    '-0',
    '+5',
    '9007199254740993',
    '.5',
    '5.',
  ],
  ...['=1+1', '=SUM(A1)', '@x', '+x', '-x', '=HYPERLINK("http://example.com","x")', '=cmd|"/c calc"!A0'],
  ...[
    'TRUE',
    'false',
    'SEP1',
    '5-mai',
    '1:30',
    '10 am',
    '12%',
    '$3',
    '€ 4,50',
    '1,5',
    '1.000,00',
    '2026-11-21',
  ],
  ...[
    '',
    ' ',
    ' x ',
    '"',
    '""',
    "'",
    "'x",
    'a,b',
    'a;b',
    'l1\nl2',
    'l1\r\nl2',
    'a\tb',
    '\tx',
    '\u001b[31mred',
  ],
  ...[
    '縮緬',
    'عباية',
    '👩🏽‍🎨',
    'e\u0301',
    'x'.repeat(600),
    `=${'y'.repeat(300)}`,
    '#N/A',
    '=""',
    '\\',
    '\\n',
  ],
];

/** Only what CSV can say: other control characters are written as escapes. */
const removeUnsayable = (text: string): string =>
  text.replace(
    /[^\P{Cc}\t\n\r]|\p{Cs}/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return isLosslessNumber(value) ? value.value : (stringify(value) ?? '');
};

type Row = Readonly<Record<string, string>>;

const readExpectedRows = (jsonl: string): readonly Row[] =>
  jsonl
    .split('\n')
    .filter((line) => line !== '')
    .map((line) =>
      Object.fromEntries(
        Object.entries(Object(parseJson(line))).map(([key, value]) => [key, removeUnsayable(textOf(value))]),
      ),
    );

/** A spreadsheet ends a line inside a cell in one way only, and numbers lose their spelling. */
const isSame = (got: string, wanted: string, mayBeNumber: boolean): boolean => {
  const normalizeLines = (text: string): string => text.replace(/\r\n?/g, '\n');
  if (normalizeLines(got) === normalizeLines(wanted)) return true;
  return mayBeNumber && /^-?\d+(\.\d+)?$/.test(wanted) && Number(got) === Number(wanted);
};

const COLUMNS = 40;
const AS_TEXT = `44,34,76,1,${Array.from({ length: COLUMNS }, (_, at) => `${at + 1}/2`).join('/')},1033,false,false,false`;
/** Special numbers found and formulas evaluated, as a double click on the file does it. */
const GUESSING = '44,34,76,1,,1033,false,true,false,false,false,0,true';

describe.skipIf(isToolMissing('soffice', 'libreoffice-calc-nogui'))(
  'in a spreadsheet every cell is as sent',
  () => {
    it.each([
      ['plain', ['--csv'], formatCsvLines, AS_TEXT],
      ['excel', undefined, formatExcelLines, GUESSING],
    ] as const)('%s', async (form, flags, lines, importing) => {
      const [home, files] = [createFolder(), createFolder()];
      const env = { PATH: process.env.PATH ?? '', HOME: home, LANG: 'C.UTF-8' };
      const toile = async (argv: readonly string[]): Promise<string> => {
        const ran = await execa(process.execPath, [BIN, '--sandbox', ...argv], {
          env: { ...env, TOILE_HOME: join(home, 'toile') },
          extendEnv: false,
          stripFinalNewline: false,
        });
        return ran.stdout;
      };

      const wanted = new Map<string, readonly Row[]>();
      for (const [name, argv] of Object.entries(flags === undefined ? {} : TABLES)) {
        wanted.set(`${name}.csv`, readExpectedRows(await toile([...argv, '--jsonl'])));
        await writeFile(join(files, `${name}.csv`), await toile([...argv, ...(flags ?? [])]));
      }
      const rows = NASTY.map((text, at) => [text, `row ${at}`] as const);
      wanted.set(
        'nasty.csv',
        rows.map(([cell, beside]) => ({ cell: removeUnsayable(cell), beside })),
      );
      await writeFile(join(files, 'nasty.csv'), [...lines({ columns: ['cell', 'beside'], rows })].join(''));

      // The engine opens each file and saves it again; the second file is what it holds.
      const held = join(files, 'held');
      await mkdir(held);
      await execa(
        'soffice',
        [
          `-env:UserInstallation=${pathToFileURL(join(home, 'profile')).href}`,
          '--headless',
          `--infilter=Text - txt - csv (StarCalc):${importing}`,
          '--convert-to',
          'csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,true,false,false',
          '--outdir',
          held,
          ...[...wanted.keys()].map((name) => join(files, name)),
        ],
        { env, extendEnv: false, timeout: PATIENCE },
      );

      for (const [name, sent] of wanted) {
        const text = await readFile(join(held, name), 'utf8');
        const options = { bom: true, relax_column_count: true, skip_empty_lines: false };
        const [head = [], ...got]: string[][] = parse(text, options);
        const wrong = sent.flatMap((row, at) =>
          Object.entries(row).flatMap(([column, cell]) => {
            const found = got[at]?.[head.indexOf(column)] ?? '';
            return isSame(found, cell, form === 'excel') ? [] : [{ row: at + 1, column, cell, found }];
          }),
        );
        expect(wrong, name).toStrictEqual([]);
        expect(got, name).toHaveLength(sent.length);
        expect(sent.length, name).toBeGreaterThan(0);
      }
    });
  },
);
