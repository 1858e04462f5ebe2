import { expect, test } from 'vitest';
import { readGraph } from '../../src/garment/graph-model.ts';
import { buildNodeTable } from '../../src/garment/node-table.ts';
import {
  findRowName,
  formatCellText,
  formatHeadWithUnit,
  formatRowKey,
  hasEqualTolerances,
  joinUnbroken,
} from '../../src/garment/table-text.ts';
import { createTableSpec } from '../../src/garment/trade-tables.ts';

const give = (value: unknown, unit?: string, state = 'asserted') => ({ value, unit, state });
const toPoint = (...points: object[]) =>
  buildNodeTable(
    readGraph({ nodes: points.map((point, at) => ({ id: `m${at}`, kind: 'pom', ...point })) }),
    createTableSpec('pom'),
  );
const listTexts = (...points: object[]) => {
  const { rows, columns } = toPoint(...points);
  return rows.map(({ cells }) =>
    columns.flatMap((column) => {
      const entry = cells.get(column.name);
      return entry ? [formatCellText(entry, column)] : [];
    }),
  );
};

test('a value never breaks over two lines, and a text may', () => {
  expect(joinUnbroken('26 1/4 in')).toBe('26\u00a01/4\u00a0in');
  expect(joinUnbroken('140 g/m2')).toBe('140\u00a0g/m2');
  expect(joinUnbroken('2 pieces')).toBe('2\u00a0pieces');
  expect(joinUnbroken('left side seam, 10 cm above hem')).toBe('left side seam, 10 cm above hem');
});

test('the head shows the unit once, and a cell only a different unit', () => {
  expect(listTexts({ spec: give('26 1/4', 'in') }, { spec: give(3, 'in') })).toEqual([
    ['26\u00a01/4'],
    ['3'],
  ]);
  expect(listTexts({ spec: give(1, 'cm') }, { spec: give(3, 'in') })).toEqual([['1\u00a0cm'], ['3\u00a0in']]);
  expect(toPoint({ spec: give(1, 'cm') }).columns.map(formatHeadWithUnit)).toContain('spec (cm)');
});

test('a tolerance has its sign once', () => {
  expect(listTexts({ tol_minus: give('-0.5', 'cm'), tol_plus: give('1/4', 'cm') })).toEqual([
    ['−0.5', '+1/4'],
  ]);
  expect(listTexts({ tol_minus: give('none') })).toEqual([['none']]);
  expect(hasEqualTolerances(toPoint({ tol: give(1) }, { tol: give('±2') }))).toBe(true);
  expect(hasEqualTolerances(toPoint({ tol_plus: give(1), tol_minus: give(1, undefined, 'inferred') }))).toBe(
    false,
  );
});

test('a row has the name that it gives itself, or its key', () => {
  const [row] = toPoint({ description: give('Chest') }).rows;
  expect(row && findRowName(row)?.value).toBe('Chest');
  const body = { nodes: [{ id: 'g', kind: 'garment', measurements: { chest: give(1), waist: give(2) } }] };
  const { rows } = buildNodeTable(readGraph(body), createTableSpec('pom'));
  expect(rows.map(formatRowKey)).toEqual(['chest', 'waist']);
});
