/** Sheets with a row a node: the bill of materials, the points of measure and the like. */

import type { Entry } from '../../garment/entries.ts';
import { leaving } from '../../garment/left-out.ts';
import { BODY, type NodeColumn, type NodeRow, type NodeTable, nodeTable } from '../../garment/node-table.ts';
import type { Relation } from '../../garment/relations.ts';
import { signOf } from '../../garment/state-marks.ts';
import { qualifierNames, qualifierOf, qualifiers } from '../../garment/stated.ts';
import { TABLES, type TableName, wantedTable } from '../../garment/table-kinds.ts';
import { leftOutOfTables } from '../../garment/table-left-out.ts';
import { payloadText } from '../../json/values.ts';
import { type Cell, EMPTY, textCell } from '../book.ts';
import { lookOf, stateCell, statedCells, stateText, valueCell } from '../state-cells.ts';
import type { Garment } from './garment.ts';
import type { SheetWithLeftOut } from './left-out.ts';

/** What has a column of its own beside its values. */
interface Wide {
  readonly column: NodeColumn;
  readonly hasUnit: boolean;
  readonly hasState: boolean;
  /** What says of these values which ones they are, by name. */
  readonly which: readonly string[];
}

/** Columns of several garments: those of the first, then what others have more; sizes of one thing stay together. */
const together = (tables: readonly NodeTable[]): readonly NodeColumn[] => {
  const found = new Map<string, NodeColumn>();
  for (const { columns } of tables)
    for (const column of columns) if (!found.has(column.name)) found.set(column.name, column);
  const all = [...found.values()];
  const place = (column: NodeColumn): number =>
    all.findIndex((each) =>
      column.size === undefined ? each === column : each.size !== undefined && each.base === column.base,
    );
  return all.toSorted((one, other) => place(one) - place(other));
};

const wide = (columns: readonly NodeColumn[], rows: readonly NodeRow[]): readonly Wide[] =>
  columns.map((column) => {
    const cells = rows.flatMap(({ cells }) => cells.get(column.name) ?? []);
    return {
      column,
      hasUnit: cells.some(({ unit }) => (unit ?? null) !== null),
      hasState: cells.some(({ state }) => state !== undefined),
      which: qualifierNames(cells),
    };
  });

/** ` (side left)`, behind what it belongs to. */
const whichText = (entry: Entry): string => {
  const which = qualifiers(entry).map(([key, value]) => `${key} ${payloadText(value)}`);
  return which.length === 0 ? '' : ` (${which.join(', ')})`;
};

/** Targets one below the other, and their states beside them. */
const relationCells = (relations: readonly Relation[]): readonly [Cell, Cell] => {
  const [first] = relations;
  if (first === undefined) return [EMPTY, EMPTY];
  const alike = relations.every(({ state }) => state === first.state);
  const targets = textCell(
    relations.map(({ target, entry }) => `${target}${whichText(entry)}`).join('\n'),
    alike ? lookOf(first.state) : 'plain',
  );
  const states = relations.map(({ state }) => stateText(state)).join('\n');
  return [targets, alike ? stateCell(first.state) : textCell(states)];
};

/** A shell cloth is of every piece: a row of hundreds of lines fills a page. All of them are among every value. */
const MOST_NAMED = 6;

const usedByText = ({ usedBy }: NodeRow): string =>
  [
    ...usedBy
      .slice(0, MOST_NAMED)
      .map(({ from, name, state }) => `${from.id} ${name} ${signOf(state)}`.trim()),
    ...(usedBy.length > MOST_NAMED ? [`and ${usedBy.length - MOST_NAMED} more`] : []),
  ].join('\n');

export interface NodeSheet extends SheetWithLeftOut {
  /** One of each garment. */
  readonly tables: readonly NodeTable[];
}

export const nodeSheet = (garments: readonly Garment[], name: TableName): NodeSheet => {
  const wanted = wantedTable(name);
  const tables = garments.map(({ graph }) => nodeTable(graph, wanted));
  const rows = tables.flatMap((table) => table.rows);
  const columns = wide(together(tables), rows);
  const relations = [...new Set(tables.flatMap((table) => table.relations))];
  const usedBy = name === 'bom' && rows.some((row) => row.usedBy.length > 0);
  const lines = rows.some(({ line }) => line !== '');
  const heads = [
    ...['garment_id', 'node_id', 'kind', ...(lines ? ['line'] : [])],
    ...columns.flatMap(({ column, hasUnit, hasState, which }) => [
      column.name,
      ...(hasUnit ? [`${column.name}_unit`] : []),
      ...(hasState ? [`${column.name}_state`] : []),
      ...which.map((key) => `${column.name}_${key}`),
    ]),
    ...relations.flatMap((relation) => [relation, `${relation}_state`]),
    ...(usedBy ? ['used_by'] : []),
  ];
  const cellsOf = (garment: Garment, row: NodeRow): readonly Cell[] => [
    ...[garment.id, row.node.id, row.node.kind, ...(lines ? [row.line] : [])].map((text) => textCell(text)),
    ...columns.flatMap(({ column, hasUnit, hasState, which }) => {
      const entry = row.cells.get(column.name);
      const [value, unit, state] = statedCells(entry);
      const whichOne = which.map((key) => valueCell(entry && qualifierOf(entry, key)));
      return [value, ...(hasUnit ? [unit] : []), ...(hasState ? [state] : []), ...whichOne];
    }),
    ...relations.flatMap((relation) => relationCells(row.relations.filter((each) => each.name === relation))),
    ...(usedBy ? [textCell(usedByText(row))] : []),
  ];
  const shown = new Set(rows.flatMap(({ cells }) => [...cells.values()]));
  const within = new Set(rows.flatMap((row) => row.within));
  // What stands beside the nodes is said once for all sheets, save where some of it stands here.
  const here = tables.map((table): NodeTable => {
    const hasBody = table.rows.some(({ node }) => node.id === BODY);
    return { ...table, outside: [], beside: hasBody ? table.beside : [] };
  });
  return {
    tables,
    sheet: {
      name: TABLES[name].title,
      columns: heads.map((head) => ({ head })),
      rows: garments.flatMap((garment, at) => (tables[at]?.rows ?? []).map((row) => cellsOf(garment, row))),
      fixed: 2,
    },
    leftOut: {
      sheet: TABLES[name].title,
      list: [
        ...leftOutOfTables(here, (entry) =>
          within.has(entry)
            ? ['value', 'why', 'beside']
            : shown.has(entry) || entry.role === 'link'
              ? ['value']
              : [],
        ),
        ...leaving(
          'relation in used_by',
          usedBy ? rows.flatMap((row) => row.usedBy.slice(MOST_NAMED).map((each) => each.name)) : [],
        ),
      ],
    },
  };
};
