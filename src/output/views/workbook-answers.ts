/**
 * Renders what was read from a returned workbook, for a terminal and as output rows: answers, measurements, and cells
 * that could not be read.
 */

import { formatCount } from '../../garment/format-count.ts';
import type {
  AddedRow,
  ChangedCell,
  CountersignedValue,
  RecordedPoint,
  RemovedRow,
  UnreadCell,
  WorkbookAnswer,
  WorkbookAnswers,
  WorkbookMeasurement,
  WorkbookRemark,
} from '../../garment/workbook-answers.ts';
import { faint, heading, strong } from './value-runs.ts';
import {
  buildRecordRows,
  type GridBlock,
  type GridColumn,
  gap,
  grid,
  line,
  type OutputRows,
  type TerminalView,
  type ViewBlock,
} from './view-model.ts';

const joinWords = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

/**
 * Formats a value with the provenance that it had when the workbook was sent, for example `56 cm (sent as asserted)`.
 * If the file has no record of the sent version, formats it with the provenance mark in the cell: `= 56 cm`.
 */
const formatSentValue = (state: string, value: string, unit: string): string =>
  state.startsWith('sent as ')
    ? joinWords(value, unit, `(${state})`)
    : joinWords(state.slice(-1), value, unit);

const buildAnswerRow = (answer: WorkbookAnswer) => [
  strong(joinWords(answer.garment_id, answer.id)),
  joinWords(answer.node_id, answer.field),
  formatSentValue(answer.now_state, answer.now, answer.now_unit),
  answer.answer,
  joinWords(answer.by, answer.date),
];

const formatTolerance = (sign: string, value: string, unit: string, specUnit: string): string =>
  value === '' ? '' : joinWords(`${sign}${value}`, unit === specUnit ? '' : unit);

const buildMeasuredRow = (row: WorkbookMeasurement) => [
  strong(joinWords(row.garment_id, row.code === '' ? row.node_id : row.code, row.line)),
  joinWords(row.size, row.round),
  formatSentValue(row.spec_state, row.spec, row.spec_unit),
  joinWords(
    formatTolerance('+', row.tol_plus, row.tol_plus_unit, row.spec_unit),
    formatTolerance('-', row.tol_minus, row.tol_minus_unit, row.spec_unit),
  ),
  row.measured,
  row.difference,
  faint(row.note),
];

type NamedRow = Pick<RemovedRow, 'garment_id' | 'node_id' | 'line' | 'code' | 'description' | 'size'>;
const formatRowName = ({ garment_id, node_id, line, code, description, size }: NamedRow): string =>
  joinWords(garment_id, code === '' ? node_id : code, line, description, size);

const formatSentText = ({ sent, sent_unit, sent_state }: ChangedCell): string =>
  joinWords(sent === '' ? '(empty)' : sent, sent_unit, sent_state === '' ? '' : `(sent as ${sent_state})`);

const buildChangedRow = (changed: ChangedCell) => [
  strong(formatRowName(changed)),
  joinWords(changed.sheet, changed.cell),
  changed.field,
  `${formatSentText(changed)} → ${changed.now === '' ? '(empty)' : changed.now}`,
];

const buildRemarkRow = (remark: WorkbookRemark) => [
  strong(formatRowName(remark)),
  joinWords(remark.sheet, remark.cell),
  remark.field,
  remark.text,
  faint(remark.why),
];

const formatAddedCells = ({ cells }: AddedRow): string =>
  cells.map(({ column, text }) => `${column}: ${text}`).join('; ');

const buildUnreadCellRow = ({ sheet, cell, text, why }: UnreadCell) => [
  joinWords(sheet, cell),
  text,
  faint(why),
];

const renderSection = (
  title: string,
  summary: string,
  columns: readonly GridColumn[],
  rows: GridBlock['rows'],
): readonly ViewBlock[] => [
  line([heading(title), `  ${summary}`]),
  ...(rows.length === 0 ? [] : [grid(columns, rows, { indent: 1 })]),
  gap,
];

const buildWrappedColumns = (heads: readonly string[]): readonly GridColumn[] =>
  heads.map((head) => ({ head, fit: 'wrap', min: 10 }));

const renderAnswerBlocks = ({ questions, answers }: WorkbookAnswers): readonly ViewBlock[] =>
  questions === null
    ? []
    : renderSection(
        'ANSWERS',
        `${questions.answered} of ${formatCount(questions.asked, 'question')}`,
        buildWrappedColumns(['question', 'about', 'now', 'answer', 'by']),
        answers.map(buildAnswerRow),
      );

const buildCountersignedRow = (value: CountersignedValue) => [
  strong(joinWords(value.garment_id, value.description === '' ? value.line : value.description)),
  joinWords(value.field, value.size),
  value.now === '' && value.now_state === ''
    ? ''
    : formatSentValue(value.now_state, value.now, value.now_unit),
  value.proposed === ''
    ? value.answer
    : `${value.answer}: ${value.now === '' ? 'not said' : value.now} → ${value.proposed}`,
  joinWords(value.by, value.date),
  faint(value.note),
];

const renderCountersignBlocks = ({ countersign, countersigned }: WorkbookAnswers): readonly ViewBlock[] => {
  if (countersign === null) return [];
  const { listed, agreed, proposed } = countersign;
  return renderSection(
    'COUNTERSIGNED',
    `${agreed} agreed and ${proposed} proposed by the factory, of ${formatCount(listed, 'line')}`,
    buildWrappedColumns(['place', 'what', 'sent', 'answer', 'by', '']),
    countersigned.map(buildCountersignedRow),
  );
};

const MEASURED_GRID: readonly GridColumn[] = [
  { head: 'point', fit: 'wrap', min: 10 },
  { head: 'size, round', fit: 'wrap', min: 6 },
  { head: 'spec', align: 'right', fit: 'wrap', min: 7 },
  { head: 'tolerances', fit: 'wrap', min: 6 },
  { head: 'measured', align: 'right', fit: 'wrap', min: 8 },
  { head: 'difference', align: 'right', fit: 'wrap', min: 6 },
  { head: '', fit: 'wrap', min: 8 },
];

const renderMeasuredBlocks = ({ points, measured }: WorkbookAnswers): readonly ViewBlock[] =>
  points === null
    ? []
    : renderSection(
        'MEASURED',
        `${points.measured} of ${formatCount(points.listed, 'point')}`,
        MEASURED_GRID,
        measured.map(buildMeasuredRow),
      );

const FIELD_WORDS: Readonly<Record<string, string>> = { tol_minus: 'tol −', tol_plus: 'tol +' };

/**
 * Formats the measurements of a point with an unstated specification or tolerance, for example `not stated; 12 pieces
 * 6.2 to 6.5 cm`.
 */
const formatRecord = ({ state, count, of, least, most, unit, fields, spec }: RecordedPoint): string => {
  const range = joinWords(least === most ? least : `${least} to ${most}`, unit);
  const amount = formatCount(count, of === 'pieces' ? 'piece' : 'measurement');
  const fieldText =
    fields === 'spec' ? '' : `${fields.replace(/\w+/g, (field) => FIELD_WORDS[field] ?? field)} `;
  const stateText = state === '' ? 'nothing given' : state.replace('sent as unstated', 'not stated');
  return `${fieldText}${stateText}; ${amount} ${range}${spec === '' ? '' : `, spec ${spec}`}`;
};

const renderListBlocks = (
  title: string,
  heads: readonly string[],
  rows: GridBlock['rows'],
): readonly ViewBlock[] =>
  rows.length === 0 ? [] : renderSection(title, `${rows.length}`, buildWrappedColumns(heads), rows);

const formatOrigin = ({ baseline, unplaced }: WorkbookAnswers): string =>
  baseline === null
    ? unplaced.some(({ why }) => why.startsWith('the record of the sent version'))
      ? 'Not compared with the sent version: its record in the file was changed.'
      : 'Not compared with the sent version: the file has no record of it (an older workbook, or CSV).'
    : joinWords(
        'Compared with the sent version, as recorded in the file:',
        baseline.profile,
        baseline.read === '' ? '' : `read ${baseline.read.slice(0, 16).replace('T', ' ')} UTC`,
        baseline.reads.map(({ digest }) => digest).join(', '),
      );

/** Renders the content of a returned workbook for a terminal: answers, measurements, changes, remarks, other cells. */
export const renderWorkbookAnswersView = (returned: WorkbookAnswers): TerminalView => [
  line(faint(formatOrigin(returned))),
  gap,
  ...renderAnswerBlocks(returned),
  ...renderCountersignBlocks(returned),
  ...renderMeasuredBlocks(returned),
  ...renderListBlocks(
    'MEASURED WITHOUT A STATED LIMIT',
    ['point', 'record'],
    returned.recorded.map((point) => [strong(formatRowName(point)), formatRecord(point)]),
  ),
  ...renderListBlocks(
    'CHANGED BY THE FACTORY',
    ['row', 'cell', 'field', 'sent → now'],
    returned.changed.map(buildChangedRow),
  ),
  ...renderListBlocks(
    'ADDED BY THE FACTORY',
    ['sheet', 'row', 'cells'],
    returned.added.map((added) => [added.sheet, added.row, formatAddedCells(added)]),
  ),
  ...renderListBlocks(
    'NOT RETURNED',
    ['sheet', 'row'],
    returned.removed.map((removed) => [removed.sheet, strong(formatRowName(removed))]),
  ),
  ...renderListBlocks(
    'REMARKS',
    ['row', 'cell', 'field', 'text', 'why it is not a value'],
    returned.remarks.map(buildRemarkRow),
  ),
  ...renderListBlocks('OTHER CONTENT', ['cell', 'text', 'why'], returned.unplaced.map(buildUnreadCellRow)),
];

/** The columns of `toile workbook read`, which prints one row per answer, measurement, change, remark or other cell. */
export const WORKBOOK_ANSWER_COLUMNS: readonly string[] = [
  ...['what', 'garment_id', 'node_id', 'id', 'field', 'question', 'now', 'now_unit', 'now_state'],
  ...['answer', 'proposed', 'by', 'date', 'line', 'code', 'description', 'size', 'round'],
  ...['spec', 'spec_unit', 'spec_state', 'tol_plus', 'tol_plus_unit', 'tol_minus', 'tol_minus_unit'],
  ...['measured', 'difference', 'note', 'sheet', 'cell', 'text', 'why'],
  ...['sent', 'sent_unit', 'sent_state', 'state', 'count', 'of', 'least', 'most'],
];

/**
 * Builds one output row per answer, measurement, change, remark and other cell, with the JSON names as columns. The
 * column `what` is `answer`, `countersigned`, `measured`, `recorded`, `changed`, `added`, `removed`, `remark` or
 * `unplaced`. An added row has one output row for each of its cells.
 */
export const buildWorkbookAnswerRows = (returned: WorkbookAnswers): OutputRows =>
  buildRecordRows(
    [
      ...returned.answers.map((answer) => ({ what: 'answer', ...answer })),
      ...returned.countersigned.map((value) => ({ what: 'countersigned', ...value })),
      ...returned.measured.map((measurement) => ({ what: 'measured', ...measurement })),
      ...returned.recorded.map(({ fields, unit, ...point }) => ({
        what: 'recorded',
        ...point,
        field: fields,
        spec_unit: unit,
      })),
      ...returned.changed.map(({ now: text, ...change }) => ({ what: 'changed', ...change, text })),
      ...returned.added.flatMap(({ sheet, cells }) =>
        cells.map(({ column, ...cell }) => ({ what: 'added', sheet, field: column, ...cell })),
      ),
      ...returned.removed.map((row) => ({ what: 'removed', ...row })),
      ...returned.remarks.map((remark) => ({ what: 'remark', ...remark })),
      ...returned.unplaced.map((cell) => ({ what: 'unplaced', ...cell })),
    ],
    WORKBOOK_ANSWER_COLUMNS,
  );
