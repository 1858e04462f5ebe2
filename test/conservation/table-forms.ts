/** The forms with a row a node: `graph --rows` on a terminal, in pipes and in spreadsheets, and the workbook. */

import { readGraph } from '../../src/garment/graph-model.ts';
import { TABLE_NAMES, TRADE_TABLES } from '../../src/garment/trade-tables.ts';
import { formatCsvLines, formatRowsJsonl } from '../../src/output/tables/table-lines.ts';
import { buildNodeRows, renderNodeTableView } from '../../src/output/views/node-rows.ts';
import { BASELINE_SHEET } from '../../src/output/workbook/baseline.ts';
import { renderWorkbookXlsx } from '../../src/output/workbook/index.ts';
import { type ImportedSheet, readXlsxSheets } from '../../src/output/workbook/read-xlsx.ts';
import { POINT_FORMS, QUESTIONS_FORM, SHEET_NAMES } from '../../src/output/workbook/sheets/forms.ts';
import { renderTableXlsx } from '../../src/output/workbook/table-xlsx.ts';
import { cacheLast, type OutputForm, renderPipe, renderScreen } from './readers.ts';

const joinSheets = (sheets: readonly ImportedSheet[]): string =>
  sheets.flatMap(({ rows }) => rows.map((row) => row.map(({ text }) => text).join('\t'))).join('\n');

const TYPED = '--rows KIND';
/** Chooses a kind that the body has, as a user does. */
const chooseKind = (body: unknown): string =>
  readGraph(body).nodes.find(({ kind }) => kind !== '')?.kind ?? 'piece';

const listRowForms = (table: string, all: boolean): readonly (readonly [string, OutputForm])[] => {
  const name = `graph ${table === TYPED ? TYPED : `--rows ${table}`}${all ? ' --all' : ''}`;
  const createOptions = (body: unknown) => ({ table: table === TYPED ? chooseKind(body) : table, all });
  const rows = cacheLast((body) => buildNodeRows(body, createOptions(body)));
  const view = cacheLast((body) => renderNodeTableView(body, createOptions(body)));
  return [
    [name, (body) => renderScreen(view(body))],
    [`${name} at 80 columns`, (body) => renderScreen(view(body), 80)],
    [`${name} in TSV`, (body) => renderPipe(rows(body))],
    [`${name} in CSV`, (body) => renderPipe(rows(body), (each) => formatCsvLines(each, true))],
    [`${name} in JSONL`, (body) => renderPipe(rows(body), formatRowsJsonl)],
  ];
};

/** Forms that always count nodes of other kinds than the ones in the table. */
export const ROWS: Readonly<Record<string, OutputForm>> = Object.fromEntries(
  [...TABLE_NAMES, TYPED].flatMap((table) => [...listRowForms(table, false), ...listRowForms(table, true)]),
);

const pom = cacheLast((body) => buildNodeRows(body, { table: 'pom' }));

/** `--xlsx`, as a spreadsheet program opens it. */
export const SPREADSHEET: Readonly<Record<string, OutputForm>> = {
  'graph --rows pom --xlsx': (body) => {
    const { columns, rows, note } = pom(body);
    return `${joinSheets(readXlsxSheets(renderTableXlsx('graph', { columns, rows: [...rows] }), 'the table'))}${note ?? ''}`;
  },
};

/** Reads a workbook without the hidden record of the values that were sent. */
const readBack = cacheLast((body): readonly ImportedSheet[] => {
  const reads = { graph: body, brief: body, trust: body, confirmations: body };
  const garment = { subject: 'GARM-1', profile: 'factory', readAt: undefined, ...reads };
  return readXlsxSheets(
    renderWorkbookXlsx({ garments: [garment], rounds: ['proto'] }),
    'the workbook',
  ).filter(({ name }) => name !== BASELINE_SHEET);
});

/** Reads some sheets together with the notes of the last sheet. */
const readSheets =
  (...names: readonly string[]): OutputForm =>
  (body) => {
    const all = readBack(body);
    const left = all.find(({ name }) => name === SHEET_NAMES.leftOut)?.rows.slice(1) ?? [];
    return [
      joinSheets(all.filter(({ name }) => names.includes(name))),
      ...left.flatMap(([of, what, count, list]) =>
        names.includes(of?.text ?? '') ? [`${count?.text} ${what?.text} (${list?.text ?? ''})`] : [],
      ),
    ].join('\n');
  };

const OF_NODES = TABLE_NAMES.map((name) => TRADE_TABLES[name].title);

/** Each sheet names the values that it leaves out; nodes on no sheet are named once. */
export const SHEETS: Readonly<Record<string, OutputForm>> = {
  'workbook: sheets of nodes': readSheets(...OF_NODES, SHEET_NAMES.further),
  'workbook: brief': readSheets(SHEET_NAMES.brief),
  'workbook: questions': readSheets(QUESTIONS_FORM.name),
  'workbook: points': readSheets(...Object.values(POINT_FORMS.names)),
};

export const readBook: OutputForm = (body) => joinSheets(readBack(body));
