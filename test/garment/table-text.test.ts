import { expect, test } from 'vitest';
import { readGraph } from '../../src/garment/graph-model.ts';
import { buildNodeTable } from '../../src/garment/node-table.ts';
import {
  findRowName,
  formatHeadWithUnit,
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

test('a value never breaks over two lines, and a text may', () => {
  expect(joinUnbroken('26 1/4 in')).toBe('26\u00a01/4\u00a0in');
  expect(joinUnbroken('140 g/m2')).toBe('140\u00a0g/m2');
  expect(joinUnbroken('2 pieces')).toBe('2\u00a0pieces');
  expect(joinUnbroken('26 1/4, 27 1/4 in')).toBe('26\u00a01/4, 27\u00a01/4\u00a0in');
  expect(joinUnbroken('left side seam, 10 cm above hem')).toBe('left side seam, 10 cm above hem');
});

test('the head of a column shows its unit', () => {
  expect(toPoint({ spec: give(1, 'cm') }).columns.map(formatHeadWithUnit)).toContain('spec (cm)');
});

test('the sides of a tolerance are equal if value and state of both are', () => {
  expect(hasEqualTolerances(toPoint({ tol: give(1) }, { tol: give('±2') }))).toBe(true);
  expect(hasEqualTolerances(toPoint({ tol_plus: give(1), tol_minus: give(1, undefined, 'inferred') }))).toBe(
    false,
  );
});

test('a row without a label is named by its description', () => {
  const [row] = toPoint({ description: give('Chest') }).rows;
  expect(row && findRowName(row)?.value).toBe('Chest');
});
