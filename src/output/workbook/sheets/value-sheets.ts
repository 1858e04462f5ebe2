import { flattenBody } from '../../../garment/flatten-body.ts';
import { readTailorBrief } from '../../../garment/open-body.ts';
import type { Value } from '../../../garment/value.ts';
import { toPayloadText } from '../../../platform/json/json-values.ts';
import {
  createMarkCell,
  createStatedCells,
  createValueCell,
  createValueCells,
  formatReasonCell,
  MARK_COLUMN,
} from '../provenance-cells.ts';
import {
  createTextCell,
  EMPTY_CELL,
  EMPTY_ROW_SUBJECT,
  type SheetColumn,
  type WorkbookCell,
  type WorkbookSheet,
} from '../workbook-model.ts';
import { SHEET_NAMES } from './forms.ts';
import type { WorkbookGarment } from './workbook-garment.ts';

const VALUE_HEADS = ['field', 'value', 'unit', 'state', 'basis', 'confidence', 'beside'];
const MAX_WIDTHS: Readonly<Record<string, number>> = { value: 60, basis: 60, why: 60, beside: 60 };
const buildSheetColumns = (heads: readonly string[]) =>
  heads.map((head) => ({ head, maxWidth: MAX_WIDTHS[head] }));

const formatOtherMembers = ({ otherMembers, member }: Value): string =>
  [
    ...(member === undefined ? [] : [`(the value of ${member})`]),
    ...otherMembers.map(([key, value]) => `${key}: ${toPayloadText(value)}`),
  ].join('\n');

const createValueRowCells = (entry: Value): readonly WorkbookCell[] => {
  const [value, unit, state] = createValueCells(entry);
  return [
    createTextCell(entry.path),
    // Null is printed as `null`, to distinguish it from an empty text.
    entry.value === null ? { ...value, text: 'null' } : value,
    unit,
    state,
    createValueCell(entry.basis ?? undefined),
    createValueCell(entry.confidence ?? undefined),
    createTextCell(formatOtherMembers(entry)),
  ];
};

const createBriefCells = (entry: Value): readonly WorkbookCell[] => {
  const [value, unit] = createStatedCells(entry);
  return [
    createTextCell(entry.path),
    ...[value, unit, createMarkCell(entry), createTextCell(formatReasonCell(entry))],
    createTextCell(formatOtherMembers(entry)),
  ];
};

/**
 * The heads of the optional columns on the sheet `Brief`. An optional column is left out if all its cells are empty.
 */
const OPTIONAL_HEADS: readonly string[] = ['unit', 'why', 'beside'];

/** Builds the sheet `Brief` with one row for each text and other value of the tailor briefs. */
export const buildBriefSheet = (garments: readonly WorkbookGarment[]): WorkbookSheet => {
  const rows = garments.flatMap(({ id, bodies: { brief } }) => {
    if (brief === undefined) return [];
    const { entries, others } = readTailorBrief(brief);
    return [...entries, ...others].map((entry) => ({
      subject: { ...EMPTY_ROW_SUBJECT, garment_id: id, code: entry.path },
      cells: [createTextCell(id), ...createBriefCells(entry)],
    }));
  });
  const allColumns: readonly SheetColumn[] = [
    { key: 'garment_id', head: 'style', isHidden: garments.length < 2 },
    ...buildSheetColumns(['field', 'value', 'unit']),
    { ...MARK_COLUMN, key: 'state' },
    ...buildSheetColumns(['why', 'beside']),
  ];
  const shownColumns = allColumns.flatMap(({ head }, at) =>
    OPTIONAL_HEADS.includes(head) && rows.every(({ cells }) => cells[at]?.text === '') ? [] : [at],
  );
  return {
    name: SHEET_NAMES.brief,
    columns: shownColumns.flatMap((at) => allColumns[at] ?? []),
    rows: rows.map(({ cells }) => shownColumns.map((at) => cells[at] ?? EMPTY_CELL)),
    subjects: rows.map(({ subject }) => subject),
    fixedColumns: 2,
  };
};

const BODY_READS = ['graph', 'brief', 'trust', 'confirmations'] as const;

/** Builds the sheet `Every value` with one row for each value in all bodies of all garments. */
export const buildEveryValueSheet = (garments: readonly WorkbookGarment[]): WorkbookSheet => ({
  name: SHEET_NAMES.everyValue,
  columns: buildSheetColumns(['garment_id', 'read', 'node_id', 'kind', 'label', ...VALUE_HEADS]),
  rows: garments.flatMap(({ id, bodies }) =>
    BODY_READS.flatMap((read) => {
      if (bodies[read] === undefined) return [];
      const sourceCells = [createTextCell(id), createTextCell(read)];
      return flattenBody(bodies[read]).map(({ nodeId, kind, label, value }) =>
        sourceCells.concat(
          [createTextCell(nodeId), createTextCell(kind), createTextCell(label)],
          createValueRowCells(value),
        ),
      );
    }),
  ),
  fixedColumns: 1,
});
