/** The sheets that a returned workbook may have, and the columns of each. */

import { ROW_ID_HEAD, type SentColumn, type SentSheet } from '../baseline.ts';
import { MARK_COLUMN } from '../provenance-cells.ts';
import {
  COUNTERSIGN_FORM,
  MEASURE_FORM,
  POINT_FORMS,
  parseRoundHead,
  QUESTIONS_FORM,
} from '../sheets/forms.ts';
import type { SheetForm } from './returned-table.ts';

const ROW_ID_COLUMN: SentColumn = { key: ROW_ID_HEAD, head: ROW_ID_HEAD, role: 'filled' };
type HeadPairs = readonly (readonly string[])[];
const toColumns = (pairs: HeadPairs, role: SentColumn['role']): readonly SentColumn[] =>
  pairs.map(([key = '', head = key]) => ({ key, head, role }));
const toPairs = (heads: readonly string[]): HeadPairs => heads.map((head) => [head]);

const parseFilledHead = (head: string): string | undefined =>
  parseRoundHead(head) !== undefined ||
  /^(?:remark|revised|comment)(?: |$)/.test(head) ||
  head === ROW_ID_HEAD
    ? head
    : undefined;

const POINT_COLUMNS = [
  ...toColumns(POINT_FORMS.given, 'given'),
  ...toColumns(toPairs(POINT_FORMS.calculated), 'formula'),
  ...toColumns([['mark', MARK_COLUMN.head]], 'formula'),
  ...toColumns([['spec_unit', 'unit']], 'given'),
];
/**
 * The sheets to look for in a file without a baseline, which is a sheet saved as CSV or a workbook of an older version.
 * The sheets are recognized by the column heads that toile writes.
 */
export const FORMS_WITHOUT_BASELINE: readonly SheetForm[] = [
  {
    name: QUESTIONS_FORM.name,
    columns: [
      ...toColumns(QUESTIONS_FORM.given, 'given'),
      ...toColumns(toPairs(QUESTIONS_FORM.given.map(([key]) => key)), 'given'),
      ...toColumns(toPairs(QUESTIONS_FORM.filled), 'filled'),
    ],
  },
  {
    name: COUNTERSIGN_FORM.name,
    columns: [
      ...toColumns(COUNTERSIGN_FORM.given, 'given'),
      ...toColumns(toPairs(COUNTERSIGN_FORM.filled), 'filled'),
    ],
  },
  { name: MEASURE_FORM.name, columns: toColumns(toPairs(MEASURE_FORM.given), 'given') },
  ...Object.values(POINT_FORMS.names).map((name) => ({ name, columns: POINT_COLUMNS })),
].map((form) => ({ ...form, rows: undefined, parseFilledHead }));

/** A column head that no cell can contain, for columns that were not sent. */
const NO_HEAD = '\0';

/** Creates the form with which toile recognizes a returned sheet, from the record of the sent sheet. */
export const createSentForm = ({ name, columns, rows }: SentSheet): SheetForm => ({
  name,
  columns: [
    ...columns.map((column) => (column.role === 'withheld' ? { ...column, head: NO_HEAD } : column)),
    ROW_ID_COLUMN,
  ],
  rows,
  parseFilledHead: () => undefined,
});
