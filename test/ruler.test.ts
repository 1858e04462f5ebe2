/** docs/ruler.md: every test that it names is there, and its figures are those of its rows. No test can judge a score. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const page = readFileSync(at('docs/ruler.md'), 'utf8');

interface Row {
  readonly name: string;
  readonly weight: string;
  readonly score: number;
  readonly shown: string;
}

/** The rows of a table below a heading; `weighed` where it has a column of weights. */
const rowsBelow = (heading: string, weighed: boolean): readonly Row[] =>
  (page.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => /^\| .* \|$/.test(line))
    .slice(1)
    .map((line) => {
      const [name = '', ...rest] = line.slice(2, -2).split(' | ');
      const [weight = '', score, , shown = ''] = weighed ? rest : ['', ...rest];
      return { name, weight, score: Number(score), shown };
    });

const SPEC = rowsBelow('CLI Agent Spec', true);
const CLIG = rowsBelow('clig.dev', false);
const mean = (rows: readonly Row[]): number => rows.reduce((sum, { score }) => sum + score, 0) / rows.length;
const critical = SPEC.filter(({ weight }) => weight === 'critical');

it('has a row for each failure mode, once, and for each chapter', () => {
  expect(new Set(SPEC.map(({ name }) => name)).size).toBe(74);
  expect(SPEC).toHaveLength(74);
  expect(critical).toHaveLength(23);
  expect(CLIG).toHaveLength(16);
});

it('names tests that are there, under the titles that they have', () => {
  const named = [...SPEC, ...CLIG].flatMap(({ name, shown }) => {
    const tests = [
      ...(shown.split('. Against: ')[0] ?? '').matchAll(/`(test\/[^`]+)`: (.+?)(?=; `test\/|$)/g),
    ];
    expect(tests.length, name).toBeGreaterThan(0);
    return tests.map(([, file = '', title = '']) => ({ name, file, title }));
  });
  const gone = named.filter(
    ({ file, title }) => !existsSync(at(file)) || !readFileSync(at(file), 'utf8').includes(title),
  );
  expect(gone).toEqual([]);
});

it('says against what it is, wherever less than all is reached', () => {
  for (const { name, score, shown } of [...SPEC, ...CLIG]) {
    expect([0, 1, 2, 3], name).toContain(score);
    expect(shown.includes('. Against: '), name).toBe(score < 3);
  }
});

it('has the means of its rows, and the critical ones reach 2.7', () => {
  expect(mean(critical)).toBeGreaterThanOrEqual(2.7);
  expect(page).toContain('The scores are our own.');
  expect(page).toContain(
    `Mean of the 23 critical rows: ${mean(critical).toFixed(2)} of 3; of all 74: ${mean(SPEC).toFixed(2)}; ` +
      `of the 16 of clig.dev: ${mean(CLIG).toFixed(2)}.`,
  );
});
