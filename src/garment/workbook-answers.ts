/**
 * Types for the answers and measurements read from a workbook that was filled in. All texts are as in the
 * file.
 */

/** One question with its present value and the answer in the workbook. */
export interface WorkbookAnswer {
  readonly garment_id: string;
  readonly id: string;
  readonly node_id: string;
  readonly field: string;
  readonly question: string;
  readonly now: string;
  readonly now_unit: string;
  readonly now_state: string;
  readonly answer: string;
  readonly by: string;
  readonly date: string;
}

/** One measurement of a sample next to its specification. */
export interface WorkbookMeasurement {
  readonly garment_id: string;
  readonly node_id: string;
  readonly line: string;
  readonly code: string;
  readonly description: string;
  readonly size: string;
  /** The measuring round; empty when there is only one. */
  readonly round: string;
  readonly spec: string;
  readonly spec_unit: string;
  readonly spec_state: string;
  readonly tol_plus: string;
  readonly tol_plus_unit: string;
  readonly tol_minus: string;
  readonly tol_minus_unit: string;
  readonly measured: string;
  /** Measured less specification, exact to the last digit; empty when one of them is not a number. */
  readonly difference: string;
  /** A remark about the difference, for example `tolerance not stated`. */
  readonly note: string;
}

/** A cell that could not be assigned to a question or measurement. It is reported, never guessed. */
export interface UnreadCell {
  readonly sheet: string;
  /** The address of the cell, such as `F7`; empty for a whole sheet or column. */
  readonly cell: string;
  readonly text: string;
  readonly why: string;
}

/** All answers and measurements of one workbook for one garment. */
export interface WorkbookAnswers {
  /** Counts of questions; null when the file has none. */
  readonly questions: { readonly asked: number; readonly answered: number } | null;
  readonly answers: readonly WorkbookAnswer[];
  /** Counts of points of measure; null when the file has none. */
  readonly points: { readonly listed: number; readonly measured: number } | null;
  readonly measured: readonly WorkbookMeasurement[];
  readonly unplaced: readonly UnreadCell[];
}
