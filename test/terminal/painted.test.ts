import fc from 'fast-check';
import { expect, it } from 'vitest';
import { oneLine } from '../../src/border/screen.ts';
import { isLexeme, readJson, writeJson } from '../../src/format/lossless.ts';
import { colours } from '../../src/terminal/colours.ts';
import { painter } from '../../src/terminal/paint.ts';
import { render } from '../../src/terminal/render.ts';
import { briefView } from '../../src/view/brief.ts';
import { confirmationsView } from '../../src/view/confirmations.ts';
import { graphView } from '../../src/view/graph.ts';
import type { View } from '../../src/view/model.ts';
import { trustView } from '../../src/view/trust.ts';
import { ESCAPE } from '../support/escapes.ts';
import { find, graphBody } from '../support/open-bodies.ts';

const CASES = 10_000;
const READS = [graphView, briefView, trustView, confirmationsView];
const WORDS = ['asserted', 'inferred', 'unstated'];
/** Longer bodies, in characters, are painted and not laid out. */
const LAID = 250;

const inWords = painter(undefined, 'word');
const inColour = painter(colours, 'sign');

// What the program itself writes: colours, and the isolation of right-to-left text.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the program's own escapes are taken out
const OWN = /\u001b\[\d+m/g;

/** Strings that stand as the payload of a stated value. */
const payloads = (body: unknown): readonly string[] => {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || isLexeme(value)) return;
    if (!Array.isArray(value)) {
      const own = (key: string): unknown => Object.getOwnPropertyDescriptor(value, key)?.value;
      const payload = Object.hasOwn(value, 'value') ? own('value') : own('text');
      if (typeof own('state') === 'string' && typeof payload === 'string') found.push(payload);
    }
    for (const item of Object.values(value)) visit(item);
  };
  visit(body);
  return found;
};

const times = (text: string, word: string): number => text.split(word).length - 1;

const missing = (body: unknown, painted: string): readonly string[] => {
  const text = painted.replaceAll(/[\u2068\u2069]/g, '');
  const { states, lexemes } = find(body, isLexeme);
  return [
    ...[...states].flatMap(([word, number]) => {
      const shown = oneLine(word).trim();
      return WORDS.includes(word) && times(text, shown) < number ? [`${number} times ${word}`] : [];
    }),
    ...[...states.keys()].map((word) => oneLine(word).trim()).filter((word) => !text.includes(word)),
    ...lexemes.filter((lexeme) => !text.includes(lexeme)),
    // Below the top a text stands as JSON, with its own signs escaped.
    ...payloads(body).filter((payload) => {
      const json = JSON.stringify(payload);
      return ![payload, json, json.slice(1, -1)].some((each) => text.includes(oneLine(each).trim()));
    }),
  ];
};

/** Every line and cell as it is painted, before it is given a place. */
const paintedCells = (view: View): string =>
  view
    .flatMap((block) => (block.kind === 'either' ? block.wide : [block]))
    .flatMap((block) =>
      block.kind === 'gap'
        ? []
        : block.kind === 'line'
          ? [block.content, block.right ?? '']
          : block.rows.flat(),
    )
    .map(inWords)
    .join('\n');

it(`shows each stated value with its state and each number as written, and no control byte, in ${CASES} bodies`, () => {
  const bodies = graphBody.map((body) => writeJson(body));
  let laid = 0;
  fc.assert(
    fc.property(bodies, fc.nat(), fc.integer({ min: 40, max: 240 }), (json, at, columns) => {
      const body = readJson(json);
      const view = (READS[at % READS.length] ?? graphView)(body, { all: true });
      const whole = paintedCells(view);
      expect(missing(body, whole)).toEqual([]);
      expect(whole).not.toMatch(ESCAPE);
      // Giving cells their places takes the time; what it might add it adds to small ones too.
      if (json.length > LAID) return;
      laid++;
      const fitted = render(view, inColour, columns).replace(OWN, '');
      expect(fitted).not.toMatch(ESCAPE);
      expect(fitted).not.toMatch(/[\r\t\u202a-\u202e\u2066\u2067\p{Cs}]/u);
    }),
    { numRuns: CASES },
  );
  expect(laid).toBeGreaterThan(CASES / 10);
}, 120_000);
