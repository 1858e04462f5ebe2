import { toJsonText } from '../../platform/json/json-values.ts';
import { isWrittenNumber } from '../../platform/json/parse-json.ts';

/** Flat records under named columns, with one cell for each column, in their order. */
export interface FlatTable {
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly unknown[]>;
}

/**
 * Formats a value as the text of one cell: empty for null, numbers as written, objects and lists as compact
 * JSON.
 */
export const formatCell = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return isWrittenNumber(value) ? value.value : toJsonText(value);
};
