import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJson, writeJson } from '../../src/format/lossless.ts';
import { flatten, tallyOf } from '../../src/provenance/index.ts';
import { graphView } from '../../src/view/graph.ts';
import { graphBody } from '../support/open-bodies.ts';
import { marks } from '../support/plain.ts';
import { graphOf, NOTABLE } from '../support/samples.ts';

/** How many values of each state a view of a body marks too few. */
function unmarked(body: unknown, view: 'designer' | 'factory'): readonly string[] {
  const values = flatten(body).flatMap(({ entry }) => (entry.role === 'link' ? [] : [entry]));
  const shown = marks(graphView(body, { view }));
  return [...tallyOf(values).states]
    .filter(([state, number]) => (shown.get(state) ?? 0) < number)
    .map(([state]) => state);
}

const readable = NOTABLE.filter((id) => (graphOf(id) as { nodes: unknown[] }).nodes.length <= 60);

test('the notable garments that are short enough to read include both dialects', () => {
  expect(readable).toContain('GARM-101');
  expect(readable).toContain('GARM-33');
});

test.each(readable)('without --all only relations and members without a state are left out of %s', (id) => {
  for (const view of ['designer', 'factory'] as const)
    expect(unmarked(graphOf(id, view === 'factory' ? 'factory' : 'technical_designer'), view)).toEqual([]);
});

test('nor is anything else left out of any other body', () => {
  fc.assert(
    fc.property(graphBody, (made) => {
      const body = readJson(writeJson(made));
      for (const view of ['designer', 'factory'] as const) expect(unmarked(body, view)).toEqual([]);
    }),
    { numRuns: Number(process.env.TOILE_TEST_RUNS ?? 500) },
  );
}, 600_000);
