/** What a workbook is made of, as sheets are laid out: no file format is known here. */

/** What a cell looks like, and why. The looks of states survive grey and copies. */
export type Look =
  | 'plain'
  | 'head'
  | 'name'
  | 'asserted'
  | 'inferred'
  | 'unstated'
  /** A state that toile has no mark for. */
  | 'other'
  /** Empty, for somebody to write a number or a date in. */
  | 'fill-in'
  /** Empty, for somebody to write words in. */
  | 'fill-in-text';

export interface Cell {
  readonly text: string;
  /** The text is a number as a body wrote it, and not a code. */
  readonly isNumber?: boolean;
  readonly look?: Look;
}

export interface SheetColumn {
  readonly head: string;
  /** For somebody to write in; its cells are as wide as what will be written. */
  readonly fillIn?: boolean;
  /** Never narrower than so many characters. */
  readonly least?: number;
  /** Never wider than so many characters; longer text goes on below. */
  readonly most?: number;
}

/** One table under one header. */
export interface BookSheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly (readonly Cell[])[];
  /** Columns at the left that stay in sight, and on every printed page. */
  readonly fixed?: number;
  /** Without filter: it is read from top to bottom, and is no list. */
  readonly isPage?: boolean;
}

export interface Book {
  readonly title: string;
  /** At the foot of every printed page. */
  readonly foot: string;
  readonly sheets: readonly BookSheet[];
}

export const textCell = (text: string, look?: Look): Cell => (look === undefined ? { text } : { text, look });

export const EMPTY: Cell = { text: '' };
