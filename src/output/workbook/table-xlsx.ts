/** The output rows of any command as a workbook with one sheet (`--xlsx`). */

import { toNumberText, toPayloadText } from '../../platform/json/json-values.ts';
import { getProvenanceStyle } from './provenance-cells.ts';
import type { CellStyle, WorkbookCell } from './workbook-model.ts';
import { renderXlsxFile } from './xlsx-file.ts';

/** Flat records under named columns. */
interface RecordTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

const createRecordCell = (value: unknown, look: CellStyle): WorkbookCell => ({
  text: value === null || value === undefined ? '' : toPayloadText(value),
  isNumber: toNumberText(value) !== undefined,
  look,
});

/**
 * Returns for each column the index of its provenance column: its own for a provenance column, that of the
 * same name for a value and its unit, -1 for other columns.
 */
const findStateColumns = (columns: readonly string[]): readonly number[] =>
  columns.map((name, at) => {
    if (name === 'state' || name.endsWith('_state')) return at;
    const of = name === 'value' || name === 'unit' ? '' : name.replace(/_unit$/, '');
    return columns.indexOf(of === '' ? 'state' : `${of}_state`);
  });

/**
 * Returns the bytes of a workbook with these rows. Throws a Failure where there are more rows than the
 * format allows.
 */
export const renderTableXlsx = (name: string, { columns, rows }: RecordTable): Uint8Array => {
  const states = findStateColumns(columns);
  const cells = rows.map((row) =>
    columns.map((_, at) => {
      const state = row[states[at] ?? -1];
      return createRecordCell(row[at], typeof state === 'string' ? getProvenanceStyle(state) : 'plain');
    }),
  );
  const sheet = { name, columns: columns.map((head) => ({ head })), rows: cells };
  return renderXlsxFile({ title: name, footer: `toile ${name}`, sheets: [sheet] });
};
