/**
 * The results of reading a filled-in workbook. All texts are as in the file. The member `line` of a result is the path
 * of its table row in the node, for example `measurements[0]`. It is empty if the row stands for the whole node.
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
 * The answer of a factory to an inferred or unstated value: the factory agrees, or proposes another value. Its answer
 * never counts as a statement of the designer.
 */
export interface CountersignedValue extends Omit<IdentifiedRow, 'code'> {
  /** The code and the name of the row that contains the value, for example `B01 Chest`. */
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

/** One measurement of a sample, together with the specification with which it is compared. */
export interface WorkbookMeasurement extends IdentifiedRow {
  /**
   * The head of the column without the word `measured`. It names the sample round and who measured, as in `proto,
   * factory`, or the inspected piece, as in `piece 1`. Empty if the head is only `measured`.
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
  /** The exact result of the measurement minus the specification. Empty if one of the two is not a number. */
  readonly difference: string;
  /** Remarks on specification and tolerances, for example `tolerance not stated`; empty if there are none. */
  readonly note: string;
}

/**
 * A summary of the measurements of one point of measure for which the workbook has no specification, or not both
 * tolerances. So the measurements cannot be checked. toile records them, but they do not become the specification of
 * the garment.
 */
export interface RecordedPoint extends IdentifiedRow {
  /**
   * What the workbook lacks for this point of measure: `spec` if it has no specification, otherwise the names of the
   * missing tolerances, for example `tol_minus, tol_plus`.
   */
  readonly fields: string;
  /**
   * The provenance that the values named in `fields` had in the sent workbook, for example `sent as unstated`. If the
   * sent values were not recorded, it is the provenance in the returned file, for example `unstated`. Empty if they had
   * no provenance.
   */
  readonly state: string;
  readonly spec: string;
  readonly unit: string;
  readonly count: number;
  /**
   * What the number `count` stands for: inspected pieces (`pieces`) in an inspection, otherwise measurements
   * (`measurements`).
   */
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

/**
 * A text in a returned workbook that is neither a measurement nor an answer, for example a remark, a date or a value in
 * another unit.
 */
export interface WorkbookRemark extends IdentifiedRow {
  readonly sheet: string;
  readonly cell: string;
  readonly field: string;
  readonly text: string;
  /** The reason why `text` is not read as a measurement or an answer. Empty if `text` is in a column for remarks. */
  readonly why: string;
}

/** A cell of a sent workbook in which the factory changed the text. The new text has no provenance. */
export interface ChangedCell extends IdentifiedRow {
  readonly sheet: string;
  readonly cell: string;
  readonly field: string;
  readonly sent: string;
  readonly sent_unit: string;
  readonly sent_state: string;
  /** The text of the cell in the returned file. Empty if the factory deleted it. */
  readonly now: string;
}

/** A row of the returned file that is not in the sent workbook. `cells` has all its cells. */
export interface AddedRow {
  readonly sheet: string;
  readonly row: string;
  readonly cells: readonly { readonly column: string; readonly cell: string; readonly text: string }[];
}

/** A row of the sent workbook that is missing in the returned file. */
export interface RemovedRow extends IdentifiedRow {
  readonly sheet: string;
}

/**
 * A garment in a workbook. `digest` identifies the read from which the workbook was made. A read is one version of the
 * garment's bodies.
 */
export interface WorkbookRead {
  readonly garment_id: string;
  readonly digest: string;
}

/**
 * The origin of a workbook: its garments with their digests, the profile and the time. These facts are taken from the
 * returned file. Somebody may have changed that file, so they are not reliable.
 */
export interface BaselineOrigin {
  readonly digest: string;
  readonly reads: readonly WorkbookRead[];
  /** The earliest of the times at which the garments in `reads` were read, in ISO 8601. Empty if it is not known. */
  readonly read: string;
  readonly profile: string;
}

/** Everything that was read from one returned workbook. */
export interface WorkbookAnswers {
  /**
   * The versions of the garments from which the workbook was made. They are read from the baseline, a hidden record in
   * the workbook. Null if the baseline is missing or was changed; then changed cells cannot be found.
   */
  readonly baseline: BaselineOrigin | null;
  /** The numbers of questions in the file; null if the file has no questions. */
  readonly questions: { readonly asked: number; readonly answered: number } | null;
  readonly answers: readonly WorkbookAnswer[];
  /**
   * The counts of the values that the file asks the factory to countersign. `listed` is the number of these values.
   * `agreed` is the number to which the factory agreed, and `proposed` the number for which it proposed another value.
   * Null if the file has no such values.
   */
  readonly countersign: {
    readonly listed: number;
    readonly agreed: number;
    readonly proposed: number;
  } | null;
  readonly countersigned: readonly CountersignedValue[];
  /**
   * The number of points of measure that the file lists (`listed`), and the number of those that were measured
   * (`measured`). Null if the file has no points of measure.
   */
  readonly points: { readonly listed: number; readonly measured: number } | null;
  readonly measured: readonly WorkbookMeasurement[];
  readonly recorded: readonly RecordedPoint[];
  readonly changed: readonly ChangedCell[];
  readonly added: readonly AddedRow[];
  readonly removed: readonly RemovedRow[];
  readonly remarks: readonly WorkbookRemark[];
  readonly unplaced: readonly UnreadCell[];
}
