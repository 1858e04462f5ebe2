/** Nodes of one kind as a table, where all of them have the columns; their other values stay in the last one. */

import type { GraphNode } from '../garment/graph.ts';
import { cellOf } from '../garment/node-values.ts';
import { readFirst } from '../garment/trade-kinds.ts';
import { type Pieces, valuePieces } from './value-pieces.ts';

const MOST_COLUMNS = 5;
/** A column of longer texts would squeeze the others. */
const WIDEST = 32;

const pieceText = (pieces: Pieces): string =>
  pieces.map((part) => (typeof part === 'string' ? part : part.text)).join('');

export interface KindTable {
  readonly fields: readonly string[];
  readonly nodes: readonly GraphNode[];
}

/** Undefined where the nodes do not all have one column at least, or hold what a cell cannot. */
export const kindTable = (kind: string, nodes: readonly GraphNode[]): KindTable | undefined => {
  if (nodes.length < 2 || !nodes.every((node) => node.open && isFlat(node))) return undefined;
  const fields = readFirst(kind).filter((field) =>
    nodes.every((node) => {
      const cell = cellOf(node, field);
      return cell !== undefined && pieceText(valuePieces(cell)).length <= WIDEST;
    }),
  );
  return fields.length === 0 ? undefined : { fields: fields.slice(0, MOST_COLUMNS), nodes };
};

const isFlat = ({ entries }: GraphNode): boolean =>
  entries.every(({ role, within }) => within === undefined && role !== 'deep' && role !== 'self');
