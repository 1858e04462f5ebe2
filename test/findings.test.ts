import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { EARLIER_GUARANTEES, FINDINGS } from './attacks/findings.ts';
import { REVIEW_FINDINGS } from './attacks/review-findings.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COUNT = 21;

/** A test with what it is made of: titles may stand in the tables beside it. */
const readSource = (file: string): string => {
  const folder = join(ROOT, dirname(file));
  const tables = readdirSync(folder).filter(
    (name) => name.endsWith('.ts') && !/\.test\.ts$|^findings/.test(name),
  );
  return [join(ROOT, file), ...tables.map((name) => join(folder, name))]
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
};

it('every finding names tests that exist', () => {
  expect(Object.keys(FINDINGS).map(Number)).toEqual(Array.from({ length: COUNT }, (_, at) => at + 1));
  const all = [...Object.values(FINDINGS), ...Object.values(REVIEW_FINDINGS).flat(), ...EARLIER_GUARANTEES];
  expect(all.filter(({ held }) => held.length === 0)).toEqual([]);
  const missing = all.flatMap(({ says, held }) =>
    held
      .filter(({ file, test }) => !readSource(file).includes(test))
      .map(({ file, test }) => `${says}: ${file}: ${test}`),
  );
  expect(missing).toEqual([]);
});
