/** Unresolved confirmations for whoever makes the garment: by who must ask, each with what is known now. */

import { isUnknown, type Question, wordsOf } from '../garment/question.ts';
import { byDepartment } from '../garment/questions.ts';
import { type Block, type Column, gap, grid, type Inline, line } from './model.ts';
import { heading, mark, strong, textPieces, valuePieces } from './value-pieces.ts';

const COLUMNS: readonly Column[] = [
  {},
  { fit: 'wrap', min: 10 },
  { fit: 'wrap', min: 24 },
  { fit: 'wrap', min: 14 },
];

const row = (question: Question): Inline[] => {
  const words = wordsOf(question);
  return [
    ['[ ] ', strong(question.id)],
    [question.node, question.field].filter((word) => word !== '').join(' '),
    words === undefined ? '' : textPieces(words),
    isUnknown(question) ? '' : ['now ', mark(question.now.state), '\u00a0', ...valuePieces(question.now)],
  ];
};

export const openQuestions = (list: readonly Question[]): readonly Block[] =>
  byDepartment(list).flatMap(([department, asked]) => [
    gap,
    line(heading(department.toUpperCase()), { indent: 1 }),
    grid(COLUMNS, asked.map(row), { indent: 2 }),
  ]);
