/** What a view is made of: pure descriptions, painted by the terminal room and by nothing else. */

import type { Typeable } from '../border/shell.ts';
/**
 * A run of text. Nothing in it is trusted: whatever paints it takes control characters out.
 * `state` is a provenance word; the painter chooses the colour, and the mark is a piece of its own.
 */
export interface Piece {
  readonly text: string;
  /** `asserted`, `inferred`, `unstated`, or any word that a body used in their place. */
  readonly state?: string;
  readonly tone?: 'strong' | 'faint' | 'heading';
  /** The piece is the mark of its state: one column wide, or the word under `--accessible`. */
  readonly mark?: true;
  /** Explains the mark before it; left out where marks are words, which explain themselves. */
  readonly legend?: true;
}

/** One cell or one line. */
export type Inline = string | Piece | readonly (string | Piece)[];

export interface Column {
  /** Stands before the cell where that finds no room beside the others. */
  readonly head?: Inline;
  readonly align?: 'left' | 'right';
  /** May be narrowed when the terminal is: `wrap` inside its cell, or `cut` with an ellipsis. Without it the column keeps its width. */
  readonly fit?: 'wrap' | 'cut';
  /** Never narrower than this many columns, nor than its longest word: where that is too much, the last columns stand below. */
  readonly min?: number;
}

/** Rows under common columns. Without a head it is a plain alignment. */
export interface Grid {
  readonly kind: 'grid';
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Inline[])[];
  readonly indent?: number;
}

/** One line, wrapped where the terminal is narrow; continuation lines are indented by `hang`. */
export interface Line {
  readonly kind: 'line';
  readonly content: Inline;
  /** Set flush right on the same line where there is room, on its own line otherwise. */
  readonly right?: Inline;
  readonly indent?: number;
  readonly hang?: number;
  /** To be copied and typed: never broken, however narrow the terminal. */
  readonly unbroken?: true;
}

/** A command to be copied and typed, as one line that is never broken. */
export const typed = (command: Typeable, indent = 2): Line => ({
  kind: 'line',
  content: command,
  indent,
  unbroken: true,
});

/** An empty line; never two in a row, never first or last. */
export interface Gap {
  readonly kind: 'gap';
}

/** Two ways to say the same: the second where a grid of the first needs more columns than there are. */
export interface Either {
  readonly kind: 'either';
  readonly wide: readonly (Grid | Line | Gap)[];
  readonly narrow: readonly (Grid | Line | Gap)[];
}

/** Rows under as many of their columns as there is room for; the other cells, and `below`, stand below each row. */
export interface Spread {
  readonly kind: 'spread';
  readonly columns: readonly string[];
  readonly rows: readonly {
    /** A cell under its column, and with its name where it has none; empty for what is not given. */
    readonly cells: readonly { readonly inside: Inline; readonly below: Inline }[];
    readonly below: readonly Inline[];
  }[];
  readonly indent?: number;
}

export type Block = Grid | Line | Gap | Either | Spread;
export type View = readonly Block[];

export const gap: Gap = { kind: 'gap' };

export const line = (content: Inline, rest: Omit<Line, 'kind' | 'content'> = {}): Line => ({
  kind: 'line',
  content,
  ...rest,
});

export const grid = (
  columns: Grid['columns'],
  rows: Grid['rows'],
  rest: Omit<Grid, 'kind' | 'columns' | 'rows'> = {},
): Grid => ({ kind: 'grid', columns, rows, ...rest });

/** Flat records of an answer: what pipes and spreadsheets take. A row has a cell per column, in order. */
export interface Rows {
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly unknown[]>;
  /** The body names the columns: where they have no header, no help can say what stands in them. */
  readonly ofBody?: boolean;
  /** What whoever takes the rows has to know beside them: how many were left out. */
  readonly note?: string | undefined;
}
