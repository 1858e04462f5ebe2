/** On the narrowest terminals words stay whole: a column without room is printed below the others. */

import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { runToile } from '../../support/run-toile.ts';

/** What is read, and how it is to be laid out. */
const READS: readonly (readonly [readonly string[], readonly string[]])[] = [
  ...['bom', 'pom', 'cut', 'seams', 'labels', 'colourways'].map(
    (name) =>
      [
        ['graph', 'GARM-5117'],
        ['--rows', name],
      ] as const,
  ),
  [['graph', 'GARM-5117'], ['--all']],
  [
    ['graph', 'GARM-5117'],
    ['--view', 'factory'],
  ],
  [
    ['graph', 'GARM-5117'],
    ['--state', 'inferred'],
  ],
  [['designs', 'ls', '--all'], []],
  [['brief', 'GARM-5117'], []],
  [['trust', 'GARM-5117'], []],
  [['confirmations', 'GARM-5117'], []],
  [
    ['confirmations', 'GARM-5117'],
    ['--view', 'factory'],
  ],
  [['diff', 'GARM-101', 'GARM-7'], []],
];

/** Lists words that must stay unbroken: only letters, of normal length, and not shortened by an ellipsis. */
const listWords = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split('\n')
      .filter((line) => !line.includes('…'))
      .flatMap((line) => line.split(/[^A-Za-z]+/))
      .filter((word) => word.length > 3 && word.length <= 16),
  );

test.each(READS)('%j %j', async (read, flags) => {
  const at = (columns: number) =>
    runToile(['--sandbox', ...read, ...flags], { columns, env: { NO_COLOR: '1' } });
  const json = await runToile(['--sandbox', ...read, '--json']);
  const whole = listWords(`${json.out}${(await at(200)).out}`.replaceAll('…', ' '));
  expect(whole.size).toBeGreaterThan(10);
  for (const columns of [40, 60, 80]) {
    const { out } = await at(columns);
    for (const line of out.split('\n'))
      if (!line.includes(' toile ')) expect(stringWidth(line), line).toBeLessThanOrEqual(columns);
    const shown = listWords(out);
    const broken = [...shown].filter(
      (word) => !whole.has(word) && [...whole].some((all) => all.includes(word)),
    );
    expect(broken, `at ${columns}`).toEqual([]);
  }
});
