import type { Passed } from './passed.ts';
import { escapeOf } from './unseen.ts';

/** A cell of a CSV record, as its grammar wants it (RFC 4180). */
export type CsvCell = Passed<'csv cell'>;
/** A cell of a line between tabs. */
export type TsvCell = Passed<'tsv cell'>;

const NAMED: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escaped = (sign: string): string => NAMED[sign] ?? escapeOf(sign);

/** Text as it is, with control characters escaped; tabs and line breaks stay. */
export const printable = (text: string): string =>
  PLAIN.test(text) ? text : text.replace(/[^\P{Cc}\t\n\r]|\p{Cs}/gu, escaped);

const inQuotes = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A cell as sent: in quotes where the grammar, the sign between cells or a reader that trims needs them. */
export const csvCell = (text: string): CsvCell => {
  const it = printable(text);
  return (/["\r\n]|^\s|\s$/.test(it) || it.includes(',') ? inQuotes(it) : it) as CsvCell;
};

/** A cell in quotes, whatever it holds: a reader that separates by other signs than commas takes none of them from it. */
export const quotedCell = (text: string): CsvCell => inQuotes(printable(text)) as CsvCell;

/** A record and its end. One absent cell alone would be an empty line, which readers skip. */
export const csvRecord = (cells: readonly CsvCell[]): string => `${cells.join(',') || '""'}\r\n`;

/** Most cells hold nothing else: one look spares them the search for what Unicode calls a control. */
const PLAIN = /^[ -[\]-~]*$/;

/** One line of printable text: `\t`, `\n`, `\r`, `\\`, and `\uXXXX` for other control characters. */
export const tsvCell = (text: string): TsvCell =>
  (PLAIN.test(text) ? text : text.replace(/[\\\p{Cc}\p{Cs}]/gu, escaped)) as TsvCell;

export const tsvLine = (cells: readonly TsvCell[]): string => `${cells.join('\t')}\n`;
