import { countLeftOut, findLeftOut, type LeftOut } from '../../garment/left-out.ts';
import {
  getQuestionWording,
  hasNoPresentValue,
  type OpenQuestion,
  readOptionWording,
} from '../../garment/open-question.ts';
import { groupQuestionsByDepartment, type OpenQuestions } from '../../garment/open-questions.ts';
import type { StatedValue } from '../../garment/stated-value.ts';
import { faint, heading, renderBareRuns, renderMarkedRuns, strong, type TextRuns } from './value-runs.ts';
import { type GridColumn, gap, grid, line, type RichText, type ViewBlock } from './view-model.ts';

/**
 * The note that is printed with open questions. According to the specification (1), the service does not wait for
 * answers to them.
 */
const NOT_BLOCKING_NOTE = 'None blocks a sample or a quotation export.';

/**
 * Returns a text that begins, for example, with `3 unresolved, counted by toile.` and says that the open questions
 * block nothing. `where` is the end of this first sentence, here `by toile`. If the list in the body is not called
 * `unresolved`, the text contains its name.
 */
export const formatOpenCount = ({ list, name }: OpenQuestions, where: string): string => {
  if (list === undefined) return 'There is no list of confirmations.';
  if (list.length === 0) return 'No unresolved confirmations.';
  const listName = name === '' || name === 'unresolved' ? '' : ` (the list ${JSON.stringify(name)})`;
  return `${list.length} unresolved${listName}, counted ${where}. ${NOT_BLOCKING_NOTE}`;
};

const formatFieldUnit = ({ unit, value }: StatedValue): string =>
  typeof unit === 'string' && (value === null || value === undefined) ? ` (${unit})` : '';

/**
 * Formats the node and the field of a question. If the field has a unit but no value, the unit is added in brackets:
 * `hem  width (cm)`.
 */
export const formatQuestionSubject = ({ node, field, now }: OpenQuestion): string =>
  [node, `${field}${formatFieldUnit(now)}`].filter((word) => word !== '').join('  ');

/**
 * Renders the present value of a question and the mark for its provenance. Returns an empty text if the question has no
 * present value.
 */
export const renderPresentValueRuns = (question: OpenQuestion): TextRuns => {
  const { now } = question;
  if (hasNoPresentValue(question)) return [];
  const shown = formatFieldUnit(now) === '' ? now : { ...now, unit: undefined };
  return renderMarkedRuns(shown);
};

/** Renders the offered answers of a question, separated by `or`. */
export const renderOptionRuns = ({ options }: OpenQuestion): TextRuns =>
  options.flatMap((option, at) => [
    at > 0 ? faint('  or  ') : '',
    ...renderBareRuns(readOptionWording(option)),
  ]);

/** The columns of a list of questions: id, subject, wording and present value. The columns have no headings. */
export const QUESTION_COLUMN_LAYOUT: readonly GridColumn[] = [
  {},
  { fit: 'wrap', min: 10 },
  { fit: 'wrap', min: 24 },
  { fit: 'wrap', min: 14 },
];

/** Builds the row of a question for `QUESTION_COLUMN_LAYOUT`, with a box to tick on paper and the offered answers. */
export const buildQuestionRow = (question: OpenQuestion): RichText[] => {
  const wording = getQuestionWording(question);
  const optionRuns = renderOptionRuns(question);
  const now = renderPresentValueRuns(question);
  return [
    ['[ ] ', strong(question.id)],
    formatQuestionSubject(question),
    [
      ...(wording === undefined ? [] : renderBareRuns(wording)),
      ...(optionRuns.length > 0 ? ['  ', faint('offered: '), ...optionRuns] : []),
    ],
    now.length > 0 ? ['now ', ...now] : '',
  ];
};

/**
 * Counts the details of open questions that the printed list leaves out, for example the reason (basis or confidence)
 * of the present value.
 */
export const findLeftOutOfQuestions = (list: readonly OpenQuestion[]): readonly LeftOut[] => [
  ...countLeftOut(
    'reason',
    list
      .filter(({ now: { basis, confidence } }) => (basis ?? confidence ?? null) !== null)
      .map(({ id }) => id),
  ),
  ...findLeftOut(
    list.flatMap(({ others }) => others),
    () => [],
  ),
];

/** Renders open questions for a terminal, each with a box to tick, grouped by department. */
export const renderOpenQuestionBlocks = (list: readonly OpenQuestion[]): readonly ViewBlock[] =>
  groupQuestionsByDepartment(list).flatMap(([department, questions]) => [
    gap,
    line(heading(department.toUpperCase()), { indent: 1 }),
    grid(QUESTION_COLUMN_LAYOUT, questions.map(buildQuestionRow), { indent: 2 }),
  ]);
