import { advice, toType, typeable } from '../../border/shell.ts';
import { UsageError } from '../../errors.ts';
import { line } from '../../view/model.ts';
import { made } from '../answers.ts';
import { define } from '../define.ts';
import type { Base, Files, SigningIn } from '../facets.ts';
import { text } from '../flags/parse-flags.ts';
import { expectKeychain, keepKey } from './keep-key.ts';
import { keyLogin } from './login-key.ts';
import { webLogin } from './login-web.ts';
import { againInFile, type SignedIn, type Wanted } from './wanted.ts';

const COLUMNS = ['account', 'base_url', 'storage', 'user_id', 'plan', 'scopes'] as const;

/** Puts the secret where it belongs, and says what was kept. */
const keep = async (deps: Base & SigningIn, { entry, secret, me }: SignedIn) => {
  const keyring = await keepKey(deps, entry, secret);
  deps.tell({ kind: 'done' });
  const [variable] = (await deps.chosenAccount()).variables;
  if (variable !== undefined) {
    deps.tell({ kind: 'note', text: `${variable} is set and goes before the key that was stored` });
  }
  return made('toile.login/1', {
    account: entry.name,
    base_url: entry.base_url,
    ...(entry.connector_url !== undefined && { connector_url: entry.connector_url }),
    good_for: me === undefined ? 'tools' : 'everything',
    storage: entry.storage,
    place: keyring.place,
    user_id: me?.user_id ?? null,
    plan: me?.plan ?? null,
    scopes: me?.scopes ?? [],
  });
};

export const login = define({
  path: 'login',
  answers: 'made',
  uses: ['account', 'base-url'],
  group: 'Sign in',
  does: {
    sends: 'always',
    writes: 'the account, and the key in the OS keychain or a file',
    asks: 'address and key',
  },
  gives: ['toile.login/1'],
  summary: 'Check a key with the service and keep it in the OS keychain',
  elsewhere: ['auth login', 'auth', 'signin', 'configure'],
  about:
    'The key is asked for without being shown, or read from stdin with --with-key; it is never a flag, since flags ' +
    'end up in the shell history. It is stored only after the service has answered for it, and bound to that address. ' +
    'An access token is taken the same way.',
  flags: {
    'with-key': { about: 'read the key from stdin' },
    web: { about: 'sign in by the browser, at the connector' },
    'connector-url': { value: 'URL', about: 'with --web: the address of the connector' },
    'client-id': {
      value: 'ID',
      about: 'with --web: the id that a connector knows toile by, if it does not register new clients',
      // No id of a design.
      completes: [],
    },
    'mcp-url': { value: 'URL', about: "address of the service's tool server" },
    'insecure-storage': { about: 'keep the key in a file that only you can read, instead of the keychain' },
  },
  examples: [
    { why: 'On a terminal', line: 'toile login --base-url https://api.example.com' },
    { why: 'By the browser', line: 'toile login --web --connector-url https://connect.example.com' },
    {
      why: 'From a password manager',
      line: 'op read op://studio/toile/key | toile login --with-key --account studio',
    },
  ],
  json: '{"schema": "toile.login/1", "account": "default", "base_url": "...", "storage": "keychain", "user_id": "..."}',
  columns: [{ names: COLUMNS }],
  parse: ({ flags }): Wanted => {
    const web = flags.web === true;
    const withKey = flags['with-key'] === true;
    const connectorUrl = text(flags, 'connector-url');
    const clientId = text(flags, 'client-id');
    if (web && withKey) throw new UsageError('--web and --with-key are two different ways to sign in');
    if (!web && (connectorUrl ?? clientId) !== undefined) {
      throw new UsageError(`--${connectorUrl === undefined ? 'client-id' : 'connector-url'} goes with --web`);
    }
    const mcpUrl = text(flags, 'mcp-url');
    return { web, withKey, connectorUrl, clientId, mcpUrl, insecure: flags['insecure-storage'] === true };
  },
  run: async (deps: Base & SigningIn & Files, wanted) => {
    const { web, withKey, insecure, connectorUrl } = wanted;
    const { named, orDefault: account } = await deps.chosenAccount();
    if (!web && !withKey && !deps.ask.possible) {
      throw new UsageError('there is no terminal to ask for the key on', {
        code: 'no_terminal',
        hint: advice`${toType`toile login --with-key`} reads it from stdin; or set TOILE_API_KEY`,
      });
    }
    const known = await (web ? deps.connectorAddress(account, connectorUrl) : deps.loginAddress(account));
    if (withKey && known === undefined) {
      throw new UsageError('which address? the service has no published one', {
        code: 'no_address',
        hint: typeable`toile login --with-key --base-url https://...`,
      });
    }
    // Where the address is still missing, that comes first by the browser; else it is asked for.
    if (!insecure && !(web && known === undefined))
      await expectKeychain(deps, account, againInFile(wanted, named, web ? undefined : known));
    return keep(deps, await (web ? webLogin : keyLogin)(deps, account, wanted, known));
  },
  view: ({ account, base_url, connector_url, good_for, place, user_id, plan, scopes }) => [
    ...(good_for === 'tools'
      ? [
          line(['Signed in to ', { text: String(connector_url), tone: 'strong' }, ', for the tools only']),
          line(`${base_url} does not take this token; toile tools ls and tools call do`, { indent: 1 }),
        ]
      : [
          line(['Signed in to ', { text: base_url, tone: 'strong' }, ` as ${String(user_id)}`]),
          line(`plan ${String(plan)}; scopes ${Array.isArray(scopes) ? scopes.join(', ') : String(scopes)}`, {
            indent: 1,
          }),
        ]),
    line(`the key is in ${place}, account ${account}`, { indent: 1 }),
  ],
  rows: (value) => ({
    columns: COLUMNS,
    rows: [[value.account, value.base_url, value.storage, value.user_id, value.plan, value.scopes.join(',')]],
  }),
});
