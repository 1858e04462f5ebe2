import { commandLine, gap, grid, line } from '../../output/views/view-model.ts';
import { quoteShellWord, shellText } from '../../platform/escape/shell.ts';
import { buildDataResult } from '../command-result.ts';
import { defineCommand } from '../command-spec.ts';
import { listAllStrayKeys } from '../login/stored-keys.ts';

const CURRENT_COLUMNS = ['current'] as const;

const ACCOUNT_COLUMNS = ['name', 'current', 'storage', 'base_url', 'user_id'] as const;

export const accountsLsCommand = defineCommand({
  path: 'accounts ls',
  resultKind: 'data',
  targetFlags: [],
  group: 'Sign in',
  effects: { sends: 'never' },
  outputSchemas: ['toile.accounts/1'],
  summary: 'List the stored accounts and mark the current one',
  namesInOtherTools: ['accounts list', 'auth list'],
  examples: [
    { why: 'See all accounts', line: 'toile accounts ls' },
    { why: 'Print the account names for a script', line: "toile accounts ls --jq '.accounts[].name'" },
  ],
  json: '{"schema": "toile.accounts/1", "current": "default", "accounts": [{"name", "base_url", "storage", "user_id"}], "left_behind": [{"account", "base_url"}]}',
  columns: [{ names: ACCOUNT_COLUMNS }],
  parse: () => ({}),
  run: async (deps) => {
    const accounts = await deps.accounts();
    return buildDataResult('toile.accounts/1', {
      current: (await accounts.getCurrent())?.name ?? null,
      accounts: await accounts.list(),
      left_behind: await listAllStrayKeys(deps),
    });
  },
  buildView: ({ current, accounts, left_behind }) => [
    ...(accounts.length === 0
      ? [line('No accounts.'), line('toile login', { indent: 1 })]
      : [
          grid(
            [
              { head: '' },
              { head: 'ACCOUNT' },
              { head: 'KEY IN' },
              { head: 'ADDRESS', fit: 'wrap', min: 20 },
            ],
            accounts.map((account) => [
              account.name === current ? '>' : '',
              account.name,
              account.storage,
              account.base_url,
            ]),
          ),
          gap,
          line('For one command: --account NAME', { indent: 1 }),
        ]),
    ...left_behind.flatMap(({ account, base_url }) => [
      gap,
      line(`An unfinished sign-in for ${base_url} may have left a key. To delete it:`),
      commandLine(shellText`toile logout --account ${quoteShellWord(account)}`),
    ]),
  ],
  buildRows: ({ current, accounts }) => ({
    columns: ACCOUNT_COLUMNS,
    rows: accounts.map((account) => [
      account.name,
      account.name === current,
      account.storage,
      account.base_url,
      account.user_id ?? null,
    ]),
  }),
});

export const accountsUseCommand = defineCommand({
  path: 'accounts use',
  resultKind: 'data',
  targetFlags: [],
  group: 'Sign in',
  effects: { sends: 'never', writes: 'which account is the current one' },
  outputSchemas: ['toile.account/1'],
  summary: 'Make an account the current one',
  namesInOtherTools: ['accounts switch', 'auth switch', 'switch', 'use'],
  args: [
    { name: 'NAME', about: 'an account of `toile accounts ls`', required: true, completes: ['accounts'] },
  ],
  examples: [
    { why: 'Use the account "studio" from now on', line: 'toile accounts use studio' },
    { why: 'Use another account for one command', line: 'toile --account factory designs ls' },
  ],
  json: '{"schema": "toile.account/1", "current": "studio"}',
  columns: [{ names: CURRENT_COLUMNS }],
  parse: ({ args: [name = ''] }) => ({ name }),
  run: async (deps, { name }) => {
    await (await deps.accounts()).setCurrent(name);
    return buildDataResult('toile.account/1', { current: name });
  },
  buildView: ({ current }) => [line(`The current account is ${current}`)],
  buildRows: ({ current }) => ({ columns: CURRENT_COLUMNS, rows: [[current]] }),
});
