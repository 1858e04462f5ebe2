import { tsvCell, tsvLine } from '../border/cells.ts';
import { cellText, type Table } from './cell.ts';

/**
 * What a pipe gets: a line per row, cells between tabs, no header. Nothing is shortened; what would
 * break the line or reach a terminal as a command is escaped (`\t`, `\n`, `\r`, `\\`, `\u001b`).
 */
export const tsvLines = function* ({ rows }: Table): Generator<string> {
  for (const row of rows) yield tsvLine(row.map((cell) => tsvCell(cellText(cell))));
};
