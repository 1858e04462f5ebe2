/**
 * The sheet of points of measure: specification and tolerances, a row per size, and an empty column per
 * round.
 */

import { countLeftOut } from '../../../garment/left-out.ts';
import { buildNodeTable, type NodeRow } from '../../../garment/node-table.ts';
import { isSizeListPath } from '../../../garment/split-records.ts';
import { findTableLeftOut } from '../../../garment/table-left-out.ts';
import { createTableSpec } from '../../../garment/trade-tables.ts';
import type { Value } from '../../../garment/value.ts';
import { toPayloadText } from '../../../platform/json/json-values.ts';
import { createStatedCells, getProvenanceStyle } from '../provenance-cells.ts';
import { createTextCell, type RowSubject, type WorkbookCell } from '../workbook-model.ts';
import { formatRoundHead, MEASURE_FORM } from './forms.ts';
import type { SheetWithLeftOut } from './left-out-sheet.ts';
import type { WorkbookGarment } from './workbook-garment.ts';

/**
 * Names of the specification and its tolerances in bodies. A name in both lists is the tolerance of both
 * signs.
 */
const SPEC_NAMES = ['spec', 'target', 'finished', 'measure', 'measurement', 'value'];
const PLUS_TOLERANCE_NAMES = ['tol_plus', 'tolerance_plus', 'tol+', 'plus', 'tolerance', 'tol'];
const MINUS_TOLERANCE_NAMES = ['tol_minus', 'tolerance_minus', 'tol-', 'minus', 'tolerance', 'tol'];

/** Returns the first value of a row under one of the names, in the given size. */
type ValueFinder = (names: readonly string[], size: string | undefined) => Value | undefined;

/** Creates the cell of a name or code. Its provenance shows only in its style. */
const createNamingCell = (entry: Value | undefined): WorkbookCell =>
  entry === undefined
    ? createTextCell('')
    : createTextCell(toPayloadText(entry.value ?? undefined), getProvenanceStyle(entry.state));

/** Returns the code and the description of a row, by column. */
const findNamingValues = ({ cells }: NodeRow): ReadonlyMap<string, Value> => {
  const [code, description] = [cells.get('code'), cells.get('label') ?? cells.get('description')];
  return new Map([
    ...(code ? [['code', code] as const] : []),
    ...(description ? [['description', description] as const] : []),
  ]);
};

/**
 * Returns the name of what is measured without its list of sizes, for example `tol` for `sizes.tol`;
 * `value` where nothing is left.
 */
const removeSizePrefix = (base: string): string => {
  const [first = '', ...rest] = base.split('.');
  return (isSizeListPath(first) ? rest.join('.') : base) || 'value';
};

/** A row of the sheet and what it is about. */
interface PointRow {
  readonly cells: readonly WorkbookCell[];
  readonly subject: RowSubject;
}

const createPointRows = (
  garment: WorkbookGarment,
  row: NodeRow,
  sizes: readonly string[],
  find: ValueFinder,
  rounds: number,
): readonly PointRow[] => {
  const cells = (size: string | undefined): readonly WorkbookCell[] => [
    ...[garment.id, row.node.id, row.line].map((words) => createTextCell(words)),
    ...['code', 'description'].map((head) => createNamingCell(findNamingValues(row).get(head))),
    createTextCell(size ?? ''),
    ...createStatedCells(find(SPEC_NAMES, size)),
    ...createStatedCells(find(PLUS_TOLERANCE_NAMES, size) ?? find(PLUS_TOLERANCE_NAMES, undefined)),
    ...createStatedCells(find(MINUS_TOLERANCE_NAMES, size) ?? find(MINUS_TOLERANCE_NAMES, undefined)),
    ...Array.from({ length: rounds }, () => createTextCell('', 'fill-in')),
    createTextCell('', 'fill-in-text'),
  ];
  const naming = findNamingValues(row);
  const [code, description] = ['code', 'description'].map((head) => createNamingCell(naming.get(head)).text);
  const subject = (size: string | undefined): RowSubject => ({
    ...{ garment_id: garment.id, node_id: row.node.id, line: row.line, size: size ?? '' },
    ...{ code: code ?? '', description: description ?? '' },
  });
  const graded = sizes.filter((size) => find(SPEC_NAMES, size) !== undefined);
  // A row without a size is added when no size has a specification, or when the node has one itself.
  return [...(graded.length === 0 || find(SPEC_NAMES, undefined) ? [undefined] : []), ...graded].map(
    (size) => ({
      cells: cells(size),
      subject: subject(size),
    }),
  );
};

/** Builds the sheet of points of measure over all garments. */
export const buildMeasureSheet = (
  garments: readonly WorkbookGarment[],
  rounds: readonly string[],
): SheetWithLeftOut => {
  const heads = rounds.length === 0 ? [''] : rounds;
  const wanted = createTableSpec('pom');
  const tables = garments.map(({ graph }) => buildNodeTable(graph, wanted));
  const seen = new Set<Value>();
  const rows = garments.flatMap((garment, at) => {
    const { columns, rows: own } = tables[at] ?? { columns: [], rows: [] };
    const sizes = [...new Set(columns.flatMap(({ size }) => size ?? []))];
    return own.flatMap((row) => {
      const find: ValueFinder = (names, size) => {
        const [entry] = names.flatMap((name) =>
          columns
            .filter(
              (column) =>
                column.size === size &&
                (size === undefined ? column.name : removeSizePrefix(column.base)) === name,
            )
            .flatMap((column) => row.cells.get(column.name) ?? []),
        );
        if (entry) seen.add(entry);
        return entry;
      };
      for (const entry of findNamingValues(row).values()) seen.add(entry);
      return createPointRows(garment, row, sizes, find, heads.length);
    });
  });
  return {
    sheet: {
      name: MEASURE_FORM.name,
      columns: [
        ...MEASURE_FORM.given.map((head) => ({ head })),
        ...heads.map((round) => ({ head: formatRoundHead(round), fillIn: true })),
        ...MEASURE_FORM.filled.map((head) => ({ head, fillIn: true })),
      ],
      rows: rows.map(({ cells }) => cells),
      subjects: rows.map(({ subject }) => subject),
      fixed: 2,
    },
    leftOut: {
      sheet: MEASURE_FORM.name,
      list: [
        ...countLeftOut(
          'kind of a node',
          tables.flatMap(({ rows: own }) =>
            [...new Set(own.map(({ node }) => node))].map(({ kind }) => kind),
          ),
        ),
        ...findTableLeftOut(tables, (entry) => (seen.has(entry) ? ['value'] : [])),
      ],
    },
  };
};
