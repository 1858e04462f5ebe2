/** Creates the cells of a value. They show its provenance as a mark, as a word and by their style. */

import { findProvenanceSign } from '../../garment/provenance-marks.ts';
import { isProvenanceWord, type StatedValue } from '../../garment/stated-value.ts';
import type { Value } from '../../garment/value.ts';
import { toNumberText, toPayloadText } from '../../platform/json/json-values.ts';
import { renderValueRuns, toPlainText } from '../views/value-runs.ts';
import { findExactFormat, findFractionCell } from './number-format.ts';
import {
  type CellStyle,
  createTextCell,
  EMPTY_CELL,
  HATCHED_CELL,
  type WorkbookCell,
} from './workbook-model.ts';

/**
 * Returns the cell style for a provenance word. For a known word, for example `inferred`, the style has the same name.
 */
export const getProvenanceStyle = (state: string | undefined): CellStyle =>
  state === undefined ? 'plain' : isProvenanceWord(state) ? state : 'other';

/**
 * Formats a provenance with its mark, for example `asserted =`, or an empty text without provenance. The mark is last,
 * because a CSV text that begins with `=` would be a formula.
 */
export const formatProvenanceCell = (state: string | undefined): string =>
  state === undefined ? '' : `${state} ${findProvenanceSign(state)}`;

/** The narrow column with the head `·`. It has the provenance mark of the value in the column at its left. */
export const MARK_COLUMN = { head: '·', isAttached: true, minWidth: 1 } as const;

/**
 * Creates the cell with the provenance mark of a value: `=`, `~` or `?`. For an unknown provenance word, the cell has
 * the word and `!`. Without provenance it is empty. If there is no value, it is hatched.
 */
export const createMarkCell = (entry: Pick<StatedValue, 'state'> | undefined): WorkbookCell => {
  if (entry === undefined) return HATCHED_CELL;
  const { state } = entry;
  const style = getProvenanceStyle(state);
  return createTextCell(
    style === 'other' ? formatProvenanceCell(state) : findProvenanceSign(state).trim(),
    style,
  );
};

const formatCellValue = (value: unknown): string => (value === null ? '' : toPayloadText(value));

/** Creates the cell of a value. A number stays a number; an object or list becomes JSON. */
export const createValueCell = (value: unknown, style?: CellStyle): WorkbookCell => {
  const cell = createTextCell(formatCellValue(value), style);
  return toNumberText(value) === undefined ? cell : { ...cell, isNumber: true };
};

const createProvenanceCell = (state: string | undefined): WorkbookCell =>
  createTextCell(formatProvenanceCell(state), getProvenanceStyle(state));

/** Returns true for a text that a cell can display exactly as a number: `28`, `56.0`, `26 1/4`. */
export const isExactNumber = (text: string): boolean =>
  (findExactFormat(text) ?? findFractionCell(text)) !== undefined;

/**
 * Returns true if a text is written as an amount, such as `26 1/4`. A text without a space, such as `401` or `1/2`, may
 * be a code, so it is an amount only with a unit.
 */
const isWrittenAmount = (text: string, unit: unknown): boolean =>
  (text.includes(' ') || formatCellValue(unit ?? null) !== '') && isExactNumber(text);

type ValueCells = readonly [WorkbookCell, WorkbookCell, WorkbookCell];

/**
 * Creates three cells for a value: the value itself, its unit, and its provenance as word and mark. A text that is an
 * amount, such as `26 1/4`, becomes a number.
 */
export const createValueCells = (entry: Pick<StatedValue, 'value' | 'unit' | 'state'>): ValueCells => {
  const style = getProvenanceStyle(entry.state);
  const cell = createValueCell(entry.value, style);
  return [
    cell.isNumber === true || !isWrittenAmount(cell.text, entry.unit) ? cell : { ...cell, isNumber: true },
    createTextCell(formatCellValue(entry.unit), style),
    createProvenanceCell(entry.state),
  ];
};

/** Creates the cells of a value like `createValueCells`. The first cell also records what a returned workbook needs. */
export const createStatedCells = (
  entry: (Pick<StatedValue, 'value' | 'unit' | 'state'> & { readonly path?: string }) | undefined,
): ValueCells => {
  if (entry === undefined) return [EMPTY_CELL, EMPTY_CELL, EMPTY_CELL];
  const [cell, ...others] = createValueCells(entry);
  const { unit = null, state = '', path = '' } = entry;
  return [
    { ...cell, isNumber: cell.isNumber === true, stated: { unit: formatCellValue(unit), state, path } },
    ...others,
  ];
};

/**
 * Formats a value as one line with its path, provenance mark, unit and other members, for example `hem: = 2 cm (side
 * left)`. A value that contains further values with provenance is written as JSON, so that all of them are shown.
 */
export const formatValueLine = (entry: Value): string => {
  const { path, value, unit, otherMembers } = entry;
  const runs = renderValueRuns({ ...entry, otherMembers: [] });
  const hasNestedValues = runs.some((run) => typeof run !== 'string' && run.mark === true);
  const membersText = otherMembers
    .map(([key, memberValue]) => `${key} ${toPayloadText(memberValue)}`)
    .join(', ');
  return [
    `${path || '(itself)'}:`,
    createMarkCell(entry).text,
    ...(hasNestedValues ? [toPayloadText(value), formatCellValue(unit ?? null)] : [toPlainText(runs)]),
    membersText && `(${membersText})`,
  ]
    .filter((part) => part !== '')
    .join(' ');
};

/** Formats basis and confidence, for example `warp, parallel to CF (0.8)`. */
export const formatReasonCell = ({
  basis,
  confidence,
}: Pick<StatedValue, 'basis' | 'confidence'>): string => {
  const [reason, confidenceText] = [formatCellValue(basis ?? null), formatCellValue(confidence ?? null)];
  return confidenceText === '' ? reason : `${reason}${reason === '' ? '' : ' '}(${confidenceText})`;
};
