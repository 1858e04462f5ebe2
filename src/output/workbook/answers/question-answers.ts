/** Reads the filled-in sheet of questions. */

import type { UnreadCell, WorkbookAnswer } from '../../../garment/workbook-answers.ts';
import type { ImportedSheet } from '../read-xlsx.ts';
import { QUESTIONS_FORM } from '../sheets/forms.ts';
import {
  createDuplicateCheck,
  createUnreadCell,
  type FilledForm,
  findFilledForm,
  findFormulaOrErrorCells,
} from './filled-form.ts';

/** The answers of a filled-in sheet of questions. */
export interface QuestionAnswers {
  readonly form: FilledForm | undefined;
  /** The number of questions in the file, answered or not. */
  readonly asked: number;
  readonly answers: readonly WorkbookAnswer[];
  readonly unplaced: readonly UnreadCell[];
}

const GIVEN: readonly string[] = QUESTIONS_FORM.given;
const FILLED: readonly string[] = QUESTIONS_FORM.filled;

/** Finds the sheet of questions and reads its answers. Cells that cannot be assigned are listed. */
export const readQuestionAnswers = (sheets: readonly ImportedSheet[]): QuestionAnswers => {
  const known = [...GIVEN, ...FILLED];
  const form = findFilledForm(sheets, QUESTIONS_FORM.name, known, () => false);
  if (form === undefined) return { form, asked: 0, answers: [], unplaced: [] };
  const unplaced: UnreadCell[] = [...form.unplaced];
  const answers: WorkbookAnswer[] = [];
  let asked = 0;
  const twice = createDuplicateCheck(form, 'the question is answered');
  for (const row of form.rows) {
    unplaced.push(...findFormulaOrErrorCells(form, row, known));
    const written = FILLED.filter((head) => row.text(head).trim() !== '');
    const id = row.text('id');
    if (id === '') {
      for (const [head, cell] of row.cells)
        if (FILLED.includes(head) || written.length === 0)
          unplaced.push(createUnreadCell(form.sheet.name, cell, 'its row names no question'));
      continue;
    }
    asked++;
    if (written.length === 0) continue;
    unplaced.push(...twice(row, 'id', row.text('garment_id'), id));
    answers.push({
      garment_id: row.text('garment_id'),
      id,
      node_id: row.text('node_id'),
      field: row.text('field'),
      question: row.text('question'),
      now: row.text('now'),
      now_unit: row.text('now_unit'),
      now_state: row.text('now_state'),
      answer: row.text('answer'),
      by: row.text('by'),
      date: row.text('date'),
    });
  }
  return { form, asked, answers, unplaced };
};
