import { expect, test } from 'vitest';
import { oneLine } from '../../src/border/screen.ts';
import { flatten, tally, tallyOf } from '../../src/garment/flatten-body.ts';
import { isStateWord } from '../../src/garment/stated.ts';
import { isLexeme, readJson, writeJson } from '../../src/json/lossless.ts';
import { payloadText } from '../../src/json/values.ts';
import { colours } from '../../src/paint/colours.ts';
import { painter } from '../../src/paint/painter.ts';
import { render } from '../../src/paint/render.ts';
import { briefRows, briefView } from '../../src/view/brief.ts';
import { confirmationsRows, confirmationsView } from '../../src/view/confirmations.ts';
import { graphRows, graphView } from '../../src/view/graph.ts';
import type { Rows, View } from '../../src/view/model.ts';
import { trustRows, trustView } from '../../src/view/trust.ts';
import { isQuick } from '../support/effort.ts';
import { ESCAPE } from '../support/escapes.ts';
import { type Found, find, graphBody } from '../support/open-bodies.ts';
import { cellsIn, marks, plain } from '../support/plain.ts';
import fc, { cases } from '../support/property.ts';
import { graphOf, NOTABLE } from '../support/samples.ts';

/** Giving cells their places takes the time; what it might add it adds to bodies of so many characters too. */
const LAID = 500;
/** There is no time for the largest in `npm test`. */
const LONGEST = isQuick ? 2_000 : Number.POSITIVE_INFINITY;

const READS = [
  { name: 'graph', view: graphView, rows: graphRows },
  { name: 'brief', view: briefView, rows: briefRows },
  { name: 'trust', view: trustView, rows: trustRows },
  { name: 'confirmations', view: confirmationsView, rows: confirmationsRows },
] as const;

const inWords = painter(undefined, 'word');
const inColour = painter(colours, 'sign');

/** What of a body a text does not hold. */
const missingIn = (text: string, { states, lexemes, payloads }: Found): readonly string[] => [
  // Below the top a word or a text stands as JSON, with its own signs escaped.
  ...[...states.keys(), ...payloads].filter((word) => {
    const json = JSON.stringify(word);
    return ![word, json, json.slice(1, -1)].some((each) => text.includes(oneLine(each).trim()));
  }),
  ...lexemes.filter((lexeme) => !text.includes(lexeme)),
];

/** Every line and cell as it is painted, before it is given a place. */
const painted = (view: View): string =>
  cellsIn(view)
    .map(inWords)
    .join('\n')
    .replaceAll(/[\u2068\u2069]/g, '');

const inRows = ({ rows }: Rows): string =>
  [...rows].map((row) => row.map((cell) => oneLine(payloadText(cell ?? undefined))).join('\t')).join('\n');

const unmarked = (states: ReadonlyMap<string, number>, view: View): readonly string[] => {
  const marked = marks(view);
  return [...states].filter(([state, number]) => (marked.get(state) ?? 0) < number).map(([state]) => state);
};

/** Known states that a screen reader would not hear of each of. */
const tooFewWords = (states: ReadonlyMap<string, number>, text: string): readonly string[] =>
  [...states].flatMap(([word, number]) =>
    isStateWord(word) && text.split(word).length - 1 < number ? [`${number} times ${word}`] : [],
  );

/** Nothing but colours, which the program itself adds, steers the terminal. */
const isHarmless = (view: View, columns: number): void => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the program's own escapes are taken out
  const fitted = render(view, inColour, columns).replace(/\u001b\[\d+m/g, '');
  expect(fitted).not.toMatch(ESCAPE);
  expect(fitted).not.toMatch(/[\r\t\u202a-\u202e\u2066\u2067\p{Cs}]/u);
};

/** What the short form marks too few, relations and members without a state aside. */
const leftOut = (body: unknown, view: 'designer' | 'factory'): readonly string[] => {
  const values = flatten(body).flatMap(({ entry }) => (entry.role === 'link' ? [] : [entry]));
  return unmarked(tallyOf(values).states, graphView(body, { view }));
};

/** A relation says its state as it came, whatever that is; elsewhere only what stands beside a payload is one. */
const oddOfLinks = (body: unknown): ReadonlySet<string> =>
  new Set(
    flatten(body).flatMap(({ entry: { role, state } }) =>
      role === 'link' && state !== undefined && !isStateWord(state) ? [state] : [],
    ),
  );

test('whatever a body holds, each stated value is counted once, shown with its state and its number as sent', () => {
  // Through text and back: what is tested is what a parser hands over.
  const bodies = graphBody.map((body) => writeJson(body)).filter((json) => json.length <= LONGEST);
  let laid = 0;
  fc.assert(
    fc.property(bodies, fc.integer({ min: 40, max: 240 }), (json, columns) => {
      const body = readJson(json);
      const found = find(body, isLexeme);
      const counted = [...tally(body).states].filter(([, number]) => number > 0);
      const odd = oddOfLinks(body);
      const expected = counted.filter(([state]) => !odd.has(state) || found.states.has(state));
      expect(expected.sort()).toEqual([...found.states].sort());
      for (const { name, view, rows } of READS) {
        const whole = view(body, { all: true });
        const text = painted(whole);
        expect(unmarked(found.states, whole), `${name}: marks`).toEqual([]);
        expect(missingIn(text, found), `${name}: values`).toEqual([]);
        expect(tooFewWords(found.states, text), `${name}: words`).toEqual([]);
        expect(text).not.toMatch(ESCAPE);
        expect(missingIn(inRows(rows(body, { all: true })), found), `${name}: rows`).toEqual([]);

        const short = view(body, { all: false });
        // A derived count goes without its mark: it says nothing of the garment.
        const words = [...found.states.keys()].filter((word) => !(name === 'trust' && word === 'inferred'));
        if (words.some((word) => !marks(short).has(word)))
          expect(plain(short), `${name}: says how to see the rest`).toContain('--all');
        if (json.length > LAID) continue;
        laid += 1;
        isHarmless(whole, columns);
      }
      for (const view of ['designer', 'factory'] as const)
        expect(leftOut(body, view), `for a ${view}`).toEqual([]);
    }),
    cases(200),
  );
  expect(laid).toBeGreaterThan(0);
}, 600_000);

const readable = NOTABLE.filter((id) => (graphOf(id) as { nodes: unknown[] }).nodes.length <= 60);

test('the notable garments that are short enough to read include both dialects', () => {
  expect(readable).toContain('GARM-101');
  expect(readable).toContain('GARM-33');
});

test.each(readable)('the short form of %s leaves out only relations and members without a state', (id) => {
  expect(leftOut(graphOf(id), 'designer')).toEqual([]);
  expect(leftOut(graphOf(id, 'factory'), 'factory')).toEqual([]);
});
