import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLexeme, readJson, writeJson } from '../../src/format/lossless.ts';
import { payloadText, tally } from '../../src/provenance/index.ts';
import { briefRows, briefView } from '../../src/view/brief.ts';
import { confirmationsRows, confirmationsView } from '../../src/view/confirmations.ts';
import { graphRows, graphView } from '../../src/view/graph.ts';
import type { Rows, View } from '../../src/view/model.ts';
import { trustRows, trustView } from '../../src/view/trust.ts';
import { type Found, find, graphBody } from '../support/open-bodies.ts';
import { marks, plain } from '../support/plain.ts';

/** `TOILE_TEST_RUNS=10000` for the long run. */
const RUNS = Number(process.env.TOILE_TEST_RUNS ?? 600);
const WORDS = ['asserted', 'inferred', 'unstated'];
// Through text and back: what is tested is what a parser hands over.
const bodies = graphBody.map((body) => readJson(writeJson(body)));

interface Read {
  readonly name: string;
  view(body: unknown, options: { all: boolean }): View;
  rows(body: unknown, options: { all: boolean }): Rows;
}

const READS: readonly Read[] = [
  { name: 'graph', view: graphView, rows: graphRows },
  { name: 'brief', view: briefView, rows: briefRows },
  { name: 'trust', view: trustView, rows: trustRows },
  { name: 'confirmations', view: confirmationsView, rows: confirmationsRows },
];

const cells = (rows: Rows): string =>
  [...rows.rows].map((row) => row.map((cell) => payloadText(cell ?? undefined)).join('\t')).join('\n');

function missingInView(view: View, { states, lexemes }: Found): string[] {
  const text = plain(view);
  const marked = marks(view);
  return [
    ...[...states]
      .filter(([state, number]) => (marked.get(state) ?? 0) < number)
      .map(([state]) => `mark ${state}`),
    ...[...states.keys()].filter((state) => !WORDS.includes(state) && !text.includes(state)),
    ...lexemes.filter((lexeme) => !text.includes(lexeme)),
  ];
}

function missingInRows(rows: Rows, { states, lexemes }: Found): string[] {
  const text = cells(rows);
  // A state word inside a nested value stands there as JSON.
  const there = (word: string): boolean => text.includes(word) || text.includes(JSON.stringify(word));
  return [
    ...[...states.keys()].filter((state) => !there(state)),
    ...lexemes.filter((lexeme) => !text.includes(lexeme)),
  ];
}

test('every stated value of a body is counted once, whatever its shape', () => {
  fc.assert(
    fc.property(bodies, (body) => {
      const counted = [...tally(body).states].filter(([, number]) => number > 0).sort();
      expect(counted).toEqual([...find(body, isLexeme).states].sort());
    }),
    { numRuns: RUNS },
  );
}, 600_000);

test.each(READS)(
  '$name --all shows every stated value with its state and every number as written',
  ({ view, rows }) => {
    fc.assert(
      fc.property(bodies, (body) => {
        const found = find(body, isLexeme);
        expect(missingInView(view(body, { all: true }), found)).toEqual([]);
        expect(missingInRows(rows(body, { all: true }), found)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  },
  600_000,
);

test.each(READS)(
  '$name without --all marks as many values as with it, or says how to see the rest',
  ({ name, view }) => {
    fc.assert(
      fc.property(bodies, (body) => {
        const short = view(body, { all: false });
        const text = plain(short);
        const { states } = find(body, isLexeme);
        // A derived count goes without its mark: it says nothing of the garment.
        const words = [...states.keys()].filter((state) => !(name === 'trust' && state === 'inferred'));
        for (const word of words) if (!marks(short).has(word)) expect(text).toContain('--all');
      }),
      { numRuns: RUNS / 2 },
    );
  },
  600_000,
);
