import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWorkbookOrigin } from '../../src/output/workbook/answers/index.ts';
import type { ImportedCell } from '../../src/output/workbook/read-cells.ts';
import { type ImportedSheet, readXlsxSheets } from '../../src/output/workbook/read-xlsx.ts';
import { FOREIGN_BODIES } from '../support/foreign-bodies.ts';
import { isToolMissing } from '../support/is-tool-missing.ts';
import { runToile } from '../support/run-toile.ts';
import { isOfficeMissing, type Office, startOffice } from '../support/start-office.ts';
import { createJean, createShirt } from '../support/trade-bodies.ts';

const GARMENTS = [
  'GARM-101',
  'GARM-7',
  'GARM-33',
  'GARM-00012',
  'GARM-9007199254740993',
  'GARM-5117',
  'GARM-450',
];

/** Every sheet as CSV in UTF-8, between semicolons, cells as they are shown. */
const ALL_SHEETS = 'csv:Text - txt - csv (StarCalc):59,34,76,1,,0,false,true,true,false,false,-1';

let folder = '';
let written: readonly string[] = [];
const offices: Office[] = [];

const readSheets = async (file: string): Promise<readonly ImportedSheet[]> =>
  readXlsxSheets(await readFile(file), file);
/** LibreOffice knows one way to end a line in a cell. */
const normalizeLines = (text: string): string => text.replace(/\r\n?/g, '\n');
/** What was written; a program adds the result of a formula. */
const readCells = ({ rows }: ImportedSheet): readonly (readonly unknown[])[] =>
  rows
    .flat()
    .filter(({ formula }) => formula === undefined)
    .map(({ place, text, kind }: ImportedCell) => [place, normalizeLines(text), kind]);
const readFormulas = ({ rows }: ImportedSheet) =>
  rows
    .flat()
    .filter(({ formula }) => formula !== undefined)
    .map(({ place }) => place);
/** The address of a cell by its sheet, the first words of its head, and its row. */
const findCell = (sheets: readonly ImportedSheet[], name: string, head: string, row: number): string => {
  const cell = sheets
    .find((sheet) => sheet.name === name)
    ?.rows[0]?.find(({ text }) => text === head || text.startsWith(`${head} (`));
  return `${name}|${cell?.place.replace(/\d+$/, '') ?? head}${row}`;
};

describe.skipIf(isOfficeMissing)('workbooks in LibreOffice', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toile-workbooks-'));
    const write = async (word: string, name: string, ...more: readonly string[]): Promise<string> => {
      const file = join(folder, `${name}.xlsx`);
      const run = await runToile(['--sandbox', 'workbook', 'write', word, '-o', file, ...more], {
        home: folder,
      });
      expect(run, run.err).toMatchObject({ code: 0 });
      return file;
    };
    const files: string[] = [];
    for (const id of GARMENTS) files.push(await write(id, id, '--rounds', 'proto,fit', '--countersign'));
    for (const { name, file } of FOREIGN_BODIES) {
      const out = join(folder, `${name}.xlsx`);
      const run = await runToile(['workbook', 'write', '-', '-o', out], {
        ...{ home: folder, stdin: await readFile(file, 'utf8') },
      });
      expect(run, run.err).toMatchObject({ code: 0 });
      files.push(out);
    }
    written = files;
    offices.push(await startOffice('en-US'), await startOffice('de-DE'));
  });
  afterAll(async () => {
    for (const each of offices) await each.close();
    await rm(folder, { recursive: true, force: true });
  });

  it.each([0, 1])(
    'are opened and saved: no number spelling changed, no formula, no size turned into a date (%i)',
    async (at) => {
      const into = join(folder, `saved-${at}`);
      const saved = await offices[at]?.convert('xlsx', into, written);
      expect(saved).toHaveLength(written.length);
      let cells = 0;
      for (const file of written) {
        const [before, after] = [await readSheets(file), await readSheets(join(into, basename(file)))];
        expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name));
        const listReads = async (path: string) => readWorkbookOrigin(await readFile(path), path)?.reads;
        expect(await listReads(join(into, basename(file)))).toEqual(await listReads(file));
        expect(await listReads(file)).toHaveLength(1);
        for (const [sheet, own] of before.entries()) {
          const kept = readCells(own);
          expect(readCells(after[sheet] as ImportedSheet), `${basename(file)} ${own.name}`).toEqual(kept);
          for (const [, , kind] of kept) expect(kind).toMatch(/^(?:text|number)$/);
          expect(readFormulas(after[sheet] as ImportedSheet)).toEqual(readFormulas(own));
          cells += kept.length;
        }
      }
      process.stdout.write(`workbooks: ${written.length} files, ${cells} cells as they were\n`);
    },
  );

  it.each([
    [0, '.'],
    [1, ','],
  ])('show numbers with their own digits in every language (%i, %s)', async (at, point) => {
    const into = join(folder, `shown-${at}`);
    await offices[at]?.convert(ALL_SHEETS, into, written);
    for (const file of written)
      for (const { name, rows } of await readSheets(file)) {
        const text = await readFile(join(into, `${basename(file, '.xlsx')}-${name}.csv`), 'utf8');
        const records: string[][] = parse(text, { delimiter: ';', relax_column_count: true, bom: true });
        for (const { row, column, text: own, kind, formula } of rows.flat()) {
          if (formula !== undefined) continue;
          const expected = kind === 'number' ? own.replace('.', point) : normalizeLines(own);
          // A fraction is shown with room for its whole number.
          expect(
            normalizeLines(records[row - 1]?.[column - 1] ?? '').replace(/^ (?=\d+\/)/, ''),
            `${basename(file)} ${name} ${row}`,
          ).toBe(expected);
        }
      }
  });

  it('a copy to measure on is compared with what was sent when it comes back', async () => {
    const [source, target] = [join(folder, 'blind.xlsx'), join(folder, 'blind-filled.xlsx')];
    const run = await runToile(['--sandbox', 'workbook', 'write', 'GARM-101', '--blind', '-o', source], {
      home: folder,
    });
    expect(run, run.err).toMatchObject({ code: 0 });
    const cell = findCell(await readSheets(source), 'Inspection', 'measured piece 1', 2);
    await offices[1]?.fill(source, target, [`${cell}|56,4`]);
    const { out } = await runToile(['workbook', 'read', target, '--json']);
    const { measured, changed, removed, unplaced } = JSON.parse(out);
    expect(measured).toMatchObject([{ code: 'B01', spec: '56.0', measured: '56.4', difference: '0.4' }]);
    expect([changed, removed, unplaced]).toEqual([[], [], []]);
  });

  it.each([
    [0, '56.4', '2026-11-22'],
    [1, '56,4', '22.11.2026'],
  ])('are read back as filled in and saved there (%i)', async (at, typed, day) => {
    const [source, target] = [join(folder, 'GARM-101.xlsx'), join(folder, `filled-${at}.xlsx`)];
    const sheets = await readSheets(source);
    const cell = (name: string, head: string, row: number) => findCell(sheets, name, head, row);
    const cells = [
      `${cell('Sample rounds', 'measured proto, factory', 2)}|${typed}`,
      `${cell('Sample rounds', 'measured fit, factory', 2)}|=56+1`,
      `${cell('Sample rounds', 'measured proto, factory', 3)}|10-12`,
      `${cell('Questions', 'answer', 2)}|=0.5`,
      `${cell('Questions', 'date', 2)}|${day}`,
      `${cell('Countersign', 'agree', 2)}|✓`,
      `${cell('Countersign', 'date', 2)}|${day}`,
      `${cell('Countersign', 'make it', 6)}|10`,
      'Questions|V9|by the way',
    ];
    await offices[at]?.fill(source, target, cells);
    const run = await runToile(['workbook', 'read', target, '--json']);
    expect(run, run.err).toMatchObject({ code: 0, err: '' });
    const read = JSON.parse(run.out);
    expect(read.measured[0]).toMatchObject({
      code: 'B01',
      round: 'proto, factory',
      spec: '56.0',
      measured: '56.4',
      difference: '0.4',
    });
    expect(read.measured[1]).toMatchObject({ round: 'fit, factory', measured: '57', difference: '1.0' });
    expect(read.answers[0]).toMatchObject({ id: 'conf-01', answer: '=0.5', date: '2026-11-22' });
    expect(read.countersigned).toMatchObject([
      { field: 'weight', now: '140', answer: 'agreed by the factory', proposed: '', date: '2026-11-22' },
      { field: 'quantity', now: '11', answer: 'proposed by the factory', proposed: '10' },
    ]);
    expect([read.changed, read.added, read.removed]).toEqual([[], [], []]);
    const named = [...read.unplaced, ...read.remarks].map(
      ({ cell, text }: { cell: string; text: string }) => [cell, text],
    );
    const texts = named.map(([, text]) => text);
    expect(texts).toEqual(expect.arrayContaining(['by the way', '=56+1']));
    // What was typed as a size is no measurement, whatever the program made of it.
    expect(read.measured.filter((each: { code: string }) => each.code !== 'B01')).toEqual([]);
    expect(read.remarks).toHaveLength(1);
  });

  it.skipIf(isToolMissing('pdfinfo', 'poppler-utils'))(
    'print on no more pages than their budgets',
    async () => {
      const bodies = { jean: createJean(), shirt: createShirt() };
      const write = async (name: string, source: readonly string[], body?: unknown): Promise<void> => {
        const stdin = body === undefined ? {} : { stdin: JSON.stringify(body) };
        const argv = ['workbook', 'write', ...source, '-o', join(folder, name)];
        const run = await runToile(argv, { home: folder, ...stdin });
        expect(run, run.err).toMatchObject({ code: 0 });
      };
      for (const [name, body] of Object.entries(bodies))
        await write(`${name}-printed.xlsx`, ['-', '--paper', name === 'jean' ? 'letter' : 'a4'], body);
      await write('coat-printed.xlsx', ['--sandbox', 'GARM-5117', '--profile', 'factory', '--lang', 'vi']);
      const names = ['coat', 'jean', 'shirt'].map((name) => `${name}-printed`);
      const into = join(folder, 'printed');
      await offices[0]?.convert(
        'pdf',
        into,
        names.map((name) => join(folder, `${name}.xlsx`)),
      );
      const counts: Record<string, number> = {};
      for (const name of names) {
        const { stdout } = await execa('pdfinfo', [join(into, `${name}.pdf`)]);
        counts[name] = Number(/^Pages:\s+(\d+)/m.exec(stdout)?.[1]);
        const text = await execa('pdftotext', ['-layout', join(into, `${name}.pdf`), '-']);
        // No fraction is on a separate line, without its number.
        expect(text.stdout.split('\n').filter((line) => /^\s*[1357]\/(?:4|8|16)\s*$/.test(line))).toEqual([]);
      }
      process.stdout.write(`workbooks: ${JSON.stringify(counts)} pages\n`);
      expect(counts['coat-printed']).toBeLessThanOrEqual(15);
      expect(counts['jean-printed']).toBeLessThanOrEqual(10);
      expect(counts['shirt-printed']).toBeLessThanOrEqual(40);
    },
  );

  describe('after an edit nothing is lost, and no change counts as stated by the designer', () => {
    const ROUNDS = 'Sample rounds';
    const POINTS = 'Points of measure';
    const getSourcePath = (): string => join(folder, 'jean.xlsx');
    let sent: readonly ImportedSheet[] = [];
    beforeAll(async () => {
      const stdin = JSON.stringify(createJean());
      const run = await runToile(['workbook', 'write', '-', '-o', getSourcePath()], { home: folder, stdin });
      expect(run, run.err).toMatchObject({ code: 0 });
      sent = await readSheets(getSourcePath());
    });
    const at = (sheet: string, head: string, row: number): string => findCell(sent, sheet, head, row);
    const findColumn = (sheet: string, head: string): number => {
      const [letters = 'A'] = /[A-Z]+(?=\d+$)/.exec(at(sheet, head, 2)) ?? [];
      return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
    };
    const formatMeasured = (row: number, text: string): string =>
      `${at(ROUNDS, 'measured factory', row)}|${text}`;

    /** Kinds of edits: the edit, the list of the answer that names it, and its entry. */
    const EDITS: readonly (readonly [
      name: string,
      edits: () => readonly string[],
      list: string,
      entry: object,
    ])[] = [
      ['a number', () => [formatMeasured(2, '26.5')], 'measured', { code: 'W01', difference: '0.5' }],
      [
        'a fraction',
        () => [formatMeasured(2, '26 1/4')],
        'measured',
        { measured: '26 1/4', difference: '0.25' },
      ],
      ['an inch mark', () => [formatMeasured(2, '26.25"')], 'measured', { difference: '0.25' }],
      ['a fraction of one sign', () => [formatMeasured(2, '26¼')], 'measured', { difference: '0.25' }],
      ['full-width digits', () => [formatMeasured(2, '２６．５')], 'measured', { difference: '0.5' }],
      ['Arabic digits', () => [formatMeasured(2, '٢٦٫٥')], 'measured', { difference: '0.5' }],
      ['a text', () => [formatMeasured(2, 'N/A')], 'remarks', { text: 'N/A', code: 'W01' }],
      [
        'a deviation',
        () => [formatMeasured(2, '±1/2')],
        'remarks',
        { text: '±1/2', why: expect.stringContaining('deviation') },
      ],
      ['another unit', () => [formatMeasured(2, '66 cm')], 'remarks', { text: '66 cm' }],
      ['a formula', () => [formatMeasured(2, '=26+1')], 'measured', { measured: '27', difference: '1' }],
      ['an error', () => [formatMeasured(2, '=1/0')], 'remarks', { code: 'W01' }],
      [
        'a changed specification',
        () => [`${at(POINTS, '27 (sample)', 2)}|27`],
        'changed',
        { code: 'W01', sent: '26', now: '27', sent_state: 'asserted' },
      ],
      [
        'a changed composition',
        () => [`${at('Bill of materials', 'composition', 2)}|100% cotton`],
        'changed',
        { sent: '98% cotton 2% elastane', now: '100% cotton' },
      ],
      ['an emptied cell', () => [`${at('Construction', 'stitch', 2)}|`], 'changed', { sent: '401', now: '' }],
      [
        'a row without its id',
        () => [`delete column|${ROUNDS}|0`, formatMeasured(2, '26.5').replace(/\|([A-Z])(\d)/, shiftLeft)],
        'measured',
        { code: 'W01', difference: '0.5' },
      ],
      [
        'an added row',
        () => [`insert row|${POINTS}|3`, `${at(POINTS, 'code', 4)}|X9`, `${at(POINTS, 'name', 4)}|Fly`],
        'added',
        { sheet: POINTS },
      ],
      ['a deleted row', () => [`delete row|${POINTS}|2`], 'removed', { code: 'H01' }],
      [
        'a sorted sheet',
        () => [formatMeasured(2, '26.5'), `sort|${ROUNDS}|A2:AZ7|${findColumn(ROUNDS, 'code')}`],
        'measured',
        { code: 'W01', spec: '26', difference: '0.5' },
      ],
      [
        'merged cells',
        () => [formatMeasured(2, '26.5'), `merge|${ROUNDS}|${renderMergedCells()}`],
        'measured',
        { code: 'W01' },
      ],
      [
        'an added column',
        () => [formatMeasured(2, '26.5'), `insert column|${ROUNDS}|3`],
        'measured',
        { code: 'W01' },
      ],
      [
        'a renamed sheet',
        () => [formatMeasured(2, '26.5'), `rename sheet|${ROUNDS}|尺寸`],
        'measured',
        { code: 'W01' },
      ],
      ['a removed sheet', () => [`remove sheet|${ROUNDS}`], 'unplaced', { sheet: ROUNDS }],
      ['a remark', () => [`remark|${ROUNDS}|D2|too tight`], 'unplaced', { text: 'too tight' }],
      [
        'a copied row',
        () => [formatMeasured(2, '26.5'), `copy row|${ROUNDS}|1|20`],
        'unplaced',
        { why: expect.stringContaining('more than one row') },
      ],
      ['a text beside the table', () => [`${ROUNDS}|AZ2|by the way`], 'unplaced', { text: 'by the way' }],
    ];
    const shiftLeft = (_: string, letter: string, row: string): string =>
      `|${String.fromCharCode(letter.charCodeAt(0) - 1)}${row}`;
    const renderMergedCells = (): string => {
      const [, cell = ''] = at(ROUNDS, 'comment', 2).split('|');
      return `${cell}:${cell.replace(/\d+$/, '3')}`;
    };

    /** The texts as a person with a decimal comma types them. */
    const withComma = (edit: string): string => edit.replaceAll(/(\d)\.(?=\d)/g, '$1,');
    const RUNS = [0, 1].flatMap((at) =>
      EDITS.map((edit) => [at === 0 ? 'English' : 'German', ...edit] as const),
    );

    it.each(RUNS)('%s: %s', async (language, name, edits, list, entry) => {
      const target = join(folder, 'edited.xlsx');
      const [office, typed] =
        language === 'German' ? [offices[1], edits().map(withComma)] : [offices[0], edits()];
      await office?.fill(getSourcePath(), target, typed);
      const run = await runToile(['workbook', 'read', target, '--json']);
      expect(run, `${name}: ${run.err}`).toMatchObject({ code: 0 });
      const read = JSON.parse(run.out);
      expect(read[list], JSON.stringify(read, null, 1)).toEqual(
        expect.arrayContaining([expect.objectContaining(entry)]),
      );
      // A state is shown only as the state at the time of sending.
      const states = [...run.out.matchAll(/"(?!sent_)\w*state": ?"([^"]*)"/g)].map(([, state]) => state);
      expect(states.filter((state) => state !== '' && !/^sent as /.test(state ?? ''))).toEqual([]);
    });
  });
});
