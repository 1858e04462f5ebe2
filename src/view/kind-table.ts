/** Nodes of one kind as a table, where all of them have the columns; their other values stay in the last one. */

import type { Entry, GraphNode } from '../provenance/index.ts';
import { type Pieces, valuePieces } from './value.ts';

/** What the trade reads first, by kind; a kind that is not here keeps one line per value. */
export const READ_FIRST: Readonly<Record<string, readonly string[]>> = {
  material: ['role', 'composition', 'weight', 'width'],
  piece: ['cut', 'cut_quantity', 'on_fold', 'grain'],
  seam: ['seam_class', 'stitch_class', 'spi'],
  closure: ['type', 'count', 'spacing'],
  trim: ['material', 'quantity', 'size'],
  measurement: ['code', 'spec', 'tol_plus', 'tol_minus', 'grade'],
  edge: ['seam_allowance', 'length'],
  label: ['placement', 'attachment'],
  construction_note: ['callout'],
  colourway: ['shell', 'lining', 'trim', 'thread'],
  packaging: ['quantity', 'size', 'material'],
};

const SAME: Readonly<Record<string, string>> = {
  panel: 'piece',
  part: 'piece',
  pom: 'measurement',
  point: 'measurement',
  point_of_measure: 'measurement',
  note: 'construction_note',
  remark: 'construction_note',
  colorway: 'colourway',
  fabric: 'material',
};

const MOST_COLUMNS = 4;
/** A column of longer texts would squeeze the others. */
const WIDEST = 32;

const plainly = (kind: string): string => kind.toLowerCase().replace(/[-\s]/g, '_');

export const tradeKind = (kind: string): string =>
  (Object.hasOwn(SAME, plainly(kind)) ? SAME[plainly(kind)] : undefined) ?? plainly(kind);

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
  const wanted = Object.hasOwn(READ_FIRST, tradeKind(kind)) ? READ_FIRST[tradeKind(kind)] : undefined;
  if (wanted === undefined || nodes.length < 2 || !nodes.every((node) => node.open && isFlat(node)))
    return undefined;
  const fields = wanted.filter((field) =>
    nodes.every((node) => {
      const cell = cellOf(node, field);
      return cell !== undefined && pieceText(valuePieces(cell)).length <= WIDEST;
    }),
  );
  return fields.length === 0 ? undefined : { fields: fields.slice(0, MOST_COLUMNS + 1), nodes };
}

const isFlat = ({ entries }: GraphNode): boolean =>
  entries.every(({ role, within }) => within === undefined && role !== 'deep' && role !== 'self');
