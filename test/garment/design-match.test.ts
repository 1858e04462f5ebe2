import { expect, it } from 'vitest';
import { findMatchingDesigns, findOnlyDesign } from '../../src/garment/design-match.ts';
import { KEY, startSmallService, toDesignId } from '../collection/small-service.ts';
import { createHome, runToile } from '../support/run-toile.ts';

const designs = [
  { id: 'abcdef01-0000-4000-8000-000000000001', name: 'Coat' },
  { id: 'abcdef01-0000-4000-8000-000000000002', name: 'Coat' },
  { id: 'abcdef02-0000-4000-8000-000000000003', name: 'abcdef01', folder: 'designs/vest--abcdef02' },
  { id: 'GARM-101', name: null },
];
const findNames = (word: string) =>
  findMatchingDesigns(word, designs).map(({ id }) => designs.findIndex((one) => one.id === id));

it.each([
  ['an id', 'abcdef01-0000-4000-8000-000000000002', [1]],
  ['an id in capitals', 'ABCDEF01-0000-4000-8000-000000000002', [1]],
  ['a beginning in capitals', 'ABCDEF02', [2]],
  ['a beginning that is too short', 'abcdef0', []],
  ['a name that several have', 'Coat', [0, 1]],
  ['a name in other letters', 'coat', []],
  ['a name that would be a beginning too', 'abcdef01', [2]],
  ['a folder', 'designs/vest--abcdef02', [2]],
  ['a garment', 'garm-101', [3]],
  ['the beginning of a garment', 'GARM-10', []],
  ['nothing', 'null', []],
])('%s', (_, word, at) => expect(findNames(word)).toEqual(at));

it('a design is found only when it is the only match', () => {
  expect(() => findMatchingDesigns('abcdef01-0000', designs)).toThrow('abcdef01-0000 matches 2 designs');
  expect(() => findOnlyDesign('Coat', designs)).toThrow('Coat matches 2 designs');
  expect(findOnlyDesign('Trousers', designs)).toBeUndefined();
});

it('all commands read a design reference in the same way, and report the same typing errors', async () => {
  const home = await createHome();
  const { base } = await startSmallService(2);
  const env = { TOILE_API_KEY: KEY, TOILE_BASE_URL: base, TOILE_RATE: '100000/1s' };
  const run = (...argv: readonly string[]) => runToile(argv, { home, env });
  expect(await run('pull', 'season', '--only', 'graph')).toMatchObject({ code: 0 });
  const typo = toDesignId(1).slice(0, 8);
  const lines = [1, 2].map((at) => expect.stringMatching(`^ +${toDesignId(at)}  Design ${at}`));
  for (const argv of [
    ['graph', typo],
    ['pull', 'other', typo],
    ['stale', 'season', typo],
    ['diff', 'season', typo],
  ]) {
    const { code, out, err } = await run(...argv);
    expect({ argv, code, out }).toEqual({ argv, code: 2, out: '' });
    expect(err.trimEnd().split('\n')).toEqual([
      `toile: ${typo} matches 2 designs:`,
      ...lines,
      expect.stringContaining('give more characters of the id'),
    ]);
  }
});
