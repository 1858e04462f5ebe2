/**
 * Renders confirmations, which are open questions about a garment. toile only prints the questions. The designer
 * answers them in the service.
 */

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
import { buildValueGridRows, findLeftOutOfGrid, renderValueGrid, VALUE_GRID_COLUMNS } from './value-grid.ts';
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

const renderQuestionBlocks = (question: OpenQuestion, all: boolean): readonly ViewBlock[] => {
  const reasonRuns = renderReasonRuns(question.now);
  const wording = getQuestionWording(question);
  const now = renderPresentValueRuns(question);
  const others = buildValueGridRows(question.others, '', all);
  const leftOut = all ? [] : findLeftOutOfGrid(question.others);
  return [
    gap,
    line([strong(question.id), '  ', formatQuestionSubject(question)], {
      indent: 1,
      ...(now.length > 0 ? { right: [faint('now: '), ...now] } : {}),
    }),
    ...(wording === undefined ? [] : [line(renderBareRuns(wording), { indent: 3 })]),
    ...(reasonRuns.length > 0 ? [line(reasonRuns, { indent: 3, hang: 5 })] : []),
    ...(question.options.length > 0
      ? [line([faint('offered: '), ...renderOptionRuns(question)], { indent: 3, hang: 9 })]
      : []),
    ...(others.length > 0 ? [grid(VALUE_GRID_COLUMNS, others, { indent: 3 })] : []),
    ...(leftOut.length > 0 ? [line(renderLeftOutRun(leftOut), { indent: 3, hang: 2 })] : []),
  ];
};

/** Options for rendering confirmations. */
export interface ConfirmationOptions extends ReadViewOptions {
  /**
   * The audience of the printed questions. For `factory`, the questions are grouped by department and printed without
   * basis and confidence. The audience has no effect if `all` is true.
   */
  readonly view?: ViewAudience;
}

/**
 * Renders the open questions and the other values of a body for a terminal. The body may have any shape: the
 * specification (2.8) lists no fields.
 */
export const renderConfirmationsView = (body: unknown, options: ConfirmationOptions = {}): TerminalView => {
  const all = options.all ?? false;
  const isForFactory = options.view === 'factory' && !all;
  const read = readQuestions(body);
  const { garmentId, list, others } = read;
  const questions = list ?? [];
  // If a body of confirmations has no list of questions, all its content is shown.
  const isComplete = all || list === undefined;
  const leftOut = isComplete
    ? []
    : [...(isForFactory ? findLeftOutOfQuestions(questions) : []), ...findLeftOutOfGrid(others)];
  const title = heading(isForFactory ? 'OPEN QUESTIONS' : 'CONFIRMATIONS');
  return [
    renderTitleLine([title, '  ', strong(formatGarmentId(garmentId, options))]),
    line(formatOpenCount(read, 'by toile'), { hang: 2 }),
    ...(isForFactory
      ? renderOpenQuestionBlocks(questions)
      : questions.flatMap((question) => renderQuestionBlocks(question, all))),
    ...(questions.length > 0 ? [gap, line(faint('The designer answers them in the service.'))] : []),
    ...renderValueGrid(others, isComplete),
    ...renderLeftOutBlocks(leftOut),
  ];
};

/** The columns of `toile confirmations`, which prints one row per question. */
export const CONFIRMATION_COLUMNS: readonly string[] = [
  ...['garment_id', 'id', 'node_id', 'field', 'value', 'unit', 'state'],
  ...['question', 'options', 'basis', 'confidence'],
];

/**
 * Builds the output rows of a body of confirmations. Each question has one row with its present value. Rows for its
 * other values follow, and values outside all questions are at the end. Members without provenance are left out, unless
 * `all` is true or the body has no list of questions.
 */
export const buildConfirmationRows = (body: unknown, options: ConfirmationOptions = {}): OutputRows => {
  const { garmentId, list, others } = readQuestions(body);
  const questions = list ?? [];
  const garment = garmentId ?? options.subject ?? null;
  const all = options.all ?? false;
  const isComplete = all || list === undefined;
  const rows: unknown[][] = [];
  const addValueRows = (entries: readonly Value[], isAll: boolean, id: string, node: string): void => {
    for (const entry of entries)
      for (const { field, value, unit, state } of buildValueCells(entry, isAll))
        rows.push([garment, id, node, field, value, unit, state, null, [], null, null]);
  };
  for (const item of questions) {
    const { id, node, field, now, question, nonQuestion } = item;
    const value = nonQuestion ?? now.value ?? null;
    const nowCells = [value, now.unit ?? null, now.state ?? null];
    const questionCells = [question ?? null, item.options, now.basis ?? null, now.confidence ?? null];
    rows.push([garment, id, node, field, ...nowCells, ...questionCells]);
    addValueRows(item.others, all, id, node);
  }
  addValueRows(others, isComplete, '', '');
  return {
    columns: CONFIRMATION_COLUMNS,
    rows,
    note: formatLeftOutNote(
      [...questions.flatMap((question) => question.others), ...(isComplete ? [] : others)],
      all,
    ),
  };
};
