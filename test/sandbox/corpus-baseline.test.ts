import { expect, it } from 'vitest';
import { listSampleGarments } from '../../src/sandbox/corpus/sample-garments.ts';

const shirt = listSampleGarments().find(({ sgg_garment_id }) => sgg_garment_id === 'GARM-101');
const read = (resource: 'tailor-brief' | 'design-trust' | 'confirmations') =>
  JSON.parse(shirt?.read(resource) ?? '');

it('the counts of the shirt are derived from its rows', () => {
  const counts = read('design-trust').counts.map(
    ({ field, value }: { field: string; value: number }) => `${field} ${value}`,
  );
  expect(counts).toEqual([
    'callouts.rows 3',
    'callouts.asserted 1',
    'callouts.inferred 1',
    'callouts.unstated 1',
    'bill_of_materials.rows 6',
    'bill_of_materials.asserted 3',
    'bill_of_materials.inferred 2',
    'bill_of_materials.unstated 1',
    'confidence.high 0',
    'confidence.medium 2',
    'confidence.low 1',
    'confidence.none 0',
    'unresolved 4',
  ]);
});

it('the brief of the shirt has eight asserted, six inferred and eight unstated texts', () => {
  const { brief } = read('tailor-brief');
  expect(brief.lining).toEqual({ text: 'None.', state: 'asserted' });
  expect(brief.packing).toEqual({ text: null, state: 'unstated' });
  const states = Object.values<{ state: string }>(brief).map(({ state }) => state);
  expect(
    ['asserted', 'inferred', 'unstated'].map((word) => states.filter((state) => state === word).length),
  ).toEqual([8, 6, 8]);
});

it('the shirt has four open questions, and none blocks an export', () => {
  const { unresolved } = read('confirmations');
  expect(unresolved.map(({ node, field }: { node: string; field: string }) => `${node} ${field}`)).toEqual([
    'piece.yoke cut',
    'mat.fusible label',
    'seam.side spi',
    'pom.B07 tol_plus',
  ]);
  expect(unresolved.every(({ blocking }: { blocking: boolean }) => blocking === false)).toBe(true);
});
