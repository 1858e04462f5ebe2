import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { table } from '../../src/commands/table.ts';
import { KINDS } from '../../src/garment/trade-kinds.ts';
import { completion, completionFiles } from '../../src/help/completions/index.ts';
import { shape } from '../../src/help/completions/shape.ts';
import { topics } from '../../src/help/index.ts';
import { SCENARIOS } from '../../src/sandbox/index.ts';
import { emptyHome, toile } from '../support/toile.ts';

const known = { topics, kinds: KINDS, scenarios: Object.keys(SCENARIOS) };
const folder = fileURLToPath(new URL('../../completions', import.meta.url));

it('the files are what the table says; if not: npm run completions', () => {
  const files = completionFiles(table, known);
  expect(readdirSync(folder).toSorted()).toStrictEqual([...files.keys()].toSorted());
  for (const [name, text] of files) expect(readFileSync(join(folder, name), 'utf8'), name).toBe(text);
});

it('every command and every flag that is not hidden is offered somewhere', () => {
  const places = shape(table, known);
  for (const { path, flags = {} } of table) {
    const place = places.find((each) => each.path === path);
    for (const [name, { hidden }] of Object.entries(flags)) {
      expect(place?.flags.some((flag) => flag.name === name)).toBe(!hidden);
    }
    const [last = '', ...above] = path.split(' ').toReversed();
    const before = places.find((each) => each.path === above.toReversed().join(' '));
    expect(before?.next.map(({ word }) => word)).toContain(last);
  }
});

it('offers what a place can be given', () => {
  const words = Object.fromEntries(shape(table, known).map(({ path, words: at }) => [path, at]));
  expect(words.graph).toStrictEqual([{ kind: 'ask', what: 'ids' }]);
  expect(words['accounts use']).toStrictEqual([{ kind: 'ask', what: 'accounts' }]);
  expect(words['techpack status']).toStrictEqual([{ kind: 'ask', what: 'purchases' }]);
  expect(words.completion).toMatchObject([{ choices: ['bash', 'zsh', 'fish', 'powershell'] }]);
  expect(words['sandbox run']).toStrictEqual([{ kind: 'programs' }, { kind: 'files' }]);
});

it('quotes what would mean something to a shell', () => {
  const [command] = table;
  const hostile = { ...command, path: 'odd', summary: `it's $(echo) \`a\` "b" \\ %s`, flags: {} } as never;
  expect(completion('zsh', [hostile], known)).toContain(`'odd:it'\\''s $(echo) \`a\` "b" \\ %s'`);
  expect(completion('fish', [hostile], known)).toContain(`'it\\'s $(echo) \`a\` "b" \\\\ %s'`);
  expect(completion('powershell', [hostile], known)).toContain(`it''s $(echo)`);
});

describe('toile completion', () => {
  it.each(['bash', 'zsh', 'fish', 'powershell'])('prints the script for %s', async (shell) => {
    expect(await toile(['completion', shell])).toStrictEqual({
      code: 0,
      out: completion(shell, table, known),
      err: '',
    });
  });

  it('refuses a shell that it does not know', async () => {
    const { code, out, err } = await toile(['completion', 'tcsh']);
    expect([code, out]).toStrictEqual([2, '']);
    expect(err).toContain('bash, zsh, fish, powershell');
  });

  it('writes nothing down for a machine that cannot be written to', async () => {
    const home = await emptyHome();
    const env = { TOILE_HOME: '/dev/null/toile' };
    expect(await toile(['--sandbox', 'designs', 'ls', '-q'], { home, env })).toMatchObject({
      code: 0,
      err: '',
    });
  });
});
