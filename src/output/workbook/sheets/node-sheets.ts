/** Sheets with a row per node, such as the bill of materials and the points of measure. */

import { countLeftOut } from '../../../garment/left-out.ts';
import type { NodeRelation } from '../../../garment/node-relations.ts';
import {
  BODY_NODE_ID,
  buildNodeTable,
  type NodeColumn,
  type NodeRow,
  type NodeTable,
} from '../../../garment/node-table.ts';
import { findProvenanceSign } from '../../../garment/provenance-marks.ts';
import { listQualifierNames, listQualifiers, readQualifier } from '../../../garment/stated-value.ts';
import { findTableLeftOut } from '../../../garment/table-left-out.ts';
import { createTableSpec, type TableName, TRADE_TABLES } from '../../../garment/trade-tables.ts';
import type { Value } from '../../../garment/value.ts';
import { toPayloadText } from '../../../platform/json/json-values.ts';
import {
  createProvenanceCell,
  createStatedCells,
  createValueCell,
  formatProvenanceCell,
  getProvenanceStyle,
} from '../provenance-cells.ts';
import { createTextCell, EMPTY_CELL, type RowSubject, type WorkbookCell } from '../workbook-model.ts';
import type { SheetWithLeftOut } from './left-out-sheet.ts';
import type { WorkbookGarment } from './workbook-garment.ts';

/** A column of nodes, and the further columns that its values need. */
interface ExpandedColumn {
  readonly column: NodeColumn;
  readonly hasUnit: boolean;
  readonly hasState: boolean;
  /** Names of the qualifiers that get columns. */
  readonly which: readonly string[];
}

/**
 * Merges the columns of several garments: those of the first, then new ones of the others. Sizes of one
 * field stay together.
 */
const mergeColumns = (tables: readonly NodeTable[]): readonly NodeColumn[] => {
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

const expandColumns = (columns: readonly NodeColumn[], rows: readonly NodeRow[]): readonly ExpandedColumn[] =>
  columns.map((column) => {
    const cells = rows.flatMap(({ cells }) => cells.get(column.name) ?? []);
    return {
      column,
      hasUnit: cells.some(({ unit }) => (unit ?? null) !== null),
      hasState: cells.some(({ state }) => state !== undefined),
      which: listQualifierNames(cells),
    };
  });

/** Formats the qualifiers of a value, for example ` (side left)`. */
const formatQualifiers = (entry: Value): string => {
  const which = listQualifiers(entry).map(([key, value]) => `${key} ${toPayloadText(value)}`);
  return which.length === 0 ? '' : ` (${which.join(', ')})`;
};

/** Creates two cells: the targets of a relation on one line each, and their provenance. */
const createRelationCells = (relations: readonly NodeRelation[]): readonly [WorkbookCell, WorkbookCell] => {
  const [first] = relations;
  if (first === undefined) return [EMPTY_CELL, EMPTY_CELL];
  const alike = relations.every(({ state }) => state === first.state);
  const targets = createTextCell(
    relations.map(({ target, value }) => `${target}${formatQualifiers(value)}`).join('\n'),
    alike ? getProvenanceStyle(first.state) : 'plain',
  );
  const states = relations.map(({ state }) => formatProvenanceCell(state)).join('\n');
  return [targets, alike ? createProvenanceCell(first.state) : createTextCell(states)];
};

/**
 * Limit on the nodes in `used_by`: a shell fabric is used by every piece. All of them are on the sheet of
 * every value.
 */
const MAX_NAMED_USERS = 6;

const formatUsedBy = ({ usedBy }: NodeRow): string =>
  [
    ...usedBy
      .slice(0, MAX_NAMED_USERS)
      .map(({ from, name, state }) => `${from.id} ${name} ${findProvenanceSign(state)}`.trim()),
    ...(usedBy.length > MAX_NAMED_USERS ? [`and ${usedBy.length - MAX_NAMED_USERS} more`] : []),
  ].join('\n');

const createRowSubject = ({ id }: WorkbookGarment, { node, line, cells }: NodeRow): RowSubject => ({
  ...{ garment_id: id, node_id: node.id, line, size: '' },
  code: toPayloadText(cells.get('code')?.value ?? undefined),
  description: toPayloadText(cells.get('label')?.value ?? undefined),
});

/** A sheet with a row per node, and the tables it is built from. */
export interface NodeSheet extends SheetWithLeftOut {
  /** One for each garment. */
  readonly tables: readonly NodeTable[];
}

/** Builds the sheet of one table, for example `bom`, over all garments. */
export const buildNodeSheet = (garments: readonly WorkbookGarment[], name: TableName): NodeSheet => {
  const wanted = createTableSpec(name);
  const tables = garments.map(({ graph }) => buildNodeTable(graph, wanted));
  const rows = tables.flatMap((table) => table.rows);
  const columns = expandColumns(mergeColumns(tables), rows);
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
  const cellsOf = (garment: WorkbookGarment, row: NodeRow): readonly WorkbookCell[] => [
    ...[garment.id, row.node.id, row.node.kind, ...(lines ? [row.line] : [])].map((text) =>
      createTextCell(text),
    ),
    ...columns.flatMap(({ column, hasUnit, hasState, which }) => {
      const entry = row.cells.get(column.name);
      const [value, unit, state] = createStatedCells(entry);
      const whichOne = which.map((key) => createValueCell(entry && readQualifier(entry, key)));
      return [value, ...(hasUnit ? [unit] : []), ...(hasState ? [state] : []), ...whichOne];
    }),
    ...relations.flatMap((relation) =>
      createRelationCells(row.relations.filter((each) => each.name === relation)),
    ),
    ...(usedBy ? [createTextCell(formatUsedBy(row))] : []),
  ];
  const shown = new Set(rows.flatMap(({ cells }) => [...cells.values()]));
  const within = new Set(rows.flatMap((row) => row.nestedValues));
  // Values outside the nodes are listed once for all sheets. A sheet that shows some of them lists its own rest.
  const here = tables.map((table): NodeTable => {
    const hasBody = table.rows.some(({ node }) => node.id === BODY_NODE_ID);
    return { ...table, otherNodes: [], bodyValues: hasBody ? table.bodyValues : [] };
  });
  return {
    tables,
    sheet: {
      name: TRADE_TABLES[name].title,
      columns: heads.map((head) => ({ head })),
      rows: garments.flatMap((garment, at) => (tables[at]?.rows ?? []).map((row) => cellsOf(garment, row))),
      subjects: garments.flatMap((garment, at) =>
        (tables[at]?.rows ?? []).map((row) => createRowSubject(garment, row)),
      ),
      fixed: 2,
    },
    leftOut: {
      sheet: TRADE_TABLES[name].title,
      list: [
        ...findTableLeftOut(here, (entry) =>
          within.has(entry)
            ? ['value', 'why', 'beside']
            : shown.has(entry) || entry.role === 'link'
              ? ['value']
              : [],
        ),
        ...countLeftOut(
          'relation in used_by',
          usedBy ? rows.flatMap((row) => row.usedBy.slice(MAX_NAMED_USERS).map((each) => each.name)) : [],
        ),
      ],
    },
  };
};
