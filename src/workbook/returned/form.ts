/** A sheet that was filled in, found again by its columns: wherever it stands, and whatever was added to it. */

import type { Unplaced } from '../../garment/returned.ts';
import type { ReadSheet } from '../read.ts';
import type { ReadCell } from '../read-cells.ts';

/** A text that nobody can place. */
export const unplacedAt = (
  sheet: string,
  { place, text }: Pick<ReadCell, 'place' | 'text'>,
  why: string,
): Unplaced => ({ sheet, cell: place, text, why });

/** A cell with the formula in it, where that gave nothing. */
export const orFormula = (cell: ReadCell): ReadCell => ({ ...cell, text: cell.text || `=${cell.formula}` });

/** Told apart from a row that says it again: both are shown, and the second is named. */
export const twiceIn = (form: Form, what: string) => {
  const seen = new Set<string>();
  return (row: FormRow, head: string, ...key: readonly string[]): readonly Unplaced[] => {
    const which = JSON.stringify(key);
    if (!seen.has(which)) {
      seen.add(which);
      return [];
    }
    const cell = { place: row.cells.get(head)?.place ?? '', text: row.text(head) };
    return [unplacedAt(form.sheet.name, cell, `${what} in more than one row; each is shown`)];
  };
};

/** A row under the names of its columns. */
export interface FormRow {
  readonly number: number;
  readonly cells: ReadonlyMap<string, ReadCell>;
  text(name: string): string;
}

export interface Form {
  readonly sheet: ReadSheet;
  readonly heads: readonly string[];
  readonly rows: readonly FormRow[];
  readonly unplaced: readonly Unplaced[];
}

/** Rows above the header that somebody may have put there. */
const ABOVE = 30;

const nameOf = (cell: ReadCell): string => cell.text.trim().toLowerCase();

/** Of the columns that a form has, how many the row names. */
const named = (row: readonly ReadCell[], known: readonly string[]): number =>
  new Set(row.map(nameOf).filter((name) => known.includes(name))).size;

const headerOf = (sheet: ReadSheet, known: readonly string[]): readonly ReadCell[] | undefined => {
  const rows = sheet.rows.filter(([first]) => (first?.row ?? 0) <= ABOVE);
  const best = rows.reduce<readonly ReadCell[]>(
    (most, row) => (named(row, known) > named(most, known) ? row : most),
    [],
  );
  return named(best, known) * 2 >= known.length ? best : undefined;
};

/** How much a sheet is the one that is sought: its name counts most, then its columns. */
const likeness = (sheet: ReadSheet, name: string, known: readonly string[]): number => {
  const header = headerOf(sheet, known);
  return header === undefined ? 0 : named(header, known) + (sheet.name === name ? known.length : 0);
};

/**
 * The sheet that has these columns, one of which tells what a row is about. `isFilled` says which further columns are
 * read. Undefined where no sheet has most of the columns.
 */
export const formIn = (
  sheets: readonly ReadSheet[],
  name: string,
  known: readonly string[],
  isFilled: (head: string) => boolean,
): Form | undefined => {
  const [sheet] = sheets.toSorted((one, other) => likeness(other, name, known) - likeness(one, name, known));
  const header = sheet === undefined ? undefined : headerOf(sheet, known);
  if (sheet === undefined || header === undefined) return undefined;
  const start = header[0]?.row ?? 1;
  const columns = new Map<number, string>();
  const twice = new Set<string>();
  for (const cell of header) {
    const head = nameOf(cell);
    // The first of two columns of one name is toile's own.
    if ([...columns.values()].includes(head)) twice.add(head);
    else columns.set(cell.column, head);
  }
  const isKnown = (head: string | undefined): head is string =>
    head !== undefined && (known.includes(head) || isFilled(head));
  const unplaced: Unplaced[] = [];
  const place = (cell: ReadCell, why: string): void => {
    unplaced.push(unplacedAt(sheet.name, orFormula(cell), why));
  };
  const rows: FormRow[] = [];
  for (const row of sheet.rows) {
    const number = row[0]?.row ?? 0;
    if (number === start) continue;
    if (number < start) {
      for (const cell of row) place(cell, 'it stands above the names of the columns');
      continue;
    }
    const cells = new Map<string, ReadCell>();
    for (const cell of row) {
      const head = columns.get(cell.column);
      if (isKnown(head)) cells.set(head, cell);
      else {
        const column = header.find((each) => each.column === cell.column)?.text ?? '';
        place(
          cell,
          column === ''
            ? 'its column has no name'
            : `its column ${JSON.stringify(column)} is ${twice.has(column.trim().toLowerCase()) ? 'there twice' : 'none of this sheet'}`,
        );
      }
    }
    if (cells.size > 0) rows.push({ number, cells, text: (head) => cells.get(head)?.text ?? '' });
  }
  return { sheet, heads: [...columns.values()], rows, unplaced: [...unplaced, ...mergedIn(sheet)] };
};

/** Written once for several cells: which of their rows it is for, nobody can tell from the file. */
const mergedIn = (sheet: ReadSheet): readonly Unplaced[] => {
  const ranges = new Map(sheet.merged.map((range) => [range.split(':')[0] ?? '', range] as const));
  if (ranges.size === 0) return [];
  return sheet.rows.flat().flatMap((cell) => {
    const range = ranges.get(cell.place);
    if (range === undefined || range === cell.place) return [];
    const why = `its cell is merged (${range}), and read as if it stood in ${cell.place} alone`;
    return [unplacedAt(sheet.name, orFormula(cell), why)];
  });
};

/** A cell with a formula is named, with what it gave when the file was saved; an error that somebody pasted is, too. */
export const notWritten = (form: Form, row: FormRow, heads: readonly string[]): readonly Unplaced[] =>
  heads.flatMap((head) => {
    const cell = row.cells.get(head);
    if (cell?.kind === 'error' && cell.formula === undefined) {
      const why = 'an error of the spreadsheet program stands where something was';
      return [unplacedAt(form.sheet.name, cell, why)];
    }
    if (cell?.formula === undefined) return [];
    const why = `a formula, which is not calculated here: it gave ${cell.text || 'nothing'} when the file was saved`;
    return [unplacedAt(form.sheet.name, { ...cell, text: `=${cell.formula}` }, why)];
  });
