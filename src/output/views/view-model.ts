/** The model of a terminal view: lines, grids and tables as objects. The terminal renderer turns them into text. */

import type { ShellSafe } from '../../platform/escape/shell.ts';
/**
 * A run of text with one style. The text is untrusted; the renderer removes control characters. `state` is a provenance
 * word, which gives the run its colour. The provenance mark is a separate run.
 */
export interface TextRun {
  readonly text: string;
  /** `asserted`, `inferred`, `unstated`, or any other word that a body uses as provenance. */
  readonly state?: string;
  readonly tone?: 'strong' | 'faint' | 'heading';
  /** The run is a provenance mark: one column wide, or the word with `--marks word`. */
  readonly mark?: true;
  /** The run explains the mark before it. The renderer omits the run if provenance is printed as words. */
  readonly legend?: true;
}

/** The content of one cell or one line: a string, one run, or several runs. */
export type RichText = string | TextRun | readonly (string | TextRun)[];

/** A column of a grid: its head, its alignment, and how it may shrink on a narrow terminal. */
export interface GridColumn {
  /** The heading above the column. It is printed before a cell that does not fit and moves below its row. */
  readonly head?: RichText;
  readonly align?: 'left' | 'right';
  /**
   * How a text that is too wide is shortened: `wrap` continues it on further lines, `cut` ends it with an ellipsis.
   * Without `fit` the column never shrinks.
   */
  readonly fit?: 'wrap' | 'cut';
  /**
   * The minimum width of a column that shrinks (default: 8); a long word raises this width. If the row is still too
   * wide, its last columns are printed below it.
   */
  readonly min?: number;
}

/** Rows under common columns. A grid without heads only aligns its cells. */
export interface GridBlock {
  readonly kind: 'grid';
  readonly columns: readonly GridColumn[];
  readonly rows: readonly (readonly RichText[])[];
  readonly indent?: number;
}

/** One line. It wraps on a narrow terminal; continuation lines are indented by `hang`. */
export interface LineBlock {
  readonly kind: 'line';
  readonly content: RichText;
  /** The text at the right edge of the line. If it does not fit there, it is printed on the next line. */
  readonly right?: RichText;
  readonly indent?: number;
  readonly hang?: number;
  /** The line is a command or address to copy: it is never wrapped. */
  readonly unbroken?: true;
}

/** Returns the line of a command that the user can copy. The line is never wrapped. */
export const commandLine = (command: ShellSafe, indent = 2): LineBlock => ({
  kind: 'line',
  content: command,
  indent,
  unbroken: true,
});

/** An empty line. Several consecutive ones are printed as one, and none at the start or end of a view. */
export interface GapBlock {
  readonly kind: 'gap';
}

/** Two layouts of the same content. The renderer uses `narrow` if a grid of `wide` is wider than the terminal. */
export interface WideOrNarrow {
  readonly kind: 'either';
  readonly wide: readonly (GridBlock | LineBlock | GapBlock)[];
  /** The layout for narrow terminals. It can contain two layouts again. */
  readonly narrow: readonly (GridBlock | LineBlock | GapBlock | WideOrNarrow)[];
}

/**
 * A table that shows as many columns as fit. Cells of other columns are printed below their row, or in further blocks
 * (`blocks`). The lines of `below` are printed below their row too.
 */
export interface OverflowTable {
  readonly kind: 'spread';
  readonly columns: readonly string[];
  readonly rows: readonly {
    /**
     * `inside` is the text in the column. `below`, which begins with the name of the column, is printed below the row
     * if the column does not fit. Both are empty for an absent value.
     */
    readonly cells: readonly { readonly inside: RichText; readonly below: RichText }[];
    readonly below: readonly RichText[];
  }[];
  readonly indent?: number;
  /** The positions of the columns that each block repeats, for example code and name. */
  readonly repeated?: readonly number[];
  /** The positions of the columns that may continue in further blocks of the table, for example sizes. */
  readonly blocks?: readonly number[];
}

/** One block of a terminal view. */
export type ViewBlock = GridBlock | LineBlock | GapBlock | WideOrNarrow | OverflowTable;
/** A view for the terminal: its blocks from top to bottom. */
export type TerminalView = readonly ViewBlock[];

/** A block that is one empty line. */
export const gap: GapBlock = { kind: 'gap' };

/** Returns a line block with this content. The options set for example its indent and the text at the right edge. */
export const line = (content: RichText, options: Omit<LineBlock, 'kind' | 'content'> = {}): LineBlock => ({
  kind: 'line',
  content,
  ...options,
});

/** Returns a grid block with these columns and rows. */
export const grid = (
  columns: GridBlock['columns'],
  rows: GridBlock['rows'],
  options: Omit<GridBlock, 'kind' | 'columns' | 'rows'> = {},
): GridBlock => ({ kind: 'grid', columns, rows, ...options });

/**
 * The result of a command as a table, for pipes and spreadsheets (`--csv`, `--tsv`, `--jsonl`). A row has one cell per
 * column, in the order of the columns.
 */
export interface OutputRows {
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly unknown[]>;
  /** True if some column names come from the body, so that the help cannot list them. */
  readonly hasBodyColumns?: boolean;
  /** True if the rows have a header even in a pipe. */
  readonly hasHeader?: boolean;
  /** A note for the user, for example on values that the rows leave out. It is not part of the rows. */
  readonly note?: string | undefined;
  /** The command that prints the next rows, if the result has more. It is reported in pipes too. */
  readonly continuation?: string | undefined;
}

/** Returns the cells of each record in the order of the columns. A cell is null if the record has no such member. */
export const pickColumnCells = (
  records: readonly unknown[],
  columns: readonly string[],
): readonly (readonly unknown[])[] =>
  (records as readonly Readonly<Record<string, unknown>>[]).map((record) =>
    columns.map((column) => record[column] ?? null),
  );

/** Builds one output row per record, with the members that the columns name. */
export const buildRecordRows = (records: readonly unknown[], columns: readonly string[]): OutputRows => ({
  columns,
  rows: pickColumnCells(records, columns),
});
