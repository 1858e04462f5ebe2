import { isLexeme, writeJson } from './lossless.ts';

/** Flat records under named columns, one cell per column and in their order; what a view's rows look like. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly unknown[]>;
}

/** A value as the text of one cell: nothing for null, numbers as written, anything nested as compact JSON. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return isLexeme(value) ? value.value : writeJson(value);
}

const NAMED: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

const escaped = (sign: string): string =>
  NAMED[sign] ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** One line of printable text from any text: `\t`, `\n`, `\r`, `\\`, and `\uXXXX` for other control characters. */
export const escapeControls = (text: string): string => text.replace(/[\\\p{Cc}\p{Cs}]/gu, escaped);

/** Text as it is, with control characters escaped; tabs and line breaks stay. */
export const printable = (text: string): string => text.replace(/[^\P{Cc}\t\n\r]|\p{Cs}/gu, escaped);
