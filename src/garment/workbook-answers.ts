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

/** An inferred value, or a silence, that a factory signed. It never becomes the designer's statement. */
export interface CountersignedValue {
  readonly garment_id: string;
  readonly node_id: string;
  readonly line: string;
  /** The code and name of the row, for example `B01 Chest`. */
  readonly description: string;
  readonly field: string;
  readonly size: string;
  /** The value that was sent; empty for an unstated value. */
  readonly now: string;
  readonly now_unit: string;
  readonly now_state: string;
  readonly answer: 'agreed by the factory' | 'proposed by the factory';
  /** The value that the factory proposes; empty if the factory agrees. */
  readonly proposed: string;
  readonly by: string;
  readonly date: string;
  readonly note: string;
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

/**
 * A measured point without a stated specification or tolerance. The measurements do not change the garment's
 * value.
 */
export interface RecordedPoint
  extends Pick<WorkbookMeasurement, 'garment_id' | 'node_id' | 'line' | 'code' | 'description' | 'size'> {
  /** The fields without a value: `spec`, or `tol_minus, tol_plus`. */
  readonly fields: string;
  /** The provenance that was sent; empty if the garment has no such field. */
  readonly state: string;
  readonly spec: string;
  readonly unit: string;
  /** The number of measurements, and whether they are pieces of an inspection. */
  readonly count: number;
  readonly of: 'pieces' | 'measurements';
  /** The smallest and the greatest measurement, as written. */
  readonly least: string;
  readonly most: string;
}

/** A cell that could not be assigned to a question or measurement. It is reported, never guessed. */
export interface UnreadCell {
  readonly sheet: string;
  /** The address of the cell, such as `F7`; empty for a whole sheet or column. */
  readonly cell: string;
  readonly text: string;
  readonly why: string;
}

/**
 * A text that is neither a measurement nor an answer: a remark, a tick, a date, a deviation, another unit.
 */
export interface WorkbookRemark {
  readonly sheet: string;
  readonly cell: string;
  readonly garment_id: string;
  readonly node_id: string;
  readonly line: string;
  readonly code: string;
  readonly description: string;
  readonly size: string;
  /** The column of the cell. */
  readonly field: string;
  readonly text: string;
  /** The reason why the text does not count as a measurement; empty in a column for remarks. */
  readonly why: string;
}

/**
 * A cell that was sent with a text and came back with another. The new text has no provenance, because the
 * factory wrote it.
 */
export interface ChangedCell {
  readonly sheet: string;
  readonly cell: string;
  readonly garment_id: string;
  readonly node_id: string;
  readonly line: string;
  readonly code: string;
  readonly description: string;
  readonly size: string;
  readonly field: string;
  /** The text that was sent, with its unit and provenance. */
  readonly sent: string;
  readonly sent_unit: string;
  readonly sent_state: string;
  /** The text in the file; empty when it was deleted. */
  readonly now: string;
}

/** A row that was not sent, with all its cells. */
export interface AddedRow {
  readonly sheet: string;
  readonly row: string;
  readonly cells: readonly { readonly column: string; readonly cell: string; readonly text: string }[];
}

/** A row that was sent and did not come back. */
export interface RemovedRow {
  readonly sheet: string;
  readonly garment_id: string;
  readonly node_id: string;
  readonly line: string;
  readonly code: string;
  readonly description: string;
  readonly size: string;
}

/** The read of one garment of a workbook, with its short digest. */
export interface WorkbookRead {
  readonly garment_id: string;
  readonly digest: string;
}

/** The origin of a returned workbook, read from the file itself and therefore untrusted. */
export interface BaselineOrigin {
  readonly digest: string;
  readonly reads: readonly WorkbookRead[];
  readonly read: string;
  readonly profile: string;
}

/** All answers and measurements of one workbook, and its differences from the sent version. */
export interface WorkbookAnswers {
  /** Null for a workbook without a baseline, whose cells cannot be compared. */
  readonly baseline: BaselineOrigin | null;
  /** Counts of questions; null when the file has none. */
  readonly questions: { readonly asked: number; readonly answered: number } | null;
  readonly answers: readonly WorkbookAnswer[];
  /** Counts of values to countersign; null when the file has none. */
  readonly countersign: {
    readonly listed: number;
    readonly agreed: number;
    readonly proposed: number;
  } | null;
  readonly countersigned: readonly CountersignedValue[];
  /** Counts of points of measure; null when the file has none. */
  readonly points: { readonly listed: number; readonly measured: number } | null;
  readonly measured: readonly WorkbookMeasurement[];
  readonly recorded: readonly RecordedPoint[];
  readonly changed: readonly ChangedCell[];
  readonly added: readonly AddedRow[];
  readonly removed: readonly RemovedRow[];
  readonly remarks: readonly WorkbookRemark[];
  readonly unplaced: readonly UnreadCell[];
}
