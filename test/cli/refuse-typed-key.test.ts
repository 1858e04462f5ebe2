import { describe, expect, it } from 'vitest';
import { runToile } from '../support/run-toile.ts';

const KEY = 'svc_sk_typed_by_mistake';

describe('a key in the wrong place is not repeated, and the command does nothing', () => {
  it.each([
    [['login', `--key=${KEY}`]],
    [['login', KEY]],
    [['login', '--with-key', KEY]],
    [['me', KEY]],
    [[KEY]],
    [['help', KEY]],
    [['--sandbox', 'graph', KEY]],
    [['--sandbox', 'designs', 'ls', '--search', KEY]],
    [['--sandbox', 'designs', 'ls', '--limit', '1', '--fields', KEY]],
    [['--account', KEY, 'me']],
    [['api', `v1/designs?key=${KEY}`]],
    [['sandbox', 'start', '--state', KEY]],
  ])('%j', async (argv) => {
    const network = async () => expect.unreachable();
    for (const more of [[], ['--json']]) {
      const { code, out, err } = await runToile([...argv, ...more], { network });
      expect({ code, out }).toStrictEqual({ code: 2, out: '' });
      expect(err).not.toContain(KEY);
      expect(err).toContain('a key was given as an argument; it was not used');
      expect(err).toContain('revoke it; toile login --with-key reads a new one from stdin');
    }
  });
});

it('arguments for another program are passed on', async () => {
  const argv = [
    'sandbox',
    'run',
    '--',
    process.execPath,
    '-e',
    `process.exit(process.argv[1] === '${KEY}' ? 7 : 1)`,
  ];
  expect(await runToile([...argv, KEY])).toMatchObject({ code: 7, err: '' });
});
