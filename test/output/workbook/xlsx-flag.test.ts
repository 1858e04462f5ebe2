import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { readXlsxSheets } from '../../../src/output/workbook/read-xlsx.ts';
import { unzipParts } from '../../../src/output/workbook/unzip-parts.ts';
import { WORKBOOK_LIMITS } from '../../../src/platform/size-limits.ts';
import { createHome, runToile } from '../../support/run-toile.ts';

const readTable = async (file: string): Promise<string[][]> => {
  const [sheet] = readXlsxSheets(await readFile(file), file);
  const across = sheet?.rows[0]?.length ?? 0;
  return (sheet?.rows ?? []).map((cells) => {
    const row = Array.from({ length: across }, () => '');
    for (const { column, text } of cells) row[column - 1] = text;
    return row;
  });
};

it.each([
  [['graph', 'GARM-101', '--all']],
  [['graph', 'GARM-9007199254740993', '--rows', 'pom']],
  [['confirmations', 'GARM-33', '--all']],
  [['diff', 'GARM-101', 'GARM-7']],
  [['designs', 'ls', '--all']],
  [['designs', 'ls', '--all', '--fields', 'id,name']],
  [['trust', 'GARM-101']],
])('%j: the workbook has the same cells as --csv', async (line) => {
  const home = await createHome();
  const csv = await runToile(['--sandbox', ...line, '--csv'], { home });
  const run = await runToile(['--sandbox', ...line, '--xlsx', 'table.xlsx'], { home });
  const rows: string[][] = parse(csv.out);
  const printed = `toile: table.xlsx: ${rows.length - 1} ${rows.length === 2 ? 'row' : 'rows'}\n`;
  expect(run).toMatchObject({ code: csv.code, out: '', err: expect.stringContaining(printed) });
  expect(await readTable(join(home, 'table.xlsx'))).toEqual(rows);
});

it('a template keeps provenance: fills with a legend in a workbook, counts on stderr in CSV', async () => {
  const home = await createHome();
  const line = [
    '--sandbox',
    'graph',
    'GARM-5117',
    '--rows',
    'pom',
    '--fields',
    'POM=code,M=spec,T=tol_minus',
  ];
  expect(await runToile([...line, '--xlsx', 't.xlsx'], { home })).toMatchObject({ code: 0 });
  const parts = unzipParts(await readFile(join(home, 't.xlsx')), 't.xlsx', WORKBOOK_LIMITS);
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
  const findStyle = (cell: string): string | undefined =>
    new RegExp(`r="${cell}" s="(\\d+)"`).exec(sheet)?.[1];
  // B01 is inferred in both, B03 is stated, and the tolerance of B04 is not stated.
  expect(findStyle('B2')).toBe(findStyle('C2'));
  expect(new Set(['B2', 'B3', 'C4'].map(findStyle)).size).toBe(3);
  const [, legend] = readXlsxSheets(await readFile(join(home, 't.xlsx')), 't.xlsx');
  expect([legend?.name, legend?.rows.map(([name]) => name?.text)]).toEqual([
    'States',
    ['fill', 'asserted =', 'inferred ~', 'unstated ?', 'another word !', 'no mark, no fill'],
  ]);
  const marks = 'toile: left out: 10 marks of inferred values (M 5, T 5); 3 marks of unstated values (T 3)';
  expect((await runToile([...line, '--csv'])).err).toContain(marks);
  expect((await runToile([...line.slice(0, -1), 'code,spec,spec_state', '--csv'])).err).not.toContain(
    'marks of',
  );
});

it('an existing file is not replaced, and no request is sent before that is known', async () => {
  const home = await createHome();
  await writeFile(join(home, 't.xlsx'), 'mine');
  const network = async (): Promise<never> => {
    throw new Error('asked');
  };
  expect(await runToile(['graph', 'GARM-101', '--xlsx', 't.xlsx'], { home, network })).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('t.xlsx already exists, and --xlsx does not overwrite files'),
  });
  expect(await readFile(join(home, 't.xlsx'), 'utf8')).toBe('mine');
});

it('no file is left when the command fails', async () => {
  const home = await createHome();
  expect(await runToile(['--sandbox', 'graph', 'GARM-999', '--xlsx', 't.xlsx'], { home })).toMatchObject({
    code: 5,
  });
  expect((await readdir(home)).filter((name) => name !== 'toile')).toEqual([]);
});

it('--xlsx is refused beside another form, and where an answer has no rows', async () => {
  expect(await runToile(['--sandbox', 'graph', 'GARM-101', '--xlsx', 'a', '--csv'])).toMatchObject({
    code: 2,
    out: '',
  });
  expect(await runToile(['tour', '--xlsx', 'a'])).toMatchObject({ code: 2, out: '' });
});
