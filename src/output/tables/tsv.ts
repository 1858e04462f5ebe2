import { formatTsvCell, formatTsvLine } from '../../platform/escape/spreadsheet-text.ts';
import { type FlatTable, formatCell } from './flat-table.ts';

/**
 * Formats a table as TSV for a pipe: one line per row, tabs between cells, no header, nothing shortened. Characters
 * that would break the line or control a terminal are escaped (`\t`, `\n`, `\r`, `\\`, `\u001b`).
 */
export const formatTsvLines = function* ({ rows }: FlatTable): Generator<string> {
  for (const row of rows) yield formatTsvLine(row.map((cell) => formatTsvCell(formatCell(cell))));
};
