/**
 * Builds the bill of materials of a garment. Each row has a key that is equal for the same item in several garments.
 */

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

/** One row of a bill of materials and the item it belongs to. */
export interface BillRow {
  readonly row: NodeRow;
  readonly item: TradeItem;
  /** The printed name of the row: the article, else the name, else the id of the node. */
  readonly displayName: string;
}

/** The rows and columns of one bill of materials, and the values of its nodes that the bill does not show. */
export interface BillOfMaterials {
  readonly rows: readonly BillRow[];
  /** The names of the columns that are shown, in printed order. */
  readonly columns: readonly string[];
  /** Returns what the columns do not show. */
  findLeftOut(): readonly LeftOut[];
}

/** The kinds of nodes and the details that a bill of materials shows. */
export interface BillOptions {
  /** The kinds of nodes that are listed; undefined for all kinds that belong to a bill of materials. */
  readonly kinds: readonly string[] | undefined;
  /** True to show all columns, with the other members of each value, instead of the default columns. */
  readonly whole: boolean;
}

const LABEL_COLUMN = 'label';

const isDefaultColumn = (column: NodeColumn): boolean =>
  column.name === LABEL_COLUMN ||
  isArticleColumn(column.name) ||
  isSupplierColumn(column.name) ||
  isAmountColumn(column);

const readPayloadText = (entry: Value | undefined): string => toPayloadText(entry?.value ?? undefined);

/** Builds the table of the bill from nodes of the selected kinds, or of all kinds of the bill of materials. */
const buildBillTable = (graph: unknown, { kinds }: BillOptions): NodeTable => {
  const bill = createTableSpec('bom');
  const chosen = kinds && {
    ...bill,
    hasKind: (kind: string): boolean => kind !== '' && isSelectedKind(kind, kinds),
  };
  return buildNodeTable(readGraph(graph), chosen ?? bill);
};

/**
 * Builds the bill of materials of the body of a graph. A row that has neither article nor name gets a key with
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
