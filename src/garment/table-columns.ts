/** Determines the columns of a table: their order, heads, units and sizes. */

import { toPayloadText } from '../platform/json/json-values.ts';
import { sortSizes } from './sizes.ts';
import { type TableSpec, TRADE_TABLES } from './trade-tables.ts';
import type { Value } from './value.ts';

/** A column of a table of nodes: its key, its heading with the unit, and the size if the column is for one size. */
export interface NodeColumn {
  /**
   * The key of the column. For a field of the trade vocabulary it is the key of the field, for example `tol_plus`, even
   * if the body spells the field differently. For a column with the values of one size it is a key such as `spec.M`.
   * For any other field it is the path in the body.
   */
  readonly name: string;
  /**
   * The key of a known field, for example `tol_plus`, if the column shows such a field. The trade vocabulary lists the
   * known fields. Undefined for a column that shows any other field.
   */
  readonly role: string | undefined;
  /**
   * The printed heading of the column without the unit, for example `tol +`. For a column with the specification of one
   * size, this is the size.
   */
  readonly head: string;
  /**
   * The unit that all values of the column have. It is printed in the head and not in each cell. Undefined if the units
   * differ.
   */
  readonly unit: string | undefined;
  /** The size, for example `XS`, of a column that has the values of a single size. */
  readonly size: string | undefined;
  /** The name of the column without the size, for example `spec`. */
  readonly base: string;
  readonly isSampleSize: boolean;
}

/** A cell of a row before the columns of the table are known, without its value. */
export interface CellDraft extends Pick<NodeColumn, 'name' | 'role' | 'size' | 'base'> {
  /** True if the size is in a list of sizes that the body has. Such sizes are printed in the order of their list. */
  readonly isListed: boolean;
}

/** The cells of a row, each with another name. Rows with the same members share one layout. */
export type RowLayout = readonly CellDraft[];

/** The cells of a row and their values, in the same order. */
export interface RowCells {
  readonly layout: RowLayout;
  readonly values: readonly Value[];
}

/**
 * The name of the column for a provenance that applies to a whole node. If the provenance applies only to the payload
 * or label of the node, it is printed with the payload or label.
 */
export const SELF_COLUMN = 'itself';

/**
 * The maximum number of columns of a table. Without a maximum, a body with a million different names would fill the
 * memory.
 */
export const MAX_COLUMNS = 500;

/**
 * Merges lists of names into one list without duplicates that keeps their order: `[a, c]` and `[a, b, c]` give `[a, b,
 * c]`. If two lists have names in a different order, the order of the first list is kept.
 */
export const mergeOrders = (rows: Iterable<readonly string[]>): readonly string[] => {
  const order: string[] = [];
  const known = new Set<string>();
  for (const row of rows) {
    if (row.every((name) => known.has(name))) continue;
    for (const [at, name] of row.entries()) {
      if (known.has(name)) continue;
      const before = row[at - 1];
      const next = before === undefined ? row.find((each) => known.has(each)) : undefined;
      // A name that `order` does not have yet is inserted after the name that precedes it in the row. The preceding
      // name is usually near the end of `order`, so the search begins there.
      const place =
        before !== undefined
          ? order.lastIndexOf(before) + 1
          : next !== undefined
            ? order.indexOf(next)
            : order.length;
      order.splice(place, 0, name);
      known.add(name);
    }
  }
  return order;
};

/**
 * Returns the sizes of a table in printed order. Sizes from a list in the body stay in the order of the list; otherwise
 * they are sorted, for example `S`, `M`, `L`.
 */
export const sortTableSizes = (layouts: readonly RowLayout[]): readonly string[] => {
  const rows = layouts.map((cells) => cells.filter(({ size }) => size !== undefined));
  const listSizes = (cells: RowLayout): readonly string[] => [
    ...new Set(cells.flatMap(({ size }) => size ?? [])),
  ];
  const listed = rows.map((cells) => listSizes(cells.filter(({ isListed }) => isListed)));
  const all = mergeOrders([...listed, ...rows.map(listSizes)]);
  return listed.some((sizes) => sizes.length > 0) ? all : sortSizes(all);
};

/**
 * Returns, by the name of the column, the unit that all values of the column share. It is undefined if the units differ,
 * or if a value has a payload but no unit.
 */
export const collectUnits = (rows: readonly RowCells[]): ReadonlyMap<string, string | undefined> => {
  const unitsByName = new Map<string, Set<string | undefined>>();
  for (const { layout, values } of rows)
    for (const [at, { value, unit }] of values.entries()) {
      const name = layout[at]?.name ?? '';
      const units = unitsByName.get(name) ?? new Set();
      const text = (unit ?? null) === null ? undefined : toPayloadText(unit);
      if (text !== undefined || (value ?? null) !== null) units.add(text);
      unitsByName.set(name, units);
    }
  return new Map(
    [...unitsByName].map(([name, units]) => [name, units.size === 1 ? [...units][0] : undefined]),
  );
};

type ColumnDraft = Pick<NodeColumn, 'name' | 'role' | 'size' | 'base'>;

/**
 * Collects the columns of the rows, at most 500. They are printed in this order: the value of the node itself, the
 * standard fields of the table, other columns with a value for each size, then all others. Some tables have columns
 * that belong together, such as `tol_plus` and `tol_minus`. If the rows have one of them, the others are added too,
 * even if they are empty.
 */
export const collectColumns = (
  layouts: readonly RowLayout[],
  sizes: readonly string[],
  { fields, table }: TableSpec,
): readonly ColumnDraft[] => {
  const found = new Map<string, ColumnDraft>();
  for (const { name, role, size, base } of layouts.flat())
    if (!found.has(name)) found.set(name, { name, role, size, base });
  const sizePositions = new Map(sizes.map((size, at) => [size, at] as const));
  const compareBySize = (one: ColumnDraft, other: ColumnDraft): number =>
    (sizePositions.get(one.size ?? '') ?? -1) - (sizePositions.get(other.size ?? '') ?? -1);
  const all = [...found.values()];
  const required: readonly string[] = (table && TRADE_TABLES[table].required) ?? [];
  const hasRequired = all.some(({ role }) => role !== undefined && required.includes(role));
  const known = fields.flatMap(({ key }) => {
    const own = all.filter(({ role }) => role === key).toSorted(compareBySize);
    return own.length === 0 && hasRequired && required.includes(key)
      ? [{ name: key, role: key, size: undefined, base: key }]
      : own;
  });
  const order = mergeOrders(layouts.map((cells) => cells.map(({ name }) => name)));
  const others = order.flatMap((name) => {
    const column = found.get(name);
    return column && !known.includes(column) ? [column] : [];
  });
  const graded = others.filter(({ size }) => size !== undefined);
  const bases = [...new Set(graded.map(({ base }) => base))];
  const selfColumns = others.filter(({ name }) => name === SELF_COLUMN);
  return [
    ...selfColumns,
    ...known,
    ...bases.flatMap((base) => graded.filter((column) => column.base === base).toSorted(compareBySize)),
    ...others.filter((column) => column.size === undefined && !selfColumns.includes(column)),
  ].slice(0, MAX_COLUMNS);
};

/**
 * Formats the head of a column, for example `tol +`. If the column has the values of one size, the head contains this
 * size. For size M, it is `M` for the specification and `tol + M` for the upper tolerance.
 */
export const formatColumnHead = ({ name, role, size, base }: ColumnDraft, { fields }: TableSpec): string => {
  const field = fields.find(({ key }) => key === role);
  if (size === undefined) return field?.head ?? name;
  return role === 'spec' ? size : `${field?.head ?? base} ${size}`;
};
