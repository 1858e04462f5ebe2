import { expect, it } from 'vitest';
import { FOREIGN } from '../support/foreign-bodies.ts';
import fc, { cases } from '../support/property.ts';
import { KEPT } from './kept.ts';
import { lost } from './law.ts';
import { conserved } from './random.ts';

it.each(FOREIGN)('$name: no form loses anything of it without a word', ({ value }) => {
  expect(lost(value)).toEqual([]);
});

it.each(KEPT)('of what once lost $lost none loses anything', ({ body }) => {
  expect(lost(body)).toEqual([]);
});

it('whatever a body holds, each scalar is shown, or left out by its name', () => {
  fc.assert(conserved(), cases(60));
}, 600_000);
