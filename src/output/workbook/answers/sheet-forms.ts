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
 * The sheets that toile looks for in a file without a baseline (the hidden record of what was sent). Such a file is a
 * CSV file, or a workbook from an older version of toile. A sheet is recognized by its column heads.
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

/**
 * Replaces the head of a withheld column, which the sent sheet does not contain. No column of a returned workbook has
 * this head.
 */
const NO_HEAD = '\0';

/**
 * Creates the description by which toile recognizes a returned sheet and its columns, from the record of the sheet as
 * it was sent.
 */
export const createSentForm = ({ name, columns, rows }: SentSheet): SheetForm => ({
  name,
  columns: [
    ...columns.map((column) => (column.role === 'withheld' ? { ...column, head: NO_HEAD } : column)),
    ROW_ID_COLUMN,
  ],
  rows,
  parseFilledHead: () => undefined,
});
