import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatCsvLines } from '../../../src/output/tables/csv.ts';
import { parseNamedColumns, selectNamedColumns } from '../../../src/output/tables/named-columns.ts';
import { emptyHome, toile } from '../../support/toile.ts';

test('names stand before the columns; signs that are typed behind a backslash belong to them', () => {
  expect(parseNamedColumns('Code=code, Tol+=tol_plus,spec,Brand=,A\\,b\\=c=x.y')).toEqual([
    { title: 'Code', column: 'code' },
    { title: 'Tol+', column: 'tol_plus' },
    { title: 'spec', column: 'spec' },
    { title: 'Brand', column: '' },
    { title: 'A,b=c', column: 'x.y' },
  ]);
  expect(parseNamedColumns('# of our PLM\r\nCode=code\nTol+=tol_plus\n')).toHaveLength(2);
  for (const typed of ['', ' , ', '#x', '=code']) expect(() => parseNamedColumns(typed)).toThrow('--columns');
});

test('columns in this order under these names; one that is not there is empty and named', () => {
  const { table, missing } = selectNamedColumns(
    { columns: ['code', 'spec'], rows: [['A', 1]] },
    parseNamedColumns('S=spec,T=tol,E='),
  );
  expect([...formatCsvLines(table)]).toEqual(['S,T,E\r\n', '1,,\r\n']);
  expect(missing).toEqual([{ name: 'tol', near: undefined }]);
  expect(() => selectNamedColumns({ columns: ['code'], rows: [] }, parseNamedColumns('S=spec'))).toThrow(
    'no column "spec"',
  );
});

test('a template of a PLM, from a file', async () => {
  const cwd = await emptyHome();
  await writeFile(
    join(cwd, 'plm.columns'),
    '# our import\nCode=code\nTol+=tol_plus\nSeason=\nLength=length\n',
  );
  const pom = ['--sandbox', 'graph', 'GARM-101', '--rows', 'pom', '--csv'];
  const run = await toile([...pom, '--columns', '@plm.columns'], { cwd });
  expect(run.out).toBe('Code,Tol+,Season,Length\r\nB01,1.0,,\r\nB07,,,\r\n');
  expect(run.err).toContain('no column here is called length; their cells are empty');
  const slip = await toile([...pom, '--columns', 'Code=code,Tol+=Tol Plus,X=tol_mins']);
  expect(slip.err).toContain(
    'no column here is called Tol Plus (did you mean tol_plus?), tol_mins (did you mean tol_minus?); their cells are empty',
  );
});

test.each([
  [['--columns', 'a=b', '--jsonl'], '--columns goes with --csv'],
  [['--columns', 'a=b', '--csv', '--fields', 'a'], '--columns and --fields cannot be combined'],
  [['--columns', '@none', '--csv'], 'none cannot be read'],
  [['--columns', 'A=nowhere', '--csv'], 'there is no column "nowhere"'],
  [['--columns', 'A=feild', '--csv'], 'there is no column "feild" (did you mean field?)'],
])('%s is refused', async (flags, said) => {
  const run = await toile(['--sandbox', 'graph', 'GARM-101', ...flags]);
  expect(run).toMatchObject({ code: 2, out: '' });
  expect(run.err).toContain(said);
});
