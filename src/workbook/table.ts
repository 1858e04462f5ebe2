/** Rows, as every command gives them to a pipe, as a workbook of one sheet. */

import { lexeme, payloadText } from '../json/values.ts';
import type { Cell, Look } from './book.ts';
import { lookOf } from './state-cells.ts';
import { xlsxOf } from './write.ts';

/** Flat records under named columns. */
interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

const cellOf = (value: unknown, look: Look): Cell => ({
  text: value === null || value === undefined ? '' : payloadText(value),
  isNumber: lexeme(value) !== undefined,
  look,
});

/** The column of each column's state: its own for a state, of the same name for a value and its unit; -1 for none. */
const stateColumns = (columns: readonly string[]): readonly number[] =>
  columns.map((name, at) => {
    if (name === 'state' || name.endsWith('_state')) return at;
    const of = name === 'value' || name === 'unit' ? '' : name.replace(/_unit$/, '');
    return columns.indexOf(of === '' ? 'state' : `${of}_state`);
  });

/** The bytes of the file. Throws a Failure for more rows than the format has. */
export const tableXlsx = (name: string, { columns, rows }: Table): Uint8Array => {
  const states = stateColumns(columns);
  const cells = rows.map((row) =>
    columns.map((_, at) => {
      const state = row[states[at] ?? -1];
      return cellOf(row[at], typeof state === 'string' ? lookOf(state) : 'plain');
    }),
  );
  const sheet = { name, columns: columns.map((head) => ({ head })), rows: cells };
  return xlsxOf({ title: name, foot: `toile ${name}`, sheets: [sheet] });
};
