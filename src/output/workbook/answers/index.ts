/** Reads a filled-in workbook, or one sheet of it as CSV: answers and measurements. */

import type { UnreadCell, WorkbookAnswers, WorkbookMeasurement } from '../../../garment/workbook-answers.ts';
import { readCsvSheets } from '../read-csv.ts';
import { type ImportedSheet, readXlsxSheets } from '../read-xlsx.ts';
import { MEASURE_FORM, QUESTIONS_FORM } from '../sheets/forms.ts';
import { READ_ONLY_SHEETS } from '../sheets/sheet-names.ts';
import { createWorkbookError } from '../unzip-parts.ts';
import { createUnreadCell, type FilledForm, withFormulaText } from './filled-form.ts';
import { readMeasurements } from './measurements.ts';
import { readQuestionAnswers } from './question-answers.ts';

const formatNameList = (names: readonly string[]): string =>
  names.map((name) => JSON.stringify(name)).join(', ');

/**
 * Returns the cells that were written where toile writes nothing: on added sheets, beside tables, and in
 * comments.
 */
const findCellsOutsideForms = (
  sheets: readonly ImportedSheet[],
  forms: readonly (ImportedSheet | undefined)[],
): readonly UnreadCell[] => {
  return sheets.flatMap((sheet) => {
    const [header] = sheet.rows;
    const across = header?.at(-1)?.column ?? 0;
    const isOwn = READ_ONLY_SHEETS.has(sheet.name);
    const cells = forms.includes(sheet)
      ? []
      : sheet.rows
          .flat()
          .filter(({ column, row }) => !isOwn || column > across || row < (header?.[0]?.row ?? 1));
    return [
      ...cells.map((cell) =>
        createUnreadCell(
          sheet.name,
          withFormulaText(cell),
          isOwn ? 'it stands beside the table' : 'its sheet is none of toile’s',
        ),
      ),
      ...sheet.comments.map((remark) => createUnreadCell(sheet.name, remark, 'a comment beside the cell')),
    ];
  });
};

const findMissingColumns = (form: FilledForm | undefined, heads: readonly string[]): readonly UnreadCell[] =>
  form === undefined
    ? []
    : heads
        .filter((head) => !form.heads.includes(head))
        .map((text) =>
          createUnreadCell(
            form.sheet.name,
            { place: '', text },
            'the column is not there, or has another name',
          ),
        );

const formatPointKey = ({ garment_id, node_id, line, size }: WorkbookMeasurement): string =>
  JSON.stringify([garment_id, node_id, line, size]);

/**
 * Reads the answers and measurements of a file. `name` is the file as typed. Throws a UsageError for what
 * is not a workbook or has no sheet to fill in.
 */
export const readWorkbookAnswers = (bytes: Uint8Array, name: string): WorkbookAnswers => {
  const isCsv = /\.(?:csv|tsv|txt)$/i.test(name);
  const sheets = isCsv ? readCsvSheets(bytes, name) : readXlsxSheets(bytes, name);
  const [answers, measured] = [readQuestionAnswers(sheets), readMeasurements(sheets)];
  if (answers.form === undefined && measured.form === undefined) {
    const has = isCsv
      ? `its first line is ${formatNameList((sheets[0]?.rows[0] ?? []).map(({ text }) => text).slice(0, 12))}`
      : `its sheets are ${formatNameList(sheets.map((sheet) => sheet.name))}`;
    throw createWorkbookError(
      name,
      `has neither the columns of the sheet ${QUESTIONS_FORM.name} nor those of ${MEASURE_FORM.name}; ${has}`,
      'nothing_to_read',
    );
  }
  const missing = [
    ...(answers.form === undefined ? [QUESTIONS_FORM.name] : []),
    ...(measured.form === undefined ? [MEASURE_FORM.name] : []),
  ].map((sheet) =>
    createUnreadCell(
      sheet,
      { place: '', text: '' },
      'the sheet is not in the file, or its columns have other names',
    ),
  );
  return {
    questions: answers.form === undefined ? null : { asked: answers.asked, answered: answers.answers.length },
    answers: answers.answers,
    points:
      measured.form === undefined
        ? null
        : { listed: measured.points, measured: new Set(measured.measured.map(formatPointKey)).size },
    measured: measured.measured,
    unplaced: [
      ...(isCsv ? [] : missing),
      ...findMissingColumns(answers.form, [...QUESTIONS_FORM.given, ...QUESTIONS_FORM.filled]),
      ...findMissingColumns(measured.form, MEASURE_FORM.given),
      ...answers.unplaced,
      ...measured.unplaced,
      ...findCellsOutsideForms(sheets, [answers.form?.sheet, measured.form?.sheet]),
    ],
  };
};
