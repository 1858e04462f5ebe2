import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readXlsxSheets } from '../../src/output/workbook/read-xlsx.ts';
import { createHome, runToile } from '../support/run-toile.ts';

const listFiles = async (home: string): Promise<readonly string[]> =>
  (await readdir(home)).filter((name) => name !== 'toile').toSorted();
const write = (words: readonly string[], home: string, more: { stdin?: string } = {}) =>
  runToile(['--sandbox', 'workbook', 'write', ...words], { home, ...more });

it('writes one workbook, named after the garment, and the same bytes again', async () => {
  const home = await createHome();
  const name = 'GARM-101_factory_workbook.xlsx';
  const run = await write(['GARM-101', '--profile', 'factory'], home);
  expect(run).toMatchObject({ code: 0, err: '', out: expect.stringContaining(name) });
  expect(await listFiles(home)).toEqual([name]);
  const first = await readFile(join(home, name));
  const again = await write(['GARM-101', '--profile', 'factory', '--clobber'], home);
  expect(again.out).toBe(run.out);
  expect(await readFile(join(home, name))).toEqual(first);
  expect(readXlsxSheets(first, name).map((sheet) => sheet.name)).toEqual([
    ...['Cover', 'Bill of materials', 'Points of measure', 'Cut list', 'Construction', 'Callouts'],
    ...['Seam allowances', 'Labels and packing', 'Colourways', 'Further nodes', 'Questions'],
    ...['Sample rounds', 'Inspection', 'Brief', 'Every value', 'Left out', 'toile baseline'],
  ]);
});

it('adds the sheet to countersign only with --countersign', async () => {
  const home = await createHome();
  const listSheetNames = async (...flags: readonly string[]) => {
    const run = await write(['GARM-101', '-o', 'w.xlsx', '--clobber', ...flags], home);
    expect(run).toMatchObject({ code: 0 });
    return readXlsxSheets(await readFile(join(home, 'w.xlsx')), 'w.xlsx').map(({ name }) => name);
  };
  const without = await listSheetNames();
  const after = without.indexOf('Questions') + 1;
  expect(await listSheetNames('--countersign')).toEqual(without.toSpliced(after, 0, 'Countersign'));
  expect(without).not.toContain('Countersign');
  expect(await write(['GARM-101', '--countersign', '--blind'], home)).toMatchObject({ code: 2 });
});

it('replaces no file without --force', async () => {
  const home = await createHome();
  await writeFile(join(home, 'w.xlsx'), 'mine');
  expect(await write(['GARM-101', '-o', 'w.xlsx'], home)).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('w.xlsx already exists'),
  });
  expect(await write(['GARM-101', '-o', 'w.xlsx', '--skip-existing', '--json'], home)).toMatchObject({
    code: 0,
    out: '{"schema":"toile.workbook/1","file":"w.xlsx","bytes":null,"sha256":null,"skipped":true}\n',
  });
  expect(await readFile(join(home, 'w.xlsx'), 'utf8')).toBe('mine');
});

it('writes several workbooks, and says which failed', async () => {
  const home = await createHome();
  await mkdir(join(home, 'out'));
  const run = await write(['GARM-101', 'GARM-999', 'GARM-7', 'GARM-101', '-o', 'out', '--json'], home);
  expect(run.code).toBe(1);
  expect(run.err).toContain('GARM-999 failed:');
  const { schema, workbooks, failed } = JSON.parse(run.out);
  expect(schema).toBe('toile.workbooks/1');
  expect(workbooks).toMatchObject([{ skipped: false }, { skipped: false }]);
  expect(failed).toMatchObject([{ id: 'GARM-999', exit: 5 }]);
  expect(await readdir(join(home, 'out'))).toHaveLength(2);
});

it('writes several garments into one workbook, the garment in every row', async () => {
  const home = await createHome();
  expect(await write(['GARM-101', 'GARM-7', '--together', '-o', 'both.xlsx'], home)).toMatchObject({
    code: 0,
  });
  const sheets = readXlsxSheets(await readFile(join(home, 'both.xlsx')), 'both.xlsx');
  const values = sheets.find(({ name }) => name === 'Every value');
  expect(new Set(values?.rows.slice(1).map(([first]) => first?.text))).toEqual(
    new Set(['GARM-101', 'GARM-7']),
  );
});

it('accepts a local graph without a key, and writes the same file at any time', async () => {
  const graph = (await runToile(['--sandbox', 'graph', 'GARM-7', '--json'])).out;
  const made: Buffer[] = [];
  for (const now of [0, 1e12]) {
    const home = await createHome();
    expect(await runToile(['workbook', 'write', '-'], { home, stdin: graph, now })).toMatchObject({
      code: 0,
      err: '',
    });
    const [name = ''] = await listFiles(home);
    expect(name).toBe('GARM-7_technical_designer_workbook.xlsx');
    made.push(await readFile(join(home, name)));
  }
  expect(made[1]).toEqual(made[0]);
});

it('has a column for each round, and reads the returned file', async () => {
  const home = await createHome();
  await write(['GARM-101', '--rounds', 'proto, fit', '-o', 'w.xlsx'], home);
  const sheets = readXlsxSheets(await readFile(join(home, 'w.xlsx')), 'w.xlsx');
  const heads = sheets.find(({ name }) => name === 'Sample rounds')?.rows[0]?.map(({ text }) => text) ?? [];
  expect(heads.filter((head) => head.startsWith('measured'))).toEqual([
    ...['measured proto, factory', 'measured proto, buyer', 'measured fit, factory', 'measured fit, buyer'],
  ]);
  const run = await runToile(['workbook', 'read', 'w.xlsx'], { home, columns: 80, cwd: home });
  expect(run).toMatchObject({ code: 0, err: '' });
  expect(run.out).toContain('0 of 4 questions');
  expect(run.out).toContain('0 of 2 points');
});

it.each([
  [['--rounds', ',,'], '--rounds is empty'],
  [['--pieces', '0'], '--pieces must be between 1 and 32'],
  [['--paper', 'a5'], '--paper'],
  [['--rounds', 'fit,FIT'], '--rounds contains a round twice'],
  [['--rounds', 'x'.repeat(41)], '--rounds takes up to 20 names'],
  [['GARM-7', '-o', '-'], 'cannot write several files to stdout'],
  [['--clobber', '--skip-existing'], '--clobber and --skip-existing cannot be combined'],
])('refuses %j', async (words, message) => {
  expect(await write(['GARM-101', ...words], await createHome())).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining(message),
  });
});

it.skipIf(process.platform === 'win32')('does not wait for a pipe without input', async () => {
  const home = await createHome();
  execFileSync('mkfifo', [join(home, 'pipe.xlsx')]);
  const run = await runToile(['workbook', 'read', 'pipe.xlsx'], { home });
  expect(run).toMatchObject({ code: 2, err: expect.stringContaining('is not a regular file') });
});

it.each([
  ['none.xlsx', undefined, 'cannot be read'],
  ['text.xlsx', 'id,answer', 'is not an .xlsx workbook'],
  ['.', undefined, 'is not a regular file'],
  ['other.csv', 'a,b\n1,2\n', 'has neither the columns of the sheet Questions nor those of Sample rounds'],
])('explains in one line what is wrong with %s', async (name, content, message) => {
  const home = await createHome();
  if (content !== undefined) await writeFile(join(home, name), content);
  const run = await runToile(['workbook', 'read', name], { home });
  expect(run).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) });
  expect(run.err.trimEnd().split('\n').length).toBeLessThanOrEqual(2);
});
