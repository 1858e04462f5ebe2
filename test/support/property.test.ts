import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import kept from './kept-examples.json' with { type: 'json' };
import fc from './property.ts';

/** The message of a property that fails from 42 on. */
const runFailingProperty = (
  run: (tried: (number: number) => void) => void,
): { text: string; tried: readonly number[] } => {
  const tried: number[] = [];
  try {
    run((number) => {
      tried.push(number);
      expect(number).toBeLessThan(42);
    });
  } catch (error) {
    return { text: String(error), tried };
  }
  return { text: '', tried };
};

it('a failure names its seed, its path and the line that keeps it', () => {
  const { text } = runFailingProperty((check) => fc.assert(fc.property(fc.nat(1000), check)));
  expect(text).toMatch(/seed: \d+, path: "[\d:]+"/);
  expect(text).toContain(
    'in test/support/kept-examples.json: "support/property.test.ts > a failure names its seed, its path and the line that keeps it": [[42]]',
  );
});

it('a value that JSON cannot hold is named by seed and path', () => {
  const { text } = runFailingProperty((check) => fc.assert(fc.property(fc.constant(Number.NaN), check)));
  expect(text).toMatch(/seed: \d+, path: "[\d:]+"/);
  expect(text).not.toContain('kept-examples.json');
});

it('a kept example is tried first', () => {
  const { tried } = runFailingProperty((check) => fc.assert(fc.property(fc.constant(1), check)));
  expect(tried.slice(0, 2)).toStrictEqual([7, 1]);
});

it('a kept example is tried first for asynchronous properties too', async () => {
  const tried: number[] = [];
  await fc.assert(fc.asyncProperty(fc.constant(1), async (number) => void tried.push(number)));
  expect(tried.slice(0, 2)).toStrictEqual([7, 1]);
});

it.each(Object.keys(kept))('the test of a kept example exists: %s', (name) => {
  const [file = '', ...titles] = name.split(' > ');
  const source = readFileSync(join(import.meta.dirname, '..', file), 'utf8');
  for (const title of titles) expect(source).toContain(title);
});
