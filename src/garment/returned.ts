/** What came back of a garment in a workbook that somebody filled in; all texts as they stand in the file. */

/** One question, what holds now, and what was answered. */
export interface Answered {
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

/** One measurement beside what was asked for. */
export interface Measured {
  readonly garment_id: string;
  readonly node_id: string;
  readonly line: string;
  readonly code: string;
  readonly description: string;
  readonly size: string;
  /** Empty for the only one. */
  readonly round: string;
  readonly spec: string;
  readonly spec_unit: string;
  readonly spec_state: string;
  readonly tol_plus: string;
  readonly tol_plus_unit: string;
  readonly tol_minus: string;
  readonly tol_minus_unit: string;
  readonly measured: string;
  /** Measured less spec, to the last digit; empty where one of them is no number. */
  readonly difference: string;
  /** What is to be known before the difference is weighed: `tolerance not stated`. */
  readonly note: string;
}

/** Something that has no place, or is not what it seems: nothing of it is lost, and nobody guesses. */
export interface Unplaced {
  readonly sheet: string;
  /** `F7`; empty for a whole sheet or column. */
  readonly cell: string;
  readonly text: string;
  readonly why: string;
}

export interface Returned {
  /** Null where the file has no questions. */
  readonly questions: { readonly asked: number; readonly answered: number } | null;
  readonly answers: readonly Answered[];
  /** Null where the file has no points of measure. */
  readonly points: { readonly listed: number; readonly measured: number } | null;
  readonly measured: readonly Measured[];
  readonly unplaced: readonly Unplaced[];
}
