import { describe, expect, it } from 'vitest';
import {
  buildWorkbookAnswerRows,
  renderWorkbookAnswersView,
} from '../../../src/output/views/workbook-answers.ts';
import { readWorkbookAnswers } from '../../../src/output/workbook/answers/index.ts';
import { BASELINE_SHEET } from '../../../src/output/workbook/baseline.ts';
import { buildWorkbookWithBaseline } from '../../../src/output/workbook/index.ts';
import { readXlsxSheets } from '../../../src/output/workbook/read-xlsx.ts';
import type { WorkbookModel } from '../../../src/output/workbook/workbook-model.ts';
import { renderXlsxFile } from '../../../src/output/workbook/xlsx-file.ts';
import { FOREIGN_BODIES } from '../../support/foreign-bodies.ts';
import fc, { scaleCases } from '../../support/property.ts';
import { readSampleBody, readSampleGraph } from '../../support/sample-bodies.ts';

const buildValue = (value: unknown, state: string) => ({ value, unit: 'cm', state });
const GRAPH = {
  garment_id: 'GARM-1',
  nodes: [
    {
      ...{ id: 'p1', kind: 'measurement', label: 'Chest', code: 'B01', spec: buildValue(56.25, 'asserted') },
      ...{ tol_minus: buildValue(1.25, 'asserted'), tol_plus: buildValue(1.25, 'asserted') },
    },
    { id: 'p2', kind: 'measurement', label: 'Cuff height', spec: buildValue(null, 'unstated') },
    {
      id: 'p3',
      kind: 'measurement',
      label: 'Length',
      spec: buildValue(70, 'inferred'),
      tol_plus: buildValue(1, 'asserted'),
    },
    { id: 'p4', kind: 'measurement', label: 'Neck drop' },
  ],
};
const write = (graph: unknown, isBlind: boolean, others: object = {}): WorkbookModel =>
  buildWorkbookWithBaseline({
    garments: [{ subject: 'GARM-1', profile: 'factory', readAt: undefined, graph, ...others }],
    rounds: ['proto'],
    ...{ pieces: 12, isBlind },
  });

/** Types measurements into rows of a sheet, from its first measured column on. */
const measure = (
  book: WorkbookModel,
  name: string,
  typed: readonly (readonly string[])[],
): WorkbookModel => ({
  ...book,
  sheets: book.sheets.map((sheet) => {
    if (sheet.name !== name) return sheet;
    const measured = sheet.columns.flatMap(({ key = '' }, at) => (key.startsWith('measured') ? [at] : []));
    const rows = sheet.rows.map((row, at) =>
      row.map((cell, column) => {
        const text = typed[at]?.[measured.indexOf(column)];
        return text === undefined ? cell : { text, isNumber: true };
      }),
    );
    return { ...sheet, rows };
  }),
});
const readBack = (book: WorkbookModel) => readWorkbookAnswers(renderXlsxFile(book), 'back.xlsx');

describe('a point for which nothing is stated', () => {
  const typed = [
    ['56.5'],
    ['6.3', '6.20', '6.5', '6.4', '6.3', '6.3', '6.3', '6.3', '6.3', '6.3', '6.3', '6.3'],
    ['70.5', '69.5'],
    ['8'],
  ];
  const returned = readBack(measure(write(GRAPH, false), 'Inspection', typed));

  it('is listed, hatched, with the words for it', () => {
    const sheet = write(GRAPH, false).sheets.find(({ name }) => name === 'Inspection');
    const beyond = sheet?.columns.findIndex(({ key }) => key === 'beyond') ?? -1;
    expect(sheet?.rows.slice(0, 4).map((row) => row[beyond])).toMatchObject([
      { style: 'formula' },
      ...['spec', 'limit', 'spec'].map((what) => ({ text: `record; no ${what} stated`, style: 'hatched' })),
    ]);
  });

  it('comes back as a record, and the value itself is unchanged', () => {
    expect(returned.recorded).toMatchObject([
      {
        ...{ description: 'Cuff height', fields: 'spec', state: 'sent as unstated', spec: '', unit: 'cm' },
        ...{ count: 12, of: 'pieces', least: '6.20', most: '6.5' },
      },
      {
        description: 'Length',
        fields: 'tol_minus',
        state: '',
        spec: '70',
        count: 2,
        least: '69.5',
        most: '70.5',
      },
      { description: 'Neck drop', fields: 'spec', state: '', count: 1, least: '8', most: '8' },
    ]);
    const shown = JSON.stringify(renderWorkbookAnswersView(returned));
    expect(shown).toContain('not stated; 12 pieces 6.20 to 6.5 cm');
    expect(shown).toContain('tol − nothing given; 2 pieces 69.5 to 70.5 cm, spec 70');
    expect(shown).toContain('nothing given; 1 piece 8');
    expect([...buildWorkbookAnswerRows(returned).rows].filter(([what]) => what === 'recorded')).toHaveLength(
      3,
    );
  });

  it('of a sample round has measurements, not pieces', () => {
    const { recorded } = readBack(measure(write(GRAPH, false), 'Sample rounds', [[], ['6.3', '6.2']]));
    expect(recorded).toMatchObject([{ of: 'measurements', count: 2, least: '6.2', most: '6.3' }]);
  });
});

/** All texts that are in the file outside the record of what was sent, formulas and number formats too. */
const listShownTexts = (book: WorkbookModel): readonly string[] => {
  const sheets = readXlsxSheets(renderXlsxFile(book), 'f').filter(({ name }) => name !== BASELINE_SHEET);
  return sheets.flatMap(({ rows }) => rows.flat().flatMap(({ text, formula = '' }) => [text, formula]));
};

describe('a blind copy', () => {
  it('has the sheets to measure on, without limits and without results calculated from them', () => {
    const book = write(GRAPH, true, { trust: { rows: 3 }, brief: { hem: 'Length 70 cm' } });
    const names = ['Cover', 'Sample rounds', 'Inspection', 'Left out', BASELINE_SHEET];
    expect(book.sheets.map(({ name }) => name)).toEqual(names);
    const heads = book.sheets.find(({ name }) => name === 'Inspection')?.columns.map(({ head }) => head);
    expect(heads?.filter((head) => /^(?:spec|tol|deviation|beyond)/.test(head))).toEqual([]);
    expect(heads).toContain('measured piece 1 (cm)');
    expect(book.footer).toContain('measuring copy');
  });

  it.each<readonly [string, unknown]>([
    ['made up', GRAPH],
    ['GARM-101', readSampleGraph('GARM-101')],
    ['GARM-5117', readSampleGraph('GARM-5117')],
    ...FOREIGN_BODIES.map(({ name, value }) => [name, value] as const),
  ])('%s: shows no specification and no tolerance of the full workbook', (_, graph) => {
    const others = {
      ...{
        brief: readSampleBody('GARM-101', 'tailor-brief'),
        trust: readSampleBody('GARM-101', 'design-trust'),
      },
      confirmations: readSampleBody('GARM-101', 'confirmations'),
    };
    const full = write(graph, false, others);
    const limits = full.sheets
      .filter(({ name }) => name === 'Inspection' || name === 'Sample rounds')
      .flatMap(({ columns, rows }) =>
        rows.flatMap((row) =>
          row.filter((_cell, at) => /^(?:spec|tol_minus|tol_plus)$/.test(columns[at]?.key ?? '')),
        ),
      )
      .map(({ text }) => text)
      .filter((text) => text !== '');
    const shown = new Set(listShownTexts(write(graph, true, others)));
    // A piece or a count may be a figure that is a limit somewhere too.
    for (const limit of limits) if (/[.,/]/.test(limit)) expect(shown, limit).not.toContain(limit);
    expect([...shown].filter((text) => /ROUND|MAX|ABS/.test(text))).toEqual([]);
  });

  it('shows no random specification anywhere', () => {
    const number = fc.integer({ min: 1000, max: 9999 }).map((digits) => `${digits}.777`);
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 4 }), fc.boolean(), (numbers, isGraded) => {
        const readSpec = (text: string) =>
          isGraded
            ? { S: buildValue(text, 'asserted'), M: buildValue(`${text}5`, 'inferred') }
            : buildValue(text, 'asserted');
        const nodes = numbers.map((text, at) => ({
          id: `p${at}`,
          kind: 'pom',
          label: 'A',
          spec: readSpec(text),
        }));
        expect(listShownTexts(write({ nodes }, true)).join('\n')).not.toContain('.777');
      }),
      scaleCases(20),
    );
  });

  it('is compared with the hidden record when it comes back', () => {
    const typed = [['56.5', '56'], ['6.3'], ['70.5']];
    const [blind, full] = [true, false].map((isBlind) => {
      const book = measure(write(GRAPH, isBlind), 'Inspection', typed);
      const { baseline: _baseline, questions: _questions, countersign: _signed, ...rest } = readBack(book);
      return rest;
    });
    expect(blind?.measured.map(({ code, difference }) => [code, difference])).toEqual([
      ['B01', '0.25'],
      ['B01', '-0.25'],
      ['', ''],
      ['', '0.5'],
    ]);
    expect(blind).toEqual(full);
    expect(readBack(write(GRAPH, true))).toMatchObject({ changed: [], added: [], removed: [], unplaced: [] });
  });

  it('takes no column that was added to it for a specification', () => {
    const book = measure(write(GRAPH, true), 'Inspection', [['56.5']]);
    const sheets = book.sheets.map((sheet) =>
      sheet.name === 'Inspection'
        ? {
            ...sheet,
            columns: [...sheet.columns, { head: 'spec' }],
            rows: sheet.rows.map((row, at) => [...row, { text: at === 0 ? '57' : '' }]),
          }
        : sheet,
    );
    const { measured, unplaced, changed } = readBack({ ...book, sheets });
    expect(measured).toMatchObject([{ spec: '56.25', difference: '0.25', note: '' }]);
    expect(unplaced).toMatchObject([{ text: '57', why: 'its column "spec" is not part of this sheet' }]);
    expect(changed).toEqual([]);
  });

  it('reports that a sheet saved as CSV has no specification', () => {
    const csv =
      'code,name,size,unit,measured piece 1 (cm),measured piece 2 (cm),remark,node,line,style\nB01,Chest,,cm,56.5,,,p1,,\n';
    const { measured, recorded } = readWorkbookAnswers(new TextEncoder().encode(csv), 'sheet.csv');
    expect(measured).toMatchObject([{ code: 'B01', measured: '56.5', note: 'the file holds no spec' }]);
    expect(recorded).toEqual([]);
  });
});
