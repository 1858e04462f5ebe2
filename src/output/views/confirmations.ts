/** Confirmations as open questions. They are only text, because toile has no way to answer them. */

import { getQuestionWording, type OpenQuestion } from '../../garment/open-question.ts';
import { readQuestions } from '../../garment/open-questions.ts';
import type { Value } from '../../garment/value.ts';
import {
  findLeftOutOfQuestions,
  formatOpenCount,
  formatQuestionSubject,
  renderOpenQuestionBlocks,
  renderOptionRuns,
  renderPresentValueRuns,
} from './open-questions.ts';
import { buildValueCells, formatLeftOutNote } from './value-cells.ts';
import { buildValueGridRows, findLeftOutOfGrid, VALUE_GRID_COLUMNS } from './value-grid.ts';
import { faint, heading, renderBareRuns, renderReasonRuns, strong } from './value-runs.ts';
import {
  formatGarmentId,
  type ReadViewOptions,
  renderLeftOutBlocks,
  renderLeftOutRun,
  renderTitleLine,
  type ViewAudience,
} from './view-header.ts';
import { gap, grid, line, type OutputRows, type TerminalView, type ViewBlock } from './view-model.ts';

const ANSWER_NOTE = 'The designer answers them in the service.';

const renderQuestionBlocks = (question: OpenQuestion, all: boolean): readonly ViewBlock[] => {
  const why = renderReasonRuns(question.now);
  const words = getQuestionWording(question);
  return [
    gap,
    ...renderQuestionHeading(question),
    ...(words === undefined ? [] : [line(renderBareRuns(words), { indent: 3 })]),
    ...(why.length > 0 ? [line(why, { indent: 3, hang: 5 })] : []),
    ...(question.options.length > 0
      ? [line([faint('offered: '), ...renderOptionRuns(question)], { indent: 3, hang: 9 })]
      : []),
    ...renderOtherMembers(question, all),
  ];
};

const renderQuestionHeading = (question: OpenQuestion): readonly ViewBlock[] => {
  const now = renderPresentValueRuns(question);
  const right = now.length > 0 ? { right: [faint('now: '), ...now] } : {};
  return [line([strong(question.id), '  ', formatQuestionSubject(question)], { indent: 1, ...right })];
};

const renderOtherMembers = ({ others }: OpenQuestion, all: boolean): readonly ViewBlock[] => {
  const rows = buildValueGridRows(others, '', all);
  const left = all ? [] : findLeftOutOfGrid(others);
  return [
    ...(rows.length > 0 ? [grid(VALUE_GRID_COLUMNS, rows, { indent: 3 })] : []),
    ...(left.length > 0 ? [line(renderLeftOutRun(left), { indent: 3, hang: 2 })] : []),
  ];
};

/** Options for rendering confirmations. */
export interface ConfirmationOptions extends ReadViewOptions {
  /** `factory` groups the questions by department, without reasons. */
  readonly view?: ViewAudience;
}

/**
 * Renders the open questions and the other values of a body for a terminal. The body may have any shape: the
 * specification (2.8) lists no fields.
 */
export const renderConfirmationsView = (body: unknown, options: ConfirmationOptions = {}): TerminalView => {
  const all = options.all ?? false;
  const factory = options.view === 'factory' && !all;
  const questions = readQuestions(body);
  const { garmentId, list, others } = questions;
  // A body without a list of questions is shown completely.
  const open = all || list === undefined;
  const rows = buildValueGridRows(others, '', open);
  const left = open
    ? []
    : [...(factory ? findLeftOutOfQuestions(list ?? []) : []), ...findLeftOutOfGrid(others)];
  return [
    renderTitleLine([
      heading(factory ? 'OPEN QUESTIONS' : 'CONFIRMATIONS'),
      '  ',
      strong(formatGarmentId(garmentId, options)),
    ]),
    line(formatOpenCount(questions, 'by toile'), { hang: 2 }),
    ...(factory
      ? renderOpenQuestionBlocks(list ?? [])
      : (list ?? []).flatMap((each) => renderQuestionBlocks(each, all))),
    ...((list ?? []).length > 0 ? [gap, line(faint(ANSWER_NOTE))] : []),
    ...(rows.length > 0 ? [gap, grid(VALUE_GRID_COLUMNS, rows, { indent: 1 })] : []),
    ...renderLeftOutBlocks(left, []),
  ];
};

/** The columns of `toile confirmations`, which prints one row per question. */
export const CONFIRMATION_COLUMNS = [
  'garment_id',
  'id',
  'node_id',
  'field',
  'value',
  'unit',
  'state',
  'question',
  'options',
  'basis',
  'confidence',
] as const;

/**
 * Builds one output row per question, then rows for the other values of the question and of the body. Members without
 * provenance have rows only with `all`, or if the body has no list of questions.
 */
export const buildConfirmationRows = (body: unknown, options: ConfirmationOptions = {}): OutputRows => {
  const { garmentId, list, others } = readQuestions(body);
  const garment = garmentId ?? options.subject ?? null;
  const other = (id: string, node: string, all: boolean) => (entry: Value) =>
    buildValueCells(entry, all).map(({ field, value, unit, state }) => [
      ...[garment, id, node, field, value, unit, state],
      ...[null, [], null, null],
    ]);
  const all = options.all ?? false;
  const rows = (list ?? []).flatMap(
    ({ id, node, field, now, question, options: offers, nonQuestion, others: beside }) => [
      [
        ...[garment, id, node, field, nonQuestion ?? now.value ?? null, now.unit ?? null, now.state ?? null],
        ...[question ?? null, offers, now.basis ?? null, now.confidence ?? null],
      ],
      ...beside.flatMap(other(id, node, all)),
    ],
  );
  const open = all || list === undefined;
  return {
    columns: CONFIRMATION_COLUMNS,
    rows: [...rows, ...others.flatMap(other('', '', open))],
    note: formatLeftOutNote(
      [...(list ?? []).flatMap(({ others: beside }) => beside), ...(open ? [] : others)],
      all,
    ),
  };
};
