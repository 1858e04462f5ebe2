/**
 * Builds the bill of materials of one garment. The same item has the same key in the bills of all garments, so that the
 * garments that use it can be found.
 */

import { toPayloadText } from '../platform/json/json-values.ts';
import { readGraph } from './graph-model.ts';
import type { LeftOut } from './left-out.ts';
import { isSelectedKind } from './node-kinds.ts';
import { buildNodeTable, buildTableRows, type NodeColumn, type NodeRow } from './node-table.ts';
import { MAX_COLUMNS } from './table-columns.ts';
import { findTableLeftOut } from './table-left-out.ts';
import {
  findArticleCell,
  findNameCell,
  identifyTradeItem,
  isAmountColumn,
  isArticleColumn,
  isSupplierColumn,
  type TradeItem,
} from './trade-items.ts';
import { createTableSpec, type TableSpec } from './trade-tables.ts';
import type { Value } from './value.ts';

/** A row of a bill of materials, the item (material or trim) to which it belongs, and its printed name. */
export interface BillRow {
  readonly row: Pick<NodeRow, 'node' | 'line' | 'cells' | 'nestedValues' | 'leftover'>;
  readonly item: TradeItem;
  /**
   * The article of the row if it has one, else the name. Without both, it is the id of the node, followed by the path
   * of the row in the node.
   */
  readonly displayName: string;
}

/** The rows and columns of one bill of materials. */
export interface BillOfMaterials {
  readonly rows: readonly BillRow[];
  /** The names of the columns that are shown, in printed order. */
  readonly columns: readonly string[];
  /** Counts the values, members and nodes of the graph that the bill of materials does not show. */
  findLeftOut(): readonly LeftOut[];
}

/** The kinds of nodes in the bill; undefined means all kinds that belong to a bill of materials. */
type BillKinds = readonly string[] | undefined;

/** Options of a bill of materials: which kinds of nodes and which columns it shows. */
export interface BillOptions {
  readonly kinds: BillKinds;
  /** True if the bill shows all columns. If false, it shows only names, articles, suppliers, quantities and costs. */
  readonly shouldShowAll: boolean;
}

const LABEL_COLUMN = 'label';

const isDefaultColumn = (column: NodeColumn): boolean =>
  column.name === LABEL_COLUMN ||
  isArticleColumn(column.name) ||
  isSupplierColumn(column.name) ||
  isAmountColumn(column);

const readPayloadText = (entry: Value | undefined): string => toPayloadText(entry?.value ?? undefined);

const createBillSpec = (kinds: BillKinds): TableSpec => {
  const bill = createTableSpec('bom');
  return kinds === undefined
    ? bill
    : { ...bill, hasKind: (kind) => kind !== '' && isSelectedKind(kind, kinds) };
};

/**
 * Returns a row of a bill with its printed name and its item. If the item has neither an article number nor a name, its
 * key contains `garmentId`, so that it is never joined with an item of another garment.
 */
const toBillRow = (row: BillRow['row'], garmentId: string): BillRow => {
  const uniqueKey = `${garmentId} ${row.node.id} ${row.line}`;
  const displayName =
    readPayloadText(findArticleCell(row)) ||
    readPayloadText(findNameCell(row)) ||
    `${row.node.id} ${row.line}`.trim();
  return { row, item: identifyTradeItem(row, uniqueKey), displayName };
};

/** Returns the same rows as `buildBillOfMaterials` in half the time, because it builds no columns and relations. */
export const listBillRows = (graph: unknown, garmentId: string, kinds: BillKinds): readonly BillRow[] => {
  const [model, spec] = [readGraph(graph), createBillSpec(kinds)];
  const drafts = buildTableRows(model, spec);
  const names = new Set(drafts.flatMap(({ layout }) => layout.map(({ name }) => name)));
  const rows =
    // Only `buildNodeTable` limits a table to `MAX_COLUMNS` columns. It is slower, so it is used only if the rows could
    // have more columns.
    names.size + spec.fields.length > MAX_COLUMNS
      ? buildNodeTable(model, spec).rows
      : drafts.map((draft) => ({
          ...draft,
          cells: new Map(draft.values.map((value, at) => [draft.layout[at]?.name ?? '', value])),
        }));
  return rows.map((row) => toBillRow(row, garmentId));
};

/**
 * Builds the bill of materials from the body of a graph. The key of an unnamed item contains `garmentId`, so that it is
 * never joined with an item of another garment.
 */
export const buildBillOfMaterials = (
  graph: unknown,
  garmentId: string,
  options: BillOptions,
): BillOfMaterials => {
  const table = buildNodeTable(readGraph(graph), createBillSpec(options.kinds));
  const columns = table.columns
    .filter((column) => options.shouldShowAll || isDefaultColumn(column))
    .map(({ name }) => name);
  return {
    rows: table.rows.map((row) => toBillRow(row, garmentId)),
    columns,
    findLeftOut() {
      const shown = new Set<Value>();
      const shownNested = new Set<Value>();
      for (const { cells, nestedValues } of table.rows) {
        const rowCells = columns.flatMap((name) => cells.get(name) ?? []);
        for (const entry of rowCells) shown.add(entry);
        for (const entry of nestedValues)
          if (rowCells.some(({ path }) => path === entry.parent)) shownNested.add(entry);
      }
      return findTableLeftOut([table], (entry) =>
        shownNested.has(entry) || (options.shouldShowAll && shown.has(entry))
          ? ['value', 'why', 'beside']
          : shown.has(entry)
            ? ['value']
            : [],
      );
    },
  };
};
