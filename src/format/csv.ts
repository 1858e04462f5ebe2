import { cellText, printable, type Table } from './cell.ts';

/**
 * RFC 4180: a header, CRLF after every record, quotes where a cell needs them. Cells are as sent; control
 * characters other than tab and line breaks have no place in that grammar and are escaped (`\u0007`).
 * Null is nothing at all, an empty text is `""`. Without `header` it continues a table.
 */
export function* csvLines({ columns, rows }: Table, header = true): Generator<string> {
  if (header) yield record(columns.map(csvText));
  for (const row of rows) yield record(row.map(csvText));
}

// A record of one absent cell would be an empty line, which readers skip.
export const record = (cells: readonly string[]): string => `${cells.join(',') || '""'}\r\n`;

function csvText(cell: unknown): string {
  const text = printable(cellText(cell));
  return cell === '' ? '""' : quoted(text);
}

/** A field of the grammar; also spaces at its ends are kept by quotes, as some readers trim. */
export const quoted = (text: string): string =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
