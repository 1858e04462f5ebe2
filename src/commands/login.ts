import { UsageError } from '../errors.ts';
import type { Account } from '../state/accounts.ts';
import { line } from '../view/model.ts';
import { define } from './define.ts';
import { text } from './typed.ts';

const DEFAULT = 'default';

export const login = define({
  path: 'login',
  answers: 'made',
  uses: ['account', 'base-url'],
  group: 'Sign in',
  summary: 'Check a key with the service and keep it in the OS keychain',
  about:
    'The key is asked for without being shown, or read from stdin with --with-key; it is never a flag, since flags ' +
    'end up in the shell history. It is stored only after the service has answered for it, and bound to that address. ' +
    'An access token is taken the same way.',
  flags: {
    'with-key': { about: 'read the key from stdin' },
    'mcp-url': { value: 'URL', about: "address of the service's tool server" },
    'insecure-storage': { about: 'keep the key in a file that only you can read, instead of the keychain' },
  },
  examples: [
    { why: 'On a terminal', line: 'toile login --base-url https://api.example.com' },
    {
      why: 'From a password manager',
      line: 'op read op://studio/toile/key | toile login --with-key --account studio',
    },
  ],
  json: '{"schema": "toile.login/1", "account": "default", "base_url": "...", "storage": "keychain", "user_id": "..."}',
  parse: ({ flags }) => ({
    withKey: flags['with-key'] === true,
    mcpUrl: text(flags, 'mcp-url'),
    insecure: flags['insecure-storage'] === true,
  }),
  run: async (deps, { withKey, mcpUrl, insecure }) => {
    const account = deps.accountNamed ?? DEFAULT;
    if (!withKey && !deps.ask.possible) {
      throw new UsageError('there is no terminal to ask for the key on', {
        code: 'no_terminal',
        hint: 'toile login --with-key reads it from stdin; or set TOILE_API_KEY',
      });
    }
    const baseUrl =
      (await deps.loginAddress(account)) ??
      (deps.ask.possible && !withKey ? await deps.ask.text('Address of the service') : undefined);
    if (baseUrl === undefined) {
      throw new UsageError('which address? the service has no published one', {
        code: 'no_address',
        hint: 'toile login --with-key --base-url https://...',
      });
    }
    const typed = withKey ? await deps.stdin() : await deps.ask.secret('API key (not shown)');
    const { credential, kind } = await deps.asCredential(typed);
    deps.tell({ kind: 'busy', text: 'checking the key with the service' });
    const client = await deps.clientFor(baseUrl, credential);
    const me = await client.me({ signal: deps.signal });
    const storage = insecure ? 'file' : 'keychain';
    const keyring = await deps.keyring(storage);
    const address = baseUrl.replace(/\/+$/, '');
    const entry: Account = {
      name: account,
      base_url: address,
      ...(mcpUrl === undefined ? {} : { mcp_url: mcpUrl }),
      storage,
      kind,
      ...(typeof me.user_id === 'string' ? { user_id: me.user_id } : {}),
    };
    await keyring.set(await deps.keyName(entry), credential);
    await (await deps.accounts()).save(entry);
    deps.tell({ kind: 'done' });
    if (deps.credentialVariable) {
      deps.tell({
        kind: 'note',
        text: `${deps.credentialVariable} is set and goes before the key that was stored`,
      });
    }
    return {
      kind: 'made',
      schema: 'toile.login/1',
      value: {
        account,
        base_url: address,
        storage,
        place: keyring.place,
        user_id: me.user_id,
        plan: me.plan,
        scopes: me.scopes,
      },
    } as const;
  },
  view: ({ account, base_url, place, user_id, plan, scopes }) => [
    line(['Signed in to ', { text: base_url, tone: 'strong' }, ` as ${String(user_id)}`]),
    line(`plan ${String(plan)}; scopes ${Array.isArray(scopes) ? scopes.join(', ') : String(scopes)}`, {
      indent: 1,
    }),
    line(`the key is in ${place}, account ${account}`, { indent: 1 }),
  ],
  rows: (value) => ({
    columns: ['account', 'base_url', 'storage', 'user_id', 'plan', 'scopes'],
    rows: [[value.account, value.base_url, value.storage, value.user_id, value.plan, value.scopes.join(',')]],
  }),
});
