/** What is wanted of a sign-in, and what comes of it, by whichever way. */

import type { Account } from '../../account/accounts.ts';
import { shellWords, type Typeable } from '../../border/shell.ts';
import type { Routes } from '../../client/index.ts';

export interface Wanted {
  readonly web: boolean;
  readonly withKey: boolean;
  readonly connectorUrl: string | undefined;
  readonly clientId: string | undefined;
  readonly mcpUrl: string | undefined;
  /** The key is to stand in a file. */
  readonly insecure: boolean;
}

/** Whom a credential speaks for, where the API accepts it. */
export interface Accepted {
  readonly user_id: unknown;
  readonly plan: unknown;
  readonly scopes: readonly unknown[];
}

export interface SignedIn {
  readonly entry: Account;
  readonly secret: string;
  readonly me: Accepted | undefined;
}

export const accepted = async (client: Routes, signal: AbortSignal): Promise<Accepted> => {
  const { user_id, plan, scopes } = await client.me({ signal });
  return { user_id, plan, scopes: Array.isArray(scopes) ? scopes : [] };
};

/** The account as it is written down. */
export const entryOf = (
  { mcpUrl, insecure }: Wanted,
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

/** The same sign-in, to be typed again, with the key in a file. */
export const againInFile = (
  { web, withKey, connectorUrl, mcpUrl, clientId }: Wanted,
  account: string | undefined,
  baseUrl: string | undefined,
): Typeable => {
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
