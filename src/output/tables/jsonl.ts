import { escapeC1Controls, stripJsonSpace } from '../../platform/json/json-tokens.ts';
import { toJsonText } from '../../platform/json/json-values.ts';
import type { FlatTable } from './flat-table.ts';

/** Formats each row as a line of JSON with the columns as keys. Numbers keep their spelling; empty cells are null. */
export const formatRowsJsonl = function* ({ columns, rows }: FlatTable): Generator<string> {
  const keys = columns.map((column) => JSON.stringify(column));
  for (const row of rows)
    yield escapeC1Controls(`{${keys.map((key, at) => `${key}:${toJsonText(row[at])}`).join(',')}}\n`);
};

/** Formats a value as one line of JSON, with C1 controls escaped. */
export const formatValueJsonl = (value: unknown): string => escapeC1Controls(`${toJsonText(value)}\n`);

/** Formats the text of a JSON value as one line: tokens as sent, without spaces between them, C1 controls escaped. */
export const formatItemJsonl = (text: string): string => escapeC1Controls(`${stripJsonSpace(text)}\n`);
