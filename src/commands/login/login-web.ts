import type { Account } from '../../account/accounts.ts';
import { typeable } from '../../border/shell.ts';
import { UsageError } from '../../errors.ts';
import type { Base, SigningIn } from '../facets.ts';

interface WebLogin {
  readonly account: string;
  readonly connectorUrl: string | undefined;
  readonly clientId: string | undefined;
  readonly mcpUrl: string | undefined;
  readonly storage: Account['storage'];
}

/** Whom a token speaks for, where the API accepts it. */
interface Accepted {
  readonly user_id: unknown;
  readonly plan: unknown;
  readonly scopes: readonly unknown[];
}

/**
 * Signs in by the browser, and finds out what the token is good for: whom it is meant for is not shown in the
 * specification, so it may open the tools and not the API.
 */
export const webLogin = async (
  deps: Base & SigningIn,
  { account, connectorUrl, clientId, mcpUrl, storage }: WebLogin,
): Promise<{ readonly entry: Account; readonly secret: string; readonly me: Accepted | undefined }> => {
  const url = await deps.connectorAddress(account, connectorUrl);
  if (url === undefined) {
    throw new UsageError('which connector? the service has no published one', {
      code: 'no_address',
      hint: typeable`toile login --web --connector-url https://...`,
    });
  }
  const { secret, token } = await deps.signInByWeb(url, clientId, await earlierSignIn(deps, account));
  const baseUrl = (await deps.loginAddress(account)) ?? new URL(url).origin;
  deps.tell({ kind: 'busy', text: 'finding out what the token is good for' });
  const me = await accepted(deps, baseUrl, token);
  deps.tell({ kind: 'done' });
  const entry: Account = {
    name: account,
    base_url: baseUrl.replace(/\/+$/, ''),
    ...(mcpUrl !== undefined && { mcp_url: mcpUrl }),
    connector_url: url,
    storage,
    kind: 'access_token',
    ...(typeof me?.user_id === 'string' && { user_id: me.user_id }),
  };
  return { entry, secret, me };
};

/** What the account of that name keeps of signing in by the browser. Without it toile registers anew, no more. */
const earlierSignIn = async (deps: Base & SigningIn, account: string): Promise<string | undefined> => {
  const entry = await (await deps.accounts()).find(account);
  if (entry?.connector_url === undefined) return undefined;
  const keyring = await deps.keyring(entry.storage);
  return keyring.get(await deps.keyName(entry)).catch((error: unknown) => {
    if (deps.explained(error).exit === 1) return undefined;
    throw error;
  });
};

const accepted = async (
  deps: Base & SigningIn,
  baseUrl: string,
  token: string,
): Promise<Accepted | undefined> => {
  const client = await deps.clientFor(baseUrl, token);
  try {
    const { user_id, plan, scopes } = await client.me({ signal: deps.signal });
    return { user_id, plan, scopes: Array.isArray(scopes) ? scopes : [] };
  } catch (error) {
    if (deps.signal.aborted) throw error;
    // Refused, or no API there at all: the tools have answered already.
    return undefined;
  }
};
