/** The names of all sheets, and the columns of those that factories fill in, for writing them and reading them back. */

import { TABLE_NAMES, TRADE_TABLES } from '../../../garment/trade-tables.ts';

/** The sheet of questions. toile fills in the columns `given`, pairs of key and head; a factory the columns `filled`. */
export const QUESTIONS_FORM = {
  name: 'Questions',
  given: [
    ['garment_id', 'style'],
    ['id', 'no.'],
    ['node_id', 'node'],
    ['label', 'part'],
    ['field', 'field'],
    ['question', 'question'],
    ['options', 'options'],
    ['now', 'now'],
    ['now_unit', 'unit'],
    ['now_state', '·'],
    ['why', 'why'],
  ],
  filled: ['answer', 'by', 'date', 'remark'],
} as const;

/** The sheet to sign. toile fills in the columns `given`, pairs of key and head; a factory the columns `filled`. */
export const COUNTERSIGN_FORM = {
  name: 'Countersign',
  given: [
    ['garment_id', 'style'],
    ['node_id', 'node'],
    ['line', 'line'],
    ['table', 'table'],
    ['description', 'place'],
    ['field', 'what'],
    ['size', 'size'],
    ['value', 'value'],
    ['unit', 'unit'],
    ['value_state', '·'],
    ['why', 'why'],
  ],
  filled: ['agree', 'make it', 'initials', 'date'],
} as const;

/** The sheet of measurements in workbooks of versions before 0.2.0, which have no baseline. */
export const MEASURE_FORM = {
  name: 'Measure',
  given: [
    ...['garment_id', 'node_id', 'line', 'code', 'description', 'size', 'spec', 'spec_unit', 'spec_state'],
    ...['tol_plus', 'tol_plus_unit', 'tol_plus_state', 'tol_minus', 'tol_minus_unit', 'tol_minus_state'],
  ],
} as const;

/** The two sheets to measure on: their names, the columns `given` (key and head), and the heads of formula columns. */
export const POINT_FORMS = {
  names: { rounds: 'Sample rounds', inspection: 'Inspection' },
  given: [
    ['garment_id', 'style'],
    ['node_id', 'node'],
    ['line', 'line'],
    ['code', 'code'],
    ['description', 'name'],
    ['size', 'size'],
    ['spec', 'spec'],
    ['tol_minus', 'tol −'],
    ['tol_plus', 'tol +'],
  ],
  calculated: ['deviation', 'dev.', 'beyond tolerance by'],
} as const;

/** The words on the sheets of samples and of the inspection that a second language translates. */
export const POINT_WORDS: readonly string[] = [
  ...['measured', 'buyer', ...POINT_FORMS.calculated],
  ...['sample stage', 'pieces measured', 'points beyond tolerance', 'lot', 'level', 'decision'],
];

const ROUND_HEAD = 'measured';
/** The prefix of the rounds of an inspection, for example in `piece 1`. */
export const PIECE_ROUND_PREFIX = 'piece ';
/** Returns the column name of a round, for example `measured proto, factory`, or `measured` for an empty round. */
export const formatRoundHead = (round: string): string =>
  round === '' ? ROUND_HEAD : `${ROUND_HEAD} ${round}`;
/** Returns `proto, factory` for `measured proto, factory`, an empty text for `measured`; undefined for other names. */
export const parseRoundHead = (head: string): string | undefined =>
  head === ROUND_HEAD
    ? ''
    : head.startsWith(`${ROUND_HEAD} `)
      ? head.slice(ROUND_HEAD.length + 1).trim()
      : undefined;

/** The names of the sheets that are neither a table of a garment nor filled in. */
export const SHEET_NAMES = {
  cover: 'Cover',
  further: 'Further nodes',
  brief: 'Brief',
  everyValue: 'Every value',
  leftOut: 'Left out',
} as const;

/** The names of all sheets that are not filled in. */
export const READ_ONLY_SHEETS: ReadonlySet<string> = new Set([
  ...Object.values(SHEET_NAMES),
  ...TABLE_NAMES.map((name) => TRADE_TABLES[name].title),
]);
