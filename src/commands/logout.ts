import { toType } from '../border/shell.ts';
import { NotSignedIn } from '../errors.ts';
import { line } from '../view/model.ts';
import { made } from './answers.ts';
import { define } from './define.ts';
import type { Base, SigningIn } from './facets.ts';
import { addressIn, type Forgotten, forgetAccount, forgetKey, searched, straysOf } from './login/keep-key.ts';

const COLUMNS = ['account', 'base_url', 'forgotten'] as const;

export const logout = define({
  path: 'logout',
  answers: 'made',
  uses: ['account'],
  group: 'Sign in',
  does: { sends: 'sometimes', writes: 'takes the account and its key away' },
  gives: ['toile.logout/1'],
  summary: 'Forget the key, everywhere toile put it',
  elsewhere: ['auth logout', 'signout'],
  about:
    'A sign-in that was ended on its way may have left a key in the keychain without an account: with --account it ' +
    'is found and forgotten too.',
  examples: [
    { why: 'The current account', line: 'toile logout' },
    { why: 'Another one', line: 'toile logout --account studio' },
  ],
  json: '{"schema": "toile.logout/1", "account": "default", "base_url": "...", "forgotten": ["the OS keychain"], "revoked": false, "left_behind": [{"base_url", "place", "held"}]}',
  columns: [{ names: COLUMNS }],
  parse: () => ({}),
  run: async (deps: Base & SigningIn) => {
    const accounts = await deps.accounts();
    const { named, orDefault, variables } = await deps.chosenAccount();
    const account = named === undefined ? await accounts.current() : await accounts.find(named);
    const name = account?.name ?? orDefault;
    const noted = await straysOf(deps, name, account);
    const isUnknown = account === undefined && noted.length === 0;
    const strays = isUnknown && named !== undefined ? await searched(deps, name) : noted;
    if (account === undefined && strays.length === 0) {
      if (named !== undefined) await accounts.chosen(named);
      throw new NotSignedIn('no account is signed in', { hint: toType`toile accounts ls` });
    }
    const own = account && (await forgetAccount(deps, account));
    const left: (Forgotten & { base_url: string })[] = [];
    for (const stray of strays) left.push({ base_url: addressIn(stray), ...(await forgetKey(deps, stray)) });
    const all = [...(own ? [own] : []), ...left];
    if (all.some(({ told }) => told === false)) {
      deps.tell({
        kind: 'note',
        text: 'the sign-in server was not told; what it issued works until it ends by itself',
      });
    }
    const [variable] = variables;
    if (variable !== undefined) deps.tell({ kind: 'note', text: `${variable} is still set in this shell` });
    return made('toile.logout/1', {
      account: name,
      base_url: account?.base_url ?? left[0]?.base_url ?? null,
      forgotten: [...new Set(all.flatMap(({ held, place }) => (held ? [place] : [])))],
      revoked: all.some(({ told }) => told === true),
      left_behind: left.map(({ base_url, place, held }) => ({ base_url, place, held })),
    });
  },
  view: ({ account, base_url, forgotten, left_behind }) => [
    line(`Signed out of ${base_url}, account ${account}`),
    line(
      forgotten.length > 0
        ? `the key is gone from ${forgotten.join(' and ')}`
        : 'there was no key left to forget',
      { indent: 1 },
    ),
    ...left_behind.map(({ base_url: address, place, held }) =>
      line(`${held ? 'gone' : 'not there any more'}: what a sign-in had left in ${place} for ${address}`, {
        indent: 1,
      }),
    ),
  ],
  rows: (value) => ({
    columns: COLUMNS,
    rows: [[value.account, value.base_url, value.forgotten.join(',')]],
  }),
});
