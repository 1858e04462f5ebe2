/** Nodes of one kind as a table, where all of them have the columns; their other values stay in the last one. */

import type { Entry } from '../garment/entries.ts';
import type { GraphNode } from '../garment/graph.ts';
import { readFirst } from '../garment/trade-kinds.ts';
import { type Pieces, valuePieces } from './value-pieces.ts';

const MOST_COLUMNS = 4;
/** A column of longer texts would squeeze the others. */
const WIDEST = 32;

const pieceText = (pieces: Pieces): string =>
  pieces.map((part) => (typeof part === 'string' ? part : part.text)).join('');

export const isCell = ({ role, within }: Entry): boolean => role === 'value' && within === undefined;

/** The entry that a column shows of a node: its only one of that name. */
export function cellOf(node: GraphNode, field: string): Entry | undefined {
  const found = node.entries.filter((entry) => isCell(entry) && entry.field === field);
  return found.length === 1 ? found[0] : undefined;
}

export interface KindTable {
  readonly fields: readonly string[];
  readonly nodes: readonly GraphNode[];
}

/** Undefined where the nodes do not all have one column at least, or hold what a cell cannot. */
export function kindTable(kind: string, nodes: readonly GraphNode[]): KindTable | undefined {
  if (nodes.length < 2 || !nodes.every((node) => node.open && isFlat(node))) return undefined;
  const fields = readFirst(kind).filter((field) =>
    nodes.every((node) => {
      const cell = cellOf(node, field);
      return cell !== undefined && pieceText(valuePieces(cell)).length <= WIDEST;
    }),
  );
  return fields.length === 0 ? undefined : { fields: fields.slice(0, MOST_COLUMNS + 1), nodes };
}

const isFlat = ({ entries }: GraphNode): boolean =>
  entries.every(({ role, within }) => within === undefined && role !== 'deep' && role !== 'self');
