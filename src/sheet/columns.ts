/** Which values of a kind have a column of their own on the sheet. */

import type { Entry } from '../garment/entries.ts';
import type { GraphNode } from '../garment/graph.ts';
import { neverLeftOut, readFirst } from '../garment/trade-kinds.ts';
import { cellOf, isCell } from '../view/kind-table.ts';

const MOST = 6;

/** What the trade reads first, then what at least every other node has, up to what a page has room for. */
export function columnsOf(kind: string, nodes: readonly GraphNode[]): readonly string[] {
  const often = new Map<string, number>();
  for (const node of nodes)
    for (const field of new Set(node.entries.filter(isCell).map((entry) => entry.field)))
      if (cellOf(node, field)) often.set(field, (often.get(field) ?? 0) + 1);
  const first = readFirst(kind).filter((field) => often.has(field));
  const common = [...often].filter(([, number]) => number * 2 >= nodes.length).map(([field]) => field);
  return [...new Set([...neverLeftOut(kind), ...first, ...common])].slice(0, MOST);
}

/** What a node holds beside its columns, its label and its relations. */
export const others = (node: GraphNode, columns: readonly string[]): readonly Entry[] =>
  node.entries.filter(
    (entry) =>
      !['label', 'link', 'plain'].includes(entry.role) &&
      !(isCell(entry) && columns.includes(entry.field) && cellOf(node, entry.field) === entry),
  );
