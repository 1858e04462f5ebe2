/** Options and result of a sign-in, with a key or through the browser. */

import type { Account } from '../../auth/account-store.ts';
import { quoteShellWords, type ShellSafe } from '../../platform/escape/shell.ts';
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

/** The account and the secret to store. `me` is undefined if the API does not accept the secret. */
export interface SignInResult {
  readonly entry: Account;
  readonly secret: string;
  readonly me: AcceptedIdentity | undefined;
}

/** Fetches the user, plan and scopes of the credential that the client sends. */
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
  const [{ parseAccountName }, { isPlainHttpAllowed, parseServiceAddress, readAddressOptions }] =
    await Promise.all([import('../../auth/account-store.ts'), import('../../auth/identity.ts')]);
  // The account name is checked before a key is requested or stored.
  parseAccountName(account);
  const { flag, variable } = readAddressOptions(deps.globalFlags, deps.system.env);
  const url = flag ?? variable ?? (await (await deps.accounts()).find(account))?.base_url;
  return url === undefined ? undefined : parseServiceAddress(url, isPlainHttpAllowed(deps.system.env));
};

/**
 * Returns the address of the connector: as typed, from the environment or from the stored account; undefined if none
 * has one. Throws a UsageError for an invalid address.
 */
export const findConnectorAddress = async (
  deps: CommandContext,
  account: string,
  typed: string | undefined,
): Promise<string | undefined> => {
  const { isPlainHttpAllowed, parseServiceAddress } = await import('../../auth/identity.ts');
  const named = typed ?? (deps.system.env.TOILE_CONNECTOR_URL || undefined);
  const url = named ?? (await (await deps.accounts()).find(account))?.connector_url;
  return url === undefined ? undefined : parseServiceAddress(url, isPlainHttpAllowed(deps.system.env));
};

/** Returns the account to store, without its secret and with no slash at the end of its address. */
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
  const said = [
    ['--base-url', baseUrl],
    ['--connector-url', connectorUrl],
    ['--mcp-url', mcpUrl],
    ['--client-id', clientId],
    ['--account', account],
  ] as const;
  const way = web ? ['--web'] : withKey ? ['--with-key'] : [];
  const flags = said.flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]));
  return quoteShellWords(['toile', 'login', ...way, ...flags, '--insecure-storage']);
};
