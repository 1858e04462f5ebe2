import { expect, it } from 'vitest';
import { payloadText } from '../../src/json/values.ts';
import { graphRows } from '../../src/view/graph.ts';
import { FOREIGN } from '../support/foreign-bodies.ts';

it.each(FOREIGN)('every number of $name is in its rows, as written', ({ text, value }) => {
  const shown = [...graphRows(value, { all: true }).rows].flat().map(payloadText).join('\n');
  const numbers = text.match(/(?<=[[ ])-?\d+(?:\.\d+)?(?=[,\s\]}])/g) ?? [];
  expect(numbers.filter((number) => !shown.includes(number))).toEqual([]);
});
