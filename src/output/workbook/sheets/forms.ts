/**
 * The names of the sheets and the columns of the forms that factories fill in. The code that writes a workbook and the
 * code that reads it back both use them.
 */

import { TABLE_NAMES, TRADE_TABLES } from '../../../garment/trade-tables.ts';

/**
 * The sheet of questions. toile fills in the columns in `given`. Each of these is a pair: the key of the column, for
 * example `node_id`, and its printed head, for example `node`. The factory fills in the columns in `filled`.
 */
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

/**
 * The sheet that factories sign. toile fills in the columns in `given`. Each of these is a pair: the key of the column,
 * for example `node_id`, and its printed head, for example `node`. The factory fills in the columns in `filled`.
 */
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

/**
 * The sheet `Measure`, in which factories entered measurements in workbooks of toile before version 0.2.0. `given`
 * lists the keys of the columns that toile filled in.
 */
export const MEASURE_FORM = {
  name: 'Measure',
  given: [
    ...['garment_id', 'node_id', 'line', 'code', 'description', 'size', 'spec', 'spec_unit', 'spec_state'],
    ...['tol_plus', 'tol_plus_unit', 'tol_plus_state', 'tol_minus', 'tol_minus_unit', 'tol_minus_state'],
  ],
} as const;

/**
 * The two sheets in which factories record measurements. `given` lists the columns that toile fills in, each a pair of
 * key and head. `calculated` lists the heads of the columns with formulas.
 */
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

/**
 * Fixed words that are printed on the sheets `Sample rounds` and `Inspection`. They are listed here because each
 * dictionary must have a translation for them.
 */
export const POINT_WORDS: readonly string[] = [
  ...['measured', 'buyer', ...POINT_FORMS.calculated],
  ...['sample stage', 'pieces measured', 'points beyond tolerance', 'lot', 'level', 'decision'],
];

const ROUND_HEAD = 'measured';
/**
 * The prefix of the round names on the sheet `Inspection`. There, a round is the measurement of one piece: `piece 1`.
 */
export const PIECE_ROUND_PREFIX = 'piece ';
/**
 * Returns the head of the column in which a factory enters the measurements of a round: `measured piece 1` for the
 * round `piece 1`, and `measured` for an empty text.
 */
export const formatRoundHead = (round: string): string =>
  round === '' ? ROUND_HEAD : `${ROUND_HEAD} ${round}`;
/**
 * Returns the name of the measuring round that the head of a column contains: `piece 1` for `measured piece 1`. Returns
 * an empty text for `measured`, and undefined for the head of any other column.
 */
export const parseRoundHead = (head: string): string | undefined =>
  head === ROUND_HEAD
    ? ''
    : head.startsWith(`${ROUND_HEAD} `)
      ? head.slice(ROUND_HEAD.length + 1).trim()
      : undefined;

/**
 * The names of the sheets that only show data and are not filled in. The names of the sheets for garment tables are not
 * in this list.
 */
export const SHEET_NAMES = {
  cover: 'Cover',
  further: 'Further nodes',
  brief: 'Brief',
  everyValue: 'Every value',
  leftOut: 'Left out',
} as const;

/** The names of all sheets that are not filled in. A text in the table of such a sheet is not read as an answer. */
export const NON_FORM_SHEETS: ReadonlySet<string> = new Set([
  ...Object.values(SHEET_NAMES),
  ...TABLE_NAMES.map((name) => TRADE_TABLES[name].title),
]);
