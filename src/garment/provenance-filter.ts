/** Filters a table by provenance, for example to print only the inferred values, which have to be checked. */

import { appendAll } from '../platform/lists.ts';
import type { ProvenanceTally } from './flatten-body.ts';
import { countLeftOut, type LeftOut } from './left-out.ts';
import type { NodeRow, NodeTable } from './node-table.ts';
import type { Value } from './value.ts';

/** The word that stands for values without provenance in filters and counts. */
export const NO_PROVENANCE = 'none';

/**
 * The word in a filter that selects absent fields. A field is absent if a node lacks it although other nodes of its
 * kind have it. Users can type this word in the same list as provenance words.
 */
export const ABSENT_STATE = 'absent';

/** Returns the provenance word of a value; `none` for a value without provenance. */
export const toProvenanceName = ({ state }: Pick<Value, 'state'>): string => state ?? NO_PROVENANCE;

/**
 * Returns the number of values for each provenance word. The key `none` has the number of values without provenance.
 */
export const countByProvenanceWord = ({ states, none }: ProvenanceTally): ReadonlyMap<string, number> =>
  none === 0 ? states : new Map([...states, [NO_PROVENANCE, none + (states.get(NO_PROVENANCE) ?? 0)]]);

/** Returns true if the value has one of the provenance words `states`, or if `states` is undefined. */
export const hasSelectedProvenance = (
  states: readonly string[] | undefined,
  entry: Pick<Value, 'state'>,
): boolean => states === undefined || states.includes(toProvenanceName(entry));

/**
 * The columns that identify a row. In a row that a filter keeps, asserted values in these columns are kept too, even if
 * the filter does not select asserted values.
 */
const NAMING_COLUMNS: readonly string[] = ['label', 'code'];

/**
 * Counts the values that a filter removed because of their provenance, in total and for each provenance word. Outputs
 * print this count as `value of another state`.
 */
export const countOtherProvenance = (entries: Iterable<Pick<Value, 'state'>>): readonly LeftOut[] =>
  countLeftOut('value of another state', [...entries].map(toProvenanceName));

const isStatedName = (column: string, { state }: Value): boolean =>
  NAMING_COLUMNS.includes(column) && state === 'asserted';

/**
 * Returns a row with the values that have a provenance in `states`. Its label and code also stay if they are asserted.
 * Adds the other values to `removed`. Returns undefined if no value of the row has a provenance in `states`.
 */
const filterRow = (row: NodeRow, states: readonly string[], removed: Value[]): NodeRow | undefined => {
  const checkValue = (entry: Value): boolean => {
    const kept = hasSelectedProvenance(states, entry);
    if (!kept) removed.push(entry);
    return kept;
  };
  const removedBefore = removed.length;
  const cells = [...row.cells].filter(([name, entry]) => isStatedName(name, entry) || checkValue(entry));
  const relations = row.relations.filter(({ value }) => checkValue(value));
  const leftover = row.leftover.filter(checkValue);
  const isSelected = (entry: Value): boolean => hasSelectedProvenance(states, entry);
  const hasSelected =
    cells.some(([, entry]) => isSelected(entry)) || relations.length > 0 || leftover.length > 0;
  if (!hasSelected) {
    removed.length = removedBefore;
    appendAll(removed, listRowValues(row));
  }
  const usedBy = row.usedBy.filter((relation) => hasSelectedProvenance(states, relation));
  const nestedValues = row.nestedValues.filter(isSelected);
  return hasSelected
    ? { ...row, cells: new Map(cells), relations, usedBy, nestedValues, leftover }
    : undefined;
};

const listRowValues = ({ cells, relations, leftover }: NodeRow): readonly Value[] => [
  ...cells.values(),
  ...relations.map(({ value }) => value),
  ...leftover,
];

/**
 * Keeps only the values of a table that have a provenance listed in `states`, or all values if `states` is undefined.
 * Removes the rows and columns that become empty. The other rows keep their asserted label and code. `gone` counts the
 * removed values.
 */
export const filterTableByProvenance = (
  table: NodeTable,
  states: readonly string[] | undefined,
): { readonly table: NodeTable; readonly gone: readonly LeftOut[] } => {
  if (states === undefined) return { table, gone: [] };
  const gone: Value[] = [];
  const rows = table.rows.flatMap((row) => filterRow(row, states, gone) ?? []);
  const columnNames = new Set(rows.flatMap(({ cells }) => [...cells.keys()]));
  const relationNames = new Set(rows.flatMap(({ relations }) => relations.map(({ name }) => name)));
  return {
    table: {
      ...table,
      rows,
      columns: table.columns.filter(({ name }) => columnNames.has(name)),
      relations: table.relations.filter((name) => relationNames.has(name)),
    },
    gone: countOtherProvenance(gone),
  };
};
