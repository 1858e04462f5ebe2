/**
 * Reads the filled-in sheet of measurements: each measured value beside its specification. Nothing is
 * judged.
 */

import type { UnreadCell, WorkbookMeasurement } from '../../../garment/workbook-answers.ts';
import { normalizeDecimal, subtractDecimals } from '../../../platform/json/decimals.ts';
import type { ImportedSheet } from '../read-xlsx.ts';
import { MEASURE_FORM, parseRoundHead } from '../sheets/forms.ts';
import {
  createDuplicateCheck,
  createUnreadCell,
  type FilledForm,
  findFilledForm,
  findFormulaOrErrorCells,
} from './filled-form.ts';

/** The measurements of a filled-in sheet. */
export interface MeasurementAnswers {
  readonly form: FilledForm | undefined;
  /** The number of points and sizes in the file, measured or not. */
  readonly points: number;
  readonly rounds: readonly string[];
  readonly measured: readonly WorkbookMeasurement[];
  readonly unplaced: readonly UnreadCell[];
}

const GIVEN: readonly string[] = MEASURE_FORM.given;

const formatMeasurementNote = (text: (head: string) => string): string => {
  const [plus, minus] = [text('tol_plus'), text('tol_minus')];
  const missing =
    plus === '' && minus === ''
      ? 'tolerance not stated'
      : plus === ''
        ? 'tolerance above not stated'
        : minus === ''
          ? 'tolerance below not stated'
          : '';
  const units = [
    ...new Set(['spec_unit', 'tol_plus_unit', 'tol_minus_unit'].map(text).filter((unit) => unit !== '')),
  ];
  return [
    ...(text('spec') === '' ? ['spec not stated'] : []),
    ...(missing === '' ? [] : [missing]),
    ...(units.length > 1 ? [`units differ: ${units.join(', ')}`] : []),
  ].join('; ');
};

/** Removes the unit of the specification from a written value, for example `56 cm` becomes `56`. */
const removeUnit = (written: string, unit: string): string => {
  const bare = written.trim();
  return /^[^\d\s.,+/-]/.test(unit) && bare.toLowerCase().endsWith(unit.toLowerCase())
    ? bare.slice(0, -unit.length).trimEnd()
    : bare;
};

/** Finds the sheet of measurements and reads its values. Cells that cannot be read are listed. */
export const readMeasurements = (sheets: readonly ImportedSheet[]): MeasurementAnswers => {
  const isRound = (head: string): boolean => parseRoundHead(head) !== undefined;
  const form = findFilledForm(sheets, MEASURE_FORM.name, GIVEN, isRound);
  if (form === undefined) return { form, points: 0, rounds: [], measured: [], unplaced: [] };
  const heads = form.heads.filter(isRound);
  const unplaced: UnreadCell[] = [...form.unplaced];
  const measured: WorkbookMeasurement[] = [];
  let points = 0;
  const twice = createDuplicateCheck(form, 'the point is measured');
  for (const row of form.rows) {
    const { cells, text } = row;
    unplaced.push(...findFormulaOrErrorCells(form, row, [...GIVEN, ...heads]));
    if (text('node_id') === '') {
      for (const [head, cell] of cells)
        if (isRound(head) || !heads.some((each) => text(each) !== ''))
          unplaced.push(createUnreadCell(form.sheet.name, cell, 'its row names no point of measure'));
      continue;
    }
    points++;
    if (heads.some((head) => text(head).trim() !== ''))
      unplaced.push(...twice(row, 'node_id', ...['garment_id', 'node_id', 'line', 'size'].map(text)));
    for (const head of heads) {
      const cell = cells.get(head);
      if (cell === undefined || cell.text.trim() === '') continue;
      const value =
        cell.kind === 'text' || cell.kind === 'number'
          ? normalizeDecimal(removeUnit(cell.text, text('spec_unit')))
          : undefined;
      if (value === undefined && cell.kind !== 'error') {
        const what =
          cell.kind === 'date' ? 'a date, and no measurement' : 'not a number that can be read one way';
        unplaced.push(createUnreadCell(form.sheet.name, cell, what));
      }
      measured.push({
        garment_id: text('garment_id'),
        node_id: text('node_id'),
        line: text('line'),
        code: text('code'),
        description: text('description'),
        size: text('size'),
        round: parseRoundHead(head) ?? '',
        spec: text('spec'),
        spec_unit: text('spec_unit'),
        spec_state: text('spec_state'),
        tol_plus: text('tol_plus'),
        tol_plus_unit: text('tol_plus_unit'),
        tol_minus: text('tol_minus'),
        tol_minus_unit: text('tol_minus_unit'),
        measured: cell.text,
        difference: (value === undefined ? undefined : subtractDecimals(value, text('spec'))) ?? '',
        note: formatMeasurementNote(text),
      });
    }
  }
  return { form, points, rounds: heads.map((head) => parseRoundHead(head) ?? ''), measured, unplaced };
};
