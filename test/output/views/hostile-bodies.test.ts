/**
 * Bodies that mean harm, as they came: names of members that every object has, control characters, numbers that no
 * JavaScript number can be. That nothing of a body is lost is the law of `test/conservation`, whose words are plain.
 */
import { expect, test } from 'vitest';
import { countProvenance, listGraphValues } from '../../../src/garment/flatten-body.ts';
import { readGraph } from '../../../src/garment/graph-model.ts';
import { isProvenanceWord } from '../../../src/garment/stated-value.ts';
import { ansiColours } from '../../../src/output/terminal/ansi-colours.ts';
import { renderTerminal } from '../../../src/output/terminal/render-terminal.ts';
import { createTextPainter } from '../../../src/output/terminal/text-painter.ts';
import { buildBriefRows, renderBriefView } from '../../../src/output/views/brief.ts';
import { buildConfirmationRows, renderConfirmationsView } from '../../../src/output/views/confirmations.ts';
import { buildGraphRows, renderGraphView } from '../../../src/output/views/graph.ts';
import { buildTrustRows, renderTrustView } from '../../../src/output/views/trust.ts';
import type { OutputRows, TerminalView } from '../../../src/output/views/view-model.ts';
import { toSingleLine } from '../../../src/platform/escape/terminal-text.ts';
import { toJsonText, toPayloadText } from '../../../src/platform/json/json-values.ts';
import { isWrittenNumber, parseJson } from '../../../src/platform/json/parse-json.ts';
import { anyGraph, type BodyContents, findContents } from '../../support/arbitrary-bodies.ts';
import { CONTROL_BYTE } from '../../support/control-byte.ts';
import { isQuick } from '../../support/effort.ts';
import fc, { scaleCases } from '../../support/property.ts';
import { countMarks, listCells, renderPlainText } from '../../support/view-text.ts';

/** Giving cells their places takes the time; what it might add it adds to bodies of so many characters too. */
const LAID = 500;
/** There is no time for the largest in `npm test`. */
const LONGEST = isQuick ? 2_000 : Number.POSITIVE_INFINITY;

const READS = [
  { name: 'graph', view: renderGraphView, rows: buildGraphRows },
  { name: 'brief', view: renderBriefView, rows: buildBriefRows },
  { name: 'trust', view: renderTrustView, rows: buildTrustRows },
  { name: 'confirmations', view: renderConfirmationsView, rows: buildConfirmationRows },
] as const;

const inWords = createTextPainter(undefined, 'word');
const inColour = createTextPainter(ansiColours, 'sign');

/** What of a body a text does not hold. */
const findMissing = (text: string, { states, lexemes, payloads }: BodyContents): readonly string[] => [
  // Below the first level a text is printed as JSON, with its special characters escaped.
  ...[...states.keys(), ...payloads].filter((word) => {
    const json = JSON.stringify(word);
    return ![word, json, json.slice(1, -1)].some((each) => text.includes(toSingleLine(each).trim()));
  }),
  ...lexemes.filter((lexeme) => !text.includes(lexeme)),
];

/** Every line and cell as it is painted, before it is given a place. */
const paintCells = (view: TerminalView): string =>
  listCells(view)
    .map(inWords)
    .join('\n')
    .replaceAll(/[\u2068\u2069]/g, '');

const joinRows = ({ rows }: OutputRows): string =>
  [...rows]
    .map((row) => row.map((cell) => toSingleLine(toPayloadText(cell ?? undefined))).join('\t'))
    .join('\n');

/** Nothing but colours, which the program itself adds, steers the terminal. */
const isHarmless = (view: TerminalView, columns: number): void => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the program's own escapes are taken out
  const fitted = renderTerminal(view, inColour, columns).replace(/\u001b\[\d+m/g, '');
  expect(fitted).not.toMatch(CONTROL_BYTE);
  expect(fitted).not.toMatch(/[\r\t\u202a-\u202e\u2066\u2067\p{Cs}]/u);
};

test('each value of any body is counted once, shown as sent, and never steers the terminal', () => {
  // Through text and back: what is tested is what a parser hands over.
  const bodies = anyGraph.map((body) => toJsonText(body)).filter((json) => json.length <= LONGEST);
  let laid = 0;
  fc.assert(
    fc.property(bodies, fc.integer({ min: 40, max: 240 }), (json, columns) => {
      const body = parseJson(json);
      const found = findContents(body, isWrittenNumber);
      const all = listGraphValues(readGraph(body));
      const links = countProvenance(all, 'links').states;
      const counted = [...countProvenance(all).states]
        .map(([word, number]) => [word, number + (links.get(word) ?? 0)] as const)
        .filter(([word, number]) => number > 0 && isProvenanceWord(word));
      const expected = [...found.states].filter(([word]) => isProvenanceWord(word));
      expect(counted.sort()).toEqual(expected.sort());
      for (const { name, view, rows } of READS) {
        const whole = view(body, { all: true });
        const text = paintCells(whole);
        expect(findMissing(text, found), `${name}: values`).toEqual([]);
        expect(text).not.toMatch(CONTROL_BYTE);
        expect(findMissing(joinRows(rows(body, { all: true })), found), `${name}: rows`).toEqual([]);

        const short = view(body, { all: false });
        // A derived count has no mark, because it is not a value of the garment.
        const words = [...found.states.keys()].filter((word) => !(name === 'trust' && word === 'inferred'));
        if (words.some((word) => !countMarks(short).has(word)))
          expect(renderPlainText(short), `${name}: says how to see the rest`).toContain('--all');
        if (json.length > LAID) continue;
        laid += 1;
        isHarmless(whole, columns);
      }
    }),
    scaleCases(120),
  );
  expect(laid).toBeGreaterThan(0);
}, 600_000);
