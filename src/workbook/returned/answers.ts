/** The sheet of questions, as it came back. */

import type { Answered, Unplaced } from '../../garment/returned.ts';
import type { ReadSheet } from '../read.ts';
import { QUESTIONS } from '../sheets/forms.ts';
import { type Form, formIn, notWritten, twiceIn, unplacedAt } from './form.ts';

export interface Answers {
  readonly form: Form | undefined;
  /** Questions in the file, answered or not. */
  readonly asked: number;
  readonly answers: readonly Answered[];
  readonly unplaced: readonly Unplaced[];
}

const GIVEN: readonly string[] = QUESTIONS.given;
const FILLED: readonly string[] = QUESTIONS.filled;

export const answersIn = (sheets: readonly ReadSheet[]): Answers => {
  const known = [...GIVEN, ...FILLED];
  const form = formIn(sheets, QUESTIONS.name, known, () => false);
  if (form === undefined) return { form, asked: 0, answers: [], unplaced: [] };
  const unplaced: Unplaced[] = [...form.unplaced];
  const answers: Answered[] = [];
  let asked = 0;
  const twice = twiceIn(form, 'the question is answered');
  for (const row of form.rows) {
    unplaced.push(...notWritten(form, row, known));
    const written = FILLED.filter((head) => row.text(head).trim() !== '');
    const id = row.text('id');
    if (id === '') {
      for (const [head, cell] of row.cells)
        if (FILLED.includes(head) || written.length === 0)
          unplaced.push(unplacedAt(form.sheet.name, cell, 'its row names no question'));
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
