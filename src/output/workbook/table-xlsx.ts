/** The output rows of any command as a workbook with one sheet (`--xlsx`). */

import { toNumberText, toPayloadText } from '../../platform/json/json-values.ts';
import { findStateColumns } from '../tables/flat-table.ts';
import { getProvenanceStyle } from './provenance-cells.ts';
import { STYLE_LEGEND } from './sheets/cover-sheet.ts';
import { type CellStyle, createTextCell, type WorkbookCell, type WorkbookSheet } from './workbook-model.ts';
import { renderXlsxFile } from './xlsx-file.ts';

interface RecordTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  /** For each row, the provenance of each cell; undefined for a cell that has its provenance in another column. */
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
 * Renders a table as an .xlsx file with one sheet `name`, in which the cell styles show the provenance. A second sheet
 * explains the styles if `hiddenStates` has a provenance. Throws a Failure if there are more rows than the format
 * allows.
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
  // If no column explains the fill of a cell, a second sheet explains all fills.
  const isFilled = hiddenStates.some((row) => row.some((state) => state !== undefined));
  const legend = isFilled ? [{ ...LEGEND_SHEET, isUnprinted: true }] : [];
  return renderXlsxFile({ title: name, footer: `toile ${name}`, sheets: [sheet, ...legend] });
};
