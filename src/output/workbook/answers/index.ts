/** Reads a returned workbook, or one of its sheets as CSV: answers, measurements, changes since it was sent. */

import type {
  UnreadCell,
  WorkbookAnswer,
  WorkbookAnswers,
  WorkbookRemark,
} from '../../../garment/workbook-answers.ts';
import {
  BASELINE_SHEET,
  computeRowDigest,
  type FoundBaseline,
  ROW_ID_HEAD,
  readBaseline,
  type SentColumn,
  type SentSheet,
} from '../baseline.ts';
import { MARK_COLUMN } from '../provenance-cells.ts';
import { readCsvSheets } from '../read-csv.ts';
import { type ImportedSheet, readXlsxSheets } from '../read-xlsx.ts';
import {
  COUNTERSIGN_FORM,
  MEASURE_FORM,
  POINT_FORMS,
  parseRoundHead,
  QUESTIONS_FORM,
  READ_ONLY_SHEETS,
} from '../sheets/forms.ts';
import { createWorkbookError } from '../unzip-parts.ts';
import { SUBJECT_KEYS } from '../workbook-model.ts';
import { type CountersignAnswers, readCountersigned } from './countersigned.ts';
import { readMeasurements, readSentValue } from './measurements.ts';
import {
  createDuplicateCheck,
  createRemark,
  createUnreadCell,
  findFormSheet,
  hasSubject,
  type ReturnedRow,
  type ReturnedTable,
  readReturnedTable,
  type SheetForm,
  withFormulaText,
} from './returned-table.ts';

const formatNameList = (names: readonly string[]): string =>
  names.map((name) => JSON.stringify(name)).join(', ');

const ROW_ID_COLUMN: SentColumn = { key: ROW_ID_HEAD, head: ROW_ID_HEAD, role: 'filled' };
type HeadPairs = readonly (readonly string[])[];
const toColumns = (pairs: HeadPairs, role: SentColumn['role']): readonly SentColumn[] =>
  pairs.map(([key = '', head = key]) => ({ key, head, role }));
const toPairs = (heads: readonly string[]): HeadPairs => heads.map((head) => [head]);

/** Returns the head of a column that factories fill in (`measured proto`) or of the row ids; otherwise undefined. */
const parseFilledHead = (head: string): string | undefined =>
  parseRoundHead(head) !== undefined ||
  /^(?:remark|revised|comment)(?: |$)/.test(head) ||
  head === ROW_ID_HEAD
    ? head
    : undefined;

const POINT_COLUMNS = [
  ...toColumns(POINT_FORMS.given, 'given'),
  ...toColumns(toPairs(POINT_FORMS.calculated), 'formula'),
  ...toColumns([['mark', MARK_COLUMN.head]], 'formula'),
  ...toColumns([['spec_unit', 'unit']], 'given'),
];
/**
 * The forms of a file without a baseline: a sheet saved as CSV, or a workbook of an older version. They are found by
 * the heads that toile writes.
 */
const FORMS_WITHOUT_BASELINE: readonly SheetForm[] = [
  {
    name: QUESTIONS_FORM.name,
    columns: [
      ...toColumns(QUESTIONS_FORM.given, 'given'),
      ...toColumns(toPairs(QUESTIONS_FORM.given.map(([key]) => key)), 'given'),
      ...toColumns(toPairs(QUESTIONS_FORM.filled), 'filled'),
    ],
  },
  {
    name: COUNTERSIGN_FORM.name,
    columns: [
      ...toColumns(COUNTERSIGN_FORM.given, 'given'),
      ...toColumns(toPairs(COUNTERSIGN_FORM.filled), 'filled'),
    ],
  },
  { name: MEASURE_FORM.name, columns: toColumns(toPairs(MEASURE_FORM.given), 'given') },
  ...Object.values(POINT_FORMS.names).map((name) => ({ name, columns: POINT_COLUMNS })),
].map((form) => ({ ...form, rows: undefined, parseFilledHead }));

/** The head with which a withheld column is searched. No cell can contain it, so no column is found. */
const NO_HEAD = '\0';

const toForm = ({ name, columns, rows }: SentSheet): SheetForm => ({
  name,
  columns: [
    ...columns.map((column) => (column.role === 'withheld' ? { ...column, head: NO_HEAD } : column)),
    ROW_ID_COLUMN,
  ],
  rows,
  parseFilledHead: () => undefined,
});

/**
 * Returns the unread cells of a sheet that is not a form. If `sent` has digests, each changed row is one of them.
 * Otherwise they are the cells outside the table, or all cells if toile did not write the sheet.
 */
const findCellsOutsideForms = (sheet: ImportedSheet, sent: SentSheet | undefined): readonly UnreadCell[] => {
  if (sent?.digests !== undefined)
    return sheet.rows.slice(1).flatMap((row) => {
      const texts = row.map(({ text }) => text);
      if (sent.digests?.has(computeRowDigest(texts)) === true) return [];
      const place = row[0]?.place ?? '';
      return [
        createUnreadCell(
          sheet.name,
          { place, text: texts.join(' | ') },
          'its row differs from the sent version',
        ),
      ];
    });
  const [header] = sheet.rows;
  const across = header?.at(-1)?.column ?? 0;
  const isOwn = READ_ONLY_SHEETS.has(sheet.name);
  return sheet.rows
    .flat()
    .filter(({ column, row }) => !isOwn || column > across || row < (header?.[0]?.row ?? 1))
    .map((cell) =>
      createUnreadCell(
        sheet.name,
        withFormulaText(cell),
        isOwn ? 'it is outside the table' : 'its sheet is not one of toile’s',
      ),
    );
};

/** Reads the answers of a table of questions. A name or a date without an answer becomes a remark. */
const readAnswers = ({ rows, sheet }: ReturnedTable) => {
  const answers: WorkbookAnswer[] = [];
  const remarks: WorkbookRemark[] = [];
  const unplaced: UnreadCell[] = [];
  const checkDuplicate = createDuplicateCheck(sheet.name, 'the question is answered');
  for (const row of rows) {
    const { subject, given, text } = row;
    const written = QUESTIONS_FORM.filled.filter((key) => key !== 'remark' && text(key).trim() !== '');
    if (written.length > 0) unplaced.push(...checkDuplicate(row));
    if (text('answer').trim() === '') {
      remarks.push(...written.map((key) => createRemark(sheet.name, row, key, 'the question has no answer')));
      continue;
    }
    const now = readSentValue(row, 'now');
    answers.push({
      ...{ garment_id: subject.garment_id, id: given('id'), node_id: given('node_id') },
      ...{ field: given('field'), question: given('question') },
      ...{ now: now.text, now_unit: now.unit, now_state: now.state },
      ...{ answer: text('answer'), by: text('by'), date: text('date') },
    });
  }
  return { answers, remarks, unplaced };
};

/** Returns true for a column of answers, signatures or measurements. Any other filled-in column contains remarks. */
const isAnswerKey = (key: string): boolean =>
  parseRoundHead(key) !== undefined ||
  ['answer', 'by', ROW_ID_HEAD, ...COUNTERSIGN_FORM.filled].includes(key);

const readRemarkColumns = ({ rows, sheet }: ReturnedTable, form: SheetForm): readonly WorkbookRemark[] => {
  const given = new Set(form.columns.filter(({ role }) => role !== 'filled').map(({ key }) => key));
  return rows.flatMap((row) =>
    [...row.cells.keys()]
      .filter((key) => !given.has(key) && !isAnswerKey(key) && row.text(key).trim() !== '')
      .map((key) => createRemark(sheet.name, row, key, '')),
  );
};

/** Returns true for the row of a point of measure, and false for a box below the table. */
const isPointRow = (row: ReturnedRow): boolean =>
  hasSubject(row) && (row.sent === undefined || row.subject.node_id !== '');

/** A form and its returned sheet; `table` is undefined if the sheet was not found. */
interface FoundForm {
  readonly form: SheetForm;
  readonly table: ReturnedTable | undefined;
}

/** Finds and reads the returned sheet of each form. Each sheet is used for one form at most. */
const readForms = (sheets: readonly ImportedSheet[], forms: readonly SheetForm[]): readonly FoundForm[] => {
  const rest = new Set(sheets);
  const take = (form: SheetForm, from: readonly ImportedSheet[]): FoundForm | undefined => {
    const sheet = findFormSheet(from, form);
    if (sheet === undefined) return undefined;
    rest.delete(sheet);
    return { form, table: readReturnedTable(sheet, form) };
  };
  // Sheets with their original names are matched first, so that no other form takes them.
  const named = forms.map((form) =>
    take(
      form,
      [...rest].filter(({ name }) => name === form.name),
    ),
  );
  return forms.map((form, at) => named[at] ?? take(form, [...rest]) ?? { form, table: undefined });
};

/** Returns the cells of rows without a subject as unread. With a baseline, there are none: such rows count as added. */
const findRowsWithoutSubject = ({ rows, sheet, keys }: ReturnedTable, what: string): readonly UnreadCell[] =>
  rows
    .filter((row) => !hasSubject(row))
    .flatMap(({ cells }) =>
      keys.flatMap((key) => {
        const cell = cells.get(key);
        return cell === undefined ? [] : [createUnreadCell(sheet.name, cell, `its row names no ${what}`)];
      }),
    );

const findBaselineNotes = ({ sheet, status }: FoundBaseline): readonly UnreadCell[] =>
  status === 'changed'
    ? [
        createUnreadCell(
          sheet?.name ?? BASELINE_SHEET,
          { place: '', text: '' },
          'the record of the sent version was changed, so nothing can be compared with it',
        ),
      ]
    : [];

const createMissingFormsError = (name: string, sheets: readonly ImportedSheet[], isCsv: boolean) => {
  const has = isCsv
    ? `its first line is ${formatNameList((sheets[0]?.rows[0] ?? []).map(({ text }) => text).slice(0, 12))}`
    : `its sheets are ${formatNameList(sheets.map((sheet) => sheet.name))}`;
  return createWorkbookError(
    name,
    `has neither the columns of the sheet ${QUESTIONS_FORM.name} nor those of ${POINT_FORMS.names.rounds}; ${has}`,
    'nothing_to_read',
  );
};

const collectCountersigned = (
  sheets: readonly CountersignAnswers[],
): Pick<WorkbookAnswers, 'countersign' | 'countersigned'> => {
  const countersigned = sheets.flatMap(({ signed }) => signed);
  const proposed = countersigned.filter((each) => each.proposed !== '').length;
  const listed = sheets.reduce((sum, each) => sum + each.listed, 0);
  return {
    countersign: sheets.length === 0 ? null : { listed, agreed: countersigned.length - proposed, proposed },
    countersigned,
  };
};

const describeOrigin = ({ baseline }: FoundBaseline): WorkbookAnswers['baseline'] => {
  if (baseline === undefined) return null;
  const { sheets: _, ...origin } = baseline;
  return origin;
};

/**
 * Returns the digests, the time and the profile of the bodies from which a workbook was written, as recorded in the
 * file. Returns null if the record is absent or was changed. Throws a UsageError if the file is not a workbook.
 */
export const readWorkbookOrigin = (bytes: Uint8Array, name: string): WorkbookAnswers['baseline'] =>
  describeOrigin(readBaseline(readXlsxSheets(bytes, name)));

/**
 * Reads a returned workbook, or one sheet of it as CSV. Returns the answers, measurements, changes, and cells that
 * could not be read. `name` is the file as typed. Throws a UsageError if the file is not a workbook or has no sheet to
 * fill in.
 */
export const readWorkbookAnswers = (bytes: Uint8Array, name: string): WorkbookAnswers => {
  const isCsv = /\.(?:csv|tsv|txt)$/i.test(name);
  const all = isCsv ? readCsvSheets(bytes, name) : readXlsxSheets(bytes, name);
  const found = readBaseline(all);
  const sheets = all.filter((sheet) => sheet !== found.sheet);
  const sent = found.baseline?.sheets ?? [];
  const forms = found.baseline
    ? sent.filter(({ digests }) => digests === undefined).map(toForm)
    : FORMS_WITHOUT_BASELINE;
  const tables = readForms(sheets, forms);
  const read = tables.flatMap(({ table }) => table ?? []);
  const hasKey = (table: ReturnedTable, key: string): boolean => table.keys.includes(key);
  const isForm = (key: string): boolean =>
    ['spec', 'question', 'agree'].includes(key) || parseRoundHead(key) !== undefined;
  if (!read.some((table) => table.keys.some(isForm))) throw createMissingFormsError(name, sheets, isCsv);
  const questions = read.filter((table) => hasKey(table, 'question'));
  const points = read.filter((table) => table.keys.some((key) => parseRoundHead(key) !== undefined));
  const countersign = read.filter((table) => hasKey(table, 'agree'));
  const withSubject = (table: ReturnedTable): ReturnedTable => ({
    ...table,
    rows: table.rows.filter(hasSubject),
  });
  const answers = questions.map((table) => readAnswers(withSubject(table)));
  const signed = countersign.map((table) => readCountersigned(withSubject(table)));
  const measured = points.map((table) => readMeasurements(withSubject(table)));
  const listPoints = ({ subject }: ReturnedTable['rows'][number]): string => JSON.stringify(subject);
  const measuredPoints = measured.flatMap((each) =>
    each.measured.map((point) => JSON.stringify(SUBJECT_KEYS.map((key) => point[key]))),
  );
  const duplicates = points.flatMap((table) => {
    const check = createDuplicateCheck(table.sheet.name, 'the point is measured');
    return table.rows
      .filter((row) =>
        table.keys.some((key) => parseRoundHead(key) !== undefined && row.text(key).trim() !== ''),
      )
      .flatMap(check);
  });
  // A workbook without a baseline may be an older one, which has only one sheet of points.
  const isMissed = ({ name: form, rows }: SheetForm): boolean =>
    rows !== undefined ||
    form === QUESTIONS_FORM.name ||
    (form === POINT_FORMS.names.rounds && points.length === 0);
  const claimed = new Set(read.map(({ sheet }) => sheet));
  return {
    baseline: describeOrigin(found),
    questions:
      questions.length === 0
        ? null
        : {
            asked: questions.reduce((sum, { rows }) => sum + rows.filter(hasSubject).length, 0),
            answered: answers.reduce((sum, each) => sum + each.answers.length, 0),
          },
    answers: answers.flatMap((each) => each.answers),
    ...collectCountersigned(signed),
    points:
      points.length === 0
        ? null
        : {
            listed: new Set(points.flatMap(({ rows }) => rows.filter(isPointRow).map(listPoints))).size,
            measured: new Set(measuredPoints).size,
          },
    measured: measured.flatMap((each) => each.measured),
    recorded: measured.flatMap((each) => each.recorded),
    changed: read.flatMap((table) => table.changed),
    added: read.flatMap((table) => table.added),
    removed: read.flatMap((table) => table.removed),
    remarks: [
      ...answers.flatMap((each) => each.remarks),
      ...signed.flatMap((each) => each.remarks),
      ...measured.flatMap((each) => each.remarks),
      ...tables.flatMap(({ form, table }) =>
        table === undefined ? [] : readRemarkColumns(withSubject(table), form),
      ),
    ],
    unplaced: [
      ...findBaselineNotes(found),
      ...tables.flatMap(({ form, table }) =>
        table === undefined && !isCsv && isMissed(form)
          ? [
              createUnreadCell(
                form.name,
                { place: '', text: '' },
                'the sheet is not in the file, or its columns have other names',
              ),
            ]
          : [],
      ),
      ...answers.flatMap((each) => each.unplaced),
      ...signed.flatMap((each) => each.unplaced),
      ...duplicates,
      ...questions.flatMap((table) => findRowsWithoutSubject(table, 'question')),
      ...countersign.flatMap((table) => findRowsWithoutSubject(table, 'value')),
      ...points.flatMap((table) => findRowsWithoutSubject(table, 'point of measure')),
      ...read.flatMap((table) => table.unplaced),
      ...sheets.flatMap((sheet) => [
        ...(claimed.has(sheet)
          ? []
          : findCellsOutsideForms(
              sheet,
              sent.find((each) => each.name === sheet.name),
            )),
        ...sheet.comments.map((remark) => createUnreadCell(sheet.name, remark, 'a comment beside the cell')),
      ]),
    ],
  };
};
