/** Builds the bill of materials of one garment. The same item has the same key in the bills of all garments. */

import { toPayloadText } from '../platform/json/json-values.ts';
import { readGraph } from './graph-model.ts';
import type { LeftOut } from './left-out.ts';
import { isSelectedKind } from './node-kinds.ts';
import { buildNodeTable, type NodeColumn, type NodeRow, type NodeTable } from './node-table.ts';
import { findTableLeftOut } from './table-left-out.ts';
import {
  findArticleCell,
  findNameCell,
  isAmountColumn,
  isArticleColumn,
  isSupplierColumn,
  resolveTradeItem,
  type TradeItem,
} from './trade-items.ts';
import { createTableSpec } from './trade-tables.ts';
import type { Value } from './value.ts';

/** A row of a bill of materials, the item to which it belongs, and its printed name. */
export interface BillRow {
  readonly row: NodeRow;
  readonly item: TradeItem;
  /** The printed name of the row: the article, else the name, else the id of the node. */
  readonly displayName: string;
}

/** The rows and columns of one bill of materials. */
export interface BillOfMaterials {
  readonly rows: readonly BillRow[];
  /** The names of the columns that are shown, in printed order. */
  readonly columns: readonly string[];
  /** Counts the values, members and nodes of the graph that the shown columns do not show. */
  findLeftOut(): readonly LeftOut[];
}

/** Options of a bill of materials: which kinds of nodes and which columns it shows. */
export interface BillOptions {
  /** The kinds of nodes that are listed; undefined for all kinds that belong to a bill of materials. */
  readonly kinds: readonly string[] | undefined;
  /** True to show all columns and members; false for names, articles, suppliers, quantities and costs only. */
  readonly whole: boolean;
}

const LABEL_COLUMN = 'label';

const isDefaultColumn = (column: NodeColumn): boolean =>
  column.name === LABEL_COLUMN ||
  isArticleColumn(column.name) ||
  isSupplierColumn(column.name) ||
  isAmountColumn(column);

const readPayloadText = (entry: Value | undefined): string => toPayloadText(entry?.value ?? undefined);

/** Builds the table of the selected kinds; if none are selected, of all kinds that belong to a bill of materials. */
const buildBillTable = (graph: unknown, { kinds }: BillOptions): NodeTable => {
  const bill = createTableSpec('bom');
  const chosen = kinds && {
    ...bill,
    hasKind: (kind: string): boolean => kind !== '' && isSelectedKind(kind, kinds),
  };
  return buildNodeTable(readGraph(graph), chosen ?? bill);
};

/**
 * Builds the bill of materials from the body of a graph. A row that has neither article nor name gets a key with
 * `garmentId`, so that it is never joined with a row of another garment.
 */
export const buildBillOfMaterials = (
  graph: unknown,
  garmentId: string,
  choice: BillOptions,
): BillOfMaterials => {
  const table = buildBillTable(graph, choice);
  const columns = table.columns
    .filter((column) => choice.whole || isDefaultColumn(column))
    .map(({ name }) => name);
  return {
    rows: table.rows.map((row) => {
      const alone = `${garmentId} ${row.node.id} ${row.line}`;
      const called =
        readPayloadText(findArticleCell(row)) ||
        readPayloadText(findNameCell(row)) ||
        `${row.node.id} ${row.line}`.trim();
      return { row, item: resolveTradeItem(row, alone), displayName: called };
    }),
    columns,
    findLeftOut() {
      const shown = new Set<Value>();
      const held = new Set<Value>();
      for (const { cells, nestedValues } of table.rows) {
        const own = columns.flatMap((name) => cells.get(name) ?? []);
        for (const entry of own) shown.add(entry);
        for (const entry of nestedValues) if (own.some(({ path }) => path === entry.parent)) held.add(entry);
      }
      return findTableLeftOut([table], (entry) =>
        held.has(entry) || (choice.whole && shown.has(entry))
          ? ['value', 'why', 'beside']
          : shown.has(entry)
            ? ['value']
            : [],
      );
    },
  };
};
