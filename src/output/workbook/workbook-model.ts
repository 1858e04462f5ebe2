/** The model of a workbook: sheets, columns and cells, independent of the file format. */

/**
 * The style of a cell. The styles `asserted`, `inferred` and `unstated` can be distinguished even in a black-and-white
 * print.
 */
export type CellStyle =
  | 'plain'
  | 'head'
  | 'name'
  | 'asserted'
  | 'inferred'
  | 'unstated'
  /** The style of a value with a provenance word that toile does not know. */
  | 'other'
  /** The style of a cell that stays empty, because the body has no value for it. */
  | 'hatched'
  | 'formula'
  /** The style of an empty cell in which people enter a number or a date. */
  | 'fill-in'
  /** The style of an empty cell into which people write a text. */
  | 'fill-in-text';

/** One cell of a sheet. */
export interface WorkbookCell {
  readonly text: string;
  /**
   * True if the file stores the text as a number, for example `56.0`. Not true for a code that consists of digits,
   * because the file stores it as text.
   */
  readonly isNumber?: boolean;
  readonly style?: CellStyle;
  /** A formula written by toile, which refers to cells of the same sheet. It never contains text of a body. */
  readonly formula?: string;
  /** Unit, provenance and path of the value that the cell shows. They are recorded in the hidden baseline sheet. */
  readonly stated?: CellStatement;
}

interface CellStatement {
  readonly unit: string;
  readonly state: string;
  readonly path: string;
}

/** The keys of RowSubject, which has the texts that identify a row of a sheet. */
export const SUBJECT_KEYS = ['garment_id', 'node_id', 'line', 'code', 'description', 'size'] as const;

/**
 * The texts that identify a row of a sheet. A text that does not apply is empty. `line` is the path of the row inside
 * its node. `code` depends on the sheet: the code of a point of measure, the id of a question, the path of a value in
 * the brief, or the field that the factory countersigns.
 */
export type RowSubject = Readonly<Record<(typeof SUBJECT_KEYS)[number], string>>;

/** Creates the texts that identify a row of a sheet. `readPart` returns the text for one key, for example `node_id`. */
export const createRowSubject = (readPart: (key: keyof RowSubject) => string): RowSubject =>
  Object.fromEntries(SUBJECT_KEYS.map((key) => [key, readPart(key)])) as RowSubject;

/** Empty texts for a row that identifies nothing in a body, for example a row with a box to sign. */
export const EMPTY_ROW_SUBJECT = createRowSubject(() => '');

/** A column of a sheet: its head, and how its cells are shown and used. */
export interface SheetColumn {
  readonly head: string;
  /** The key that identifies the column, for example `spec`. Without a key, the head of the column identifies it. */
  readonly key?: string;
  readonly isHidden?: boolean;
  /**
   * True if the column is not in the visible sheet, but only in the hidden baseline sheet. For example, a workbook for
   * measuring a sample does not show the specified measurements.
   */
  readonly isWithheld?: boolean;
  readonly isFormula?: boolean;
  /**
   * True if the column belongs to the column at its left, for example a column of marks or units. No page break
   * separates the two columns.
   */
  readonly isAttached?: boolean;
  /** True if users fill in the column. It is then wide enough to write in. */
  readonly isFillIn?: boolean;
  /** The minimum width of the column in characters. */
  readonly minWidth?: number;
  /** The maximum width of the column in characters. Longer texts wrap. */
  readonly maxWidth?: number;
}

/** A sheet: one table under one header. */
export interface WorkbookSheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly (readonly WorkbookCell[])[];
  /**
   * The texts that identify each row, for example the ids of its garment and node. If they are present, the sheet in a
   * returned workbook is compared cell by cell with the sheet that was sent. Otherwise it is compared row by row.
   */
  readonly subjects?: readonly RowSubject[];
  readonly isHidden?: boolean;
  /**
   * The number of rows below the table, such as sums and boxes to fill in. The filter of the spreadsheet program does
   * not apply to them.
   */
  readonly footRows?: number;
  readonly isUnprinted?: boolean;
  /** The indexes of columns in which numbers above zero are bold and in a box. */
  readonly markAboveZero?: readonly number[];
  /** The number of columns at the left that are frozen and printed on every page. */
  readonly fixedColumns?: number;
  /** True if the sheet is a page of text, which has no filter. */
  readonly isPage?: boolean;
}

/** The paper on which a workbook is printed. */
export type PaperSize = 'a4' | 'letter';

/** A workbook: its title, its sheets, and the header and footer of printed pages. */
export interface WorkbookModel {
  readonly title: string;
  readonly paper?: PaperSize;
  /** The text at the right of every printed header, such as the time when the bodies were read. */
  readonly header?: string;
  readonly footer: string;
  readonly sheets: readonly WorkbookSheet[];
}

/**
 * Cells that were created recently, by style and text. They are reused, because most texts of a large workbook occur
 * several times.
 */
const RECENT_CELLS = new Map<CellStyle | undefined, Map<string, WorkbookCell>>();
const MAX_RECENT_CELLS = 4_000;

/** Returns a cell with this text and style (default: `plain`). Equal cells may be the same object from a cache. */
export const createTextCell = (text: string, style?: CellStyle): WorkbookCell => {
  const recent = RECENT_CELLS.get(style) ?? new Map<string, WorkbookCell>();
  const known = recent.get(text);
  if (known !== undefined) return known;
  if (recent.size >= MAX_RECENT_CELLS) recent.clear();
  const cell = style === undefined ? { text } : { text, style };
  RECENT_CELLS.set(style, recent.set(text, cell));
  return cell;
};

export const EMPTY_CELL: WorkbookCell = { text: '' };

/** A hatched cell. It stays empty, because the body has no value for it. */
export const HATCHED_CELL: WorkbookCell = { text: '', style: 'hatched' };
