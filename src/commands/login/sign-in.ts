/** Signs in with a key or through the browser. */

import type { Account } from '../../auth/account-store.ts';
import { Unavailable, UsageError } from '../../platform/errors.ts';
import { quoteShellWord, quoteShellWords, type ShellSafe, shellText } from '../../platform/escape/shell.ts';
import { readStdin } from '../../platform/files/user-files.ts';
import type { Routes } from '../../service/client/index.ts';
import type { CommandContext } from '../command-context.ts';

/** The parsed flags of `toile login`. */
export interface SignInOptions {
  readonly web: boolean;
  readonly withKey: boolean;
  readonly connectorUrl: string | undefined;
  readonly clientId: string | undefined;
  readonly mcpUrl: string | undefined;
  /** True if the key is stored in a file instead of the keychain. */
  readonly insecure: boolean;
}

/** The user, plan and scopes of a credential that the API accepts. */
export interface AcceptedIdentity {
  readonly user_id: unknown;
  readonly plan: unknown;
  readonly scopes: readonly unknown[];
}

/** The account and the secret to store. `me` is undefined if `GET /v1/me` failed. */
export interface SignInResult {
  readonly entry: Account;
  readonly secret: string;
  readonly me: AcceptedIdentity | undefined;
}

/** Requests `GET /v1/me`. `user_id` and `plan` are not checked; `scopes` is empty if the response has no list. */
export const fetchIdentity = async (client: Routes, signal: AbortSignal): Promise<AcceptedIdentity> => {
  const { user_id, plan, scopes } = await client.me({ signal });
  return { user_id, plan, scopes: Array.isArray(scopes) ? scopes : [] };
};

/**
 * Returns the address of the service: from the flag, the environment or the stored account; undefined if none has
 * one. Throws a UsageError for an invalid address or account name.
 */
export const findLoginAddress = async (
  deps: CommandContext,
  account: string,
): Promise<string | undefined> => {
  const [{ parseAccountName }, { parseServiceAddress, readAddressOptions }] = await Promise.all([
    import('../../auth/account-store.ts'),
    import('../../auth/identity.ts'),
  ]);
  // The account name is checked before a key is requested or stored.
  parseAccountName(account);
  const { flag, variable } = readAddressOptions(deps.globalFlags, deps.system.env);
  const url = flag ?? variable ?? (await (await deps.accounts()).find(account))?.base_url;
  return url === undefined ? undefined : parseServiceAddress(url, deps.system.env);
};

/**
 * Returns the address of the connector (a second address of the service): the typed one, else TOILE_CONNECTOR_URL, else
 * the one in the stored account. Returns undefined if there is none. Throws a UsageError for an invalid address.
 */
export const findConnectorAddress = async (
  deps: CommandContext,
  account: string,
  typed: string | undefined,
): Promise<string | undefined> => {
  const { parseServiceAddress } = await import('../../auth/identity.ts');
  const givenAddress = typed ?? (deps.system.env.TOILE_CONNECTOR_URL || undefined);
  const url = givenAddress ?? (await (await deps.accounts()).find(account))?.connector_url;
  return url === undefined ? undefined : parseServiceAddress(url, deps.system.env);
};

/** Returns the account to store. It does not contain the secret. A slash at the end of `baseUrl` is removed. */
export const createAccountEntry = (
  { mcpUrl, insecure }: SignInOptions,
  baseUrl: string,
  { name, connector_url, kind, user_id }: Pick<Account, 'name' | 'connector_url' | 'kind' | 'user_id'>,
): Account => ({
  name,
  base_url: baseUrl.replace(/\/+$/, ''),
  ...(mcpUrl !== undefined && { mcp_url: mcpUrl }),
  ...(connector_url !== undefined && { connector_url }),
  storage: insecure ? 'file' : 'keychain',
  kind,
  ...(user_id !== undefined && { user_id }),
});

/** Returns the command that repeats this sign-in with `--insecure-storage`, which stores the key in a file. */
export const formatInsecureLogin = (
  { web, withKey, connectorUrl, mcpUrl, clientId }: SignInOptions,
  account: string | undefined,
  baseUrl: string | undefined,
): ShellSafe => {
  const values = [
    ['--base-url', baseUrl],
    ['--connector-url', connectorUrl],
    ['--mcp-url', mcpUrl],
    ['--client-id', clientId],
    ['--account', account],
  ] as const;
  const method = web ? ['--web'] : withKey ? ['--with-key'] : [];
  const flags = values.flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]));
  return quoteShellWords(['toile', 'login', ...method, ...flags, '--insecure-storage']);
};

/**
 * Reads a key from stdin or a prompt and checks it with the service at `address`, without storing anything. Asks for
 * the address if it is undefined. Throws Unavailable if the response names no user.
 */
export const signInWithKey = async (
  deps: CommandContext,
  account: string,
  options: SignInOptions,
  address: string | undefined,
): Promise<SignInResult> => {
  const baseUrl = address ?? (await deps.ask.text('Address of the service'));
  const typed = options.withKey ? await readStdin(deps) : await deps.ask.secret('API key');
  const { credential, kind } = (await import('../../auth/find-credential.ts')).parseTypedCredential(typed);
  deps.report({ kind: 'busy', text: 'checking the key with the service' });
  const me = await fetchIdentity(await deps.createClient(baseUrl, credential), deps.signal);
  const { user_id } = me;
  if (typeof user_id !== 'string') {
    // A server that is not the service may respond with JSON too. So the key is stored only if the response contains a
    // user id.
    throw new Unavailable('GET /v1/me: the response names no user; nothing was stored', {
      code: 'bad_answer',
      hint: shellText`is ${quoteShellWord(baseUrl)} the address of the service?`,
    });
  }
  return {
    entry: createAccountEntry(options, baseUrl, { name: account, kind, user_id }),
    secret: credential,
    me,
  };
};

/**
 * Signs in through the browser at the tool server with the address `connector`, and asks the API for the user. Stores
 * nothing. If the API does not return the user, the sign-in still succeeds and `me` is undefined, because the token may
 * be valid only for the tool server. Throws a UsageError if `connector` is undefined.
 */
export const signInWithBrowser = async (
  deps: CommandContext,
  account: string,
  options: SignInOptions,
  connector: string | undefined,
): Promise<SignInResult> => {
  if (connector === undefined) {
    throw new UsageError('no connector address given, and the service has no published connector', {
      code: 'no_address',
      hint: shellText`toile login --web --connector-url https://...`,
    });
  }
  const { signInThroughBrowser } = await import('../../auth/oauth/authorize-in-browser.ts');
  const earlierSecret = await readEarlierSignIn(deps, account);
  const { secret, token } = await signInThroughBrowser(deps, connector, options.clientId, earlierSecret);
  const baseUrl = (await findLoginAddress(deps, account)) ?? new URL(connector).origin;
  deps.report({ kind: 'busy', text: 'checking the token with the service' });
  const me = await tryFetchIdentity(deps, baseUrl, token);
  deps.report({ kind: 'done' });
  const user_id = typeof me?.user_id === 'string' ? me.user_id : undefined;
  const members = { name: account, connector_url: connector, kind: 'access_token', user_id } as const;
  return { entry: createAccountEntry(options, baseUrl, members), secret, me };
};

/**
 * Returns the stored secret of an earlier browser sign-in, which toile reuses instead of registering as a new client.
 * Returns undefined if there is none.
 */
const readEarlierSignIn = async (deps: CommandContext, account: string): Promise<string | undefined> => {
  const entry = await (await deps.accounts()).find(account);
  if (entry?.connector_url === undefined) return undefined;
  const { formatSecretName } = await import('../../auth/find-stored-account.ts');
  const keyring = await deps.openKeyring(entry.storage);
  return keyring.get(formatSecretName(entry)).catch((error: unknown) => {
    if (deps.explainError(error).exit === 1) return undefined;
    throw error;
  });
};

const tryFetchIdentity = async (
  deps: CommandContext,
  baseUrl: string,
  token: string,
): Promise<AcceptedIdentity | undefined> => {
  const client = await deps.createClient(baseUrl, token);
  try {
    return await fetchIdentity(client, deps.signal);
  } catch (error) {
    if (deps.signal.aborted) throw error;
    // An error of the API is ignored, because the tool server may accept a token that the API refuses.
    return undefined;
  }
};
