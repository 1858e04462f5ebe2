import { line } from '../../output/views/view-model.ts';
import { UsageError } from '../../platform/errors.ts';
import { hintText, nextCommand, shellText } from '../../platform/escape/shell.ts';
import { type CommandContext, reportNote } from '../command-context.ts';
import { buildDataResult } from '../command-result.ts';
import { defineCommand } from '../command-spec.ts';
import { readTextFlag } from '../flags/parse-flags.ts';
import {
  findConnectorAddress,
  findLoginAddress,
  formatInsecureLogin,
  type SignInOptions,
  type SignInResult,
  signInWithBrowser,
  signInWithKey,
} from './sign-in.ts';
import { requireKeychain, storeKey } from './stored-keys.ts';

const LOGIN_COLUMNS = ['account', 'base_url', 'storage', 'user_id', 'plan', 'scopes'] as const;

const storeSignIn = async (deps: CommandContext, { entry, secret, me }: SignInResult) => {
  const keyring = await storeKey(deps, entry, secret);
  deps.report({ kind: 'done' });
  const [variable] = (await deps.identity.resolveAccount()).variables;
  if (variable !== undefined) {
    reportNote(deps, `${variable} is set and overrides the stored key`);
  }
  return buildDataResult('toile.login/1', {
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

export const loginCommand = defineCommand({
  path: 'login',
  resultKind: 'data',
  targetFlags: ['account', 'base-url'],
  group: 'Sign in',
  effects: {
    sends: 'always',
    writes: 'the account, and the key in the OS keychain or a file',
    asks: 'address and key',
  },
  outputSchemas: ['toile.login/1'],
  summary: 'Check a key and store it in the OS keychain',
  namesInOtherTools: ['auth login', 'auth', 'signin', 'configure'],
  about:
    'toile asks for the key and does not show what you type. With --with-key, it reads the key from ' +
    'another program (stdin). No flag takes the key itself, because the shell records commands.\n\n' +
    'The service checks the key before toile stores it. toile sends the key only to the address of that ' +
    'service. An OAuth access token can take the place of a key.\n\n' +
    'With --web, you sign in on a page in the browser and need no key. The page is at a ' +
    'second address of the service, the connector. If you were given a client id for the connector, add ' +
    '--client-id.\n\n' +
    '--mcp-url sets the address of the server that `toile tools` uses.',
  flags: {
    'with-key': { about: 'read the key from stdin', stdin: 'key', excludes: ['web'] },
    web: { about: 'sign in with the browser' },
    'connector-url': { value: 'URL', about: 'address of the connector, for --web' },
    'client-id': {
      value: 'ID',
      about: 'client id, if you were given one for the connector',
      // Without this empty list, shell completion would offer design ids, as it does for every flag with a value named
      // `ID`.
      completes: [],
    },
    'mcp-url': { value: 'URL', about: 'address of the tool server for `toile tools`' },
    'insecure-storage': { about: 'store the key in a file that only you can read' },
  },
  examples: [
    { why: 'Sign in with a key', line: 'toile login --base-url https://api.example.com' },
    {
      why: 'Sign in with the browser',
      line: 'toile login --web --connector-url https://connect.example.com',
    },
    {
      why: 'Sign in with a key from a password manager',
      line: 'op read op://studio/toile/key | toile login --with-key --account studio',
    },
  ],
  json: '{"schema": "toile.login/1", "account": "default", "base_url": "...", "storage": "keychain", "user_id": "..."}',
  columns: [{ names: LOGIN_COLUMNS }],
  parse: ({ flags }): SignInOptions => {
    const web = flags.web === true;
    const withKey = flags['with-key'] === true;
    const connectorUrl = readTextFlag(flags, 'connector-url');
    const clientId = readTextFlag(flags, 'client-id');
    if (!web && (connectorUrl ?? clientId) !== undefined) {
      throw new UsageError(`--${connectorUrl === undefined ? 'client-id' : 'connector-url'} needs --web`);
    }
    const mcpUrl = readTextFlag(flags, 'mcp-url');
    return { web, withKey, connectorUrl, clientId, mcpUrl, insecure: flags['insecure-storage'] === true };
  },
  run: async (deps, options) => {
    const { web, withKey, insecure, connectorUrl } = options;
    const { requestedName, nameOrDefault: account } = await deps.identity.resolveAccount();
    if (!web && !withKey && !deps.ask.isAvailable) {
      throw new UsageError('cannot ask for the key: there is no terminal to ask on', {
        code: 'no_terminal',
        hint: hintText`${nextCommand`toile login --with-key`} reads it from stdin; or set TOILE_API_KEY`,
      });
    }
    const known = await (web
      ? findConnectorAddress(deps, account, connectorUrl)
      : findLoginAddress(deps, account));
    if (withKey && known === undefined) {
      throw new UsageError('no service address given, and the service has no published address', {
        code: 'no_address',
        hint: shellText`toile login --with-key --base-url https://...`,
      });
    }
    // The keychain is not checked for --web without an address. Otherwise, an error about the keychain could hide the
    // more useful error about the missing address.
    if (!insecure && !(web && known === undefined))
      await requireKeychain(
        deps,
        account,
        formatInsecureLogin(options, requestedName, web ? undefined : known),
      );
    return storeSignIn(deps, await (web ? signInWithBrowser : signInWithKey)(deps, account, options, known));
  },
  buildView: ({ account, base_url, connector_url, good_for, place, user_id, plan, scopes }) => [
    ...(good_for === 'tools'
      ? [
          line(['Signed in to ', { text: String(connector_url), tone: 'strong' }, ', for the tools only']),
          line(`${base_url} rejects this token; use it with toile tools ls and tools call`, { indent: 1 }),
        ]
      : [
          line(['Signed in to ', { text: base_url, tone: 'strong' }, ` as ${String(user_id)}`]),
          line(`plan ${String(plan)}; scopes ${Array.isArray(scopes) ? scopes.join(', ') : String(scopes)}`, {
            indent: 1,
          }),
        ]),
    line(`the key is in ${place}, account ${account}`, { indent: 1 }),
  ],
  buildRows: (value) => ({
    columns: LOGIN_COLUMNS,
    rows: [[value.account, value.base_url, value.storage, value.user_id, value.plan, value.scopes.join(',')]],
  }),
});
