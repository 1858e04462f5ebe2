import { expect, it } from 'vitest';
import { FOREIGN } from '../support/foreign-bodies.ts';
import fc, { cases } from '../support/property.ts';
import { graphOf } from '../support/samples.ts';
import { KEPT } from './kept.ts';
import { lost } from './law.ts';
import { conserved } from './random.ts';

it.each(FOREIGN)('$name: no form loses anything of it silently', ({ value }) => {
  expect(lost(value)).toEqual([]);
});

it.each(['GARM-101', 'GARM-33'])('%s of the sandbox, each with its own spelling, as well', (id) => {
  expect(lost(graphOf(id))).toEqual([]);
});

it.each(KEPT)('of the kept body that lost $lost no form loses anything', ({ body }) => {
  expect(lost(body)).toEqual([]);
});

it('each scalar of any body is shown, or left out by its name', () => {
  fc.assert(conserved(), cases(60));
}, 600_000);
