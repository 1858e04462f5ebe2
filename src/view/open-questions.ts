/** Unresolved confirmations for whoever makes the garment: by who must ask, each with what is known now. */

import { type LeftOut, leaving, notShown } from '../garment/left-out.ts';
import { type Question, wordsOf } from '../garment/question.ts';
import { byDepartment } from '../garment/questions.ts';
import { type Block, type Column, gap, grid, type Inline, line } from './model.ts';
import { about, currently, offered } from './question-pieces.ts';
import { faint, heading, strong, textPieces } from './value-pieces.ts';

const COLUMNS: readonly Column[] = [
  {},
  { fit: 'wrap', min: 10 },
  { fit: 'wrap', min: 24 },
  { fit: 'wrap', min: 14 },
];

const row = (question: Question): Inline[] => {
  const words = wordsOf(question);
  const offers = offered(question);
  const now = currently(question);
  return [
    ['[ ] ', strong(question.id)],
    about(question),
    [
      ...(words === undefined ? [] : textPieces(words)),
      ...(offers.length > 0 ? ['  ', faint('offered: '), ...offers] : []),
    ],
    now.length > 0 ? ['now ', ...now] : '',
  ];
};

/** A list to tick off has no room for reasons, nor for what else a question holds. */
export const leftOfList = (list: readonly Question[]): readonly LeftOut[] => [
  ...leaving(
    'reason',
    list
      .filter(({ now: { basis, confidence } }) => (basis ?? confidence ?? null) !== null)
      .map(({ id }) => id),
  ),
  ...notShown(
    list.flatMap(({ others }) => others),
    () => [],
  ),
];

export const openQuestions = (list: readonly Question[]): readonly Block[] =>
  byDepartment(list).flatMap(([department, asked]) => [
    gap,
    line(heading(department.toUpperCase()), { indent: 1 }),
    grid(COLUMNS, asked.map(row), { indent: 2 }),
  ]);
