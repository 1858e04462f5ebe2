import { expect, it } from 'vitest';
import { readJson, writeJson } from '../../src/json/lossless.ts';
import { isQuick } from '../support/effort.ts';
import { FOREIGN } from '../support/foreign-bodies.ts';
import { graphBody } from '../support/open-bodies.ts';
import fc, { cases } from '../support/property.ts';
import { type Canary, canaried, namesLeftOut, renamed } from './canaries.ts';
import { type Form, SHORT, WHOLE } from './forms.ts';

/** A list, or a node that is one, has no name: what is in it is the thing itself. */
const NAMELESS = /^(?:nodes|\d+|value|text|unit|basis|confidence|state)$/;

const namesOf = ({ path, owners }: Canary): readonly string[] => [
  ...path,
  ...path.map((step) => `#${step}`),
  ...owners,
  // What explains the value of a node is called as that value is.
  ...(path.some((step) => /^(?:unit|basis|confidence)$/.test(step))
    ? ['value', 'text', 'label', 'name', '(itself)']
    : []),
  // A body that is a list has no members: it is left out as a whole.
  ...(/^\d/.test(path[0] ?? '') || path.every((step, at) => NAMELESS.test(step) || path[at - 1] === 'nodes')
    ? ['(itself)']
    : []),
];

/** What a reader neither sees nor is told of. */
function lost(body: unknown, form: Form): readonly Canary[] {
  const { body: own, canaries } = canaried(body);
  const text = form(own);
  const missing = canaries.filter(({ sign }) => !text.includes(sign));
  const named = missing.length === 0 ? undefined : namesLeftOut(text);
  // Of more names than a line holds the last are only counted.
  return named === undefined
    ? []
    : missing.filter((canary) => !namesOf(canary).some((name) => named.has(name)));
}

const told = (all: readonly Canary[]): readonly string[] =>
  all.map(({ sign, path }) => `${sign} ${path.join('.')}`);

function unsaid(value: unknown): readonly string[] {
  return Object.entries(SHORT).flatMap(([name, form]) =>
    told(lost(value, form)).map((each) => `${name}: ${each}`),
  );
}

function notWhole(value: unknown): readonly string[] {
  const { body, canaries } = canaried(value);
  return Object.entries(WHOLE).flatMap(([name, form]) => {
    const text = form(body);
    return told(canaries.filter(({ sign }) => !text.includes(sign))).map((each) => `${name}: ${each}`);
  });
}

it.each(FOREIGN)('$name: every scalar is shown, or left out by its name', ({ value }) => {
  expect(unsaid(value)).toEqual([]);
});

it.each(FOREIGN)('$name: whole is whole', ({ value }) => {
  expect(notWhole(value)).toEqual([]);
});

/** There is no time for the largest in `npm test`. */
const LONGEST = isQuick ? 1_500 : Number.POSITIVE_INFINITY;

it('whatever a body holds, each scalar is shown, or left out by its name', () => {
  const bodies = graphBody.map((body) => writeJson(renamed(body))).filter((json) => json.length <= LONGEST);
  fc.assert(
    fc.property(bodies, (json) => {
      const body = readJson(json);
      expect(unsaid(body)).toEqual([]);
      expect(notWhole(body)).toEqual([]);
    }),
    cases(40),
  );
}, 600_000);
