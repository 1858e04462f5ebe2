/**
 * Finds a sheet in a returned workbook by the heads of its columns, even if the columns were moved. Compares the sheet
 * with the version that was sent.
 */

import type { AddedRow, ChangedCell, RemovedRow, UnreadCell } from '../../../garment/workbook-answers.ts';
import { ROW_ID_HEAD, type SentColumn, type SentRow } from '../baseline.ts';
import type { ImportedCell } from '../read-cells.ts';
import type { ImportedSheet } from '../read-xlsx.ts';
import {
  type CellsByKey,
  createReturnedRow,
  createUnreadCell,
  findSentRow,
  isSameAsSent,
  type ReturnedRow,
  readSubject,
} from './returned-row.ts';

/** Returns a cell with a text. If the cell contains only a formula, the text is this formula, for example `=A1+B1`. */
export const withFormulaText = (cell: ImportedCell): ImportedCell => ({
  ...cell,
  text: cell.text || `=${cell.formula}`,
});

/**
 * A sheet to look for in a returned workbook. `rows` are the rows of the sheet when the workbook was sent. `rows` is
 * undefined if the workbook has no record of them.
 */
export interface SheetForm {
  readonly name: string;
  readonly columns: readonly SentColumn[];
  readonly rows: readonly SentRow[] | undefined;
  /**
   * Returns the key of a column that is not in `columns` but that the factory fills in, for example `measured proto`.
   * `head` is the text at the top of the column. Returns undefined for any other column.
   */
  parseFilledHead(head: string): string | undefined;
}

/** A returned sheet: its rows, and its differences from the sent version. */
export interface ReturnedTable {
  readonly sheet: ImportedSheet;
  readonly keys: readonly string[];
  readonly rows: readonly ReturnedRow[];
  readonly changed: readonly ChangedCell[];
  readonly added: readonly AddedRow[];
  readonly removed: readonly RemovedRow[];
  readonly unplaced: readonly UnreadCell[];
}

/** The keys of columns that a returned workbook may lack. They are not reported as missing. */
const OPTIONAL_KEYS: readonly string[] = [ROW_ID_HEAD, 'remark', 'spec_unit'];

/**
 * The number of the last row in which the column heads are searched. They may stand below the first row, because users
 * insert rows above them.
 */
const MAX_HEADER_ROW = 30;

/** Returns a column head in lower case and without a unit in brackets: `Spec (cm)` becomes `spec`. */
const normalizeHead = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/ \([^()]{0,40}\)/, '')
    .trim()
    .toLowerCase();
const listHeads = ({ columns }: SheetForm): ReadonlySet<string> =>
  new Set(columns.map(({ head }) => normalizeHead(head)));

const countKnownHeads = (row: readonly ImportedCell[], known: ReadonlySet<string>): number =>
  new Set(row.map(({ text }) => normalizeHead(text)).filter((head) => known.has(head))).size;

const findHeaderRow = (sheet: ImportedSheet, known: ReadonlySet<string>) => {
  const rows = sheet.rows.filter(([first]) => (first?.row ?? 0) <= MAX_HEADER_ROW);
  const best = rows.reduce<readonly ImportedCell[]>(
    (bestSoFar, row) => (countKnownHeads(row, known) > countKnownHeads(bestSoFar, known) ? row : bestSoFar),
    [],
  );
  return countKnownHeads(best, known) * 2 >= known.size ? best : undefined;
};

/**
 * Finds the sheet of a returned workbook that has the table of `form`. The sheet must have at least half of the columns
 * of `form`. Prefers the sheet with the name of `form`, then the sheet with the most of these columns.
 */
export const findFormSheet = (
  sheets: readonly ImportedSheet[],
  form: SheetForm,
): ImportedSheet | undefined => {
  const known = listHeads(form);
  const scoreSheet = (sheet: ImportedSheet): number => {
    const header = findHeaderRow(sheet, known);
    return header === undefined
      ? 0
      : countKnownHeads(header, known) + (sheet.name === form.name ? known.size : 0);
  };
  const [best] = sheets.toSorted((a, b) => scoreSheet(b) - scoreSheet(a));
  return best !== undefined && scoreSheet(best) > 0 ? best : undefined;
};

/** Returns the cells that toile filled in and the factory changed. */
const compareRow = (
  sheet: string,
  row: ReturnedRow,
  form: SheetForm,
  keys: ReadonlySet<string>,
): readonly ChangedCell[] =>
  form.columns.flatMap(({ key, head, role }, at) => {
    const sent = row.sent?.cells[at];
    const cell = row.cells.get(key);
    const now = cell === undefined ? '' : withFormulaText(cell).text;
    if (role !== 'given' || sent === undefined || !keys.has(key) || isSameAsSent(sent, now)) return [];
    return [
      {
        sheet,
        cell: cell?.place ?? '',
        ...row.subject,
        field: normalizeHead(head),
        sent: sent.text,
        sent_unit: sent.unit,
        sent_state: sent.state,
        now,
      },
    ];
  });

/**
 * Returns the cells of a row from which toile cannot read an answer. These are cells with an error value, cells into
 * which the factory typed a formula, and cells in which a value replaces a formula of toile.
 */
const findFormulaOrErrorCells = (
  sheet: string,
  cells: CellsByKey,
  form: SheetForm,
  sent: SentRow | undefined,
): readonly UnreadCell[] =>
  [...cells].flatMap(([key, cell]) => {
    const at = form.columns.findIndex((column) => column.key === key);
    if (form.columns[at]?.role === 'formula')
      return cell.formula === undefined && sent !== undefined && sent.cells[at]?.text !== cell.text
        ? [
            createUnreadCell(
              sheet,
              cell,
              'it was typed over a formula; toile calculates the value from the cells',
            ),
          ]
        : [];
    if (cell.kind === 'error' && cell.formula === undefined)
      return [createUnreadCell(sheet, cell, 'the value was replaced by an error of the spreadsheet program')];
    if (cell.formula === undefined) return [];
    const formula = `=${cell.formula}`;
    // A CSV file has only the formula of a cell, not its result. The text of the cell is then the formula.
    const result = cell.text === formula ? '' : `; its saved result is ${cell.text || 'nothing'}`;
    const why = `a formula, which toile does not calculate${result}`;
    return [createUnreadCell(sheet, { ...cell, text: formula }, why)];
  });

/**
 * Returns an UnreadCell for the first cell of each merged range. Its message says that the text was read for this cell
 * only, and not for the other cells of the range.
 */
const findMergedCells = (sheet: ImportedSheet): readonly UnreadCell[] => {
  const ranges = new Map(sheet.merged.map((range) => [range.split(':')[0] ?? '', range] as const));
  if (ranges.size === 0) return [];
  return sheet.rows.flat().flatMap((cell) => {
    const range = ranges.get(cell.place);
    if (range === undefined || range === cell.place) return [];
    const why = `its cell is merged (${range}), and read as the cell ${cell.place} only`;
    return [createUnreadCell(sheet.name, withFormulaText(cell), why)];
  });
};

interface ReturnedHeader {
  /** Maps the number of each recognized column to its key. */
  readonly keys: ReadonlyMap<number, string>;
  /**
   * Maps the number of each column that is not read to the reason. The reason is an empty text for a column of
   * formulas.
   */
  readonly reasons: ReadonlyMap<number, string>;
}

/**
 * Finds the form column for each column of a returned sheet, by its head. If several form columns have the same head,
 * for example `·`, the order of the columns decides.
 */
const readHeader = (header: readonly ImportedCell[], form: SheetForm): ReturnedHeader => {
  const keys = new Map<number, string>();
  const reasons = new Map<number, string>();
  const heads = form.columns.map(({ head }) => normalizeHead(head));
  const columns = header.map(({ text, column }) => ({ text, head: normalizeHead(text), column }));
  const isTaken = (key: string): boolean => [...keys.values()].includes(key);
  for (const pass of ['alone', 'beside', 'next'] as const)
    for (const { head, column } of columns) {
      if (keys.has(column)) continue;
      const candidates = form.columns.filter(({ key }, at) => heads[at] === head && !isTaken(key));
      const isRepeated = new Set(candidates.map(({ key }) => key)).size > 1;
      const previousKey = keys.get(column - 1);
      const neighbour = candidates.find(
        ({ key }) =>
          form.columns[form.columns.findIndex((each) => each.key === key) - 1]?.key === previousKey,
      );
      const found =
        pass === 'alone' && isRepeated ? undefined : pass === 'beside' ? neighbour : candidates[0];
      if (found !== undefined) keys.set(column, found.key);
    }
  for (const { text, head, column } of columns) {
    if (keys.has(column)) continue;
    const known = form.columns[heads.indexOf(head)];
    const key = form.parseFilledHead(head);
    if (known === undefined && key !== undefined && !isTaken(key)) keys.set(column, key);
    else if (known?.role === 'formula') reasons.set(column, '');
    else
      reasons.set(
        column,
        `its column ${JSON.stringify(text)} is ${known || key !== undefined ? 'given twice' : 'not part of this sheet'}`,
      );
  }
  return { keys, reasons };
};

/**
 * Reads a returned sheet and compares it with the sheet that was sent. A returned row is matched with a sent row by the
 * id in a hidden column. Without this id, it is matched by its subject (what the row is about, for example a node and a
 * size).
 */
export const readReturnedTable = (sheet: ImportedSheet, form: SheetForm): ReturnedTable => {
  const header = findHeaderRow(sheet, listHeads(form)) ?? [];
  const headerRow = header[0]?.row ?? 1;
  const { keys, reasons } = readHeader(header, form);
  const presentKeys = new Set(keys.values());
  const unplaced: UnreadCell[] = [];
  const addUnplaced = (cell: ImportedCell, why: string): void => {
    unplaced.push(createUnreadCell(sheet.name, withFormulaText(cell), why));
  };
  const foundRows: { readonly number: number; readonly cells: CellsByKey }[] = [];
  for (const row of sheet.rows) {
    const number = row[0]?.row ?? 0;
    if (number === headerRow) continue;
    if (number < headerRow) {
      for (const cell of row) addUnplaced(cell, 'it is above the column names');
      continue;
    }
    const cells = new Map<string, ImportedCell>();
    for (const cell of row) {
      const key = keys.get(cell.column);
      if (key !== undefined) cells.set(key, cell);
      else if (reasons.get(cell.column) !== '')
        addUnplaced(cell, reasons.get(cell.column) ?? 'its column has no name');
    }
    if (cells.size > 0) foundRows.push({ number, cells });
  }
  const sentRows = form.rows ?? [];
  const byId = new Map(sentRows.map((row) => [row.id, row]));
  const matchedRows = new Set<SentRow>();
  const matches = foundRows.map(({ cells }) => {
    const row = byId.get(cells.get(ROW_ID_HEAD)?.text ?? '');
    if (row === undefined) return undefined;
    const { code, description } = readSubject(cells);
    // If the user copies a row, the copy has the same row id as the original. It is a new row if its code and its
    // description both differ from those of the original.
    const isNewRow = row.subject.code !== code && row.subject.description !== description;
    if (matchedRows.has(row) && isNewRow) return undefined;
    matchedRows.add(row);
    return row;
  });
  foundRows.forEach(({ cells }, at) => {
    if (matches[at] !== undefined || byId.has(cells.get(ROW_ID_HEAD)?.text ?? '')) return;
    const row = findSentRow(
      sentRows.filter((each) => !matchedRows.has(each)),
      readSubject(cells),
    );
    if (row === undefined) return;
    matches[at] = row;
    matchedRows.add(row);
  });
  const rows: ReturnedRow[] = [];
  const added: AddedRow[] = [];
  foundRows.forEach(({ number, cells }, at) => {
    const row = matches[at];
    for (const cell of findFormulaOrErrorCells(sheet.name, cells, form, row)) unplaced.push(cell);
    if (form.rows !== undefined && row === undefined) {
      const texts = [...cells].filter(([key, { text, formula }]) => key !== ROW_ID_HEAD && (text || formula));
      const heads = new Map(form.columns.map(({ key, head }) => [key, normalizeHead(head)]));
      if (texts.length > 0)
        added.push({
          sheet: sheet.name,
          row: String(number),
          cells: texts.map(([key, cell]) => ({
            column: heads.get(key) ?? key,
            cell: cell.place,
            text: withFormulaText(cell).text,
          })),
        });
    } else rows.push(createReturnedRow(cells, form.columns, row));
  });
  return {
    sheet,
    keys: [...presentKeys],
    rows,
    changed: rows.flatMap((row) => compareRow(sheet.name, row, form, presentKeys)),
    added,
    removed: sentRows
      .filter((row) => !matchedRows.has(row))
      .map(({ subject }) => ({ sheet: form.name, ...subject })),
    unplaced: [
      ...form.columns
        .filter(({ key }) => !presentKeys.has(key) && !OPTIONAL_KEYS.includes(key))
        .filter(({ role }) => role === 'given' || role === 'filled')
        .map(({ head }) =>
          createUnreadCell(
            sheet.name,
            { place: '', text: normalizeHead(head) },
            'the column is missing or was renamed',
          ),
        ),
      ...unplaced,
      ...findMergedCells(sheet),
    ],
  };
};
