/** Points of measure to be measured: spec and tolerances, a row a size, and an empty column a round. */

import type { Entry } from '../../garment/entries.ts';
import { leaving } from '../../garment/left-out.ts';
import { type NodeRow, nodeTable } from '../../garment/node-table.ts';
import { wantedTable } from '../../garment/table-kinds.ts';
import { leftOutOfTables } from '../../garment/table-left-out.ts';
import { isSizeList } from '../../garment/taken-apart.ts';
import { payloadText } from '../../json/values.ts';
import { type Cell, textCell } from '../book.ts';
import { lookOf, statedCells } from '../state-cells.ts';
import { MEASURE, roundHead } from './forms.ts';
import type { Garment } from './garment.ts';
import type { SheetWithLeftOut } from './left-out.ts';

/** What a spec and its tolerances are called; one that is named both ways is both. */
const SPEC = ['spec', 'target', 'finished', 'measure', 'measurement', 'value'];
const PLUS = ['tol_plus', 'tolerance_plus', 'tol+', 'plus', 'tolerance', 'tol'];
const MINUS = ['tol_minus', 'tolerance_minus', 'tol-', 'minus', 'tolerance', 'tol'];

/** The first of these that the row says, in the size; `sizes` tells what is given in which. */
type Find = (names: readonly string[], size: string | undefined) => Entry | undefined;

/** A name or a code; its state is in how it looks. */
const namingCell = (entry: Entry | undefined): Cell =>
  entry === undefined ? textCell('') : textCell(payloadText(entry.value ?? undefined), lookOf(entry.state));

/** By the column that they stand in. */
const naming = ({ cells }: NodeRow): ReadonlyMap<string, Entry> => {
  const [code, description] = [cells.get('code'), cells.get('label') ?? cells.get('description')];
  return new Map([
    ...(code ? [['code', code] as const] : []),
    ...(description ? [['description', description] as const] : []),
  ]);
};

/** A list that is called after its sizes gives what is measured: `sizes.XS`, and `sizes.XS.tol` beside it. */
const thing = (base: string): string => {
  const [first = '', ...rest] = base.split('.');
  return (isSizeList(first) ? rest.join('.') : base) || 'value';
};

const rowsOf = (
  garment: Garment,
  row: NodeRow,
  sizes: readonly string[],
  find: Find,
  rounds: number,
): readonly (readonly Cell[])[] => {
  const cells = (size: string | undefined): readonly Cell[] => [
    ...[garment.id, row.node.id, row.line].map((words) => textCell(words)),
    ...['code', 'description'].map((head) => namingCell(naming(row).get(head))),
    textCell(size ?? ''),
    ...statedCells(find(SPEC, size)),
    ...statedCells(find(PLUS, size) ?? find(PLUS, undefined)),
    ...statedCells(find(MINUS, size) ?? find(MINUS, undefined)),
    ...Array.from({ length: rounds }, () => textCell('', 'fill-in')),
  ];
  const graded = sizes.filter((size) => find(SPEC, size) !== undefined);
  // Without any size, or beside them, what the node says of itself.
  return [...(graded.length === 0 || find(SPEC, undefined) ? [undefined] : []), ...graded].map(cells);
};

export const measureSheet = (garments: readonly Garment[], rounds: readonly string[]): SheetWithLeftOut => {
  const heads = rounds.length === 0 ? [''] : rounds;
  const wanted = wantedTable('pom');
  const tables = garments.map(({ graph }) => nodeTable(graph, wanted));
  const seen = new Set<Entry>();
  const rows = garments.flatMap((garment, at) => {
    const { columns, rows: own } = tables[at] ?? { columns: [], rows: [] };
    const sizes = [...new Set(columns.flatMap(({ size }) => size ?? []))];
    return own.flatMap((row) => {
      const find: Find = (names, size) => {
        const [entry] = names.flatMap((name) =>
          columns
            .filter(
              (column) =>
                column.size === size && (size === undefined ? column.name : thing(column.base)) === name,
            )
            .flatMap((column) => row.cells.get(column.name) ?? []),
        );
        if (entry) seen.add(entry);
        return entry;
      };
      for (const entry of naming(row).values()) seen.add(entry);
      return rowsOf(garment, row, sizes, find, heads.length);
    });
  });
  return {
    sheet: {
      name: MEASURE.name,
      columns: [
        ...MEASURE.given.map((head) => ({ head })),
        ...heads.map((round) => ({ head: roundHead(round), fillIn: true })),
      ],
      rows,
      fixed: 2,
    },
    leftOut: {
      sheet: MEASURE.name,
      list: [
        ...leaving(
          'kind of a node',
          tables.flatMap(({ rows: own }) =>
            [...new Set(own.map(({ node }) => node))].map(({ kind }) => kind),
          ),
        ),
        ...leftOutOfTables(tables, (entry) => (seen.has(entry) ? ['value'] : [])),
      ],
    },
  };
};
