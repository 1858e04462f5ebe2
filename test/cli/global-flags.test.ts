import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { completeWords } from '../../src/cli/completion/complete-words.ts';
import { renderCommandHelp } from '../../src/cli/help/help-layout.ts';
import { resolveOutputOptions } from '../../src/cli/output-format.ts';
import { commandTable } from '../../src/commands/command-table.ts';
import { GLOBAL_FLAGS, resolveGlobalFlags } from '../../src/commands/flags/global-flags.ts';
import { UsageError } from '../../src/platform/errors.ts';
import { createHome, runToile } from '../support/run-toile.ts';

const VALUES: Readonly<Record<string, string>> = {
  fields: 'a',
  jq: '.',
  'max-wait': '5s',
  xlsx: 'x.xlsx',
  account: 'x',
  'base-url': 'https://x.example',
  'sandbox-from': 'x',
};
const findValue = (flag: string) => VALUES[flag] ?? true;

const findCommand = (path: string) => {
  const command = commandTable.find((one) => one.path === path);
  if (command === undefined) throw new Error(path);
  return command;
};

/** Returns whether a command refuses, ignores or uses a flag. */
const tryFlag = (command: (typeof commandTable)[number], flag: string): 'refused' | 'ignored' | 'used' => {
  try {
    const { globalFlags, ignored } = resolveGlobalFlags(command, { [flag]: findValue(flag) }, {});
    if (ignored.length > 0) return 'ignored';
    resolveOutputOptions(command, globalFlags, { options: {}, typed: { args: [], flags: {} } }, true);
    return 'used';
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return 'refused';
  }
};

/** Commands that change accounts, which the sandbox does not have. */
const ACCOUNT_COMMANDS = ['login', 'logout', 'accounts use'];

it('there are at most 16 global flags', () => {
  expect(Object.keys(GLOBAL_FLAGS).length).toBeLessThanOrEqual(16);
});

describe.each(commandTable.map((command) => [command.path, command] as const))(
  'toile %s',
  (_path, command) => {
    const [, globalFlags = ''] = renderCommandHelp(command, 100).split('Global flags');
    it.each(Object.keys(GLOBAL_FLAGS))('shows --%s in its help exactly if it has an effect', (flag) => {
      expect(new RegExp(`--${flag}\\b(?!-)`).test(globalFlags.replace(/ {4,}.*$/gm, ''))).toBe(
        tryFlag(command, flag) === 'used',
      );
    });

    it('refuses only flags of an output format that it does not have', () => {
      const formats = ['json', 'jsonl', 'csv', 'xlsx', 'fields', 'jq'];
      if (ACCOUNT_COMMANDS.includes(command.path)) formats.push('sandbox', 'sandbox-from');
      for (const flag of Object.keys(GLOBAL_FLAGS).filter((name) => !formats.includes(name)))
        expect(tryFlag(command, flag), flag).not.toBe('refused');
    });
  },
);

it.each([
  ['tour', 'max-wait', 'ignored'],
  ['tools ls', 'sandbox-from', 'ignored'],
  ['sandbox start', 'json', 'used'],
  ['sandbox start', 'jq', 'refused'],
  ['mcp serve', 'json', 'refused'],
  ['mcp serve', 'account', 'used'],
  ['season', 'sandbox', 'ignored'],
  ['techpack ls', 'sandbox', 'used'],
  ['graph', 'max-wait', 'used'],
] as const)('toile %s --%s: %s', (path, flag, what) => {
  expect(tryFlag(findCommand(path), flag)).toBe(what);
});

it('TOILE_SANDBOX has the effect of --sandbox, and a flag for another service precedes it', () => {
  const settle = (path: string, typed: Record<string, string>, value = '1') =>
    resolveGlobalFlags(findCommand(path), typed, { TOILE_SANDBOX: value }).globalFlags.sandbox;
  expect(settle('graph', {})).toBe(true);
  expect(settle('graph', { account: 'x' })).toBe(true);
  expect(settle('graph', { 'base-url': 'https://x.example' })).toBeUndefined();
  expect(settle('graph', { 'sandbox-from': 'season' })).toBeUndefined();
  expect(settle('graph', {}, '0')).toBeUndefined();
  expect(settle('help', {})).toBeUndefined();
});

it.each(['login', 'logout', 'accounts use'])(
  'toile %s refuses the sandbox, because it has no accounts',
  (path) => {
    const command = findCommand(path);
    expect(() => resolveGlobalFlags(command, { sandbox: true }, {})).toThrow(UsageError);
    expect(() => resolveGlobalFlags(command, { 'sandbox-from': 'season' }, {})).toThrow(UsageError);
    expect(() => resolveGlobalFlags(command, {}, { TOILE_SANDBOX: '1' })).toThrow(UsageError);
    expect(resolveGlobalFlags(command, {}, {}).ignored).toStrictEqual([]);
  },
);

it('a flag without effect is named with --debug only', async () => {
  expect(await runToile(['--sandbox', 'help', 'git'])).toMatchObject({ code: 0, err: '' });
  const { code, err } = await runToile(['--sandbox', '--debug', 'help', 'git']);
  expect([code, err]).toStrictEqual([0, 'toile: --sandbox has no effect on toile help\n']);
});

it.each([
  [['designs', 'ls', '--json', 'id,name']],
  [['--json', 'id,name', 'designs', 'ls']],
  [['designs', 'ls', '--json=id,name']],
])('%j prints these fields, as in gh', async (argv) => {
  const { code, out } = await runToile(['--sandbox', ...argv]);
  expect(code).toBe(0);
  expect(Object.keys(JSON.parse(out).designs[0])).toStrictEqual(['id', 'name']);
});

it('the sandbox has its own records', async () => {
  const home = await createHome();
  const order = ['techpack', 'request', 'GARM-5117', '--yes'];
  expect((await runToile(['--sandbox', ...order], { home })).code).toBe(0);
  expect((await runToile(['--sandbox', 'designs', 'ls'], { home })).code).toBe(0);
  const readSeen = async (account: Readonly<Record<string, string>>) => {
    const read = async (...argv: string[]) =>
      JSON.parse((await runToile([...argv, '--json'], { home, env: account })).out);
    const host = {
      env: { ...account, TOILE_HOME: join(home, 'toile') },
      platform: process.platform,
      cwd: () => home,
    };
    const complete = async (...words: string[]) =>
      (await completeWords(['fish', '.', ...words], host)).split('\n').length - 2;
    return {
      requests: (await read('techpack', 'ls')).requests.length,
      used: (await read('quota')).used,
      designs: await complete('graph'),
      purchases: await complete('techpack', 'status'),
    };
  };
  const real = await readSeen({ TOILE_BASE_URL: 'https://api.example', TOILE_API_KEY: 'svc_sk_real' });
  expect(real).toStrictEqual({ requests: 0, used: 0, designs: 0, purchases: 0 });
  expect(await readSeen({ TOILE_SANDBOX: '1' })).toMatchObject({
    requests: 1,
    designs: expect.toSatisfy((count: number) => count > 1),
    purchases: 1,
  });
});
