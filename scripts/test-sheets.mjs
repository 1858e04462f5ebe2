/**
 * Hands the program's CSV to a spreadsheet engine and compares what it holds with the values as sent:
 * `npm run test:sheets`. Plain CSV is imported as text; `--excel` is imported as a spreadsheet guesses, formulas
 * evaluated. Needs LibreOffice (`soffice`); fails where one cell differs.
 */

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { build } from 'esbuild';
import { parse as parseJson, stringify } from 'lossless-json';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);
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

const temporary = await mkdtemp(join(tmpdir(), 'toile-sheets-'));
const toile = async (argv) => {
  const env = {
    PATH: process.env.PATH,
    HOME: temporary,
    TOILE_HOME: join(temporary, 'home'),
    LANG: 'C.UTF-8',
  };
  const { stdout } = await run(process.execPath, [join(ROOT, 'bin/toile.js'), '--sandbox', ...argv], {
    env,
    maxBuffer: 2 ** 28,
  });
  return stdout;
};

/** Only what CSV can say: other control characters are written as escapes. */
const sayable = (text) =>
  text.replace(
    /[^\P{Cc}\t\n\r]|\p{Cs}/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const textOf = (value) =>
  value === null || value === undefined
    ? ''
    : typeof value === 'string'
      ? value
      : value.isLosslessNumber
        ? value.value
        : stringify(value);

const expectedRows = (jsonl) =>
  jsonl
    .split('\n')
    .filter((line) => line !== '')
    .map((line) =>
      Object.fromEntries(
        Object.entries(parseJson(line)).map(([key, value]) => [key, sayable(textOf(value))]),
      ),
    );

/** A spreadsheet ends a line inside a cell in one way only, and numbers lose their spelling. */
const same = (got, wanted, mayBeNumber) => {
  const line = (text) => text.replace(/\r\n?/g, '\n');
  if (line(got) === line(wanted)) return true;
  return mayBeNumber && /^-?\d+(\.\d+)?$/.test(wanted) && Number(got) === Number(wanted);
};

/** Opens each file in the engine and saves it again; the second file is what the engine holds. */
const through = async (folder, importing, files) => {
  const out = join(folder, 'held');
  const saving = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,true,false,false';
  const profile = `-env:UserInstallation=${pathToFileURL(join(temporary, 'profile')).href}`;
  const words = ['--headless', `--infilter=Text - txt - csv (StarCalc):${importing}`, '--convert-to', saving];
  await run('soffice', [profile, ...words, '--outdir', out, ...files.map((name) => join(folder, name))], {
    timeout: PATIENCE,
    env: { PATH: process.env.PATH, HOME: temporary, LANG: 'C.UTF-8' },
  });
  return out;
};

const rowsOf = async (file) =>
  parse(await readFile(file, 'utf8'), { bom: true, relax_column_count: true, skip_empty_lines: false });

const COLUMNS = 40;
const AS_TEXT = `44,34,76,1,${Array.from({ length: COLUMNS }, (_, at) => `${at + 1}/2`).join('/')},1033,false,false,false`;
/** Special numbers found and formulas evaluated, as a double click on the file does it. */
const GUESSING = '44,34,76,1,,1033,false,true,false,false,false,0,true';

const bundle = join(ROOT, 'node_modules', '.cache', 'toile-test', `csv-${process.pid}.mjs`);
await build({
  stdin: {
    contents: "export { csvLines } from './csv.ts'; export { excelLines } from './excel.ts';",
    resolveDir: join(ROOT, 'src/format'),
    loader: 'ts',
  },
  outfile: bundle,
  bundle: true,
  platform: 'node',
  format: 'esm',
  logLevel: 'error',
});
const { csvLines, excelLines } = await import(pathToFileURL(bundle).href);

const wanted = new Map();
const forms = {
  plain: { flags: ['--csv'], lines: csvLines },
  excel: { flags: ['--csv', '--excel'], lines: excelLines },
};
try {
  for (const form of Object.keys(forms)) await mkdir(join(temporary, form), { recursive: true });
  for (const [name, argv] of Object.entries(TABLES)) {
    wanted.set(`${name}.csv`, expectedRows(await toile([...argv, '--jsonl'])));
    for (const [form, { flags }] of Object.entries(forms))
      await writeFile(join(temporary, form, `${name}.csv`), await toile([...argv, ...flags]));
  }
  const nasty = { columns: ['cell', 'beside'], rows: NASTY.map((text, at) => [text, `row ${at}`]) };
  wanted.set(
    'nasty.csv',
    nasty.rows.map(([cell, beside]) => ({ cell: sayable(cell), beside })),
  );
  for (const [form, { lines }] of Object.entries(forms))
    await writeFile(join(temporary, form, 'nasty.csv'), [...lines(nasty)].join(''));

  let failed = 0;
  for (const form of Object.keys(forms)) {
    const importing = form === 'plain' ? AS_TEXT : GUESSING;
    const held = await through(join(temporary, form), importing, [...wanted.keys()]);
    for (const [name, rows] of wanted) {
      const [head, ...got] = await rowsOf(join(held, name));
      const cells = rows.length * head.length;
      const wrong = rows.flatMap((row, at) =>
        Object.entries(row).flatMap(([column, cell]) => {
          const found = got[at]?.[head.indexOf(column)] ?? '';
          return same(found, cell, form === 'excel') ? [] : [[at + 1, column, cell, found]];
        }),
      );
      if (got.length !== rows.length) wrong.push(['rows', '', String(rows.length), String(got.length)]);
      for (const [row, column, cell, found] of wrong.slice(0, 10))
        console.log(
          `${form} ${name} ${row}/${column}: ${JSON.stringify(cell)} became ${JSON.stringify(found)}`,
        );
      console.log(
        `${wrong.length === 0 ? 'same' : 'DIFFERENT'}  ${form}  ${name}: ${rows.length} rows, ${cells} cells`,
      );
      failed += wrong.length;
    }
  }
  console.log(failed === 0 ? 'every cell as sent' : `${failed} cells differ`);
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  await rm(temporary, { recursive: true, force: true });
  await rm(bundle, { force: true });
}
