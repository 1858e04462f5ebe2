/**
 * Reads the answers and measurements in a returned workbook (or in one of its sheets as CSV), and the changes since the
 * workbook was sent.
 */

import type {
  UnreadCell,
  WorkbookAnswer,
  WorkbookAnswers,
  WorkbookRemark,
} from '../../../garment/workbook-answers.ts';
import { appendAll } from '../../../platform/lists.ts';
import {
  BASELINE_SHEET,
  computeRowDigest,
  type FoundBaseline,
  ROW_ID_HEAD,
  readBaseline,
  type SentSheet,
} from '../baseline.ts';
import { readCsvSheets } from '../read-csv.ts';
import { type ImportedSheet, readXlsxSheets } from '../read-xlsx.ts';
import {
  COUNTERSIGN_FORM,
  NON_FORM_SHEETS,
  POINT_FORMS,
  parseRoundHead,
  QUESTIONS_FORM,
} from '../sheets/forms.ts';
import { createWorkbookError } from '../unzip-parts.ts';
import { SUBJECT_KEYS } from '../workbook-model.ts';
import { type CountersignAnswers, readCountersigned } from './countersigned.ts';
import { readMeasurements, readSentValue } from './measurements.ts';
import {
  createDuplicateCheck,
  createRemark,
  createUnreadCell,
  hasSubject,
  type ReturnedRow,
} from './returned-row.ts';
import {
  findFormSheet,
  type ReturnedTable,
  readReturnedTable,
  type SheetForm,
  withFormulaText,
} from './returned-table.ts';

import { createSentForm, FORMS_WITHOUT_BASELINE } from './sheet-forms.ts';

const formatNameList = (names: readonly string[]): string =>
  names.map((name) => JSON.stringify(name)).join(', ');

/**
 * Lists the cells that toile does not read, because their sheet is not a form to fill in. If `sent` has digests of the
 * sent rows, lists one cell for each changed row. Without digests, lists the cells outside the table of a sheet that
 * toile created, or all cells of another sheet.
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
  const lastColumn = header?.at(-1)?.column ?? 0;
  const isFromToile = NON_FORM_SHEETS.has(sheet.name);
  return sheet.rows
    .flat()
    .filter(({ column, row }) => !isFromToile || column > lastColumn || row < (header?.[0]?.row ?? 1))
    .map((cell) =>
      createUnreadCell(
        sheet.name,
        withFormulaText(cell),
        isFromToile ? 'it is outside the table' : 'toile did not create its sheet',
      ),
    );
};

/**
 * Reads the answers of a table of questions. If the factory signed or dated a question without answering it, the name
 * and the date become remarks.
 */
const readAnswers = ({ rows, sheet }: ReturnedTable) => {
  const answers: WorkbookAnswer[] = [];
  const remarks: WorkbookRemark[] = [];
  const unplaced: UnreadCell[] = [];
  const checkDuplicate = createDuplicateCheck(sheet.name, 'the question is answered');
  for (const row of rows) {
    const { subject, getSentText, getText } = row;
    const filledKeys = QUESTIONS_FORM.filled.filter((key) => key !== 'remark' && getText(key).trim() !== '');
    if (filledKeys.length > 0) appendAll(unplaced, checkDuplicate(row));
    if (getText('answer').trim() === '') {
      appendAll(
        remarks,
        filledKeys.map((key) => createRemark(sheet.name, row, key, 'the question has no answer')),
      );
      continue;
    }
    const now = readSentValue(row, 'now');
    answers.push({
      garment_id: subject.garment_id,
      id: getSentText('id'),
      node_id: getSentText('node_id'),
      field: getSentText('field'),
      question: getSentText('question'),
      now: now.text,
      now_unit: now.unit,
      now_state: now.state,
      answer: getText('answer'),
      by: getText('by'),
      date: getText('date'),
    });
  }
  return { answers, remarks, unplaced };
};

/**
 * Returns true if the column with this key contains answers, signatures, measurements or row ids. All other columns
 * that the factory fills in contain remarks.
 */
const isAnswerKey = (key: string): boolean =>
  parseRoundHead(key) !== undefined ||
  ['answer', 'by', ROW_ID_HEAD, ...COUNTERSIGN_FORM.filled].includes(key);

const readRemarkColumns = ({ rows, sheet }: ReturnedTable, form: SheetForm): readonly WorkbookRemark[] => {
  const givenKeys = new Set(form.columns.filter(({ role }) => role !== 'filled').map(({ key }) => key));
  return rows.flatMap((row) =>
    [...row.cells.keys()]
      .filter((key) => !givenKeys.has(key) && !isAnswerKey(key) && row.getText(key).trim() !== '')
      .map((key) => createRemark(sheet.name, row, key, '')),
  );
};

/**
 * Returns true if the row is a point of measure. Returns false for a row to fill in below the table, for example for
 * the date.
 */
const isPointRow = (row: ReturnedRow): boolean =>
  hasSubject(row) && (row.sent === undefined || row.subject.node_id !== '');

interface FoundForm {
  readonly form: SheetForm;
  readonly table: ReturnedTable | undefined;
}

/**
 * Reads the returned sheet of each form (a sheet to look for in the returned workbook). First looks for a sheet with
 * the name of the form, then for any other sheet that fits. No returned sheet is used for two forms.
 */
const readForms = (sheets: readonly ImportedSheet[], forms: readonly SheetForm[]): readonly FoundForm[] => {
  const unusedSheets = new Set(sheets);
  const readForm = (form: SheetForm, candidates: readonly ImportedSheet[]): FoundForm | undefined => {
    const sheet = findFormSheet(candidates, form);
    if (sheet === undefined) return undefined;
    unusedSheets.delete(sheet);
    return { form, table: readReturnedTable(sheet, form) };
  };
  // First, only a sheet with the name of a form is used for that form. Otherwise, a form that has no such sheet could
  // get the sheet of another form.
  const formsByName = forms.map((form) =>
    readForm(
      form,
      [...unusedSheets].filter(({ name }) => name === form.name),
    ),
  );
  return forms.map(
    (form, at) => formsByName[at] ?? readForm(form, [...unusedSheets]) ?? { form, table: undefined },
  );
};

/**
 * Returns the cells of the rows that name no question, node or other subject. These cells are not read, because it is
 * unclear what they refer to.
 */
const findRowsWithoutSubject = ({ rows, sheet, keys }: ReturnedTable, noun: string): readonly UnreadCell[] =>
  rows
    .filter((row) => !hasSubject(row))
    .flatMap(({ cells }) =>
      keys.flatMap((key) => {
        const cell = cells.get(key);
        return cell === undefined ? [] : [createUnreadCell(sheet.name, cell, `its row names no ${noun}`)];
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
  const contents = isCsv
    ? `its first line is ${formatNameList((sheets[0]?.rows[0] ?? []).map(({ text }) => text).slice(0, 12))}`
    : `its sheets are ${formatNameList(sheets.map((sheet) => sheet.name))}`;
  return createWorkbookError(
    name,
    `has neither the columns of the sheet ${QUESTIONS_FORM.name} nor those of ${POINT_FORMS.names.rounds}; ${contents}`,
    'nothing_to_read',
  );
};

const collectCountersigned = (
  sheets: readonly CountersignAnswers[],
): Pick<WorkbookAnswers, 'countersign' | 'countersigned'> => {
  const countersigned = sheets.flatMap(({ signed }) => signed);
  const proposed = countersigned.filter((value) => value.proposed !== '').length;
  const listed = sheets.reduce((sum, sheet) => sum + sheet.listed, 0);
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
 * Returns which bodies a workbook was written from, as recorded in the file: their digests, the time when they were
 * read, and their profile. Returns null if the file has no such record or the record was changed. Throws a UsageError
 * if the file is not a workbook.
 */
export const readWorkbookOrigin = (bytes: Uint8Array, name: string): WorkbookAnswers['baseline'] =>
  describeOrigin(readBaseline(readXlsxSheets(bytes, name)));

/**
 * Reads a workbook that a factory filled in, or one of its sheets as CSV if `name` ends in `.csv`, `.tsv` or `.txt`.
 * Returns the answers, measurements, changes and remarks of the factory, and the cells that could not be read. `name`
 * is the file name as the user typed it. Throws a UsageError if the file is neither a workbook nor CSV, or has no sheet
 * to fill in.
 */
export const readWorkbookAnswers = (bytes: Uint8Array, name: string): WorkbookAnswers => {
  const isCsv = /\.(?:csv|tsv|txt)$/i.test(name);
  const allSheets = isCsv ? readCsvSheets(bytes, name) : readXlsxSheets(bytes, name);
  const found = readBaseline(allSheets);
  const sheets = allSheets.filter((sheet) => sheet !== found.sheet);
  const sentSheets = found.baseline?.sheets ?? [];
  const forms = found.baseline
    ? sentSheets.filter(({ digests }) => digests === undefined).map(createSentForm)
    : FORMS_WITHOUT_BASELINE;
  const foundForms = readForms(sheets, forms);
  const foundTables = foundForms.flatMap(({ table }) => table ?? []);
  const hasKey = (table: ReturnedTable, key: string): boolean => table.keys.includes(key);
  const isFormKey = (key: string): boolean =>
    ['spec', 'question', 'agree'].includes(key) || parseRoundHead(key) !== undefined;
  if (!foundTables.some((table) => table.keys.some(isFormKey)))
    throw createMissingFormsError(name, sheets, isCsv);
  const questionTables = foundTables.filter((table) => hasKey(table, 'question'));
  const pointTables = foundTables.filter((table) =>
    table.keys.some((key) => parseRoundHead(key) !== undefined),
  );
  const countersignTables = foundTables.filter((table) => hasKey(table, 'agree'));
  const removeRowsWithoutSubject = (table: ReturnedTable): ReturnedTable => ({
    ...table,
    rows: table.rows.filter(hasSubject),
  });
  const answers = questionTables.map((table) => readAnswers(removeRowsWithoutSubject(table)));
  const signed = countersignTables.map((table) => readCountersigned(removeRowsWithoutSubject(table)));
  const measured = pointTables.map((table) => readMeasurements(removeRowsWithoutSubject(table)));
  const formatPointKey = ({ subject }: ReturnedTable['rows'][number]): string => JSON.stringify(subject);
  const measuredKeys = measured.flatMap((each) =>
    each.measured.map((point) => JSON.stringify(SUBJECT_KEYS.map((key) => point[key]))),
  );
  const duplicates = pointTables.flatMap((table) => {
    const checkDuplicate = createDuplicateCheck(table.sheet.name, 'the point is measured');
    return table.rows
      .filter((row) =>
        table.keys.some((key) => parseRoundHead(key) !== undefined && row.getText(key).trim() !== ''),
      )
      .flatMap(checkDuplicate);
  });
  // A workbook without a baseline (its record of the sent sheets) may be from an older version of toile, which created
  // other sheets. So only two sheets can be reported as missing: the sheet of questions, and `Sample rounds` if no
  // sheet has points of measure.
  const isReportedMissing = ({ name: form, rows }: SheetForm): boolean =>
    rows !== undefined ||
    form === QUESTIONS_FORM.name ||
    (form === POINT_FORMS.names.rounds && pointTables.length === 0);
  const usedSheets = new Set(foundTables.map(({ sheet }) => sheet));
  return {
    baseline: describeOrigin(found),
    questions:
      questionTables.length === 0
        ? null
        : {
            asked: questionTables.reduce((sum, { rows }) => sum + rows.filter(hasSubject).length, 0),
            answered: answers.reduce((sum, each) => sum + each.answers.length, 0),
          },
    answers: answers.flatMap((each) => each.answers),
    ...collectCountersigned(signed),
    points:
      pointTables.length === 0
        ? null
        : {
            listed: new Set(pointTables.flatMap(({ rows }) => rows.filter(isPointRow).map(formatPointKey)))
              .size,
            measured: new Set(measuredKeys).size,
          },
    measured: measured.flatMap((each) => each.measured),
    recorded: measured.flatMap((each) => each.recorded),
    changed: foundTables.flatMap((table) => table.changed),
    added: foundTables.flatMap((table) => table.added),
    removed: foundTables.flatMap((table) => table.removed),
    remarks: [
      ...answers.flatMap((each) => each.remarks),
      ...signed.flatMap((each) => each.remarks),
      ...measured.flatMap((each) => each.remarks),
      ...foundForms.flatMap(({ form, table }) =>
        table === undefined ? [] : readRemarkColumns(removeRowsWithoutSubject(table), form),
      ),
    ],
    unplaced: [
      ...findBaselineNotes(found),
      ...foundForms.flatMap(({ form, table }) =>
        table === undefined && !isCsv && isReportedMissing(form)
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
      ...questionTables.flatMap((table) => findRowsWithoutSubject(table, 'question')),
      ...countersignTables.flatMap((table) => findRowsWithoutSubject(table, 'value')),
      ...pointTables.flatMap((table) => findRowsWithoutSubject(table, 'point of measure')),
      ...foundTables.flatMap((table) => table.unplaced),
      ...sheets.flatMap((sheet) => [
        ...(usedSheets.has(sheet)
          ? []
          : findCellsOutsideForms(
              sheet,
              sentSheets.find((each) => each.name === sheet.name),
            )),
        ...sheet.comments.map((remark) => createUnreadCell(sheet.name, remark, 'a comment beside the cell')),
      ]),
    ],
  };
};
