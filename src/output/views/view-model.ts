/** The model of a terminal view: lines, grids and tables as objects. The terminal renderer turns them into text. */

import type { ShellSafe } from '../../platform/escape/shell.ts';
/**
 * A piece of text with one style. Its text is not trusted, so the renderer removes control characters. `state` is a
 * provenance word, which decides the colour of the text. The provenance mark is a piece of its own.
 */
export interface TextRun {
  readonly text: string;
  /**
   * The provenance of the value that the text shows: `asserted`, `inferred`, `unstated`, or any other word that a body
   * uses.
   */
  readonly state?: string;
  readonly tone?: 'strong' | 'faint' | 'heading';
  /** True for a provenance mark. It is printed as a character, or as a word with `--marks word`. */
  readonly mark?: true;
  /** True for a part of the legend of provenance marks. The renderer omits it if provenance is printed as words. */
  readonly legend?: true;
}

/** The content of one cell or one line: a string, a piece of text with a style, or a list of these. */
export type RichText = string | TextRun | readonly (string | TextRun)[];

/** A column of a grid: its head, its alignment, and how it may shrink on a narrow terminal. */
export interface GridColumn {
  /**
   * The heading above the column. If the column does not fit, its cells are printed below their rows, with the heading
   * before each cell.
   */
  readonly head?: RichText;
  readonly align?: 'left' | 'right';
  /**
   * How a text that is too wide is shortened: `wrap` continues it on further lines, `cut` ends it with an ellipsis.
   * Without `fit` the column never shrinks.
   */
  readonly fit?: 'wrap' | 'cut';
  /**
   * The minimum width of a column that can be made narrower (default: 8). If the column contains a longer word, its
   * minimum width is larger. If the columns do not fit even at their minimum widths, the cells of the last columns are
   * printed below their row.
   */
  readonly min?: number;
}

/** Rows of cells that are aligned in columns. */
export interface GridBlock {
  readonly kind: 'grid';
  readonly columns: readonly GridColumn[];
  readonly rows: readonly (readonly RichText[])[];
  readonly indent?: number;
}

/**
 * One line of text. If it is too long for the terminal, it wraps, and its continuation lines are indented by `hang`
 * columns.
 */
export interface LineBlock {
  readonly kind: 'line';
  readonly content: RichText;
  /** A text at the right edge of the line. If the line has no room for it, it is printed on the next line. */
  readonly right?: RichText;
  readonly indent?: number;
  readonly hang?: number;
  /** True if the line is a command or address that the user can copy. Such a line is never wrapped. */
  readonly unbroken?: true;
}

/** Returns a line with a command that the user can copy. */
export const commandLine = (command: ShellSafe, indent = 2): LineBlock => ({
  kind: 'line',
  content: command,
  indent,
  unbroken: true,
});

/**
 * An empty line. Several consecutive empty lines are printed as one. They are not printed at the start or end of a
 * view.
 */
export interface GapBlock {
  readonly kind: 'gap';
}

/**
 * Two layouts of the same content. The renderer uses `narrow` if the terminal is too narrow for a grid in the layout
 * `wide`.
 */
export interface WideOrNarrow {
  readonly kind: 'either';
  readonly wide: readonly (GridBlock | LineBlock | GapBlock)[];
  /**
   * The layout that fits a narrow terminal. It can contain a block that itself has two layouts, so that a third layout
   * exists for an even narrower terminal.
   */
  readonly narrow: readonly (GridBlock | LineBlock | GapBlock | WideOrNarrow)[];
}

/**
 * A table that may have more columns than fit in a terminal. The cells of a column that does not fit are printed below
 * their rows, or in a further table if `blocks` lists the column. The lines in the member `below` of a row are always
 * printed below that row.
 */
export interface OverflowTable {
  readonly kind: 'spread';
  readonly columns: readonly string[];
  readonly rows: readonly {
    /**
     * Each cell has two texts. `inside` is printed in the column. If the column does not fit, `below`, which begins
     * with the name of the column, is printed below the row instead. Both texts are empty for an absent value.
     */
    readonly cells: readonly { readonly inside: RichText; readonly below: RichText }[];
    readonly below: readonly RichText[];
  }[];
  readonly indent?: number;
  /**
   * The indexes of the columns that identify a row, for example code and name. If columns in `blocks` are printed in
   * further tables, each further table repeats the identifying columns.
   */
  readonly repeated?: readonly number[];
  /**
   * The indexes of columns, for example those of sizes. If these columns do not fit beside the other columns, they are
   * printed in a further table below.
   */
  readonly blocks?: readonly number[];
}

/** One block of a terminal view. */
export type ViewBlock = GridBlock | LineBlock | GapBlock | WideOrNarrow | OverflowTable;
/** A view for the terminal: its blocks from top to bottom. */
export type TerminalView = readonly ViewBlock[];

/** A block that is one empty line. */
export const gap: GapBlock = { kind: 'gap' };

/** Returns a block with one line of text. */
export const line = (content: RichText, options: Omit<LineBlock, 'kind' | 'content'> = {}): LineBlock => ({
  kind: 'line',
  content,
  ...options,
});

/** Returns a grid block: rows of cells that are aligned in columns. */
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
  /** True if some column names come from the body. The help text of the command cannot list these names. */
  readonly hasBodyColumns?: boolean;
  /** True if a header with the column names is printed even if the output goes to a pipe. */
  readonly hasHeader?: boolean;
  /**
   * A note for the user, for example about values that the rows do not contain. It is printed separately from the rows.
   */
  readonly note?: string | undefined;
  /**
   * The command that prints the next rows, if there are more rows. If the output goes to a pipe, the user is still told
   * this command.
   */
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
