/** Texts that every output form prints alike: heads with units, names of rows, values that do not wrap. */

import { toJsonText, toPayloadText } from '../platform/json/json-values.ts';
import type { NodeColumn, NodeRow, NodeTable } from './node-table.ts';
import type { Value } from './value.ts';

const NO_BREAK_SPACE = '\u00a0';

/**
 * Joins number, fraction and unit with no-break spaces: `26 1/4 in` stays on one line. Other texts are
 * returned unchanged, so that they can wrap.
 */
export const joinUnbroken = (text: string): string => {
  const words = text.split(' ');
  const isFigure = (word: string): boolean => /^[^\p{L}]{1,16}$/u.test(word) && /\d/.test(word);
  const unit = words.at(-1) ?? '';
  const figures = isFigure(unit) ? words : words.slice(0, -1);
  const isValue = figures.length > 0 && figures.every(isFigure) && [...unit].length <= 8;
  return isValue ? words.join(NO_BREAK_SPACE) : text;
};

/** Returns the head of a column with its unit: `spec (cm)`, `M (in)`. */
export const formatHeadWithUnit = ({ head, unit }: Pick<NodeColumn, 'head' | 'unit'>): string =>
  unit === undefined ? head : `${head} (${unit})`;

/**
 * Returns the payload of a cell as text without a provenance mark, with its unit unless the column head has the
 * unit. A tolerance gets its sign. Empty for a value without payload.
 */
export const formatCellText = (entry: Value, column: Pick<NodeColumn, 'role' | 'unit'>): string => {
  if ((entry.value ?? null) === null) return '';
  const text = toPayloadText(entry.value);
  const sign = column.role === 'tol_plus' ? '+' : column.role === 'tol_minus' ? '−' : '';
  const signed = sign !== '' && /^[-+−]?\s?\d/.test(text) ? sign + text.replace(/^[-+−]\s?/, '') : text;
  const unit = (entry.unit ?? null) === null ? '' : toPayloadText(entry.unit);
  return joinUnbroken(unit === '' || unit === column.unit ? signed : `${signed} ${unit}`);
};

/** Returns the name of a row: its label, else its description; undefined when it has none. */
export const findRowName = ({ cells }: NodeRow): Value | undefined =>
  cells.get('label') ?? cells.get('description');

/** Returns the key of a row in its node, for example `chest` for `measurements.chest`; else the id of the node. */
export const formatRowKey = ({ node, line }: NodeRow): string =>
  line === '' ? node.id : line.replace(/^.*[.](?=[^.[\]]+$)/s, '');

/**
 * Returns true when every row has the same tolerance on both sides (value, unit, provenance and reason), and
 * no size has a different one.
 */
export const hasEqualTolerances = ({ rows, columns }: NodeTable): boolean => {
  const write = (value: Value | undefined): string | undefined =>
    value &&
    toJsonText([value.value, value.state, value.unit, value.basis, value.confidence, value.otherMembers]);
  return (
    !columns.some(({ name }) => /^tol_(?:plus|minus)\./.test(name)) &&
    rows.every(({ cells }) => write(cells.get('tol_plus')) === write(cells.get('tol_minus')))
  );
};
