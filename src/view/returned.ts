/** What came back in a workbook: answers, measurements, and what has no place. No verdict on any of it. */

import { counted } from '../garment/counted.ts';
import type { Answered, Measured, Returned, Unplaced } from '../garment/returned.ts';
import { type Block, gap, grid, line, type Rows, type View } from './model.ts';
import { faint, heading, strong } from './value-pieces.ts';

const words = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

/** The state as the file has it is word and mark: the mark is enough beside a value. */
const marked = (state: string, value: string, unit: string): string => words(state.slice(-1), value, unit);

const answerRow = (answer: Answered) => [
  strong(words(answer.garment_id, answer.id)),
  words(answer.node_id, answer.field),
  marked(answer.now_state, answer.now, answer.now_unit),
  answer.answer,
  words(answer.by, answer.date),
];

const tolerance = (sign: string, value: string, unit: string, of: string): string =>
  value === '' ? '' : words(`${sign}${value}`, unit === of ? '' : unit);

const measuredRow = (row: Measured) => [
  strong(words(row.garment_id, row.code === '' ? row.node_id : row.code, row.line)),
  words(row.size, row.round),
  marked(row.spec_state, row.spec, row.spec_unit),
  words(
    tolerance('+', row.tol_plus, row.tol_plus_unit, row.spec_unit),
    tolerance('-', row.tol_minus, row.tol_minus_unit, row.spec_unit),
  ),
  row.measured,
  row.difference,
  faint(row.note),
];

const unplacedRow = ({ sheet, cell, text, why }: Unplaced) => [words(sheet, cell), text, faint(why)];

const WRAPPED = { fit: 'wrap', min: 10 } as const;

const answerBlocks = ({ questions, answers }: Returned): readonly Block[] => {
  if (questions === null) return [];
  const { asked, answered } = questions;
  return [
    line([heading('ANSWERS'), `  ${answered} of ${counted(asked, 'question')}`]),
    ...(answers.length === 0
      ? []
      : [
          grid(
            ['question', 'about', 'now', 'answer', 'by'].map((head) => ({ head, ...WRAPPED })),
            answers.map(answerRow),
            { indent: 1 },
          ),
        ]),
    gap,
  ];
};

const measuredBlocks = ({ points, measured }: Returned): readonly Block[] => {
  if (points === null) return [];
  return [
    line([heading('MEASURED'), `  ${points.measured} of ${counted(points.listed, 'point')}`]),
    ...(measured.length === 0
      ? []
      : [
          grid(
            [
              { head: 'point', ...WRAPPED },
              { head: 'size, round', fit: 'wrap', min: 6 },
              { head: 'spec', align: 'right', fit: 'wrap', min: 7 },
              { head: 'tolerances', fit: 'wrap', min: 6 },
              { head: 'measured', align: 'right', fit: 'wrap', min: 8 },
              { head: 'difference', align: 'right', fit: 'wrap', min: 6 },
              { head: '', fit: 'wrap', min: 8 },
            ],
            measured.map(measuredRow),
            { indent: 1 },
          ),
        ]),
    gap,
  ];
};

export const returnedView = (returned: Returned): View => {
  const { unplaced } = returned;
  const last: readonly Block[] =
    unplaced.length === 0
      ? []
      : [
          line([heading('WITHOUT A PLACE'), `  ${unplaced.length}`]),
          grid(
            ['cell', 'text', 'why'].map((head) => ({ head, ...WRAPPED })),
            unplaced.map(unplacedRow),
            { indent: 1 },
          ),
        ];
  return [...answerBlocks(returned), ...measuredBlocks(returned), ...last];
};

const ANSWER = [
  'garment_id',
  'node_id',
  'id',
  'field',
  'question',
  'now',
  'now_unit',
  'now_state',
  'answer',
  'by',
  'date',
] as const;
const MEASURED = [
  ...[
    'line',
    'code',
    'description',
    'size',
    'round',
    'spec',
    'spec_unit',
    'spec_state',
    'tol_plus',
    'tol_plus_unit',
  ],
  ...['tol_minus', 'tol_minus_unit', 'measured', 'difference', 'note'],
] as const;
const UNPLACED = ['sheet', 'cell', 'text', 'why'] as const;
export const RETURNED_COLUMNS: readonly string[] = ['what', ...ANSWER, ...MEASURED, ...UNPLACED];

/** A row each, under the names that they have in JSON; `what` is `answer`, `measured` or `unplaced`. */
export const returnedRows = ({ answers, measured, unplaced }: Returned): Rows => {
  const row = (what: string, of: object): readonly unknown[] => {
    const members = new Map<string, unknown>([['what', what], ...Object.entries(of)]);
    return RETURNED_COLUMNS.map((column) => members.get(column) ?? null);
  };
  return {
    columns: RETURNED_COLUMNS,
    rows: [
      ...answers.map((each) => row('answer', each)),
      ...measured.map((each) => row('measured', each)),
      ...unplaced.map((each) => row('unplaced', each)),
    ],
  };
};
