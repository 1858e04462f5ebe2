import { toJsonText } from '../../platform/json/json-values.ts';
import { isWrittenNumber } from '../../platform/json/parse-json.ts';

/** A table: the names of its columns, and rows with one cell for each column. */
export interface FlatTable {
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly unknown[]>;
}

/**
 * Returns for each column the index of the column that holds its provenance, or -1 if there is none. The provenance of
 * `spec` and `spec_unit` is in `spec_state`, that of `value` and `unit` in `state`. A provenance column gets its own
 * index.
 */
export const findStateColumns = (columns: readonly string[]): readonly number[] =>
  columns.map((name, at) => {
    if (name === 'state' || name.endsWith('_state')) return at;
    const base = name === 'value' || name === 'unit' ? '' : name.replace(/_unit$/, '');
    return columns.indexOf(base === '' ? 'state' : `${base}_state`);
  });

/** Formats a value as the text of one cell: empty for null, numbers as written, objects and lists as compact JSON. */
export const formatCell = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return isWrittenNumber(value) ? value.value : toJsonText(value);
};
