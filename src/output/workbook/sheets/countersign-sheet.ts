import {
  listSilenceOptions,
  listSilentLines,
  type SilentLine,
} from '../../../garment/construction-silences.ts';
import { formatRowName, type InferredValue, listInferredValues } from '../../../garment/inferred-values.ts';
import { findLeftOut } from '../../../garment/left-out.ts';
import type { NodeRow } from '../../../garment/node-table.ts';
import { readTradeTables } from '../../../garment/read-trade-tables.ts';
import type { Value } from '../../../garment/value.ts';
import { toPayloadText } from '../../../platform/json/json-values.ts';
import { appendAll } from '../../../platform/lists.ts';
import { createMarkCell, createStatedCells, formatReasonCell, MARK_COLUMN } from '../provenance-cells.ts';
import {
  createTextCell,
  HATCHED_CELL,
  type RowSubject,
  type SheetColumn,
  type WorkbookCell,
} from '../workbook-model.ts';
import { COUNTERSIGN_FORM } from './forms.ts';
import type { SheetWithLeftOut } from './left-out-sheet.ts';
import type { WorkbookGarment } from './workbook-garment.ts';

interface SignedRow {
  readonly subject: RowSubject;
  readonly cells: ReadonlyMap<string, WorkbookCell>;
}

/**
 * The value that one row of the sheet asks the factory to sign. `row` is the table row from which the value comes;
 * undefined for a value in no table, for example a text of the brief. `size` is empty unless the value belongs to one
 * size.
 */
interface SignedSubject {
  readonly table: string;
  readonly row: NodeRow | undefined;
  readonly field: string;
  readonly size: string;
}

const createSignedRow = (
  { id }: WorkbookGarment,
  { table, row, field, size }: SignedSubject,
  cells: Readonly<Record<string, WorkbookCell>>,
): SignedRow => {
  const code = toPayloadText(row?.cells.get('code')?.value ?? undefined);
  const description =
    row === undefined ? '' : [code, formatRowName(row)].filter((part) => part !== '').join(' ');
  const subject = {
    garment_id: id,
    node_id: row?.node.id ?? '',
    line: row?.line ?? '',
    // On this sheet, which has no column for codes, the member `code` contains the name of the field. The name helps to
    // identify the row when the returned workbook is read.
    code: field.replaceAll('_', ' '),
    description,
    size,
  };
  const { code: fieldText, ...parts } = subject;
  const texts = Object.entries({ ...parts, field: fieldText, table });
  return {
    subject,
    cells: new Map([
      ...texts.map(([key, text]) => [key, createTextCell(text)] as const),
      ...Object.entries(cells),
    ]),
  };
};

/**
 * Creates the cells of a value. If the value is a relation to another node, the text is the label of that node, or its
 * id if it has no label.
 */
const createValueCells = (value: Value, relation?: InferredValue['relation']) => {
  const [cell, unit] = createStatedCells(value);
  const shown =
    relation === undefined ? cell : { ...cell, text: relation.to?.label || relation.target, isNumber: false };
  return {
    value: shown,
    unit,
    value_state: createMarkCell(value),
    why: createTextCell(formatReasonCell(value)),
  };
};

const createInferredRow = (garment: WorkbookGarment, item: InferredValue): SignedRow =>
  createSignedRow(garment, { ...item, field: item.name }, createValueCells(item.value, item.relation));

/**
 * Creates one row for each detail that a construction line does not state, for example how often a hem is turned back.
 * The cell `agree` of such a row is hatched, because the factory must write the detail itself.
 */
const createSilentRows = (garment: WorkbookGarment, { table, row, silences }: SilentLine) =>
  [...silences].map(([field, value]): SignedRow => {
    const options = listSilenceOptions(field).join(' or ');
    return createSignedRow(
      garment,
      { table, row, field, size: '' },
      {
        ...(value === undefined
          ? { value: HATCHED_CELL, value_state: HATCHED_CELL }
          : createValueCells(value)),
        why: createTextCell(options === '' ? 'not said' : `not said: ${options}`),
        agree: HATCHED_CELL,
      },
    );
  });

/** The maximum column widths in characters, so that the sheet is one page wide. */
const MAX_WIDTHS: Readonly<Record<string, number>> = {
  table: 18,
  description: 28,
  field: 14,
  value: 24,
  why: 24,
};

const createColumns = (rows: readonly SignedRow[], several: boolean): readonly SheetColumn[] => [
  ...COUNTERSIGN_FORM.given.map(([key = '', head = '']) => ({
    key,
    head,
    isHidden:
      key === 'node_id' ||
      key === 'line' ||
      (key === 'garment_id' && !several) ||
      (key === 'size' && rows.every(({ subject }) => subject.size === '')),
    maxWidth: MAX_WIDTHS[key],
    ...(key === 'value_state' ? MARK_COLUMN : {}),
  })),
  ...COUNTERSIGN_FORM.filled.map((head) => ({
    head,
    isFillIn: true,
    minWidth: head === 'make it' ? 14 : undefined,
  })),
];

/** Builds the sheet that a factory signs, with the rows of all garments; undefined if there is nothing to sign. */
export const buildCountersignSheet = (garments: readonly WorkbookGarment[]): SheetWithLeftOut | undefined => {
  const values: Value[] = [];
  const rows = garments.flatMap((garment) => {
    const tradeTables = readTradeTables(garment.bodies.graph);
    const inferred = listInferredValues(tradeTables, garment.bodies.brief);
    appendAll(
      values,
      inferred.map(({ value }) => value),
    );
    return [
      ...inferred.map((item) => createInferredRow(garment, item)),
      ...listSilentLines(tradeTables.tables).flatMap((line) => createSilentRows(garment, line)),
    ];
  });
  if (rows.length === 0) return undefined;
  const columns = createColumns(rows, garments.length > 1);
  const createCell = ({ cells }: SignedRow, { key, head, isFillIn }: SheetColumn): WorkbookCell =>
    cells.get(key ?? head) ??
    createTextCell('', isFillIn === true ? (head === 'date' ? 'fill-in' : 'fill-in-text') : undefined);
  return {
    sheet: {
      name: COUNTERSIGN_FORM.name,
      columns,
      rows: rows.map((row) => columns.map((column) => createCell(row, column))),
      subjects: rows.map(({ subject }) => subject),
      fixedColumns: columns.findIndex(({ key }) => key === 'field') + 1,
    },
    leftOut: { sheet: COUNTERSIGN_FORM.name, list: findLeftOut(values, () => ['value', 'why']) },
  };
};
