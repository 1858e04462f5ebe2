import { DEPARTMENT_NAMES, type Department } from '../../garment/departments.ts';
import { formatCount } from '../../garment/format-count.ts';
import type { OpenQuestion } from '../../garment/open-question.ts';
import type { OwnedQuestion } from '../../garment/open-questions.ts';
import {
  findProductionStep,
  groupBySteps,
  type ProductionStep,
  STEP_NAMES,
  STEP_NOTE,
} from '../../garment/production-steps.ts';
import { buildQuestionRow, QUESTION_COLUMN_LAYOUT } from './open-questions.ts';
import type { FailedItem, UnfinishedPulls } from './saved-files.ts';
import type { BodyOwner } from './value-rows.ts';
import { faint, heading, strong, toStatedValue } from './value-runs.ts';
import { renderStepHeading } from './values.ts';
import {
  buildRecordRows,
  gap,
  grid,
  line,
  type OutputRows,
  type TerminalView,
  type ViewBlock,
} from './view-model.ts';

/** One open question. Printed as JSON. */
export interface SeasonQuestion {
  readonly id: string;
  readonly department: Department;
  readonly step: ProductionStep;
  readonly node_id: string;
  readonly kind: string;
  readonly label: string;
  readonly field: string;
  readonly value: unknown;
  readonly unit: unknown;
  readonly state: string | null;
  readonly question: unknown;
  readonly options: readonly unknown[];
  readonly basis: unknown;
  readonly confidence: unknown;
}

type DepartmentNumbers = Readonly<Partial<Record<Department, number>>>;
type StepNumbers = Readonly<Partial<Record<ProductionStep, number>>>;

/** The open questions of one garment. Printed as JSON. */
export interface GarmentQuestions extends Omit<BodyOwner, 'profile'> {
  readonly open: number;
  readonly departments: DepartmentNumbers;
  readonly questions: readonly SeasonQuestion[];
}

/** The result of `toile confirmations` for several garments: their open questions and the totals. Printed as JSON. */
export interface SeasonQuestions extends UnfinishedPulls {
  readonly garments: readonly GarmentQuestions[];
  readonly totals: {
    readonly garments: number;
    readonly open: number;
    readonly departments: DepartmentNumbers;
    readonly steps: StepNumbers;
  };
  readonly left_out: string | null;
  readonly failed: readonly FailedItem[];
}

const countDepartments = (countsList: Iterable<DepartmentNumbers>): DepartmentNumbers => {
  const counts = new Map<Department, number>();
  for (const departmentCounts of countsList)
    for (const name of DEPARTMENT_NAMES)
      counts.set(name, (counts.get(name) ?? 0) + (departmentCounts[name] ?? 0));
  return Object.fromEntries([...counts].filter(([, number]) => number > 0));
};

const countSteps = (questions: readonly SeasonQuestion[]): StepNumbers =>
  Object.fromEntries(
    groupBySteps(questions, ({ step }) => step).map(([step, ofStep]) => [step, ofStep.length]),
  );

/** Builds the JSON form of the open questions of one garment, each with its department and its production step. */
export const buildGarmentQuestions = (
  owner: Omit<BodyOwner, 'profile'>,
  owned: readonly OwnedQuestion[],
): GarmentQuestions => ({
  ...owner,
  open: owned.length,
  departments: countDepartments(owned.map(({ department }) => ({ [department]: 1 }))),
  questions: owned.map(({ question, subject, department }) => ({
    id: question.id,
    department,
    step: findProductionStep(subject),
    node_id: question.node,
    kind: subject.kind,
    label: subject.label,
    field: question.field,
    value: question.nonQuestion ?? question.now.value ?? null,
    unit: question.now.unit ?? null,
    state: question.now.state ?? null,
    question: question.question ?? null,
    options: question.options,
    basis: question.now.basis ?? null,
    confidence: question.now.confidence ?? null,
  })),
});

/**
 * Sorts the garments by their number of open questions, the highest number first. Adds totals by department and by
 * production step.
 */
export const buildSeasonQuestions = (
  garments: readonly GarmentQuestions[],
  more: Pick<SeasonQuestions, 'failed' | 'left_out' | 'unfinished'>,
): SeasonQuestions => ({
  garments: garments.toSorted((a, b) => b.open - a.open),
  totals: {
    garments: garments.length,
    open: garments.reduce((sum, { open }) => sum + open, 0),
    departments: countDepartments(garments.map(({ departments }) => departments)),
    steps: countSteps(garments.flatMap(({ questions }) => questions)),
  },
  ...more,
});

const toOpenQuestion = (entry: SeasonQuestion): OpenQuestion => {
  const { id, label, node_id, field, question, options, value } = entry;
  return {
    id,
    node: label || node_id,
    field,
    question: question ?? undefined,
    options,
    others: [],
    now: toStatedValue({ ...entry, value: value ?? undefined }),
  };
};

/** Formats counts by department, for example `cutting 12, sewing 3`. */
const formatDepartmentNumbers = (counts: DepartmentNumbers): string =>
  DEPARTMENT_NAMES.flatMap((name) => (counts[name] ? [`${name} ${counts[name]}`] : [])).join(', ');

const renderGarmentLine = ({ garment_id, design_id, name }: GarmentQuestions, open: number): ViewBlock =>
  line([strong(garment_id ?? design_id ?? name), '  ', name], { right: `${open}\u00a0open`, hang: 2 });

const renderQuestionGrid = (questions: readonly SeasonQuestion[]): ViewBlock =>
  grid(QUESTION_COLUMN_LAYOUT, questions.map(toOpenQuestion).map(buildQuestionRow), { indent: 2 });

const renderGarmentBlocks = (garment: GarmentQuestions): readonly ViewBlock[] => {
  const { open, departments, questions } = garment;
  return [
    gap,
    renderGarmentLine(garment, open),
    ...DEPARTMENT_NAMES.flatMap((department) => {
      const ofDepartment = questions.filter((question) => question.department === department);
      return ofDepartment.length === 0
        ? []
        : [
            line([heading(department.toUpperCase()), faint(`  ${departments[department]}`)], { indent: 1 }),
            renderQuestionGrid(ofDepartment),
          ];
    }),
  ];
};

const renderStepBlocks = (
  step: ProductionStep,
  garments: readonly GarmentQuestions[],
): readonly ViewBlock[] => {
  const garmentsOfStep = garments.flatMap((garment) => {
    const questions = garment.questions.filter((question) => question.step === step);
    return questions.length === 0 ? [] : [{ garment, questions }];
  });
  const open = garmentsOfStep.reduce((sum, { questions }) => sum + questions.length, 0);
  return garmentsOfStep.length === 0
    ? []
    : [
        gap,
        renderStepHeading(step, `${open}\u00a0open`),
        ...garmentsOfStep.flatMap(({ garment, questions }) => [
          renderGarmentLine(garment, questions.length),
          renderQuestionGrid(questions),
        ]),
      ];
};

/** Renders the open questions for a terminal, by garment (most questions first) or by step, and then the totals. */
export const renderSeasonQuestionsView = (
  { garments, totals, left_out: leftOut }: SeasonQuestions,
  byStep = false,
): TerminalView => {
  const openGarments = garments.filter(({ open }) => open > 0);
  const finishedCount = garments.length - openGarments.length;
  const summary = [
    `${formatCount(totals.open, 'question')} open in ${openGarments.length} of ${formatCount(totals.garments, 'style')}`,
    formatDepartmentNumbers(totals.departments),
  ].filter((words) => words !== '');
  return [
    ...(byStep
      ? STEP_NAMES.flatMap((step) => renderStepBlocks(step, openGarments))
      : openGarments.flatMap(renderGarmentBlocks)
    ).slice(1),
    gap,
    line([strong(summary.join(': ')), faint('  counted by toile')], { hang: 2 }),
    ...(finishedCount > 0 && openGarments.length > 0
      ? [line(faint(`${formatCount(finishedCount, 'style')} without one`))]
      : []),
    ...(leftOut === null ? [] : [line(faint(`left out: ${leftOut}`), { hang: 2 })]),
    ...(byStep ? [line(faint(STEP_NOTE))] : []),
  ];
};

/** The columns of the open questions of several garments. */
export const SEASON_QUESTION_COLUMNS = [
  ...['design_id', 'garment_id', 'name', 'department', 'id', 'node_id', 'label', 'field', 'value', 'unit'],
  ...['state', 'question', 'options', 'basis', 'confidence', 'where'],
] as const;

/** The columns of the output rows if the open questions are grouped by production step. */
export const STEP_QUESTION_COLUMNS = ['step', ...SEASON_QUESTION_COLUMNS] as const;

/** Builds one output row per question, ordered by garment or by step. */
export const buildSeasonQuestionRows = (
  { garments, left_out: leftOut }: SeasonQuestions,
  byStep = false,
): OutputRows => {
  const columns = byStep ? STEP_QUESTION_COLUMNS : SEASON_QUESTION_COLUMNS;
  const records = garments.flatMap(({ questions, ...garment }) =>
    questions.map((question) => ({ ...garment, ...question })),
  );
  const sorted = byStep ? groupBySteps(records, ({ step }) => step).flatMap(([, ofStep]) => ofStep) : records;
  return {
    ...buildRecordRows(sorted, columns),
    note: leftOut === null ? undefined : `left out: ${leftOut}`,
  };
};
