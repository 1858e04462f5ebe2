import { countLeftOut, findLeftOut, type LeftOut } from '../../garment/left-out.ts';
import { getQuestionWording, type OpenQuestion } from '../../garment/open-question.ts';
import { groupQuestionsByDepartment } from '../../garment/open-questions.ts';
import { formatQuestionSubject, renderOptionRuns, renderPresentValueRuns } from './question-runs.ts';
import { faint, heading, renderBareRuns, strong } from './value-runs.ts';
import { type GridColumn, gap, grid, line, type RichText, type ViewBlock } from './view-model.ts';

/** The layout of a list of questions: four columns without heads for id, subject, wording and present value. */
export const QUESTION_COLUMN_LAYOUT: readonly GridColumn[] = [
  {},
  { fit: 'wrap', min: 10 },
  { fit: 'wrap', min: 24 },
  { fit: 'wrap', min: 14 },
];

/** Builds the row of a question for `QUESTION_COLUMN_LAYOUT`, with a box to tick on paper and the offered answers. */
export const buildQuestionRow = (question: OpenQuestion): RichText[] => {
  const words = getQuestionWording(question);
  const offers = renderOptionRuns(question);
  const now = renderPresentValueRuns(question);
  return [
    ['[ ] ', strong(question.id)],
    formatQuestionSubject(question),
    [
      ...(words === undefined ? [] : renderBareRuns(words)),
      ...(offers.length > 0 ? ['  ', faint('offered: '), ...offers] : []),
    ],
    now.length > 0 ? ['now ', ...now] : '',
  ];
};

/** Finds what the list of questions leaves out: reasons, and the other members of the questions. */
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
  groupQuestionsByDepartment(list).flatMap(([department, asked]) => [
    gap,
    line(heading(department.toUpperCase()), { indent: 1 }),
    grid(QUESTION_COLUMN_LAYOUT, asked.map(buildQuestionRow), { indent: 2 }),
  ]);
