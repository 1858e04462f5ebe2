import { countLeftOut } from '../../../garment/left-out.ts';
import { indexNodesById } from '../../../garment/node-relations.ts';
import { getQuestionWording, type OpenQuestion, readOptionWording } from '../../../garment/open-question.ts';
import { readQuestions } from '../../../garment/open-questions.ts';
import { toPayloadText } from '../../../platform/json/json-values.ts';
import { appendAll } from '../../../platform/lists.ts';
import { createMarkCell, createStatedCells, formatReasonCell, MARK_COLUMN } from '../provenance-cells.ts';
import { createTextCell, type RowSubject, type WorkbookCell } from '../workbook-model.ts';
import { QUESTIONS_FORM } from './forms.ts';
import type { SheetWithLeftOut } from './left-out-sheet.ts';
import type { WorkbookGarment } from './workbook-garment.ts';

/** The maximum column widths in characters, so that the sheet is one page wide. */
const MAX_WIDTHS: Readonly<Record<string, number>> = {
  label: 22,
  question: 40,
  options: 20,
  now: 20,
  why: 30,
};

const formatOptionalValue = (value: unknown): string =>
  value === undefined || value === null ? '' : toPayloadText(value);

const createQuestionCells = (id: string, question: OpenQuestion, label: string): readonly WorkbookCell[] => {
  const [value, unit] = createStatedCells(question.now);
  return [
    ...[
      id,
      question.id,
      question.node,
      label,
      question.field,
      formatOptionalValue(getQuestionWording(question)),
    ].map((text) => createTextCell(text)),
    createTextCell(
      question.options.map((option) => formatOptionalValue(readOptionWording(option))).join('\n'),
    ),
    ...[value, unit, createMarkCell(question.now)],
    createTextCell(formatReasonCell(question.now)),
    ...QUESTIONS_FORM.filled.map((name) => createTextCell('', name === 'date' ? 'fill-in' : 'fill-in-text')),
  ];
};

/**
 * Builds the sheet `Questions` with one row for each open question. A garment has no rows if its confirmations were not
 * read.
 */
export const buildQuestionsSheet = (garments: readonly WorkbookGarment[]): SheetWithLeftOut => {
  const otherPaths: string[] = [];
  const subjects: RowSubject[] = [];
  const rows = garments.flatMap(({ id, graph, bodies: { confirmations } }) => {
    if (confirmations === undefined) return [];
    const nodes = indexNodesById(graph);
    const { list: questions, others } = readQuestions(confirmations);
    appendAll(
      otherPaths,
      others.map(({ path }) => path),
    );
    return (questions ?? []).map((question) => {
      appendAll(
        otherPaths,
        question.others.map(({ path }) => path),
      );
      subjects.push({
        garment_id: id,
        node_id: question.node,
        line: '',
        size: '',
        code: question.id,
        description: formatOptionalValue(getQuestionWording(question)),
      });
      return createQuestionCells(id, question, nodes.get(question.node)?.label ?? '');
    });
  });
  return {
    sheet: {
      name: QUESTIONS_FORM.name,
      columns: [
        ...QUESTIONS_FORM.given.map(([key = '', head = '']) => ({
          key,
          head,
          isHidden: key === 'node_id' || (key === 'garment_id' && garments.length < 2),
          maxWidth: MAX_WIDTHS[key],
          ...(key === 'now_state' ? MARK_COLUMN : {}),
        })),
        ...QUESTIONS_FORM.filled.map((head) => ({
          head,
          isFillIn: true,
          minWidth: head === 'answer' ? 26 : undefined,
        })),
      ],
      rows,
      subjects,
      fixedColumns: 2,
      isUnprinted: rows.length === 0,
    },
    leftOut: { sheet: QUESTIONS_FORM.name, list: countLeftOut('member beside a question', otherPaths) },
  };
};
