/**
 * The results of reading a filled-in workbook. All texts are as in the file.
 *
 * In `IdentifiedRow`, `line` is the path of a nested row in its node, for example `measurements[0]`. It is empty for a
 * row that is a whole node.
 */

interface IdentifiedRow {
  readonly garment_id: string;
  readonly node_id: string;
  readonly line: string;
  readonly code: string;
  readonly description: string;
  readonly size: string;
}

/** A question with its present value, and the answer that the workbook gives. */
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

/**
 * The answer of a factory to an inferred value or a silence: it agrees, or proposes another value. It never becomes a
 * statement of the designer.
 */
export interface CountersignedValue extends Omit<IdentifiedRow, 'code'> {
  /** The code and name of the row, for example `B01 Chest`. */
  readonly description: string;
  readonly field: string;
  /** The value that was sent to the factory; empty for an unstated value. */
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

/** One measurement of a sample, next to the specification. */
export interface WorkbookMeasurement extends IdentifiedRow {
  /**
   * The round and who measured (`proto, factory`), or the inspected piece (`piece 1`), as in the head of the column.
   * Empty for the head `measured`.
   */
  readonly round: string;
  readonly spec: string;
  readonly spec_unit: string;
  readonly spec_state: string;
  readonly tol_plus: string;
  readonly tol_plus_unit: string;
  readonly tol_minus: string;
  readonly tol_minus_unit: string;
  readonly measured: string;
  /** The measurement minus the specification, exactly; empty if one of them is not a number. */
  readonly difference: string;
  /** Remarks on specification and tolerances, for example `tolerance not stated`; empty if there are none. */
  readonly note: string;
}

/**
 * A summary of the measurements of one point for which the specification or a tolerance is not stated. The measurements
 * do not become the specification of the garment.
 */
export interface RecordedPoint extends IdentifiedRow {
  /** `spec` if the specification is not stated, otherwise the tolerances that are not: `tol_minus, tol_plus`. */
  readonly fields: string;
  /** The provenance of `fields` in the workbook as sent, for example `sent as unstated`; empty if they have none. */
  readonly state: string;
  readonly spec: string;
  readonly unit: string;
  readonly count: number;
  /** `pieces` if the measurements are those of pieces in an inspection; otherwise `measurements`. */
  readonly of: 'pieces' | 'measurements';
  readonly least: string;
  readonly most: string;
}

/** A cell, column or sheet that is not read as an answer or measurement, and the reason `why`. */
export interface UnreadCell {
  readonly sheet: string;
  /** The address of the cell, such as `F7`; empty for a whole sheet or column. */
  readonly cell: string;
  readonly text: string;
  readonly why: string;
}

/** A text that is neither a measurement nor an answer, for example a remark, a date or a value in another unit. */
export interface WorkbookRemark extends IdentifiedRow {
  readonly sheet: string;
  readonly cell: string;
  readonly field: string;
  readonly text: string;
  /** The reason why the text is no measurement or answer, for example another unit; empty in a column for remarks. */
  readonly why: string;
}

/** A cell with a text that the factory changed after the workbook was sent. The new text has no provenance. */
export interface ChangedCell extends IdentifiedRow {
  readonly sheet: string;
  readonly cell: string;
  readonly field: string;
  /** The text of the cell when the workbook was sent. */
  readonly sent: string;
  readonly sent_unit: string;
  readonly sent_state: string;
  /** The text in the file; empty if it was deleted. */
  readonly now: string;
}

/** A row in the returned file that the sent workbook did not have, with all its cells. */
export interface AddedRow {
  readonly sheet: string;
  readonly row: string;
  readonly cells: readonly { readonly column: string; readonly cell: string; readonly text: string }[];
}

/** A row of the sent workbook that is missing in the returned file. */
export interface RemovedRow extends IdentifiedRow {
  readonly sheet: string;
}

/** A garment in a workbook, and the digest of the read from which the workbook has its values. */
export interface WorkbookRead {
  readonly garment_id: string;
  readonly digest: string;
}

/** The reads from which a workbook was made, as the returned file gives them. The file is untrusted. */
export interface BaselineOrigin {
  readonly digest: string;
  readonly reads: readonly WorkbookRead[];
  /** The time of the earliest read in ISO 8601; empty if it is not known. */
  readonly read: string;
  readonly profile: string;
}

/** Everything that was read from one returned workbook. */
export interface WorkbookAnswers {
  /**
   * The reads from which the workbook was made. Null if the file has no baseline (the hidden record of the workbook as
   * sent) or a changed one; then changed cells cannot be found.
   */
  readonly baseline: BaselineOrigin | null;
  /** The numbers of questions; null if the file has no questions. */
  readonly questions: { readonly asked: number; readonly answered: number } | null;
  readonly answers: readonly WorkbookAnswer[];
  /** The numbers of values to countersign; null if the file has none. */
  readonly countersign: {
    readonly listed: number;
    readonly agreed: number;
    readonly proposed: number;
  } | null;
  readonly countersigned: readonly CountersignedValue[];
  /** The numbers of points of measure; null if the file has none. */
  readonly points: { readonly listed: number; readonly measured: number } | null;
  readonly measured: readonly WorkbookMeasurement[];
  readonly recorded: readonly RecordedPoint[];
  readonly changed: readonly ChangedCell[];
  readonly added: readonly AddedRow[];
  readonly removed: readonly RemovedRow[];
  readonly remarks: readonly WorkbookRemark[];
  readonly unplaced: readonly UnreadCell[];
}
