import { type CsvCell, csvCell, csvRecord, quotedCell } from '../border/cells.ts';
import { cellText, type Table } from './cell.ts';

/**
 * RFC 4180: a header, CRLF after every record, quotes where a cell needs them. Cells are as sent; control
 * characters other than tab and line breaks have no place in that grammar and are escaped (`\u0007`).
 * Null is nothing at all, an empty text is `""`. Without `header` it continues a table.
 */
export const csvLines = function* ({ columns, rows }: Table, header = true): Generator<string> {
  const cellOf = (cell: unknown): CsvCell => (cell === '' ? quotedCell('') : csvCell(cellText(cell)));
  if (header) yield csvRecord(columns.map(cellOf));
  for (const row of rows) yield csvRecord(row.map(cellOf));
};
