import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ImportedCell } from '../../src/output/workbook/read-cells.ts';
import { readXlsxSheets } from '../../src/output/workbook/read-xlsx.ts';
import { listSampleGarments } from '../../src/sandbox/corpus/sample-garments.ts';
import { readHtmlText } from '../support/html-text.ts';
import { LEFT_OUT_NOTE } from '../support/left-out-note.ts';
import { createHome, runToile } from '../support/run-toile.ts';
import { createJean } from '../support/trade-bodies.ts';

/** Both dialects and every odd name. `vitest -u` writes the files anew: read the difference. */
const GARMENTS: Readonly<Record<string, string>> = {
  'GARM-101': 'GARM-101',
  'dialect-b': 'GARM-33',
  knitted: 'GARM-00012',
  empty: 'c2b9a6d0',
  hyphen: '8e0f4d7a',
  'long-name': '5a7d1e2c',
  emoji: 'b1c2d3e4',
  arabic: '0f1e2d3c',
  japanese: 'GARM-5117',
};

const READS = ['graph', 'brief', 'trust', 'confirmations'];

const MODES = {
  'terminal-80': { columns: 80, flags: ['--no-color'] },
  'terminal-160': { columns: 160, flags: ['--no-color'] },
  pipe: { columns: undefined, flags: [] },
  csv: { columns: undefined, flags: ['--csv'] },
} as const;

describe.each(Object.entries(GARMENTS))('%s', (name, id) => {
  it.each(Object.entries(MODES))('to %s', async (mode, { columns, flags }) => {
    const parts: string[] = [];
    for (const read of READS) {
      const run = await runToile(['--sandbox', read, id, ...flags], { columns });
      expect(run).toMatchObject({ code: 0, err: expect.stringMatching(LEFT_OUT_NOTE) });
      parts.push(`$ toile ${[read, id, ...flags].join(' ')}\n${run.out}${run.err}`);
    }
    await expect(parts.join('\n')).toMatchFileSnapshot(`../golden/reads/${name}.${mode}.txt`);
  });

  it('to a program as JSON, which is the body as it arrived', async () => {
    const garment = listSampleGarments().find((one) => one.sgg_garment_id === id || one.id.startsWith(id));
    const run = await runToile(['--sandbox', 'graph', id, '--json']);
    expect(run).toStrictEqual({ code: 0, err: '', out: `${garment?.graph('technical_designer')}\n` });
  });
});

/** The printed forms: the texts of a page, a line for each row, and the cells of a workbook. */
const FORMS: Readonly<Record<string, (source: readonly string[], stdin?: string) => Promise<string>>> = {
  async sheet(source, stdin) {
    const run = await runToile(['sheet', ...source, '-o', '-'], stdin === undefined ? {} : { stdin });
    expect(run).toMatchObject({ code: 0 });
    const body = run.out.replace(/[\s\S]*<body[^>]*>/, '').replaceAll(/<img[^>]*>/g, '[drawing]');
    const lines = body
      .replaceAll(/<\/(?:td|th|dd|dt)>/g, '\u0009')
      .replaceAll(/<\/(?:tr|p|li|h\d|div)>/g, '\n');
    return `${readHtmlText(lines)
      .replaceAll(/[^\S\n\t\u00a0]+/g, ' ')
      .replaceAll(/\s*\n\s*/g, '\n')
      .trim()}\n`;
  },
  async workbook(source, stdin) {
    const home = await createHome();
    const run = await runToile(['workbook', 'write', ...source, '-o', 'w.xlsx'], {
      home,
      ...(stdin === undefined ? {} : { stdin }),
    });
    expect(run, run.err).toMatchObject({ code: 0 });
    const sheets = readXlsxSheets(await readFile(join(home, 'w.xlsx')), 'w.xlsx');
    // The last three sheets are read by programs: every value, what is left out, and the record of what was sent.
    const formatRow = (row: readonly ImportedCell[], across: number): string =>
      Array.from({ length: across }, (_, at) => {
        const cell = row.find(({ column }) => column === at + 1);
        // The ids of rows are numbered over the whole workbook.
        if (/^[0-9a-f]{6}-\d+$/.test(cell?.text ?? '')) return 'id';
        return (cell?.formula ?? cell?.text ?? '').replaceAll('\n', ' / ');
      })
        .join('\t')
        .trimEnd();
    return sheets
      .slice(0, -3)
      .map(({ name, rows }) => {
        const across = rows[0]?.at(-1)?.column ?? 0;
        return `## ${name}\n${rows.map((row) => formatRow(row, across)).join('\n')}\n`;
      })
      .join('\n');
  },
};

const PRINTED: readonly string[] = ['GARM-101', 'knitted', 'arabic', 'japanese'];

describe.each(Object.entries(FORMS))('as a %s', (form, write) => {
  it.each(PRINTED)('%s', async (name) => {
    const text = await write(['--sandbox', GARMENTS[name] ?? name, '--profile', 'factory']);
    await expect(text).toMatchFileSnapshot(`../golden/reads/${name}.${form}.txt`);
  });

  it('a jean of nine sizes in inches', async () => {
    const text = await write(['-'], JSON.stringify(createJean()));
    await expect(text).toMatchFileSnapshot(`../golden/reads/jean.${form}.txt`);
  });
});

it.each([60, 80, 140, 200])('a jean of nine sizes on a terminal of %i columns', async (columns) => {
  const home = await createHome();
  const stdin = JSON.stringify(createJean());
  const run = await runToile(['graph', '-', '--no-color'], { home, columns, stdin });
  expect(run).toMatchObject({ code: 0, err: '' });
  const lines = run.out.split('\n');
  expect(lines.filter((line) => line.length > columns)).toEqual([]);
  // No fraction is separated from its number.
  expect(lines.filter((line) => /(?:^|[=~?])\s*\d\/\d/.test(line) && !/1\/(?:2|4|16)/.test(line))).toEqual(
    [],
  );
  await expect(run.out).toMatchFileSnapshot(`../golden/reads/jean.terminal-${columns}.txt`);
});

it.each([80, 160])('the parka with 2,000 nodes, grouped, at %i columns', async (columns) => {
  const run = await runToile(['--sandbox', 'graph', 'GARM-450', '--no-color'], { columns });
  expect(run).toMatchObject({ code: 0, err: '' });
  expect(run.out.split('\n').length).toBeLessThan(200);
  await expect(run.out).toMatchFileSnapshot(`../golden/reads/parka.terminal-${columns}.txt`);
});
