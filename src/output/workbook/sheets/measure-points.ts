import { buildNodeTable, type NodeRow, type NodeTable } from '../../../garment/node-table.ts';
import { isUnstatedEmpty } from '../../../garment/stated-value.ts';
import { createTableSpec } from '../../../garment/trade-tables.ts';
import type { Value } from '../../../garment/value.ts';
import { toPayloadText } from '../../../platform/json/json-values.ts';
import { getProvenanceStyle } from '../provenance-cells.ts';
import { createTextCell, EMPTY_CELL, type RowSubject, type WorkbookCell } from '../workbook-model.ts';
import type { WorkbookGarment } from './workbook-garment.ts';

/** A point of measure in one size, with its specification and the tolerances below (`minus`) and above (`plus`). */
export interface MeasurePoint {
  readonly subject: RowSubject;
  /** The cells of code and name. */
  readonly naming: readonly WorkbookCell[];
  readonly spec: Value | undefined;
  readonly minus: Value | undefined;
  readonly plus: Value | undefined;
  /** True if samples are made in this size. Without a sample size, it is true for every size. */
  readonly isSample: boolean;
}

/** The maximum length of a code or name in characters. */
const MAX_NAME = 10_000;

/** Creates the cell of a name or code, with provenance only in its style. */
const createNamingCell = (entry: Value | undefined): WorkbookCell =>
  entry === undefined
    ? EMPTY_CELL
    : createTextCell(
        // A longer name would continue in an added row, and the formulas would then refer to wrong rows.
        toPayloadText(entry.value ?? undefined).slice(0, MAX_NAME),
        getProvenanceStyle(entry.state),
      );

const listRowPoints = (garment: WorkbookGarment, table: NodeTable, row: NodeRow): readonly MeasurePoint[] => {
  const find = (role: string, size: string | undefined): Value | undefined =>
    table.columns
      .filter((column) => column.role === role && column.size === size)
      .flatMap(({ name }) => row.cells.get(name) ?? [])[0];
  const naming = [row.cells.get('code'), row.cells.get('label') ?? row.cells.get('description')].map(
    createNamingCell,
  );
  const [code = EMPTY_CELL, description = EMPTY_CELL] = naming;
  const sample = toPayloadText(table.sampleSize?.value ?? undefined);
  const graded = table.sizes.filter((size) => find('spec', size) !== undefined);
  const hasSample = table.sizes.includes(sample) && (graded.length === 0 || graded.includes(sample));
  // A point without a specification is measured in every size of the table.
  const own = find('spec', undefined);
  const isOpen = graded.length === 0 && (own === undefined || isUnstatedEmpty(own));
  const listed = isOpen ? table.sizes : graded;
  const sizes = [...(listed.length === 0 || (own && !isOpen) ? [undefined] : []), ...listed];
  return sizes.map((size) => ({
    subject: {
      ...{ garment_id: garment.id, node_id: row.node.id, line: row.line, size: size ?? '' },
      ...{ code: code.text, description: description.text },
    },
    naming,
    spec: find('spec', size) ?? (isOpen ? own : undefined),
    minus: find('tol_minus', size) ?? find('tol_minus', undefined),
    plus: find('tol_plus', size) ?? find('tol_plus', undefined),
    isSample: !hasSample || size === sample || size === undefined,
  }));
};

interface MeasurePoints {
  readonly points: readonly MeasurePoint[];
  readonly tables: readonly NodeTable[];
}

/** Lists the points of measure of all garments, one entry for each size, and the tables that contain them. */
export const listMeasurePoints = (garments: readonly WorkbookGarment[]): MeasurePoints => {
  const found = garments.map((garment) => ({
    garment,
    table: buildNodeTable(garment.graph, createTableSpec('pom')),
  }));
  return {
    tables: found.map(({ table }) => table),
    points: found.flatMap(({ garment, table }) =>
      table.rows.flatMap((row) => listRowPoints(garment, table, row)),
    ),
  };
};
