import {
  buildWorkbookAnswerRows,
  renderWorkbookAnswersView,
  WORKBOOK_ANSWER_COLUMNS,
} from '../../output/views/workbook-answers.ts';
import { readTableFile } from '../../platform/files/user-files.ts';
import { releaseSignals } from '../../platform/system/release-signals.ts';
import { buildDataResult } from '../command-result.ts';
import { defineCommand } from '../command-spec.ts';

export const workbookReadCommand = defineCommand({
  path: 'workbook read',
  resultKind: 'data',
  targetFlags: [],
  group: 'Send to a factory',
  effects: { sends: 'never' },
  outputSchemas: ['toile.workbook-read/1'],
  summary: 'Show what was filled in or changed in a workbook',
  about:
    'Shows each answer with its question. Shows each measured value with its specification, tolerances ' +
    'and exact difference. The command sends nothing, and does not judge the values.\n\n' +
    'A hidden sheet of the workbook records what you sent. A cell that the factory changed is listed with its old and its new text. The new text has no state. Added ' +
    'and missing rows are listed too.\n\n' +
    'A value that the factory signed or corrected stays inferred.\n\n' +
    'A measured value must be a number in the unit of its row. Anything else is listed as a remark, ' +
    'such as N/A, a tick, a date or a deviation (+0.5). If the specification or a tolerance is not stated, ' +
    'toile shows the lowest and the highest measured value.\n\n' +
    'Comments, formulas and texts outside the form are listed with their cell. Formulas are not ' +
    'calculated.',
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
      why: 'List what the factory changed',
      line: "toile workbook read back.xlsx --jq '.changed[] | [.code, .sent, .now]'",
    },
  ],
  json: '{"schema": "toile.workbook-read/1", "file", "baseline": {"digest", "reads": [{"garment_id", "digest"}], "read", "profile"}, "questions": {"asked", "answered"}, "answers": [{"garment_id", "id", "node_id", "field", "question", "now", "now_unit", "now_state", "answer", "by", "date"}], "countersign": {"listed", "agreed", "proposed"}, "countersigned": [{"garment_id", "node_id", "line", "description", "field", "size", "now", "now_unit", "now_state", "answer": "agreed by the factory", "proposed", "by", "date", "note"}], "points": {"listed", "measured"}, "measured": [{"garment_id", "node_id", "line", "code", "description", "size", "round", "spec", "spec_unit", "spec_state", "tol_plus", "tol_plus_unit", "tol_minus", "tol_minus_unit", "measured", "difference", "note"}], "recorded": [{"garment_id", "node_id", "line", "code", "description", "size", "fields", "state", "spec", "unit", "count", "of", "least", "most"}], "changed": [{"sheet", "cell", "garment_id", "node_id", "line", "code", "description", "size", "field", "sent", "sent_unit", "sent_state", "now"}], "added": [{"sheet", "row", "cells": [{"column", "cell", "text"}]}], "removed": [...], "remarks": [{..., "field", "text", "why"}], "unplaced": [{"sheet", "cell", "text", "why"}]}\n\nall values except counts are strings, as written in the workbook',
  columns: [{ names: WORKBOOK_ANSWER_COLUMNS }],
  parse: ({ args: [file = ''] }) => ({ file }),
  run: async ({ system }, { file }) => {
    const bytes = await readTableFile(system, file);
    const { readWorkbookAnswers } = await import('../../output/workbook/answers/index.ts');
    releaseSignals();
    return buildDataResult('toile.workbook-read/1', { file, ...(await readWorkbookAnswers(bytes, file)) });
  },
  buildView: (value) => renderWorkbookAnswersView(value),
  buildRows: (value) => buildWorkbookAnswerRows(value),
});
