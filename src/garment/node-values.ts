/** What a reader looks up of a node: its label, a value by name, and which of its values are columns of its kind. */

import type { Entry } from './entries.ts';
import type { Graph, GraphNode } from './graph.ts';
import { neverLeftOut, readFirst } from './trade-kinds.ts';

export const labelOf = ({ entries }: GraphNode): Entry | undefined =>
  entries.find(({ role }) => role === 'label');

/** The value under the first of these names that the node has. */
export const firstValue = ({ entries }: GraphNode, ...fields: readonly string[]): Entry | undefined =>
  fields
    .map((field) => entries.find((entry) => entry.role === 'value' && entry.field === field))
    .find((entry) => entry !== undefined);

/** The garment itself, where the graph has exactly one node of that kind. */
export const garmentOf = ({ nodes }: Graph): GraphNode | undefined => {
  const [only, second] = nodes.filter(({ kind }) => kind === 'garment');
  return second === undefined ? only : undefined;
};

const isCell = ({ role, within }: Entry): boolean => role === 'value' && within === undefined;

/** The entry that a column shows of a node: its only one of that name. */
export const cellOf = ({ entries }: GraphNode, field: string): Entry | undefined => {
  const [only, second] = entries.filter((entry) => isCell(entry) && entry.field === field);
  return second === undefined ? only : undefined;
};

/** Columns for a kind: what the trade reads first, then what at least every other node has, `most` of them. */
export const columnsOf = (kind: string, nodes: readonly GraphNode[], most: number): readonly string[] => {
  const often = new Map<string, number>();
  for (const node of nodes)
    for (const field of new Set(node.entries.filter(isCell).map((entry) => entry.field)))
      if (cellOf(node, field)) often.set(field, (often.get(field) ?? 0) + 1);
  const first = readFirst(kind).filter((field) => often.has(field));
  const common = [...often].filter(([, number]) => number * 2 >= nodes.length).map(([field]) => field);
  return [...new Set([...neverLeftOut(kind), ...first, ...common])].slice(0, most);
};

/** What a node holds beside its columns, its label and its relations. */
export const besideColumns = (node: GraphNode, columns: readonly string[]): readonly Entry[] =>
  node.entries.filter(
    (entry) =>
      !['label', 'link', 'plain'].includes(entry.role) &&
      !(columns.includes(entry.field) && cellOf(node, entry.field) === entry),
  );
