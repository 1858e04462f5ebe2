import { line } from '../output/views/view-model.ts';
import { NotSignedIn } from '../platform/errors.ts';
import { nextCommand } from '../platform/escape/shell.ts';
import { reportNote } from './command-context.ts';
import { buildDataResult } from './command-result.ts';
import { defineCommand } from './command-spec.ts';
import {
  type ForgottenKey,
  forgetAccount,
  forgetKey,
  listStrayKeys,
  readKeyAddress,
  searchKeyrings,
} from './login/stored-keys.ts';

const LOGOUT_COLUMNS = ['account', 'base_url', 'forgotten'] as const;

export const logoutCommand = defineCommand({
  path: 'logout',
  resultKind: 'data',
  targetFlags: ['account'],
  group: 'Sign in',
  effects: { sends: 'sometimes', writes: 'removes the account and its key' },
  outputSchemas: ['toile.logout/1'],
  summary: 'Delete the stored key',
  namesInOtherTools: ['auth logout', 'signout'],
  about:
    'If a sign-in was interrupted, its key may still be in the keychain. `toile logout --account NAME` ' +
    'deletes it.',
  examples: [
    { why: 'Sign out of the current account', line: 'toile logout' },
    { why: 'Sign out of another account', line: 'toile logout --account studio' },
  ],
  json: '{"schema": "toile.logout/1", "account": "default", "base_url": "...", "forgotten": ["the OS keychain"], "revoked": false, "left_behind": [{"base_url", "place", "deleted"}]}',
  columns: [{ names: LOGOUT_COLUMNS }],
  parse: () => ({}),
  run: async (deps) => {
    const accounts = await deps.accounts();
    const { requestedName, nameOrDefault, variables } = await deps.identity.resolveAccount();
    const account =
      requestedName === undefined ? await accounts.getCurrent() : await accounts.find(requestedName);
    const name = account?.name ?? nameOrDefault;
    const recordedKeys = await listStrayKeys(deps, name, account);
    const isUnknown = account === undefined && recordedKeys.length === 0;
    const strays = isUnknown && requestedName !== undefined ? await searchKeyrings(deps, name) : recordedKeys;
    if (account === undefined && strays.length === 0) {
      if (requestedName !== undefined) await accounts.resolveAccount(requestedName);
      throw new NotSignedIn('no account is signed in', { hint: nextCommand`toile accounts ls` });
    }
    const forgottenAccount = account && (await forgetAccount(deps, account));
    const forgottenStrays: (ForgottenKey & { base_url: string })[] = [];
    for (const stray of strays)
      forgottenStrays.push({ base_url: readKeyAddress(stray), ...(await forgetKey(deps, stray)) });
    const all = [...(forgottenAccount ? [forgottenAccount] : []), ...forgottenStrays];
    if (all.some(({ wasRevoked }) => wasRevoked === false)) {
      reportNote(
        deps,
        'could not revoke the tokens at the sign-in server; they stay valid until they expire',
      );
    }
    const [variable] = variables;
    if (variable !== undefined)
      reportNote(deps, `${variable} is still set in this shell; unset it to sign out completely`);
    return buildDataResult('toile.logout/1', {
      account: name,
      base_url: account?.base_url ?? forgottenStrays[0]?.base_url ?? null,
      forgotten: [...new Set(all.flatMap(({ wasFound, place }) => (wasFound ? [place] : [])))],
      revoked: all.some(({ wasRevoked }) => wasRevoked === true),
      left_behind: forgottenStrays.map(({ base_url, place, wasFound }) => ({
        base_url,
        place,
        deleted: wasFound,
      })),
    });
  },
  buildView: ({ account, base_url, forgotten, left_behind }) => [
    line(`Signed out of ${base_url}, account ${account}`),
    line(forgotten.length > 0 ? `deleted the key from ${forgotten.join(' and ')}` : 'no key was stored', {
      indent: 1,
    }),
    ...left_behind.map(({ base_url: address, place, deleted }) =>
      line(
        `${deleted ? 'deleted' : 'not found'}: a key in ${place} from an unfinished sign-in to ${address}`,
        {
          indent: 1,
        },
      ),
    ),
  ],
  buildRows: (value) => ({
    columns: LOGOUT_COLUMNS,
    rows: [[value.account, value.base_url, value.forgotten.join(',')]],
  }),
});
