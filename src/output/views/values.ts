import { formatCount } from '../../garment/format-count.ts';
import {
  formatStepMoment,
  groupBySteps,
  NO_STEP,
  type ProductionStep,
  STEP_NOTE,
} from '../../garment/production-steps.ts';
import { VALUE_GRID_COLUMNS } from './value-grid.ts';
import type { ValueRow } from './value-rows.ts';
import {
  faint,
  heading,
  renderBareRuns,
  renderProvenanceMark,
  renderReasonRuns,
  renderValueRuns,
  strong,
  toStatedValue,
} from './value-runs.ts';
import {
  gap,
  grid,
  line,
  pickColumnCells,
  type RichText,
  type TerminalView,
  type ViewBlock,
} from './view-model.ts';

/**
 * Renders counts of values as a table: one row for each of `items`, and a row with the total. The last of
 * `columns` must be `count`.
 */
export const renderValueCountsView = (
  items: readonly unknown[],
  columns: readonly string[],
): TerminalView => {
  if (items.length === 0) return [line('No value matches.')];
  const cells = pickColumnCells(items, columns);
  const total = cells.reduce((sum, row) => sum + Number(row.at(-1)), 0);
  return [
    grid(
      columns.map((column) => ({
        fit: 'wrap' as const,
        min: 6,
        ...(column === 'count' && { align: 'right' }),
      })),
      [
        columns.map((column) => heading(column.toUpperCase())),
        ...cells.map((row): RichText[] =>
          row.map((cell, at) =>
            columns[at] === 'state' && typeof cell === 'string'
              ? [renderProvenanceMark(cell), ' ', cell]
              : cell === null || cell === ''
                ? faint('-')
                : [...renderBareRuns(cell)],
          ),
        ),
        columns.map(
          (_, at): RichText =>
            at === columns.length - 1 ? strong(String(total)) : at === 0 ? strong('total') : '',
        ),
      ],
    ),
  ];
};

const toCellText = (cell: unknown): string => (typeof cell === 'string' ? cell : '');

const buildValueRow = (row: ValueRow): readonly RichText[] => {
  const state = row.state === null ? undefined : toCellText(row.state);
  const stated = toStatedValue({ ...row, state: state ?? null });
  return [
    ['  ', renderProvenanceMark(state), ' ', toCellText(row.field)],
    renderValueRuns(stated),
    renderReasonRuns(stated),
  ];
};

const buildNodeValueRows = (rows: readonly ValueRow[]): readonly (readonly RichText[])[] =>
  rows.flatMap((row, at) => {
    const isSameNode = row.node_id === rows[at - 1]?.node_id;
    const isNamed = row.node_id !== '' && !isSameNode;
    return [
      ...(isNamed
        ? [[strong(toCellText(row.node_id)), toCellText(row.label), faint(toCellText(row.kind))]]
        : []),
      buildValueRow(row),
    ];
  });

const isSameBody = (row: ValueRow, otherRow: ValueRow): boolean =>
  (['where', 'garment_id', 'design_id'] as const).every((column) => row[column] === otherRow[column]);

/** Renders the rows of `toile values` in their order, with a heading for each body: garment, profile and file. */
export const renderValuesView = (items: readonly unknown[]): TerminalView => {
  const rows = items as readonly ValueRow[];
  if (rows.length === 0) return [line('No value matches.')];
  const groups: ValueRow[][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last?.[0] && isSameBody(last[0], row)) last.push(row);
    else groups.push([row]);
  }
  const blocks = groups.flatMap((rowsOfBody): ViewBlock[] => {
    const [first] = rowsOfBody;
    const id = toCellText(first?.garment_id) || toCellText(first?.design_id) || '(no garment id)';
    return [
      gap,
      line([strong(id), '  ', toCellText(first?.name)], {
        hang: 2,
        right: faint(toCellText(first?.profile)),
      }),
      line(faint(toCellText(first?.where)), { indent: 1, hang: 1 }),
      grid(VALUE_GRID_COLUMNS, buildNodeValueRows(rowsOfBody), { indent: 1 }),
    ];
  });
  return blocks.slice(1);
};

/** Renders the heading of a production step, for example `CUTTING  before the cloth is cut`. */
export const renderStepHeading = (step: ProductionStep, right: string): ViewBlock =>
  line([heading(step.toUpperCase()), '  ', faint(formatStepMoment(step))], { hang: 2, right: faint(right) });

/** Renders values like `renderValuesView`, under a heading for each production step, in the order of the steps. */
export const renderValueStepsView = (items: readonly unknown[]): TerminalView => {
  const rows = items as readonly ValueRow[];
  if (rows.length === 0) return [line('No value matches.')];
  return [
    ...groupBySteps(rows, ({ step }) => step ?? NO_STEP).flatMap(([step, rowsOfStep]) => [
      gap,
      renderStepHeading(step, formatCount(rowsOfStep.length, 'value')),
      ...renderValuesView(rowsOfStep),
    ]),
    gap,
    line(faint(STEP_NOTE)),
  ].slice(1);
};
