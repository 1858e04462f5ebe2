/** Points of measure to be measured: spec and tolerances, a row a size, and an empty column a round. */

import type { Entry } from '../../garment/entries.ts';
import { type NodeRow, nodeTable } from '../../garment/node-table.ts';
import { wantedTable } from '../../garment/table-kinds.ts';
import { payloadText } from '../../json/values.ts';
import { type BookSheet, type Cell, textCell } from '../book.ts';
import { statedCells } from '../state-cells.ts';
import { MEASURE, roundHead } from './forms.ts';
import type { Garment } from './garment.ts';

/** What a spec and its tolerances are called; one that is named both ways is both. */
const SPEC = ['spec', 'target', 'finished', 'measure', 'measurement', 'value'];
const PLUS = ['tol_plus', 'tolerance_plus', 'tol+', 'plus', 'tolerance', 'tol'];
const MINUS = ['tol_minus', 'tolerance_minus', 'tol-', 'minus', 'tolerance', 'tol'];

/** The first of these that the row says, in the size; `sizes` tells what is given in which. */
type Find = (names: readonly string[], size: string | undefined) => Entry | undefined;

const text = (entry: Entry | undefined): string =>
  entry === undefined ? '' : payloadText(entry.value ?? undefined);

function rowsOf(
  garment: Garment,
  row: NodeRow,
  sizes: readonly string[],
  find: Find,
  rounds: number,
): readonly (readonly Cell[])[] {
  const cells = (size: string | undefined): readonly Cell[] => [
    ...[
      garment.id,
      row.node.id,
      row.line,
      text(row.cells.get('code')),
      text(row.cells.get('label') ?? row.cells.get('description')),
      size ?? '',
    ].map((words) => textCell(words)),
    ...statedCells(find(SPEC, size)),
    ...statedCells(find(PLUS, size) ?? find(PLUS, undefined)),
    ...statedCells(find(MINUS, size) ?? find(MINUS, undefined)),
    ...Array.from({ length: rounds }, () => textCell('', 'fill-in')),
  ];
  const graded = sizes.filter((size) => find(SPEC, size) !== undefined);
  // Without any size, or beside them, what the node says of itself.
  return [...(graded.length === 0 || find(SPEC, undefined) ? [undefined] : []), ...graded].map(cells);
}

export function measureSheet(garments: readonly Garment[], rounds: readonly string[]): BookSheet {
  const heads = rounds.length === 0 ? [''] : rounds;
  const wanted = wantedTable('pom');
  return {
    name: MEASURE.name,
    columns: [
      ...MEASURE.given.map((head) => ({ head })),
      ...heads.map((round) => ({ head: roundHead(round), fillIn: true })),
    ],
    rows: garments.flatMap((garment) => {
      const { columns, rows } = nodeTable(garment.graph, wanted);
      const sizes = [...new Set(columns.flatMap(({ size }) => size ?? []))];
      return rows.flatMap((row) => {
        const find: Find = (names, size) =>
          names
            .map((name) =>
              columns.find(
                (column) =>
                  (size === undefined ? column.name : column.base) === name &&
                  column.size === size &&
                  row.cells.has(column.name),
              ),
            )
            .flatMap((column) => (column === undefined ? [] : (row.cells.get(column.name) ?? [])))[0];
        return rowsOf(garment, row, sizes, find, heads.length);
      });
    }),
    fixed: 2,
  };
}
