/** The values of many garments for a terminal, and how many there are of what they have in common. */

import { ENTRY_COLUMNS } from './entry-rows.ts';
import { type Block, gap, grid, type Inline, line, type View } from './model.ts';
import { faint, heading, mark, strong, textPieces, valuePieces, whyPieces } from './value-pieces.ts';
import { cellsUnder, type ValueRow } from './value-rows.ts';

export const countsView = (items: readonly unknown[], columns: readonly string[]): View =>
  items.length === 0
    ? [line('No value fits.')]
    : [
        grid(
          columns.map((column) => ({
            fit: 'wrap' as const,
            min: 6,
            ...(column === 'count' && { align: 'right' }),
          })),
          [
            columns.map((column) => heading(column.toUpperCase())),
            ...cellsUnder(items, columns).map((row): Inline[] =>
              row.map((cell, at) =>
                columns[at] === 'state' && typeof cell === 'string'
                  ? [mark(cell), ' ', cell]
                  : cell === null || cell === ''
                    ? faint('-')
                    : [...textPieces(cell)],
              ),
            ),
          ],
        ),
      ];

const text = (cell: unknown): string => (typeof cell === 'string' ? cell : '');

const rowOf = (row: ValueRow): readonly Inline[] => {
  const state = row.state === null ? undefined : text(row.state);
  const read = {
    state,
    value: row.value,
    member: undefined,
    unit: row.unit ?? undefined,
    basis: row.basis ?? undefined,
    confidence: row.confidence ?? undefined,
    extras: [],
  };
  return [['  ', mark(state), ' ', text(row.field)], valuePieces(read), whyPieces(read)];
};

/** A node is named once, above its values. */
const nodeRows = (rows: readonly ValueRow[]): readonly (readonly Inline[])[] =>
  rows.flatMap((row, at) => {
    const goesOn = row.node_id === rows[at - 1]?.node_id;
    const isNamed = row.node_id !== '' && !goesOn;
    return [
      ...(isNamed ? [[strong(text(row.node_id)), text(row.label), faint(text(row.kind))]] : []),
      rowOf(row),
    ];
  });

const isOfOne = (one: ValueRow, other: ValueRow): boolean =>
  (['where', 'garment_id', 'design_id'] as const).every((column) => one[column] === other[column]);

/** Garment by garment, in the order in which they came. */
export const valuesView = (items: readonly unknown[]): View => {
  const rows = items as readonly ValueRow[];
  if (rows.length === 0) return [line('No value fits.')];
  const groups: ValueRow[][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last?.[0] && isOfOne(last[0], row)) last.push(row);
    else groups.push([row]);
  }
  const blocks = groups.flatMap((own): Block[] => {
    const [first] = own;
    const id = text(first?.garment_id) || text(first?.design_id) || '(no garment id)';
    return [
      gap,
      line([strong(id), '  ', text(first?.name)], { hang: 2, right: faint(text(first?.profile)) }),
      line(faint(text(first?.where)), { indent: 1, hang: 1 }),
      grid(ENTRY_COLUMNS, nodeRows(own), { indent: 1 }),
    ];
  });
  return blocks.slice(1);
};
