/** Renders the output rows of any command as an .xlsx workbook (flag `--xlsx`). */

import { toNumberText, toPayloadText } from '../../platform/json/json-values.ts';
import { findStateColumns } from '../tables/flat-table.ts';
import { getProvenanceStyle } from './provenance-cells.ts';
import { STYLE_LEGEND } from './sheets/cover-sheet.ts';
import { type CellStyle, createTextCell, type WorkbookCell, type WorkbookSheet } from './workbook-model.ts';
import { renderXlsxFile } from './xlsx-file.ts';

interface RecordTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  /**
   * The provenance words of the cells, as one list per row. The word of a cell is undefined if a column of the table
   * shows the provenance of this cell, or if the cell has no provenance.
   */
  readonly hiddenStates?: readonly (readonly (string | undefined)[])[];
}

const LEGEND_SHEET: WorkbookSheet = {
  name: 'States',
  columns: [{ head: 'fill' }, { head: 'meaning', maxWidth: 80 }],
  rows: STYLE_LEGEND.map(([name, words, style]) => [createTextCell(name, style), createTextCell(words)]),
};

const createRecordCell = (value: unknown, style: CellStyle): WorkbookCell => ({
  text: value === null || value === undefined ? '' : toPayloadText(value),
  isNumber: toNumberText(value) !== undefined,
  style,
});

/**
 * Renders a table as an .xlsx file with the sheet `name`. The style of a cell shows the provenance of its value.
 * `hiddenStates` has the provenance words that no column shows; if there are any, a second sheet explains the styles.
 * Throws a Failure if the table has more rows or columns than a sheet can have.
 */
export const renderTableXlsx = (
  name: string,
  { columns, rows, hiddenStates = [] }: RecordTable,
): Uint8Array => {
  const states = findStateColumns(columns);
  const cells = rows.map((row, line) =>
    columns.map((_, at) => {
      const state = row[states[at] ?? -1] ?? hiddenStates[line]?.[at];
      return createRecordCell(row[at], typeof state === 'string' ? getProvenanceStyle(state) : 'plain');
    }),
  );
  const sheet = { name, columns: columns.map((head) => ({ head })), rows: cells };
  const isFilled = hiddenStates.some((row) => row.some((state) => state !== undefined));
  const legend = isFilled ? [{ ...LEGEND_SHEET, isUnprinted: true }] : [];
  return renderXlsxFile({ title: name, footer: `toile ${name}`, sheets: [sheet, ...legend] });
};
