/** A workbook that somebody filled in, or one sheet of it as CSV: what was answered and measured. */

import type { Measured, Returned, Unplaced } from '../../garment/returned.ts';
import { type ReadSheet, readXlsx } from '../read.ts';
import { readCsv } from '../read-csv.ts';
import { MEASURE, QUESTIONS } from '../sheets/forms.ts';
import { READ_ONLY } from '../sheets/names.ts';
import { refused } from '../unpack.ts';
import { answersIn } from './answers.ts';
import { type Form, orFormula, unplacedAt } from './form.ts';
import { measuredIn } from './measured.ts';

const list = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(', ');

/** What somebody wrote where toile writes nothing: on a sheet of their own, beside a table, beside a cell. */
const elsewhere = (
  sheets: readonly ReadSheet[],
  forms: readonly (ReadSheet | undefined)[],
): readonly Unplaced[] => {
  return sheets.flatMap((sheet) => {
    const [header] = sheet.rows;
    const across = header?.at(-1)?.column ?? 0;
    const isOwn = READ_ONLY.has(sheet.name);
    const cells = forms.includes(sheet)
      ? []
      : sheet.rows
          .flat()
          .filter(({ column, row }) => !isOwn || column > across || row < (header?.[0]?.row ?? 1));
    return [
      ...cells.map((cell) =>
        unplacedAt(
          sheet.name,
          orFormula(cell),
          isOwn ? 'it stands beside the table' : 'its sheet is none of toile’s',
        ),
      ),
      ...sheet.remarks.map((remark) => unplacedAt(sheet.name, remark, 'a comment beside the cell')),
    ];
  });
};

const lost = (form: Form | undefined, heads: readonly string[]): readonly Unplaced[] =>
  form === undefined
    ? []
    : heads
        .filter((head) => !form.heads.includes(head))
        .map((text) =>
          unplacedAt(form.sheet.name, { place: '', text }, 'the column is not there, or has another name'),
        );

const pointOf = ({ garment_id, node_id, line, size }: Measured): string =>
  JSON.stringify([garment_id, node_id, line, size]);

/** `name` is the file as typed. Throws a UsageError for what is no workbook, or holds nothing to fill in. */
export const readReturned = (bytes: Uint8Array, name: string): Returned => {
  const isCsv = /\.(?:csv|tsv|txt)$/i.test(name);
  const sheets = isCsv ? readCsv(bytes, name) : readXlsx(bytes, name);
  const [answers, measured] = [answersIn(sheets), measuredIn(sheets)];
  if (answers.form === undefined && measured.form === undefined) {
    const has = isCsv
      ? `its first line is ${list((sheets[0]?.rows[0] ?? []).map(({ text }) => text).slice(0, 12))}`
      : `its sheets are ${list(sheets.map((sheet) => sheet.name))}`;
    throw refused(
      name,
      `has neither the columns of the sheet ${QUESTIONS.name} nor those of ${MEASURE.name}; ${has}`,
      'nothing_to_read',
    );
  }
  const missing = [
    ...(answers.form === undefined ? [QUESTIONS.name] : []),
    ...(measured.form === undefined ? [MEASURE.name] : []),
  ].map((sheet) =>
    unplacedAt(
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
        : { listed: measured.points, measured: new Set(measured.measured.map(pointOf)).size },
    measured: measured.measured,
    unplaced: [
      ...(isCsv ? [] : missing),
      ...lost(answers.form, [...QUESTIONS.given, ...QUESTIONS.filled]),
      ...lost(measured.form, MEASURE.given),
      ...answers.unplaced,
      ...measured.unplaced,
      ...elsewhere(sheets, [answers.form?.sheet, measured.form?.sheet]),
    ],
  };
};
