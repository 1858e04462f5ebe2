import { isLexeme, writeJson } from '../json/lossless.ts';

/** Flat records under named columns, one cell per column and in their order; what a view's rows look like. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly unknown[]>;
}

/** A value as the text of one cell: nothing for null, numbers as written, anything nested as compact JSON. */
export const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return isLexeme(value) ? value.value : writeJson(value);
};
