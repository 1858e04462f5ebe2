import { expect, it } from 'vitest';
import { formatAge, listDesignChoices } from '../../src/commands/designs/design-reference.ts';
import { NOW } from '../support/run-toile.ts';

const buildDesign = (name: string | null, more: object = {}) => ({
  id: '3f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d01',
  name,
  garment_category: 'coat',
  sgg_garment_id: 'GARM-5117',
  created_at: '2026-08-30T02:15:00Z',
  ...more,
});

it.each([
  ['2026-11-21T08:59:30Z', 'just now'],
  ['2026-11-21T08:58:00Z', '2 minutes ago'],
  ['2026-11-21T07:59:00Z', '1 hour ago'],
  ['2026-11-20T08:00:00Z', '1 day ago'],
  ['2026-11-15T09:00:01Z', '5 days ago'],
  ['2026-11-01T09:00:00Z', '2 weeks ago'],
  ['2026-08-30T02:15:00Z', '2 months ago'],
  ['2024-01-01T00:00:00Z', '2 years ago'],
  ['2027-01-01T00:00:00Z', ''],
  ['yesterday', ''],
])('%s was %s', (created, words) => {
  expect(formatAge(created, NOW)).toBe(words);
});

const listLabels = (designs: readonly ReturnType<typeof buildDesign>[], typed = '') =>
  listDesignChoices(designs, typed, NOW).map(({ label }) => label);

it('the list shows name, category, id and age', () => {
  expect(listLabels([buildDesign('Wrap coat')])).toEqual(['Wrap coat   coat   GARM-5117   2 months ago']);
  expect(listLabels([buildDesign(null, { garment_category: null, sgg_garment_id: null })])).toEqual([
    '(unnamed)   not minted   2 months ago',
  ]);
});

it('a long name is cut between characters, and shown whole beside the id', () => {
  const name = '👩🏽‍🎨'.repeat(60);
  const [only] = listDesignChoices([buildDesign(name)], '', NOW);
  expect(only?.label).toBe(`${'👩🏽‍🎨'.repeat(43)}…   coat   GARM-5117   2 months ago`);
  expect(only?.detail).toBe(`3f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d01  ${name}`);
});

it.each([
  ['wrap', 1],
  ['WRAP coat', 1],
  ['5117 wrap', 1],
  ['3f6a1c58', 2],
  ['trouser', 0],
  ['  ', 2],
])('%o is in %i of them', (typed, number) => {
  expect(listLabels([buildDesign('Wrap coat'), buildDesign('縮緬ノーカラーコート')], typed)).toHaveLength(
    number,
  );
});
