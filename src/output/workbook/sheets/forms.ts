/** The two sheets that are filled in: their names and columns, for writing and for reading back. */

/** The sheet of questions: its given columns and those to fill in. */
export const QUESTIONS_FORM = {
  name: 'Questions',
  given: [
    ...['garment_id', 'id', 'node_id', 'label', 'field', 'question', 'options'],
    ...['now', 'now_unit', 'now_state', 'why'],
  ],
  filled: ['answer', 'by', 'date', 'remark'],
} as const;

/** The sheet of measurements. It has one column to fill in for each round. */
export const MEASURE_FORM = {
  name: 'Measure',
  given: [
    ...['garment_id', 'node_id', 'line', 'code', 'description', 'size', 'spec', 'spec_unit', 'spec_state'],
    ...['tol_plus', 'tol_plus_unit', 'tol_plus_state', 'tol_minus', 'tol_minus_unit', 'tol_minus_state'],
  ],
  filled: ['remark'],
} as const;

const ROUND_HEAD = 'measured';
/** Returns the column name of a round, for example `measured proto`. */
export const formatRoundHead = (round: string): string =>
  round === '' ? ROUND_HEAD : `${ROUND_HEAD} ${round}`;
/** Returns the round of a column name; undefined for any other column. */
export const parseRoundHead = (head: string): string | undefined =>
  head === ROUND_HEAD
    ? ''
    : head.startsWith(`${ROUND_HEAD} `)
      ? head.slice(ROUND_HEAD.length + 1).trim()
      : undefined;
