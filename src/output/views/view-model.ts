/**
 * The model of a terminal view: plain descriptions of lines, grids and tables. Only the terminal renderer
 * turns them into text.
 */

import type { ShellSafe } from '../../platform/escape/shell.ts';
/**
 * A run of text with one style. The text is untrusted: the renderer strips control characters. `state` is a
 * provenance word, from which the renderer takes the colour. The provenance mark is a separate run.
 */
export interface TextRun {
  readonly text: string;
  /** `asserted`, `inferred`, `unstated`, or any other word that a body uses as provenance. */
  readonly state?: string;
  readonly tone?: 'strong' | 'faint' | 'heading';
  /** The run is a provenance mark: one column wide, or the word with `--marks word`. */
  readonly mark?: true;
  /** The run explains the mark before it. The renderer drops it where marks are words already. */
  readonly legend?: true;
}

/** The content of one cell or one line: a string, one run, or several runs. */
export type RichText = string | TextRun | readonly (string | TextRun)[];

/** A column of a grid: its head, its alignment and how it may shrink. */
export interface GridColumn {
  /**
   * The heading above the column. It is printed before the cell where the row does not fit the terminal.
   */
  readonly head?: RichText;
  readonly align?: 'left' | 'right';
  /**
   * How the column may shrink on a narrow terminal: `wrap` inside the cell, or `cut` with an ellipsis.
   * Without it the column keeps its width.
   */
  readonly fit?: 'wrap' | 'cut';
  /**
   * The smallest width in columns; the longest word can raise it. Where the row is still too wide, the last
   * columns are printed below it.
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
  /** Printed flush right on the same line where it fits, otherwise on the next line. */
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

/** An empty line. Two in a row are printed as one; at the start or end of a view it is dropped. */
export interface GapBlock {
  readonly kind: 'gap';
}

/**
 * Two layouts of the same content. The renderer takes `narrow` where a grid of `wide` needs more columns
 * than the terminal has.
 */
export interface WideOrNarrow {
  readonly kind: 'either';
  readonly wide: readonly (GridBlock | LineBlock | GapBlock)[];
  /** May again be one of two layouts. */
  readonly narrow: readonly (GridBlock | LineBlock | GapBlock | WideOrNarrow)[];
}

/**
 * A table that shows as many columns as fit. The cells that do not fit, and the lines of `below`, are
 * printed under their row.
 */
export interface OverflowTable {
  readonly kind: 'spread';
  readonly columns: readonly string[];
  readonly rows: readonly {
    /** A cell in a column, or with its name if it has no column; empty for a missing value. */
    readonly cells: readonly { readonly inside: RichText; readonly below: RichText }[];
    readonly below: readonly RichText[];
  }[];
  readonly indent?: number;
  /** Positions of the columns that are repeated in each block and never cut, for example code and name. */
  readonly repeated?: readonly number[];
  /** Positions of the columns that continue in a further block of the table, for example sizes. */
  readonly blocks?: readonly number[];
}

/** One block of a terminal view. */
export type ViewBlock = GridBlock | LineBlock | GapBlock | WideOrNarrow | OverflowTable;
/** A view for the terminal: its blocks from top to bottom. */
export type TerminalView = readonly ViewBlock[];

/** A block that is one empty line. */
export const gap: GapBlock = { kind: 'gap' };

/** Returns a line block with this content. */
export const line = (content: RichText, rest: Omit<LineBlock, 'kind' | 'content'> = {}): LineBlock => ({
  kind: 'line',
  content,
  ...rest,
});

/** Returns a grid block with these columns and rows. */
export const grid = (
  columns: GridBlock['columns'],
  rows: GridBlock['rows'],
  rest: Omit<GridBlock, 'kind' | 'columns' | 'rows'> = {},
): GridBlock => ({ kind: 'grid', columns, rows, ...rest });

/**
 * Flat records of an answer, for pipes and spreadsheets (`--csv`, `--tsv`, `--jsonl`). A row has one cell
 * per column, in the order of the columns.
 */
export interface OutputRows {
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly unknown[]>;
  /** The names of the columns come from the body, so the help cannot list them. */
  readonly hasBodyColumns?: boolean;
  /** The rows have a header in a pipe too. */
  readonly hasHeader?: boolean;
  /** A remark for stderr, for example how many values the rows leave out. */
  readonly note?: string | undefined;
}
