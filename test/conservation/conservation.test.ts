import { expect, it } from 'vitest';
import { FOREIGN } from '../support/foreign-bodies.ts';
import fc, { cases } from '../support/property.ts';
import { graphOf } from '../support/samples.ts';
import { KEPT } from './kept.ts';
import { lost } from './law.ts';
import { conserved } from './random.ts';

it.each(FOREIGN)('$name: no form loses anything of it without a word', ({ value }) => {
  expect(lost(value)).toEqual([]);
});

it.each(['GARM-101', 'GARM-33'])('%s of the sandbox, a dialect each, as well', (id) => {
  expect(lost(graphOf(id))).toEqual([]);
});

it.each(KEPT)('of what once lost $lost none loses anything', ({ body }) => {
  expect(lost(body)).toEqual([]);
});

it('whatever a body holds, each scalar is shown, or left out by its name', () => {
  fc.assert(conserved(), cases(60));
}, 600_000);
