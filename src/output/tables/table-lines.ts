/** Formats tables as lines of CSV, TSV and JSON. */

import {
  type CsvSafe,
  formatCsvCell,
  formatCsvRecord,
  formatQuotedCell,
  formatTsvLine,
} from '../../platform/escape/spreadsheet-text.ts';
import { escapeC1Controls, stripJsonSpace } from '../../platform/json/json-tokens.ts';
import { toJsonText } from '../../platform/json/json-values.ts';
import { type FlatTable, formatCell } from './flat-table.ts';

/**
 * Formats a table as CSV (RFC 4180): a header unless `hasHeader` is false, CRLF after every record, and quotes around
 * cells that need them. Control characters other than tab and line breaks are escaped, for example as `\u0007`. Null is
 * an empty cell, and an empty text is `""`.
 */
export const formatCsvLines = function* ({ columns, rows }: FlatTable, hasHeader = true): Generator<string> {
  const formatRecordCell = (cell: unknown): CsvSafe =>
    cell === '' ? formatQuotedCell('') : formatCsvCell(formatCell(cell));
  if (hasHeader) yield formatCsvRecord(columns.map(formatRecordCell));
  for (const row of rows) yield formatCsvRecord(row.map(formatRecordCell));
};

/**
 * Formats a table as TSV for a pipe: one line per row with a line feed at its end, tabs between cells, no header,
 * nothing shortened. Characters that would break the line or control a terminal are escaped (`\t`, `\n`, `\r`, `\\`,
 * `\u001b`).
 */
export const formatTsvLines = function* ({ rows }: FlatTable): Generator<string> {
  for (const row of rows) yield formatTsvLine(row.map(formatCell));
};

/**
 * Formats each row as a line of JSON with a line feed at its end. The columns are the keys, numbers keep their
 * spelling, and empty cells are null.
 */
export const formatRowsJsonl = function* ({ columns, rows }: FlatTable): Generator<string> {
  const keys = columns.map((column) => JSON.stringify(column));
  for (const row of rows)
    yield escapeC1Controls(`{${keys.map((key, at) => `${key}:${toJsonText(row[at])}`).join(',')}}\n`);
};

/**
 * Formats a value as one line of JSON with a line feed at its end. C1 control characters (U+0080 to U+009F) are
 * escaped.
 */
export const formatValueJsonl = (value: unknown): string => escapeC1Controls(`${toJsonText(value)}\n`);

/**
 * Formats the text of a JSON value as one line with a line feed at its end. Numbers and texts keep their spelling,
 * spaces outside texts are removed, and C1 controls are escaped.
 */
export const formatItemJsonl = (text: string): string => escapeC1Controls(`${stripJsonSpace(text)}\n`);
