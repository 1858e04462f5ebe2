import { shellWord, typeable } from '../../border/shell.ts';
import { gap, grid, line, typed } from '../../view/model.ts';
import { made } from '../answers.ts';
import { define } from '../define.ts';
import type { Base, SigningIn } from '../facets.ts';
import { allStrays } from '../login/keep-key.ts';

const CURRENT_COLUMNS = ['current'] as const;

const ACCOUNT_COLUMNS = ['name', 'current', 'storage', 'base_url', 'user_id'] as const;

export const accountsLs = define({
  path: 'accounts ls',
  answers: 'made',
  uses: [],
  group: 'Sign in',
  does: { sends: 'never' },
  gives: ['toile.accounts/1'],
  summary: 'List the accounts that were signed in to; the current one is marked',
  elsewhere: ['accounts list', 'auth list'],
  examples: [
    { why: 'All accounts', line: 'toile accounts ls' },
    { why: 'Their names, for a script', line: 'toile accounts ls --jq -r .accounts[].name' },
  ],
  json: '{"schema": "toile.accounts/1", "current": "default", "accounts": [{"name", "base_url", "storage", "user_id"}], "left_behind": [{"account", "base_url"}]}',
  columns: [{ names: ACCOUNT_COLUMNS }],
  parse: () => ({}),
  run: async (deps: Base & SigningIn) => {
    const accounts = await deps.accounts();
    return made('toile.accounts/1', {
      current: (await accounts.current())?.name ?? null,
      accounts: await accounts.list(),
      left_behind: await allStrays(deps),
    });
  },
  view: ({ current, accounts, left_behind }) => [
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
          line('Another one for one command: --account NAME', { indent: 1 }),
        ]),
    ...left_behind.flatMap(({ account, base_url }) => [
      gap,
      line(`A sign-in for ${base_url} that came to no end may have left a key. To forget it:`),
      typed(typeable`toile logout --account ${shellWord(account)}`),
    ]),
  ],
  rows: ({ current, accounts }) => ({
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

export const accountsUse = define({
  path: 'accounts use',
  answers: 'made',
  uses: [],
  group: 'Sign in',
  does: { sends: 'never', writes: 'which account is the current one' },
  gives: ['toile.account/1'],
  summary: 'Make an account the current one',
  elsewhere: ['accounts switch', 'auth switch', 'switch', 'use'],
  words: [{ name: 'NAME', about: 'as in `toile accounts ls`', required: true, completes: ['accounts'] }],
  examples: [
    { why: 'Work as the studio', line: 'toile accounts use studio' },
    { why: 'Another one for one command only', line: 'toile --account factory designs ls' },
  ],
  json: '{"schema": "toile.account/1", "current": "studio"}',
  columns: [{ names: CURRENT_COLUMNS }],
  parse: ({ words: [name = ''] }) => ({ name }),
  run: async (deps: Base & SigningIn, { name }) => {
    await (await deps.accounts()).use(name);
    return made('toile.account/1', { current: name });
  },
  view: ({ current }) => [line(`The current account is ${current}`)],
  rows: ({ current }) => ({ columns: CURRENT_COLUMNS, rows: [[current]] }),
});
