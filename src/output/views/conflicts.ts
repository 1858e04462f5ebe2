import { CONFLICT_RULES, type ShownConflict, type ShownStatement } from '../../garment/conflict.ts';
import { formatCount } from '../../garment/format-count.ts';
import type { FailedItem, UnfinishedPulls } from './saved-files.ts';
import { VALUE_GRID_COLUMNS } from './value-grid.ts';
import type { BodyOwner } from './value-rows.ts';
import {
  faint,
  renderProvenanceMark,
  renderReasonRuns,
  renderValueRuns,
  strong,
  toStatedValue,
} from './value-runs.ts';
import {
  buildRecordRows,
  gap,
  grid,
  line,
  type OutputRows,
  type RichText,
  type TerminalView,
  type ViewBlock,
} from './view-model.ts';

/**
 * The conflicts of one garment, with the ids and the name of the garment and the file or request from which its bodies
 * were read. Printed as JSON.
 */
export interface GarmentConflicts extends BodyOwner {
  readonly conflicts: readonly ShownConflict[];
}

/** The result of `toile conflicts`. `failed` are the garments that could not be read. Printed as JSON. */
export interface SeasonConflicts extends UnfinishedPulls {
  readonly garments: readonly GarmentConflicts[];
  readonly totals: { readonly garments: number; readonly conflicts: number };
  readonly failed: readonly FailedItem[];
}

/** Builds the result of `toile conflicts` from the conflicts of each garment, and counts them. */
export const buildSeasonConflicts = (
  garments: readonly GarmentConflicts[],
  more: Pick<SeasonConflicts, 'failed' | 'unfinished'>,
): SeasonConflicts => ({
  garments,
  totals: {
    garments: garments.length,
    conflicts: garments.reduce((sum, { conflicts }) => sum + conflicts.length, 0),
  },
  ...more,
});

const renderStatementRow = (statement: ShownStatement): readonly RichText[] => {
  const { field, size } = statement;
  const stated = toStatedValue(statement);
  const isSizeShown = size === null || field.endsWith(size);
  return [
    ['  ', renderProvenanceMark(stated.state), ' ', field, ...(isSizeShown ? [] : [faint(` ${size}`)])],
    renderValueRuns(stated),
    stated.state === undefined ? faint('without a state') : renderReasonRuns(stated),
  ];
};

/**
 * Builds one grid row for each value of a conflict. Values of the same node are grouped below a row with the name of
 * the node.
 */
const listStatementRows = (statements: readonly ShownStatement[]): readonly (readonly RichText[])[] =>
  statements.flatMap((statement, at) => {
    const { node_id, kind, label, code } = statement;
    const before = statements[at - 1];
    const isSame = before?.node_id === node_id && before.label === label && before.code === code;
    const isNamed = !isSame && (node_id || label || code || '') !== '';
    // The code, for example `B01`, is left out if the id of the node already ends with it, as in `pom.B01`.
    const words = [code !== null && !node_id.endsWith(code) ? code : '', label];
    const name = [strong(node_id), words.filter((word) => word !== '').join(' '), faint(kind)];
    return [...(isNamed ? [name] : []), renderStatementRow(statement)];
  });

const renderConflictBlocks = (
  { about, means, statements }: ShownConflict,
  at: number,
): readonly ViewBlock[] => [
  gap,
  line([strong(`${at + 1}  ${about}`)], { indent: 1, hang: 3 }),
  grid(VALUE_GRID_COLUMNS, listStatementRows(statements), { indent: 4 }),
  line(faint(means), { indent: 4 }),
];

/** Renders the conflicts for a terminal, grouped by garment, with the total at the end. */
export const renderConflictsView = ({ garments, totals }: SeasonConflicts): TerminalView => {
  const conflicted = garments.filter(({ conflicts }) => conflicts.length > 0);
  const blocks = conflicted.flatMap(
    ({ garment_id, design_id, name, profile, where, conflicts }): ViewBlock[] => [
      gap,
      line([strong(garment_id ?? design_id ?? name), '  ', name], { hang: 2, right: faint(profile ?? '') }),
      line(faint(`read: ${where}`), { indent: 1, hang: 1 }),
      ...conflicts.flatMap(renderConflictBlocks),
    ],
  );
  const styles = formatCount(totals.garments, 'style');
  const rules = `(${Object.keys(CONFLICT_RULES).length} rules checked)`;
  const summary =
    totals.conflicts === 0
      ? `No conflict in ${styles}`
      : `${formatCount(totals.conflicts, 'conflict')} in ${conflicted.length === totals.garments ? '' : `${conflicted.length} of `}${styles}`;
  return [...blocks.slice(1), gap, line([strong(summary), faint(` ${rules}`)], { hang: 2 })];
};

/** The columns of `toile conflicts`, which prints one row for each of the contradicting values in a conflict. */
export const CONFLICT_COLUMNS = [
  ...['design_id', 'garment_id', 'name', 'conflict', 'rule', 'between', 'node_id', 'kind', 'label', 'code'],
  ...['field', 'size', 'value', 'unit', 'state', 'basis', 'confidence', 'profile', 'where'],
] as const;

/** Builds one output row per statement. The column `conflict` numbers the conflicts of each garment from 1. */
export const buildConflictRows = ({ garments }: SeasonConflicts): OutputRows =>
  buildRecordRows(
    garments.flatMap(({ conflicts, ...garment }) =>
      conflicts.flatMap(({ rule, between, statements }, at) =>
        statements.map((statement) => ({ ...garment, conflict: at + 1, rule, between, ...statement })),
      ),
    ),
    CONFLICT_COLUMNS,
  );
