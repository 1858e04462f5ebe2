import { writeJson } from '../json/lossless.ts';
import { compact, escapeC1 } from '../json/tokens.ts';
import type { Table } from './cell.ts';

/** A JSON object per row, the columns as keys; numbers as written, null where a cell is null or absent. */
export const rowsJsonl = function* ({ columns, rows }: Table): Generator<string> {
  const keys = columns.map((column) => JSON.stringify(column));
  for (const row of rows)
    yield escapeC1(`{${keys.map((key, at) => `${key}:${writeJson(row[at])}`).join(',')}}\n`);
};

/** A value as one line of JSON. */
export const valueJsonl = (value: unknown): string => escapeC1(`${writeJson(value)}\n`);

/** The text of a JSON value as one line: every token as sent, the space between them gone, C1 controls escaped. */
export const itemJsonl = (text: string): string => escapeC1(`${compact(text)}\n`);
