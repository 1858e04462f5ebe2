/** Unresolved confirmations for whoever makes the garment: by who must ask, each with what is known now. */

import { DEPARTMENTS, departmentAsked } from '../garment/departments.ts';
import type { Question } from '../garment/questions.ts';
import { type Block, gap, grid, type Inline, line } from './model.ts';
import { heading, mark, type Pieces, strong, textPieces, valuePieces } from './value-pieces.ts';

const isEmpty = (value: unknown): boolean => value === undefined || value === null;

const now = ({ now: value }: Question): Pieces =>
  value.state === undefined && isEmpty(value.value)
    ? []
    : ['now ', mark(value.state), '\u00a0', ...valuePieces(value)];

const row = (question: Question): Inline[] => [
  ['[ ] ', strong(question.id)],
  [question.node, question.field].filter((word) => word !== '').join(' '),
  isEmpty(question.question) ? textPieces(question.stranger ?? '') : textPieces(question.question),
  now(question),
];

/** Departments in which nobody has a question are left out. */
export function byDepartment(list: readonly Question[]): readonly Block[] {
  return DEPARTMENTS.flatMap((department) => {
    const own = list.filter(({ node, field }) => departmentAsked(node, field) === department);
    if (own.length === 0) return [];
    const columns = [
      {},
      { fit: 'wrap', min: 10 },
      { fit: 'wrap', min: 24 },
      { fit: 'wrap', min: 14 },
    ] as const;
    return [
      gap,
      line(heading(department.toUpperCase()), { indent: 1 }),
      grid(columns, own.map(row), { indent: 2 }),
    ];
  });
}
