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
  /** The cells with the code and the name of the point of measure, in this order. */
  readonly naming: readonly WorkbookCell[];
  readonly spec: Value | undefined;
  readonly minus: Value | undefined;
  readonly plus: Value | undefined;
  /**
   * True if the point is for the sample size (the size in which samples of the garment are made), or for no single
   * size. Also true if the garment states no sample size, if its table does not have this size, or if the point has
   * specifications only for other sizes.
   */
  readonly isSample: boolean;
}

const MAX_NAME = 10_000;

const createNamingCell = (entry: Value | undefined): WorkbookCell =>
  entry === undefined
    ? EMPTY_CELL
    : createTextCell(
        // A text of more than MAX_NAME characters is cut. Otherwise its rest would be written in an additional row, and
        // the formulas would refer to wrong rows.
        toPayloadText(entry.value ?? undefined).slice(0, MAX_NAME),
        getProvenanceStyle(entry.state),
      );

const listRowPoints = (garment: WorkbookGarment, table: NodeTable, row: NodeRow): readonly MeasurePoint[] => {
  const findValue = (role: string, size: string | undefined): Value | undefined =>
    table.columns
      .filter((column) => column.role === role && column.size === size)
      .flatMap(({ name }) => row.cells.get(name) ?? [])[0];
  const naming = [row.cells.get('code'), row.cells.get('label') ?? row.cells.get('description')].map(
    createNamingCell,
  );
  const [code = EMPTY_CELL, description = EMPTY_CELL] = naming;
  const sampleSize = toPayloadText(table.sampleSize?.value ?? undefined);
  const gradedSizes = table.sizes.filter((size) => findValue('spec', size) !== undefined);
  const hasSample =
    table.sizes.includes(sampleSize) && (gradedSizes.length === 0 || gradedSizes.includes(sampleSize));
  // A point without a stated specification is measured in every size of the table.
  const unsizedSpec = findValue('spec', undefined);
  const isOpen = gradedSizes.length === 0 && (unsizedSpec === undefined || isUnstatedEmpty(unsizedSpec));
  const listedSizes = isOpen ? table.sizes : gradedSizes;
  const sizes = [
    ...(listedSizes.length === 0 || (unsizedSpec && !isOpen) ? [undefined] : []),
    ...listedSizes,
  ];
  return sizes.map((size) => ({
    subject: {
      garment_id: garment.id,
      node_id: row.node.id,
      line: row.line,
      size: size ?? '',
      code: code.text,
      description: description.text,
    },
    naming,
    spec: findValue('spec', size) ?? (isOpen ? unsizedSpec : undefined),
    minus: findValue('tol_minus', size) ?? findValue('tol_minus', undefined),
    plus: findValue('tol_plus', size) ?? findValue('tol_plus', undefined),
    isSample: !hasSample || size === sampleSize || size === undefined,
  }));
};

/**
 * Lists the points of measure of all garments. `points` has one item for each point and size. `tables` has the point
 * table of each garment.
 */
export const listMeasurePoints = (garments: readonly WorkbookGarment[]) => {
  const garmentTables = garments.map((garment) => ({
    garment,
    table: buildNodeTable(garment.graph, createTableSpec('pom')),
  }));
  return {
    tables: garmentTables.map(({ table }) => table),
    points: garmentTables.flatMap(({ garment, table }) =>
      table.rows.flatMap((row) => listRowPoints(garment, table, row)),
    ),
  };
};
