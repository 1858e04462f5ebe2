import { describe, expect, it } from 'vitest';
import { flattenBody } from '../../src/garment/flatten-body.ts';
import { findProductionStep, groupBySteps, NO_STEP, STEP_NAMES } from '../../src/garment/production-steps.ts';
import { type TableName, TRADE_TABLES } from '../../src/garment/trade-tables.ts';
import { anyGraph } from '../support/arbitrary-bodies.ts';
import { FOREIGN_BODIES } from '../support/foreign-bodies.ts';
import fc from '../support/property.ts';

const findStep = (kind: string, path: string, nodeId = 'n') =>
  findProductionStep({ kind, nodeId, value: { path } });

describe('the step of a field', () => {
  it.each([
    ['material', 'composition', 'booking'],
    ['fabric', '成分', 'booking'],
    ['BOMLine', 'gsm', 'booking'],
    ['colourway', 'shell', 'booking'],
    ['measurement', 'spec', 'pattern'],
    ['pom', 'sizes.M.target', 'pattern'],
    ['point_of_measure', 'sizes[2]', 'pattern'],
    ['point_of_measure', 'spec_M', 'pattern'],
    ['pom', 'XL', 'pattern'],
    ['pom', 'gradeRule', 'pattern'],
    ['material', 'shrinkageWarp', 'pattern'],
    ['edge', 'sa', 'pattern'],
    ['piece', 'grainLine', 'cutting'],
    ['panel', 'fold', 'cutting'],
    ['material', 'nap', 'cutting'],
    ['seam', 'stitch_type', 'sewing'],
    ['seam', 'edge_distance', 'sewing'],
    ['seam', 'thread', 'sewing'],
    ['label', 'placement', 'packing'],
    ['packaging', 'fold', 'packing'],
    ['measurement', 'tol_plus', NO_STEP],
    ['garment', 'silhouette', NO_STEP],
    ['', 'composition', 'booking'],
    ['', 'material', NO_STEP],
    ['', 'constructor', NO_STEP],
    ['__proto__', '__proto__', NO_STEP],
  ])('%s %s: %s', (kind, path, step) => {
    expect(findStep(kind, path)).toBe(step);
  });

  it('is found from the id of a node without a known kind', () => {
    expect(findStep('', 'material', 'piece.front')).toBe('cutting');
    expect(findStep('', 'weight', 'mat.shell')).toBe('booking');
  });

  it('is the same for every spelling of the trade', () => {
    for (const [table, { kinds, fields }] of Object.entries(TRADE_TABLES)) {
      const kind = kinds[0] ?? '';
      for (const { key, spellings } of fields)
        for (const spelling of spellings?.split(' ') ?? [])
          if (!spelling.includes('.') && findOwnField(table as TableName, spelling) === key)
            expect([spelling, findStep(kind, spelling)]).toEqual([spelling, findStep(kind, key)]);
    }
  });
});

/** The field that a spelling means in a table; another field of the table may have the same spelling first. */
const findOwnField = (table: TableName, spelling: string) =>
  TRADE_TABLES[table].fields.find(
    ({ key, spellings }) => key === spelling || (spellings?.split(' ') ?? []).includes(spelling),
  )?.key;

describe('values by step', () => {
  const check = (body: unknown) => {
    const flat = flattenBody(body);
    const groups = groupBySteps(flat, findProductionStep);
    expect(groups.flatMap(([, own]) => own)).toHaveLength(flat.length);
    expect(new Set(groups.flatMap(([, own]) => own))).toEqual(new Set(flat));
    const order = groups.map(([step]) => STEP_NAMES.indexOf(step));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  };

  it('keep every value of any body once', () => {
    fc.assert(fc.property(anyGraph, check));
    for (const { value } of FOREIGN_BODIES) check(value);
  });
});
