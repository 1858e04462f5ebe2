import { expect, it } from 'vitest';
import { FOREIGN_BODIES } from '../support/foreign-bodies.ts';
import fc, { scaleCases } from '../support/property.ts';
import { readSampleGraph } from '../support/sample-bodies.ts';
import { findLosses } from './find-losses.ts';
import { KEPT_BODIES } from './kept-bodies.ts';
import { createProperty } from './random-bodies.ts';

it.each(FOREIGN_BODIES)('$name: no form loses anything of it silently', ({ value }) => {
  expect(findLosses(value)).toEqual([]);
});

it.each(['GARM-101', 'GARM-33'])('%s of the sandbox, each with its own spelling, as well', (id) => {
  expect(findLosses(readSampleGraph(id))).toEqual([]);
});

it.each(KEPT_BODIES)('no form loses a value of the stored body that once lost $lost', ({ body }) => {
  expect(findLosses(body)).toEqual([]);
});

it('each scalar of any body is shown, or left out by its name', () => {
  fc.assert(createProperty(), scaleCases(60));
}, 600_000);
