/** Lists the inferred values of a garment with their places, so that a factory can agree with each or correct it. */

import { toPayloadText } from '../platform/json/json-values.ts';
import type { NodeRelation } from './node-relations.ts';
import type { NodeColumn, NodeRow, NodeTable } from './node-table.ts';
import { readTailorBrief } from './open-body.ts';
import type { TradeTables } from './read-trade-tables.ts';
import { findRowName } from './table-text.ts';
import type { Value } from './value.ts';

/** An inferred value, with the table and row that contain it, and the name under which it is printed. */
export interface InferredValue {
  readonly table: string;
  /** The row of the value; undefined for a value in no row, such as a fact or a text of the brief. */
  readonly row: NodeRow | undefined;
  /** The printed name of the value: the heading of its column, its path, or the name of its relation. */
  readonly name: string;
  /** The size for which a graded value (one value for each size) applies. Empty for any other value. */
  readonly size: string;
  readonly value: Value;
  readonly relation: NodeRelation | undefined;
}

const isInferred = ({ state }: Pick<Value, 'state'>): boolean => state === 'inferred';

/** Returns the heading of a column without its size: `spec` for `spec.XS`. */
const formatBareHead = ({ role, head, size, base }: NodeColumn): string => {
  if (role === 'label') return 'name';
  if (size === undefined) return head;
  return role === undefined || role === 'spec' ? base : head.slice(0, -size.length - 1);
};

const isSameTolerance = (value: Value | undefined, otherValue: Value | undefined): boolean =>
  value !== undefined &&
  otherValue !== undefined &&
  value.path === otherValue.path &&
  toPayloadText(value.value) === toPayloadText(otherValue.value);

const listRowValues = (table: NodeTable, row: NodeRow): readonly InferredValue[] => {
  const place = { table: table.title, row, size: '', relation: undefined };
  const cells = table.columns.flatMap((column): readonly InferredValue[] => {
    const { role, size = '' } = column;
    const value = row.cells.get(column.name);
    if (value === undefined || !isInferred(value)) return [];
    const sized = size === '' ? '' : `.${size}`;
    const isBoth =
      (role === 'tol_minus' || role === 'tol_plus') &&
      isSameTolerance(row.cells.get(`tol_minus${sized}`), row.cells.get(`tol_plus${sized}`));
    if (isBoth && role === 'tol_plus') return [];
    return [{ ...place, name: isBoth ? 'tol ±' : formatBareHead(column), size, value }];
  });
  const others = [...row.leftover, ...row.nestedValues].filter(isInferred);
  return [
    ...cells,
    ...others.map((value) => ({ ...place, name: value.path, value })),
    ...row.relations
      .filter(isInferred)
      .map((relation) => ({ ...place, name: relation.name, value: relation.value, relation })),
  ];
};

/**
 * Lists the inferred values of a graph and a brief. The values in tables come first, then those in the facts, then
 * those in the brief. A tolerance such as `±1` is listed once, although two columns show it.
 */
export const listInferredValues = (
  { tables, further, bodyValues }: Pick<TradeTables, 'tables' | 'further' | 'bodyValues'>,
  brief: unknown,
): readonly InferredValue[] => {
  const texts = readTailorBrief(brief);
  const listOthers = (table: string, values: readonly Value[]): readonly InferredValue[] =>
    values
      .filter(isInferred)
      .map((value) => ({ table, row: undefined, name: value.path, size: '', value, relation: undefined }));
  return [
    ...[...tables, ...further].flatMap((table) => table.rows.flatMap((row) => listRowValues(table, row))),
    ...listOthers('Facts', bodyValues),
    ...listOthers('Tailor brief', [...texts.entries, ...texts.others]),
  ];
};

/**
 * Returns the name of a row: its label, else its description, else its path in the node, else the label or id of the
 * node.
 */
export const formatRowName = (row: NodeRow): string =>
  toPayloadText(findRowName(row)?.value ?? undefined) || row.line || row.node.label || row.node.id;
