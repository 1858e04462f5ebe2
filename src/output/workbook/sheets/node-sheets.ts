/** Sheets with one row per node: one sheet for each table of the garment, and one for nodes without a table. */

import { BILL_SECTIONS } from '../../../garment/bill-sections.ts';
import { countLeftOut } from '../../../garment/left-out.ts';
import type { NodeRelation } from '../../../garment/node-relations.ts';
import { BODY_NODE_ID, type NodeColumn, type NodeRow, type NodeTable } from '../../../garment/node-table.ts';
import { findProvenanceSign } from '../../../garment/provenance-marks.ts';
import { readTradeTables } from '../../../garment/read-trade-tables.ts';
import { findQualifier, listQualifierNames, listQualifiers } from '../../../garment/stated-value.ts';
import { findTableLeftOut } from '../../../garment/table-left-out.ts';
import { TABLE_NAMES } from '../../../garment/trade-tables.ts';
import type { Value } from '../../../garment/value.ts';
import { toPayloadText } from '../../../platform/json/json-values.ts';
import {
  createMarkCell,
  createStatedCells,
  createValueCell,
  formatValueLine,
  getProvenanceStyle,
  MARK_COLUMN,
} from '../provenance-cells.ts';
import {
  createTextCell,
  HATCHED_CELL,
  type RowSubject,
  type SheetColumn,
  type WorkbookCell,
} from '../workbook-model.ts';
import { SHEET_NAMES } from './forms.ts';
import type { SheetWithLeftOut } from './left-out-sheet.ts';
import type { WorkbookGarment } from './workbook-garment.ts';

interface GarmentTable {
  readonly garment: WorkbookGarment;
  readonly table: NodeTable;
}
interface GarmentRow {
  readonly garment: WorkbookGarment;
  readonly row: NodeRow;
}

interface RowColumn extends SheetColumn {
  cell(entry: GarmentRow): WorkbookCell;
}

/**
 * Returns the columns of all tables, each name once, in the order of the tables. If a field has one column for each
 * size, these columns stay together.
 */
const mergeColumns = (tables: readonly NodeTable[]): readonly NodeColumn[] => {
  const columnsByName = new Map<string, NodeColumn>();
  for (const { columns } of tables)
    for (const column of columns) if (!columnsByName.has(column.name)) columnsByName.set(column.name, column);
  const all = [...columnsByName.values()];
  const findPlace = (column: NodeColumn): number =>
    all.findIndex((each) =>
      column.size === undefined ? each === column : each.size !== undefined && each.base === column.base,
    );
  return all.toSorted((a, b) => findPlace(a) - findPlace(b));
};

const formatUnitHead = (head: string, unit: string | undefined): string =>
  unit === undefined || unit === '' ? head : `${head} (${unit})`;

/**
 * Returns the unit that all cells with a value or a unit share. Returns an empty text if none of these cells has a
 * unit. Returns undefined if the units differ, or if no cell has a value or a unit.
 */
const findSharedUnit = (cells: readonly Value[]): string | undefined => {
  const units = new Set(
    cells
      .filter(({ unit, value }) => (unit ?? null) !== null || (value ?? null) !== null)
      .map(({ unit }) => toPayloadText(unit ?? undefined)),
  );
  return units.size === 1 ? [...units][0] : undefined;
};

/**
 * Builds the columns of a field: its value, its provenance mark, and one column for each qualifier such as `side`. If
 * the units of the rows differ, there is a column `unit` too.
 */
const buildValueColumns = (column: NodeColumn, rows: readonly GarmentRow[]): readonly RowColumn[] => {
  const { name, head, isSampleSize } = column;
  const findValue = ({ row }: GarmentRow): Value | undefined => row.cells.get(name);
  const cells = rows.flatMap((garmentRow) => findValue(garmentRow) ?? []);
  const sharedUnit = findSharedUnit(cells);
  const hasUnit = cells.some(({ unit }) => (unit ?? null) !== null);
  const title = formatUnitHead(isSampleSize ? `${head} (sample)` : head, sharedUnit);
  const createPartCell = (part: 0 | 1) => (garmentRow: GarmentRow) =>
    createStatedCells(findValue(garmentRow))[part];
  return [
    {
      key: name,
      head: title,
      cell: (garmentRow) =>
        findValue(garmentRow) === undefined ? HATCHED_CELL : createPartCell(0)(garmentRow),
    },
    ...(hasUnit && sharedUnit === undefined
      ? [{ key: `${name}_unit`, head: 'unit', isAttached: true, minWidth: 2, cell: createPartCell(1) }]
      : []),
    ...(cells.some(({ state }) => state !== undefined)
      ? [
          {
            ...MARK_COLUMN,
            key: `${name}_state`,
            cell: (garmentRow: GarmentRow) => createMarkCell(findValue(garmentRow)),
          },
        ]
      : []),
    ...listQualifierNames(cells).map((key) => ({
      key: `${name}_${key}`,
      head: `${head} ${key}`,
      isAttached: true,
      cell: (garmentRow: GarmentRow) => {
        const entry = findValue(garmentRow);
        return createValueCell(entry && findQualifier(entry, key));
      },
    })),
  ];
};

/** Formats the qualifiers of a value, for example ` (side left)`. */
const formatQualifiers = (entry: Value): string => {
  const qualifiers = listQualifiers(entry).map(([key, value]) => `${key} ${toPayloadText(value)}`);
  return qualifiers.length === 0 ? '' : ` (${qualifiers.join(', ')})`;
};

/**
 * Builds three columns of a relation: the names of its target nodes, the provenance marks, and a hidden column with the
 * ids of the targets.
 */
const buildRelationColumns = (name: string): readonly RowColumn[] => {
  const listRelations = ({ row }: GarmentRow) => row.relations.filter((relation) => relation.name === name);
  const joinRelations = (garmentRow: GarmentRow, format: (relation: NodeRelation) => string): string =>
    listRelations(garmentRow).map(format).join('\n');
  const head = name.replaceAll('_', ' ');
  return [
    {
      key: `relation ${name}`,
      head,
      cell: (garmentRow) => {
        const states = new Set(listRelations(garmentRow).map(({ state }) => state));
        return createTextCell(
          joinRelations(
            garmentRow,
            ({ to, target, value }) => `${to?.label || target}${formatQualifiers(value)}`,
          ),
          states.size === 1 ? getProvenanceStyle([...states][0]) : 'plain',
        );
      },
    },
    {
      ...MARK_COLUMN,
      key: `relation ${name}_state`,
      cell: (garmentRow) =>
        createTextCell(joinRelations(garmentRow, ({ state }) => findProvenanceSign(state).trim())),
    },
    {
      key: `relation ${name}_id`,
      head: `${head} id`,
      isHidden: true,
      cell: (garmentRow) => createTextCell(joinRelations(garmentRow, ({ target }) => target)),
    },
  ];
};

/**
 * The maximum number of nodes that are named in a cell of the column `used by`. Without this limit, the cell of the
 * main fabric would name all pieces of the garment.
 */
const MAX_NAMED_USERS = 6;

const formatUsedBy = ({ usedBy }: NodeRow): string =>
  [
    ...usedBy
      .slice(0, MAX_NAMED_USERS)
      .map(({ from, name, state }) =>
        `${from.label || from.id} (${name.replaceAll('_', ' ')}) ${findProvenanceSign(state)}`.trim(),
      ),
    ...(usedBy.length > MAX_NAMED_USERS ? [`and ${usedBy.length - MAX_NAMED_USERS} more`] : []),
  ].join('; ');

/** Builds the columns that identify the node of a row. Most are hidden, because readers do not need them. */
const buildIdentityColumns = (garments: readonly WorkbookGarment[]): readonly RowColumn[] => [
  {
    key: 'garment_id',
    head: 'style',
    isHidden: garments.length < 2,
    cell: ({ garment }) => createTextCell(garment.id),
  },
  { key: 'node_id', head: 'node', isHidden: true, cell: ({ row }) => createTextCell(row.node.id) },
  { key: 'kind', head: 'kind', isHidden: true, cell: ({ row }) => createTextCell(row.node.kind) },
  { key: 'line', head: 'line', isHidden: true, cell: ({ row }) => createTextCell(row.line) },
];

const createGarmentRowSubject = ({ garment, row: { node, line, cells } }: GarmentRow): RowSubject => ({
  garment_id: garment.id,
  node_id: node.id,
  line,
  size: '',
  code: toPayloadText(cells.get('code')?.value ?? undefined),
  description: toPayloadText(cells.get('label')?.value ?? undefined),
});

const createTableSheet = (
  name: string,
  columns: readonly RowColumn[],
  rows: readonly GarmentRow[],
): SheetWithLeftOut['sheet'] => {
  const labelIndex = columns.findIndex(({ key }) => key === 'label');
  const labelColumns = columns[labelIndex + 1]?.isAttached === true ? 2 : 1;
  return {
    name,
    columns: columns.map(({ cell: _, ...column }) => column),
    rows: rows.map((row) => columns.map(({ cell }) => cell(row))),
    subjects: rows.map(createGarmentRowSubject),
    fixedColumns: labelIndex >= 0 && labelIndex < 10 ? labelIndex + labelColumns : 4,
  };
};

/**
 * Counts what the sheet leaves out of its table rows, such as the basis of a value. Does not count nodes and values
 * without a row, because other sheets show them.
 */
const findRowsLeftOut = (tables: readonly GarmentTable[]): SheetWithLeftOut['leftOut']['list'] => {
  const rows = tables.flatMap(({ table }) => table.rows);
  const shown = new Set(rows.flatMap(({ cells, leftover }) => [...cells.values(), ...leftover]));
  const nestedValues = new Set(rows.flatMap((row) => row.nestedValues));
  return findTableLeftOut(
    tables.map(({ table }) => ({ ...table, otherNodes: [], bodyValues: [], otherValues: [] })),
    (entry) =>
      nestedValues.has(entry)
        ? ['value', 'why', 'beside']
        : shown.has(entry) || entry.role === 'link'
          ? ['value']
          : [],
  );
};

const SECTIONS: readonly string[] = Object.keys(BILL_SECTIONS);
const findSectionRank = ({ row: { section = 'further' } }: GarmentRow): number =>
  SECTIONS.includes(section) ? SECTIONS.indexOf(section) : SECTIONS.length;

const buildTableSheet = (
  garments: readonly WorkbookGarment[],
  tables: readonly GarmentTable[],
): SheetWithLeftOut => {
  const [firstTable] = tables;
  const name = firstTable?.table.title ?? '';
  const isBill = firstTable?.table.name === 'bom';
  const unsorted = tables.flatMap(({ garment, table }) => table.rows.map((row) => ({ garment, row })));
  const rows = isBill ? unsorted.toSorted((a, b) => findSectionRank(a) - findSectionRank(b)) : unsorted;
  const knownColumns = mergeColumns(tables.map(({ table }) => table)).filter(
    ({ role }) => role !== undefined,
  );
  const relations = [...new Set(tables.flatMap(({ table }) => table.relations))];
  const hasUsedBy = isBill && rows.some(({ row }) => row.usedBy.length > 0);
  const columns: readonly RowColumn[] = [
    ...buildIdentityColumns(garments),
    ...(isBill && !knownColumns.some(({ role }) => role === 'section')
      ? [
          {
            key: 'bill section',
            head: 'section',
            cell: ({ row }: GarmentRow) => createTextCell(row.section ?? ''),
          },
        ]
      : []),
    ...knownColumns.flatMap((column) => buildValueColumns(column, rows)),
    ...(rows.some(({ row }) => row.rest.length > 0)
      ? [
          {
            key: 'further',
            head: 'also stated',
            maxWidth: 60,
            cell: ({ row }: GarmentRow) => createTextCell(row.rest.map(formatValueLine).join('\n')),
          },
        ]
      : []),
    ...relations.flatMap(buildRelationColumns),
    ...(hasUsedBy
      ? [
          {
            key: 'used_by',
            head: 'used by',
            cell: ({ row }: GarmentRow) => createTextCell(formatUsedBy(row)),
          },
        ]
      : []),
  ];
  return {
    sheet: createTableSheet(name, columns, rows),
    leftOut: {
      sheet: name,
      list: [
        ...findRowsLeftOut(tables),
        ...countLeftOut(
          'relation in used by',
          hasUsedBy
            ? rows.flatMap(({ row }) => row.usedBy.slice(MAX_NAMED_USERS).map((each) => each.name))
            : [],
        ),
      ],
    },
  };
};

/**
 * Builds the sheet `Further nodes`. It shows the nodes with a kind that belongs to no standard table (such as the bill
 * of materials), and the values that belong to no node.
 */
const buildFurtherSheet = (garments: readonly WorkbookGarment[]): SheetWithLeftOut | undefined => {
  const tables = garments.flatMap((garment) =>
    readTradeTables(garment.bodies.graph).further.map((table) => ({ garment, table })),
  );
  const nodeRows = tables.flatMap(({ garment, table }) => table.rows.map((row) => ({ garment, row })));
  const bodyRows = garments.flatMap((garment): readonly GarmentRow[] => {
    const { bodyValues } = readTradeTables(garment.bodies.graph);
    if (bodyValues.length === 0) return [];
    const node = { id: BODY_NODE_ID, kind: '', label: '', state: undefined, isObject: true, entries: [] };
    const emptyRow = { cells: new Map(), section: undefined, relations: [], usedBy: [], nestedValues: [] };
    return [{ garment, row: { ...emptyRow, node, line: '', rest: bodyValues, leftover: bodyValues } }];
  });
  const rows = [...nodeRows, ...bodyRows];
  if (rows.length === 0) return undefined;
  const columns: readonly RowColumn[] = [
    ...buildIdentityColumns(garments).map((column) =>
      column.key === 'kind' ? { ...column, isHidden: false } : column,
    ),
    { key: 'label', head: 'name', cell: ({ row }) => createTextCell(row.node.label || row.node.id) },
    {
      key: 'further',
      head: 'stated',
      maxWidth: 110,
      cell: ({ row }) => createTextCell(row.rest.map(formatValueLine).join('\n')),
    },
    {
      key: 'relations',
      head: 'relations',
      cell: ({ row }) =>
        createTextCell(
          row.relations
            .map(({ name, target, state, value }) =>
              `${name}: ${findProvenanceSign(state)} ${target}${formatQualifiers(value)}`.trim(),
            )
            .join('\n'),
        ),
    },
  ];
  const bodyValues = new Set(bodyRows.flatMap(({ row }) => row.rest));
  return {
    sheet: createTableSheet(SHEET_NAMES.further, columns, rows),
    leftOut: {
      sheet: SHEET_NAMES.further,
      list: [
        ...findRowsLeftOut(tables),
        ...findTableLeftOut(
          bodyRows.map(({ row }) => ({
            name: '',
            title: '',
            garmentId: undefined,
            columns: [],
            sizes: [],
            sampleSize: undefined,
            relations: [],
            rows: [row],
            otherNodes: [],
            otherValues: [],
            bodyValues: [],
          })),
          (entry) => (bodyValues.has(entry) ? ['value'] : []),
        ),
      ],
    },
  };
};

/** Builds one sheet for each table that has rows, and one sheet for all other nodes and values of the graphs. */
export const buildNodeSheets = (garments: readonly WorkbookGarment[]): readonly SheetWithLeftOut[] => {
  const tables = garments.flatMap((garment) =>
    readTradeTables(garment.bodies.graph).tables.map((table) => ({ garment, table })),
  );
  const sheets = TABLE_NAMES.flatMap((name) => {
    const tablesOfName = tables.filter(({ table }) => table.name === name);
    return tablesOfName.length === 0 ? [] : [buildTableSheet(garments, tablesOfName)];
  });
  return [...sheets, ...[buildFurtherSheet(garments) ?? []].flat()];
};
