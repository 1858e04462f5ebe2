/** A value as cells of a spreadsheet. Its provenance shows as mark, as word and in the style. */

import { findProvenanceSign } from '../../garment/provenance-marks.ts';
import { isProvenanceWord, type StatedValue } from '../../garment/stated-value.ts';
import { toNumberText, toPayloadText } from '../../platform/json/json-values.ts';
import { type CellStyle, createTextCell, EMPTY_CELL, type WorkbookCell } from './workbook-model.ts';

/** Returns the cell style of a provenance. */
export const getProvenanceStyle = (state: string | undefined): CellStyle =>
  state === undefined ? 'plain' : isProvenanceWord(state) ? state : 'other';

/**
 * Formats a provenance with its mark, for example `asserted =`; empty without provenance. The mark is
 * last, since a CSV text that begins with `=` is a formula.
 */
export const formatProvenanceCell = (state: string | undefined): string =>
  state === undefined ? '' : `${state} ${findProvenanceSign(state)}`;

const formatCellValue = (value: unknown): string => (value === null ? '' : toPayloadText(value));

/** Creates the cell of a value: a number as a number, a nested value as its JSON. */
export const createValueCell = (value: unknown, look?: CellStyle): WorkbookCell => ({
  text: formatCellValue(value),
  isNumber: toNumberText(value) !== undefined,
  ...(look === undefined ? {} : { look }),
});

/** Creates the cell of a provenance. */
export const createProvenanceCell = (state: string | undefined): WorkbookCell =>
  createTextCell(formatProvenanceCell(state), getProvenanceStyle(state));

/** Creates three cells: value, unit and provenance. They are empty where there is no value. */
export const createStatedCells = (
  entry: (Pick<StatedValue, 'value' | 'unit' | 'state'> & { readonly path?: string }) | undefined,
): readonly [WorkbookCell, WorkbookCell, WorkbookCell] => {
  if (entry === undefined) return [EMPTY_CELL, EMPTY_CELL, EMPTY_CELL];
  const look = getProvenanceStyle(entry.state);
  return [
    {
      ...createValueCell(entry.value, look),
      stated: {
        unit: formatCellValue(entry.unit ?? null),
        state: entry.state ?? '',
        path: entry.path ?? '',
      },
    },
    createTextCell(formatCellValue(entry.unit), look),
    createProvenanceCell(entry.state),
  ];
};

/** Formats basis and confidence, for example `warp, parallel to CF (0.8)`. */
export const formatReasonCell = ({
  basis,
  confidence,
}: Pick<StatedValue, 'basis' | 'confidence'>): string => {
  const [reason, sure] = [formatCellValue(basis ?? null), formatCellValue(confidence ?? null)];
  return sure === '' ? reason : `${reason}${reason === '' ? '' : ' '}(${sure})`;
};
