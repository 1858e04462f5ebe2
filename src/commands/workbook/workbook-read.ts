import {
  buildWorkbookAnswerRows,
  renderWorkbookAnswersView,
  WORKBOOK_ANSWER_COLUMNS,
} from '../../output/views/workbook-answers.ts';
import type { CommandContext } from '../command-context.ts';
import { buildDataResult } from '../command-result.ts';
import { defineCommand } from '../command-spec.ts';
import type { WorkbookContext } from './workbook-context.ts';

/** The command `toile workbook read`. */
export const workbookReadCommand = defineCommand({
  path: 'workbook read',
  resultKind: 'made',
  targetFlags: [],
  group: 'Export and order',
  effects: { sends: 'never' },
  outputSchemas: ['toile.workbook-read/1'],
  summary: 'Show what was filled in in a workbook',
  about:
    'Shows each answer with its question and the value in the file, and each measured value with spec, both ' +
    'tolerances and the exact difference. A missing tolerance is reported. Content that cannot be placed is ' +
    'listed with its cell: other sheets and columns, comments, formulas (which are not calculated) and texts ' +
    'that are not numbers. Nothing is sent, and no value is judged.',
  args: [
    {
      name: 'FILE',
      about: 'an .xlsx workbook, or one of its sheets as .csv',
      required: true,
      completes: ['files'],
    },
  ],
  examples: [
    { why: 'See what the factory filled in', line: 'toile workbook read GARM-5117_factory_workbook.xlsx' },
    {
      why: 'Print only the differences',
      line: "toile workbook read back.xlsx --jq '.measured[] | [.code, .difference]'",
    },
  ],
  json: '{"schema": "toile.workbook-read/1", "file", "questions": {"asked", "answered"}, "answers": [{"garment_id", "id", "node_id", "field", "question", "now", "now_unit", "now_state", "answer", "by", "date"}], "points": {"listed", "measured"}, "measured": [{"garment_id", "node_id", "line", "code", "description", "size", "round", "spec", "spec_unit", "spec_state", "tol_plus", "tol_plus_unit", "tol_minus", "tol_minus_unit", "measured", "difference", "note"}], "unplaced": [{"sheet", "cell", "text", "why"}]}; all values are texts, unchanged',
  columns: [{ names: WORKBOOK_ANSWER_COLUMNS }],
  parse: ({ args: [file = ''] }) => ({ file }),
  run: async (deps: CommandContext & WorkbookContext, { file }) =>
    buildDataResult('toile.workbook-read/1', { file, ...(await deps.readWorkbookAnswers(file)) }),
  buildView: (value) => renderWorkbookAnswersView(value),
  buildRows: (value) => buildWorkbookAnswerRows(value),
});
