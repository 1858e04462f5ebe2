/** Selects the columns under which all nodes of a kind fit a table. */

import type { GraphNode } from '../../garment/graph-model.ts';
import { findCellValue } from '../../garment/node-values.ts';
import { listFirstColumns } from '../../garment/trade-kinds.ts';
import { renderValueRuns, type TextRuns } from './value-runs.ts';

const MAX_COLUMNS = 5;
/** A column of longer texts would squeeze the others. */
const MAX_CELL_WIDTH = 32;

const joinRunText = (pieces: TextRuns): string =>
  pieces.map((part) => (typeof part === 'string' ? part : part.text)).join('');

/** Nodes of one kind and the fields that are their columns. */
export interface KindTable {
  readonly fields: readonly string[];
  readonly nodes: readonly GraphNode[];
}

/**
 * Returns the nodes and columns of a table, or undefined where the nodes share no column or hold a value
 * that does not fit a cell.
 */
export const buildKindTable = (kind: string, nodes: readonly GraphNode[]): KindTable | undefined => {
  if (nodes.length < 2 || !nodes.every((node) => node.isObject && isFlatNode(node))) return undefined;
  const fields = listFirstColumns(kind).filter((field) =>
    nodes.every((node) => {
      const cell = findCellValue(node, field);
      return cell !== undefined && joinRunText(renderValueRuns(cell)).length <= MAX_CELL_WIDTH;
    }),
  );
  return fields.length === 0 ? undefined : { fields: fields.slice(0, MAX_COLUMNS), nodes };
};

const isFlatNode = ({ entries }: GraphNode): boolean =>
  entries.every(({ role, parent }) => parent === undefined && role !== 'deep' && role !== 'self');
