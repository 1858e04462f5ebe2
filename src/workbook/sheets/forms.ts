/** The two sheets that are filled in, as whoever writes them and whoever reads them back know them. */

/** The sheet of questions: what stands in it, and what is to be written. */
export const QUESTIONS = {
  name: 'Questions',
  /** Tells which question a row is. */
  key: 'id',
  given: [
    ...['garment_id', 'id', 'node_id', 'label', 'field', 'question', 'options'],
    ...['now', 'now_unit', 'now_state', 'why'],
  ],
  filled: ['answer', 'by', 'date'],
} as const;

/** The sheet of measurements; what is to be written is one column a round. */
export const MEASURE = {
  name: 'Measure',
  key: 'node_id',
  given: [
    ...['garment_id', 'node_id', 'line', 'code', 'description', 'size', 'spec', 'spec_unit', 'spec_state'],
    ...['tol_plus', 'tol_plus_unit', 'tol_plus_state', 'tol_minus', 'tol_minus_unit', 'tol_minus_state'],
  ],
} as const;

const ROUND = 'measured';
export const roundHead = (round: string): string => (round === '' ? ROUND : `${ROUND} ${round}`);
/** The round of a column; undefined for any other column. */
export const roundOf = (head: string): string | undefined =>
  head === ROUND ? '' : head.startsWith(`${ROUND} `) ? head.slice(ROUND.length + 1).trim() : undefined;
