import { typeable } from '../border/shell.ts';
import { NotSignedIn } from '../errors.ts';
import { line } from '../view/model.ts';
import { define } from './define.ts';

export const logout = define({
  path: 'logout',
  answers: 'made',
  uses: ['account'],
  group: 'Sign in',
  summary: 'Forget the key, everywhere toile put it',
  examples: [
    { why: 'The current account', line: 'toile logout' },
    { why: 'Another one', line: 'toile logout --account studio' },
  ],
  json: '{"schema": "toile.logout/1", "account": "default", "base_url": "...", "forgotten": ["the OS keychain"]}',
  parse: () => ({}),
  run: async (deps) => {
    const accounts = await deps.accounts();
    const account =
      deps.accountNamed === undefined ? await accounts.current() : await accounts.find(deps.accountNamed);
    if (account === undefined) {
      throw new NotSignedIn(
        deps.accountNamed === undefined
          ? 'no account is signed in'
          : `there is no account ${deps.accountNamed}`,
        { hint: typeable`toile accounts ls` },
      );
    }
    const keyring = await deps.keyring(account.storage);
    const secret = await keyring.get(await deps.keyName(account));
    const told = secret === undefined ? undefined : await deps.revoke(secret);
    if (told === false) {
      deps.tell({ kind: 'note', text: 'the service could not be told; the token ends by itself' });
    }
    const held = await keyring.delete(await deps.keyName(account));
    await accounts.remove(account.name);
    await deps.forgetNames(account);
    if (deps.credentialVariable) {
      deps.tell({ kind: 'note', text: `${deps.credentialVariable} is still set in this shell` });
    }
    return {
      kind: 'made',
      schema: 'toile.logout/1',
      value: {
        account: account.name,
        base_url: account.base_url,
        forgotten: held ? [keyring.place] : [],
        revoked: told === true,
      },
    } as const;
  },
  view: ({ account, base_url, forgotten }) => [
    line(`Signed out of ${base_url}, account ${account}`),
    line(
      forgotten.length > 0
        ? `the key is gone from ${forgotten.join(' and ')}`
        : 'there was no key left to forget',
      { indent: 1 },
    ),
  ],
  rows: (value) => ({
    columns: ['account', 'base_url', 'forgotten'],
    rows: [[value.account, value.base_url, value.forgotten.join(',')]],
  }),
});
