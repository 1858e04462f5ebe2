/** Materials and trims of many garments, the same ones together. */

import { payloadText } from '../json/values.ts';
import { articleOf, type Item, isAmount, isArticle, isSupplier, itemOf, nameOf } from './bought.ts';
import type { Entry } from './entries.ts';
import { readGraph } from './graph.ts';
import { wanted } from './kinds.ts';
import type { LeftOut } from './left-out.ts';
import { type NodeColumn, type NodeRow, type NodeTable, nodeTable } from './node-table.ts';
import { wantedTable } from './table-kinds.ts';
import { leftOutOfTables } from './table-left-out.ts';

/** One row of a bill, and what joins it with others. */
export interface Bought {
  readonly row: NodeRow;
  readonly item: Item;
  /** As its garment calls it: the article, or else the name; its node where there is neither. */
  readonly called: string;
}

export interface Bill {
  readonly bought: readonly Bought[];
  /** Of the columns those that are shown, in the order in which the trade reads them. */
  readonly columns: readonly string[];
  readonly left: readonly LeftOut[];
}

export interface BillChoice {
  readonly kinds: readonly string[] | undefined;
  /** Every value of a row, with what stands beside it. */
  readonly whole: boolean;
}

const LABEL = 'label';

const isShown = (column: NodeColumn): boolean =>
  column.name === LABEL || isArticle(column.name) || isSupplier(column.name) || isAmount(column);

const textOf = (entry: Entry | undefined): string =>
  (entry?.value ?? null) === null ? '' : payloadText(entry?.value);

/** Its kinds are those of the bill of materials, or those that were named. */
const tableOf = (graph: unknown, { kinds }: BillChoice): NodeTable => {
  const bill = wantedTable('bom');
  const belongs = (kind: string): boolean =>
    kinds ? kind !== '' && wanted(kind, kinds) : bill.belongs(kind);
  return nodeTable(readGraph(graph), { ...bill, belongs });
};

/** What one garment buys. `whose` tells its nodes from those of others. */
export const billOf = (graph: unknown, whose: string, choice: BillChoice): Bill => {
  const table = tableOf(graph, choice);
  const columns = table.columns.filter((column) => choice.whole || isShown(column)).map(({ name }) => name);
  const shown = new Set<Entry>();
  const held = new Set<Entry>();
  for (const { cells, within } of table.rows) {
    const own = columns.flatMap((name) => cells.get(name) ?? []);
    for (const entry of own) shown.add(entry);
    for (const entry of within) if (own.some(({ field }) => field === entry.within)) held.add(entry);
  }
  const left = leftOutOfTables([table], (entry) =>
    held.has(entry) || (choice.whole && shown.has(entry))
      ? ['value', 'why', 'beside']
      : shown.has(entry)
        ? ['value']
        : [],
  );
  return {
    bought: table.rows.map((row) => {
      const alone = `${whose} ${row.node.id} ${row.line}`;
      const called = textOf(articleOf(row)) || textOf(nameOf(row)) || `${row.node.id} ${row.line}`.trim();
      return { row, item: itemOf(row, alone), called };
    }),
    columns,
    left,
  };
};
