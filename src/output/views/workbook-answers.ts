/**
 * The answers and measurements read from a workbook, and the cells that could not be read. Nothing is
 * judged.
 */

import { formatCount } from '../../garment/format-count.ts';
import type {
  UnreadCell,
  WorkbookAnswer,
  WorkbookAnswers,
  WorkbookMeasurement,
} from '../../garment/workbook-answers.ts';
import { faint, heading, strong } from './value-runs.ts';
import { gap, grid, line, type OutputRows, type TerminalView, type ViewBlock } from './view-model.ts';

const joinWords = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

/**
 * Formats a value behind its mark. The file holds provenance as word and mark, for example `asserted =`.
 */
const formatMarkedValue = (state: string, value: string, unit: string): string =>
  joinWords(state.slice(-1), value, unit);

const buildAnswerRow = (answer: WorkbookAnswer) => [
  strong(joinWords(answer.garment_id, answer.id)),
  joinWords(answer.node_id, answer.field),
  formatMarkedValue(answer.now_state, answer.now, answer.now_unit),
  answer.answer,
  joinWords(answer.by, answer.date),
];

const formatTolerance = (sign: string, value: string, unit: string, of: string): string =>
  value === '' ? '' : joinWords(`${sign}${value}`, unit === of ? '' : unit);

const buildMeasuredRow = (row: WorkbookMeasurement) => [
  strong(joinWords(row.garment_id, row.code === '' ? row.node_id : row.code, row.line)),
  joinWords(row.size, row.round),
  formatMarkedValue(row.spec_state, row.spec, row.spec_unit),
  joinWords(
    formatTolerance('+', row.tol_plus, row.tol_plus_unit, row.spec_unit),
    formatTolerance('-', row.tol_minus, row.tol_minus_unit, row.spec_unit),
  ),
  row.measured,
  row.difference,
  faint(row.note),
];

const buildUnreadCellRow = ({ sheet, cell, text, why }: UnreadCell) => [
  joinWords(sheet, cell),
  text,
  faint(why),
];

const WRAPPED_COLUMN = { fit: 'wrap', min: 10 } as const;

const renderAnswerBlocks = ({ questions, answers }: WorkbookAnswers): readonly ViewBlock[] => {
  if (questions === null) return [];
  const { asked, answered } = questions;
  return [
    line([heading('ANSWERS'), `  ${answered} of ${formatCount(asked, 'question')}`]),
    ...(answers.length === 0
      ? []
      : [
          grid(
            ['question', 'about', 'now', 'answer', 'by'].map((head) => ({ head, ...WRAPPED_COLUMN })),
            answers.map(buildAnswerRow),
            { indent: 1 },
          ),
        ]),
    gap,
  ];
};

const renderMeasuredBlocks = ({ points, measured }: WorkbookAnswers): readonly ViewBlock[] => {
  if (points === null) return [];
  return [
    line([heading('MEASURED'), `  ${points.measured} of ${formatCount(points.listed, 'point')}`]),
    ...(measured.length === 0
      ? []
      : [
          grid(
            [
              { head: 'point', ...WRAPPED_COLUMN },
              { head: 'size, round', fit: 'wrap', min: 6 },
              { head: 'spec', align: 'right', fit: 'wrap', min: 7 },
              { head: 'tolerances', fit: 'wrap', min: 6 },
              { head: 'measured', align: 'right', fit: 'wrap', min: 8 },
              { head: 'difference', align: 'right', fit: 'wrap', min: 6 },
              { head: '', fit: 'wrap', min: 8 },
            ],
            measured.map(buildMeasuredRow),
            { indent: 1 },
          ),
        ]),
    gap,
  ];
};

/** Renders answers, measurements and unread cells for a terminal. */
export const renderWorkbookAnswersView = (returned: WorkbookAnswers): TerminalView => {
  const { unplaced } = returned;
  const last: readonly ViewBlock[] =
    unplaced.length === 0
      ? []
      : [
          line([heading('WITHOUT A PLACE'), `  ${unplaced.length}`]),
          grid(
            ['cell', 'text', 'why'].map((head) => ({ head, ...WRAPPED_COLUMN })),
            unplaced.map(buildUnreadCellRow),
            { indent: 1 },
          ),
        ];
  return [...renderAnswerBlocks(returned), ...renderMeasuredBlocks(returned), ...last];
};

const ANSWER_COLUMNS = [
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
const MEASURED_COLUMNS = [
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
const UNREAD_CELL_COLUMNS = ['sheet', 'cell', 'text', 'why'] as const;
/** The columns of `toile workbook read`. */
export const WORKBOOK_ANSWER_COLUMNS: readonly string[] = [
  'what',
  ...ANSWER_COLUMNS,
  ...MEASURED_COLUMNS,
  ...UNREAD_CELL_COLUMNS,
];

/**
 * Builds one output row per answer, measurement and unread cell, under their JSON names. The column `what`
 * is `answer`, `measured` or `unplaced`.
 */
export const buildWorkbookAnswerRows = ({ answers, measured, unplaced }: WorkbookAnswers): OutputRows => {
  const row = (what: string, of: object): readonly unknown[] => {
    const members = new Map<string, unknown>([['what', what], ...Object.entries(of)]);
    return WORKBOOK_ANSWER_COLUMNS.map((column) => members.get(column) ?? null);
  };
  return {
    columns: WORKBOOK_ANSWER_COLUMNS,
    rows: [
      ...answers.map((each) => row('answer', each)),
      ...measured.map((each) => row('measured', each)),
      ...unplaced.map((each) => row('unplaced', each)),
    ],
  };
};
