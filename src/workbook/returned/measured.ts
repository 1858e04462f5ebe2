/** The sheet of measurements, as it came back: what was measured beside what was asked for. Nothing is judged. */

import type { Measured, Unplaced } from '../../garment/returned.ts';
import { decimalDifference, decimalText } from '../../json/decimals.ts';
import type { ReadSheet } from '../read.ts';
import { MEASURE, roundOf } from '../sheets/forms.ts';
import { type Form, formIn, notWritten, twiceIn, unplacedAt } from './form.ts';

export interface Measurements {
  readonly form: Form | undefined;
  /** Points and sizes in the file, measured or not. */
  readonly points: number;
  readonly rounds: readonly string[];
  readonly measured: readonly Measured[];
  readonly unplaced: readonly Unplaced[];
}

const GIVEN: readonly string[] = MEASURE.given;

const noteOf = (text: (head: string) => string): string => {
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

/** `56 cm` where the spec is in cm: the same unit, said once more. */
const withoutUnit = (written: string, unit: string): string => {
  const bare = written.trim();
  return /^[^\d\s.,+/-]/.test(unit) && bare.toLowerCase().endsWith(unit.toLowerCase())
    ? bare.slice(0, -unit.length).trimEnd()
    : bare;
};

export const measuredIn = (sheets: readonly ReadSheet[]): Measurements => {
  const isRound = (head: string): boolean => roundOf(head) !== undefined;
  const form = formIn(sheets, MEASURE.name, GIVEN, isRound);
  if (form === undefined) return { form, points: 0, rounds: [], measured: [], unplaced: [] };
  const heads = form.heads.filter(isRound);
  const unplaced: Unplaced[] = [...form.unplaced];
  const measured: Measured[] = [];
  let points = 0;
  const twice = twiceIn(form, 'the point is measured');
  for (const row of form.rows) {
    const { cells, text } = row;
    unplaced.push(...notWritten(form, row, [...GIVEN, ...heads]));
    if (text('node_id') === '') {
      for (const [head, cell] of cells)
        if (isRound(head) || !heads.some((each) => text(each) !== ''))
          unplaced.push(unplacedAt(form.sheet.name, cell, 'its row names no point of measure'));
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
          ? decimalText(withoutUnit(cell.text, text('spec_unit')))
          : undefined;
      if (value === undefined && cell.kind !== 'error') {
        const what =
          cell.kind === 'date' ? 'a date, and no measurement' : 'not a number that can be read one way';
        unplaced.push(unplacedAt(form.sheet.name, cell, what));
      }
      measured.push({
        garment_id: text('garment_id'),
        node_id: text('node_id'),
        line: text('line'),
        code: text('code'),
        description: text('description'),
        size: text('size'),
        round: roundOf(head) ?? '',
        spec: text('spec'),
        spec_unit: text('spec_unit'),
        spec_state: text('spec_state'),
        tol_plus: text('tol_plus'),
        tol_plus_unit: text('tol_plus_unit'),
        tol_minus: text('tol_minus'),
        tol_minus_unit: text('tol_minus_unit'),
        measured: cell.text,
        difference: (value === undefined ? undefined : decimalDifference(value, text('spec'))) ?? '',
        note: noteOf(text),
      });
    }
  }
  return { form, points, rounds: heads.map((head) => roundOf(head) ?? ''), measured, unplaced };
};
