import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { FINDINGS, HELD } from './findings.ts';
import { REVIEWS } from './findings-of-three-reviews.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COUNT = 21;

/** A test with what it is made of: titles may stand in the tables beside it. */
const sourceOf = (file: string): string => {
  const folder = join(ROOT, dirname(file));
  const tables = readdirSync(folder).filter(
    (name) => name.endsWith('.ts') && !/\.test\.ts$|^findings/.test(name),
  );
  return [join(ROOT, file), ...tables.map((name) => join(folder, name))]
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
};

it('every finding has tests, and they are there', () => {
  expect(Object.keys(FINDINGS).map(Number)).toEqual(Array.from({ length: COUNT }, (_, at) => at + 1));
  for (const { says, held } of [...Object.values(FINDINGS), ...Object.values(REVIEWS).flat(), ...HELD]) {
    expect(held.length, says).toBeGreaterThan(0);
    for (const { file, test } of held) expect(sourceOf(file), `${says}: ${file}`).toContain(test);
  }
});
