import type { Account } from '../../account/accounts.ts';
import { advice, shellWord, shellWords, type Typeable, toType, typeable } from '../../border/shell.ts';
import { Unavailable, UsageError } from '../../errors.ts';
import { line } from '../../view/model.ts';
import { define } from '../define.ts';
import type { Base, Files, SigningIn } from '../facets.ts';
import { text } from '../flags/parse-flags.ts';
import { expectKeychain, keepKey } from './keep-key.ts';
import { webLogin } from './login-web.ts';

const COLUMNS = ['account', 'base_url', 'storage', 'user_id', 'plan', 'scopes'] as const;

type Me = Awaited<ReturnType<typeof webLogin>>['me'];

interface Typed {
  readonly web: boolean;
  readonly withKey: boolean;
  readonly account: string | undefined;
  readonly baseUrl: string | undefined;
  readonly connectorUrl: string | undefined;
  readonly mcpUrl: string | undefined;
  readonly clientId: string | undefined;
}

/** The same sign-in, with the key in a file. */
const inFile = ({ web, withKey, account, baseUrl, connectorUrl, mcpUrl, clientId }: Typed): Typeable => {
  const said = [
    ['--base-url', baseUrl],
    ['--connector-url', connectorUrl],
    ['--mcp-url', mcpUrl],
    ['--client-id', clientId],
    ['--account', account],
  ] as const;
  const way = web ? ['--web'] : withKey ? ['--with-key'] : [];
  const flags = said.flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]));
  return shellWords(['toile', 'login', ...way, ...flags, '--insecure-storage']);
};

/** Puts the secret where it belongs, and says what was kept. */
const keep = async (deps: Base & SigningIn & Files, entry: Account, secret: string, me: Me) => {
  const keyring = await keepKey(deps, entry, secret);
  deps.tell({ kind: 'done' });
  const [variable] = (await deps.chosenAccount()).variables;
  if (variable !== undefined) {
    deps.tell({ kind: 'note', text: `${variable} is set and goes before the key that was stored` });
  }
  return {
    kind: 'made',
    schema: 'toile.login/1',
    value: {
      account: entry.name,
      base_url: entry.base_url,
      ...(entry.connector_url !== undefined && { connector_url: entry.connector_url }),
      good_for: me === undefined ? 'tools' : 'everything',
      storage: entry.storage,
      place: keyring.place,
      user_id: me?.user_id ?? null,
      plan: me?.plan ?? null,
      scopes: me?.scopes ?? [],
    },
  } as const;
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
  parse: ({ flags }) => {
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
  run: async (deps: Base & SigningIn & Files, { web, withKey, connectorUrl, clientId, mcpUrl, insecure }) => {
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
    if (!insecure && !(web && known === undefined)) {
      const again = inFile({
        web,
        withKey,
        account: named,
        baseUrl: web ? undefined : known,
        connectorUrl,
        mcpUrl,
        clientId,
      });
      await expectKeychain(deps, account, again);
    }
    if (web) {
      const storage = insecure ? 'file' : 'keychain';
      const { entry, secret, me } = await webLogin(deps, {
        account,
        connectorUrl,
        clientId,
        mcpUrl,
        storage,
      });
      return keep(deps, entry, secret, me);
    }
    const baseUrl = known ?? (await deps.ask.text('Address of the service'));
    const typed = withKey ? await deps.stdin() : await deps.ask.secret('API key');
    const { credential, kind } = await deps.asCredential(typed);
    deps.tell({ kind: 'busy', text: 'checking the key with the service' });
    const client = await deps.clientFor(baseUrl, credential);
    const { user_id, plan, scopes } = await client.me({ signal: deps.signal });
    if (typeof user_id !== 'string') {
      // Any server may answer with JSON, and a key is not left with one that does not know whose it is.
      throw new Unavailable('GET /v1/me: the answer names no user, so nothing was stored', {
        code: 'bad_answer',
        hint: typeable`is ${shellWord(baseUrl)} the address of the service?`,
      });
    }
    const storage = insecure ? 'file' : 'keychain';
    const address = baseUrl.replace(/\/+$/, '');
    const entry: Account = {
      name: account,
      base_url: address,
      ...(mcpUrl === undefined ? {} : { mcp_url: mcpUrl }),
      storage,
      kind,
      user_id,
    };
    return keep(deps, entry, credential, { user_id, plan, scopes: Array.isArray(scopes) ? scopes : [] });
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
