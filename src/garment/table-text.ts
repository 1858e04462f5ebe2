/**
 * Formats the texts of tables that all output forms print alike: column heads with units, names of rows, and values
 * that stay on one line.
 */

import { toJsonText } from '../platform/json/json-values.ts';
import type { NodeColumn, NodeRow, NodeTable } from './node-table.ts';
import type { Value } from './value.ts';

/** Replaces spaces by no-break spaces, except after a comma. */
export const joinWords = (text: string): string => text.replaceAll(/(?<!,) /g, '\u00a0');

/**
 * Returns a text such as `26 1/4 in` (number, fraction and unit) with no-break spaces, so that it stays on one line.
 * A list of numbers can wrap after each comma. Any other text is returned unchanged, so that it can wrap.
 */
export const joinUnbroken = (text: string): string => {
  const words = text.split(' ');
  const isFigure = (word: string): boolean => /^[^\p{L}]{1,16}$/u.test(word) && /\d/.test(word);
  const unit = words.at(-1) ?? '';
  const figures = isFigure(unit) ? words : words.slice(0, -1);
  const isValue = figures.length > 0 && figures.every(isFigure) && [...unit].length <= 8;
  return isValue ? joinWords(text) : text;
};

/** Formats the head of a column with its unit, for example `spec (cm)`; without a unit, only the head. */
export const formatHeadWithUnit = ({ head, unit }: Pick<NodeColumn, 'head' | 'unit'>): string =>
  unit === undefined ? head : `${head} (${unit})`;

/** Returns the value that names a row: its label, else its description; undefined if it has neither. */
export const findRowName = ({ cells }: NodeRow): Value | undefined =>
  cells.get('label') ?? cells.get('description');

/**
 * Returns true if, in each row, `tol_plus` and `tol_minus` are both missing or equal. They are equal only if their
 * value, unit, provenance, basis, confidence and other members are equal. Returns false if the table has a column for
 * the tolerance of a single size, for example `tol_plus.XS`.
 */
export const hasEqualTolerances = ({ rows, columns }: NodeTable): boolean => {
  const formatTolerance = (value: Value | undefined): string | undefined =>
    value &&
    toJsonText([value.value, value.state, value.unit, value.basis, value.confidence, value.otherMembers]);
  return (
    !columns.some(({ name }) => /^tol_(?:plus|minus)\./.test(name)) &&
    rows.every(
      ({ cells }) => formatTolerance(cells.get('tol_plus')) === formatTolerance(cells.get('tol_minus')),
    )
  );
};
