import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { FINDINGS } from './attacks/findings.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Returns the text of a test and of the tables beside it, which may contain its titles. */
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
  expect(Object.entries(FINDINGS).filter(([, group]) => group.length === 0)).toEqual([]);
  const findings = Object.values(FINDINGS).flat();
  expect(findings.filter(({ tests }) => tests.length === 0)).toEqual([]);
  const missing = findings.flatMap(({ finding, tests }) =>
    tests
      .filter(({ file, title }) => !readSource(file).includes(title))
      .map(({ file, title }) => `${finding}: ${file}: ${title}`),
  );
  expect(missing).toEqual([]);
});
