import {
  type CsvSafe,
  formatCsvCell,
  formatCsvRecord,
  formatQuotedCell,
} from '../../platform/escape/spreadsheet-text.ts';
import { type FlatTable, formatCell } from './flat-table.ts';

/**
 * Formats a table as CSV (RFC 4180): a header, CRLF after every record, quotes around cells that need them. Escapes
 * control characters other than tab and line breaks (`\u0007`). Null is an empty cell, an empty text is `""`. Without
 * `header` the first line is omitted, to continue a table.
 */
export const formatCsvLines = function* ({ columns, rows }: FlatTable, header = true): Generator<string> {
  const cellOf = (cell: unknown): CsvSafe =>
    cell === '' ? formatQuotedCell('') : formatCsvCell(formatCell(cell));
  if (header) yield formatCsvRecord(columns.map(cellOf));
  for (const row of rows) yield formatCsvRecord(row.map(cellOf));
};
