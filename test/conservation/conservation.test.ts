import { expect, it } from 'vitest';
import { FOREIGN } from '../support/foreign-bodies.ts';
import { type Canary, canaried, namesLeftOut } from './canaries.ts';
import { type Form, SHORT, WHOLE } from './forms.ts';

/** What a reader neither sees nor is told of. */
function lost(body: unknown, form: Form): readonly Canary[] {
  const { body: own, canaries } = canaried(body);
  const text = form(own);
  const missing = canaries.filter(({ sign }) => !text.includes(sign));
  const named = missing.length > 0 ? namesLeftOut(text) : undefined;
  return named === undefined && missing.length > 0
    ? []
    : missing.filter(({ path, owners }) => ![...path, ...owners].some((step) => named?.has(step)));
}

const told = (all: readonly Canary[]): readonly string[] =>
  all.map(({ sign, path }) => `${sign} ${path.join('.')}`);

it.each(FOREIGN)('$name: every scalar is shown, or left out by its name', ({ value }) => {
  const found = Object.entries(SHORT).flatMap(([name, form]) =>
    told(lost(value, form)).map((each) => `${name}: ${each}`),
  );
  expect(found).toEqual([]);
});

it.each(FOREIGN)('$name: whole is whole', ({ value }) => {
  const { body, canaries } = canaried(value);
  const found = Object.entries(WHOLE).flatMap(([name, form]) => {
    const text = form(body);
    return told(canaries.filter(({ sign }) => !text.includes(sign))).map((each) => `${name}: ${each}`);
  });
  expect(found).toEqual([]);
});
