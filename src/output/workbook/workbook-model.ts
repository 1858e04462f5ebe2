/** The model of a workbook: sheets, columns and cells. It knows no file format. */

/** The style of a cell. Provenance styles differ in grey and in copies too. */
export type CellStyle =
  | 'plain'
  | 'head'
  | 'name'
  | 'asserted'
  | 'inferred'
  | 'unstated'
  /** A provenance word that has no mark. */
  | 'other'
  /** A cell for which the body has nothing; nothing is to be written into it. */
  | 'hatched'
  /** A calculated cell. */
  | 'formula'
  /** An empty cell for a number or a date. */
  | 'fill-in'
  /** An empty cell for text. */
  | 'fill-in-text';

/** One cell of a sheet. */
export interface WorkbookCell {
  readonly text: string;
  /** The text is a number as a body wrote it, not a code. */
  readonly isNumber?: boolean;
  readonly look?: CellStyle;
  /** A formula of toile's own, which refers to cells of the same sheet. It never contains text of a body. */
  readonly formula?: string;
  /** The value of the body that the cell shows; it is recorded in the baseline. */
  readonly stated?: CellStatement;
}

/** The unit, the provenance and the path of the value that a cell shows. */
interface CellStatement {
  readonly unit: string;
  readonly state: string;
  readonly path: string;
}

/** The subject of a row: a node, a row nested in it, a question, or a value. Missing parts are empty. */
export interface RowSubject {
  readonly garment_id: string;
  readonly node_id: string;
  readonly line: string;
  readonly code: string;
  readonly description: string;
  readonly size: string;
}

/** The subject of a row that belongs to nothing in a body. */
export const EMPTY_ROW_SUBJECT: RowSubject = {
  ...{ garment_id: '', node_id: '', line: '', code: '', description: '', size: '' },
};

/** A column of a sheet. */
export interface SheetColumn {
  readonly head: string;
  /** The meaning of the column, where its head does not say it. */
  readonly key?: string;
  /** The column is neither shown nor printed. */
  readonly isHidden?: boolean;
  /** The column is left off the sheet; only the baseline has it. */
  readonly isWithheld?: boolean;
  /** The cells of the column are calculated. */
  readonly isFormula?: boolean;
  /**
   * True if the column belongs to the one before it, such as a provenance mark; no page break separates
   * them.
   */
  readonly isAttached?: boolean;
  /** The column is to be filled in; its width suits what will be written. */
  readonly fillIn?: boolean;
  /** The smallest width in characters. */
  readonly least?: number;
  /** The largest width in characters; longer text wraps. */
  readonly most?: number;
}

/** A sheet: one table under one header. */
export interface WorkbookSheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly (readonly WorkbookCell[])[];
  /** The subject of each row. Sheets with subjects are compared cell by cell when they are returned. */
  readonly subjects?: readonly RowSubject[];
  readonly isHidden?: boolean;
  /** Rows at the end that are no rows of the table: boxes to fill in and sums. They are not filtered. */
  readonly footRows?: number;
  /** True if the sheet is not printed. */
  readonly isUnprinted?: boolean;
  /** Indexes of columns with cells that are bold and in a box while they are above zero. */
  readonly markAboveZero?: readonly number[];
  /** The number of columns at the left that are frozen and printed on every page. */
  readonly fixed?: number;
  /** The sheet is a page to read from top to bottom and has no filter. */
  readonly isPage?: boolean;
}

/** The paper on which a workbook is printed. */
export type PaperSize = 'a4' | 'letter';

/** A workbook: its title, its sheets, and the header and footer of printed pages. */
export interface WorkbookModel {
  readonly title: string;
  readonly paper?: PaperSize;
  /** The right side of the header of every printed page, such as the time of the read. */
  readonly header?: string;
  /** The footer of every printed page. */
  readonly footer: string;
  readonly sheets: readonly WorkbookSheet[];
}

/** Creates a text cell. */
export const createTextCell = (text: string, look?: CellStyle): WorkbookCell =>
  look === undefined ? { text } : { text, look };

/** A cell without text. */
export const EMPTY_CELL: WorkbookCell = { text: '' };

/** A cell for which the body has nothing. Only white cells are to be filled in. */
export const HATCHED_CELL: WorkbookCell = { text: '', look: 'hatched' };
