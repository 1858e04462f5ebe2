import { expect, it } from 'vitest';
import { FOREIGN_BODIES } from '../support/foreign-bodies.ts';
import fc, { scaleCases } from '../support/property.ts';
import { readSampleGraph } from '../support/sample-bodies.ts';
import { lost } from './find-losses.ts';
import { KEPT } from './kept-bodies.ts';
import { conserved } from './random-bodies.ts';

it.each(FOREIGN_BODIES)('$name: no form loses anything of it silently', ({ value }) => {
  expect(lost(value)).toEqual([]);
});

it.each(['GARM-101', 'GARM-33'])('%s of the sandbox, each with its own spelling, as well', (id) => {
  expect(lost(readSampleGraph(id))).toEqual([]);
});

it.each(KEPT)('of the kept body that lost $lost no form loses anything', ({ body }) => {
  expect(lost(body)).toEqual([]);
});

it('each scalar of any body is shown, or left out by its name', () => {
  fc.assert(conserved(), scaleCases(60));
}, 600_000);
