/** Which values of a kind have a column of their own on the sheet. */

import type { Entry } from '../garment/entries.ts';
import type { GraphNode } from '../garment/graph.ts';
import { READ_FIRST, tradeKind } from '../garment/trade-kinds.ts';
import { cellOf, isCell } from '../view/kind-table.ts';

const MOST = 6;

/** Without a tolerance a factory may deliver anything, so its columns are there even where no node has one. */
const ALWAYS: Readonly<Record<string, readonly string[]>> = {
  measurement: ['code', 'spec', 'tol_plus', 'tol_minus'],
};

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** What the trade reads first, then what at least every other node has, up to what a page has room for. */
export function columnsOf(kind: string, nodes: readonly GraphNode[]): readonly string[] {
  const trade = tradeKind(kind);
  const often = new Map<string, number>();
  for (const node of nodes)
    for (const field of new Set(node.entries.filter(isCell).map((entry) => entry.field)))
      if (cellOf(node, field)) often.set(field, (often.get(field) ?? 0) + 1);
  const first = (own(READ_FIRST, trade) ?? []).filter((field) => often.has(field));
  const always = own(ALWAYS, trade) ?? [];
  const common = [...often].filter(([, number]) => number * 2 >= nodes.length).map(([field]) => field);
  return [...new Set([...always, ...first, ...common])].slice(0, MOST);
}

/** What a node holds beside its columns, its label and its relations. */
export const others = (node: GraphNode, columns: readonly string[]): readonly Entry[] =>
  node.entries.filter(
    (entry) =>
      !['label', 'link', 'plain'].includes(entry.role) &&
      !(isCell(entry) && columns.includes(entry.field) && cellOf(node, entry.field) === entry),
  );
