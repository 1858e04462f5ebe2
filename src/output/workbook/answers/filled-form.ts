/** Finds a filled-in sheet by its columns, at any position and with added rows or columns. */

import type { UnreadCell } from '../../../garment/workbook-answers.ts';
import type { ImportedCell } from '../read-cells.ts';
import type { ImportedSheet } from '../read-xlsx.ts';

/** Creates the record of a cell that could not be read. */
export const createUnreadCell = (
  sheet: string,
  { place, text }: Pick<ImportedCell, 'place' | 'text'>,
  why: string,
): UnreadCell => ({ sheet, cell: place, text, why });

/** Returns the cell with its formula as the text, where the formula gave no result. */
export const withFormulaText = (cell: ImportedCell): ImportedCell => ({
  ...cell,
  text: cell.text || `=${cell.formula}`,
});

/** Creates a function that reports the second row with the same key. Both rows are shown. */
export const createDuplicateCheck = (form: FilledForm, what: string) => {
  const seen = new Set<string>();
  return (row: FormRow, head: string, ...key: readonly string[]): readonly UnreadCell[] => {
    const which = JSON.stringify(key);
    if (!seen.has(which)) {
      seen.add(which);
      return [];
    }
    const cell = { place: row.cells.get(head)?.place ?? '', text: row.text(head) };
    return [createUnreadCell(form.sheet.name, cell, `${what} in more than one row; each is shown`)];
  };
};

/** A row of a form, with its cells by column name. */
export interface FormRow {
  readonly number: number;
  readonly cells: ReadonlyMap<string, ImportedCell>;
  text(name: string): string;
}

/** A filled-in sheet: its column names, its rows and the cells that could not be read. */
export interface FilledForm {
  readonly sheet: ImportedSheet;
  readonly heads: readonly string[];
  readonly rows: readonly FormRow[];
  readonly unplaced: readonly UnreadCell[];
}

/** The header is looked for down to this row, since users insert rows above it. */
const MAX_HEADER_ROW = 30;

const normalizeHead = (cell: ImportedCell): string => cell.text.trim().toLowerCase();

/** Counts the known columns that a row names. */
const countKnownHeads = (row: readonly ImportedCell[], known: readonly string[]): number =>
  new Set(row.map(normalizeHead).filter((name) => known.includes(name))).size;

const findHeaderRow = (
  sheet: ImportedSheet,
  known: readonly string[],
): readonly ImportedCell[] | undefined => {
  const rows = sheet.rows.filter(([first]) => (first?.row ?? 0) <= MAX_HEADER_ROW);
  const best = rows.reduce<readonly ImportedCell[]>(
    (most, row) => (countKnownHeads(row, known) > countKnownHeads(most, known) ? row : most),
    [],
  );
  return countKnownHeads(best, known) * 2 >= known.length ? best : undefined;
};

/** Scores how well a sheet matches a form: its name counts most, then its columns. */
const scoreSheet = (sheet: ImportedSheet, name: string, known: readonly string[]): number => {
  const header = findHeaderRow(sheet, known);
  return header === undefined ? 0 : countKnownHeads(header, known) + (sheet.name === name ? known.length : 0);
};

/**
 * Finds the sheet that has most of the known columns and reads its rows. `isFilled` accepts further
 * columns. Returns undefined where no sheet has half of the columns.
 */
export const findFilledForm = (
  sheets: readonly ImportedSheet[],
  name: string,
  known: readonly string[],
  isFilled: (head: string) => boolean,
): FilledForm | undefined => {
  const [sheet] = sheets.toSorted(
    (one, other) => scoreSheet(other, name, known) - scoreSheet(one, name, known),
  );
  const header = sheet === undefined ? undefined : findHeaderRow(sheet, known);
  if (sheet === undefined || header === undefined) return undefined;
  const start = header[0]?.row ?? 1;
  const columns = new Map<number, string>();
  const twice = new Set<string>();
  for (const cell of header) {
    const head = normalizeHead(cell);
    // Of two columns with one name the first is the column that toile wrote.
    if ([...columns.values()].includes(head)) twice.add(head);
    else columns.set(cell.column, head);
  }
  const isKnown = (head: string | undefined): head is string =>
    head !== undefined && (known.includes(head) || isFilled(head));
  const unplaced: UnreadCell[] = [];
  const place = (cell: ImportedCell, why: string): void => {
    unplaced.push(createUnreadCell(sheet.name, withFormulaText(cell), why));
  };
  const rows: FormRow[] = [];
  for (const row of sheet.rows) {
    const number = row[0]?.row ?? 0;
    if (number === start) continue;
    if (number < start) {
      for (const cell of row) place(cell, 'it stands above the names of the columns');
      continue;
    }
    const cells = new Map<string, ImportedCell>();
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
  return { sheet, heads: [...columns.values()], rows, unplaced: [...unplaced, ...findMergedCells(sheet)] };
};

/** Returns the merged cells that hold text: the file does not say for which of their rows it is. */
const findMergedCells = (sheet: ImportedSheet): readonly UnreadCell[] => {
  const ranges = new Map(sheet.merged.map((range) => [range.split(':')[0] ?? '', range] as const));
  if (ranges.size === 0) return [];
  return sheet.rows.flat().flatMap((cell) => {
    const range = ranges.get(cell.place);
    if (range === undefined || range === cell.place) return [];
    const why = `its cell is merged (${range}), and read as if it stood in ${cell.place} alone`;
    return [createUnreadCell(sheet.name, withFormulaText(cell), why)];
  });
};

/**
 * Returns the cells of a row that hold a formula, with its result when the file was saved, and those that
 * hold an error value.
 */
export const findFormulaOrErrorCells = (
  form: FilledForm,
  row: FormRow,
  heads: readonly string[],
): readonly UnreadCell[] =>
  heads.flatMap((head) => {
    const cell = row.cells.get(head);
    if (cell?.kind === 'error' && cell.formula === undefined) {
      const why = 'an error of the spreadsheet program stands where something was';
      return [createUnreadCell(form.sheet.name, cell, why)];
    }
    if (cell?.formula === undefined) return [];
    const why = `a formula, which is not calculated here: it gave ${cell.text || 'nothing'} when the file was saved`;
    return [createUnreadCell(form.sheet.name, { ...cell, text: `=${cell.formula}` }, why)];
  });
