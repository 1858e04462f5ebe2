import { typeable } from '../../border/shell.ts';
import { UsageError } from '../../errors.ts';
import type { Base, SigningIn } from '../facets.ts';
import { type Accepted, accepted, entryOf, type SignedIn, type Wanted } from './wanted.ts';

/**
 * Signs in by the browser, and finds out what the token is good for: whom it is meant for is not shown in the
 * specification, so it may open the tools and not the API. `connector` is where that is done, if it is known.
 */
export const webLogin = async (
  deps: Base & SigningIn,
  account: string,
  wanted: Wanted,
  connector: string | undefined,
): Promise<SignedIn> => {
  if (connector === undefined) {
    throw new UsageError('which connector? the service has no published one', {
      code: 'no_address',
      hint: typeable`toile login --web --connector-url https://...`,
    });
  }
  const earlier = await earlierSignIn(deps, account);
  const { secret, token } = await deps.signInByWeb(connector, wanted.clientId, earlier);
  const baseUrl = (await deps.loginAddress(account)) ?? new URL(connector).origin;
  deps.tell({ kind: 'busy', text: 'finding out what the token is good for' });
  const me = await acceptedAt(deps, baseUrl, token);
  deps.tell({ kind: 'done' });
  const user_id = typeof me?.user_id === 'string' ? me.user_id : undefined;
  const about = { name: account, connector_url: connector, kind: 'access_token', user_id } as const;
  return { entry: entryOf(wanted, baseUrl, about), secret, me };
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

const acceptedAt = async (
  deps: Base & SigningIn,
  baseUrl: string,
  token: string,
): Promise<Accepted | undefined> => {
  const client = await deps.clientFor(baseUrl, token);
  try {
    return await accepted(client, deps.signal);
  } catch (error) {
    if (deps.signal.aborted) throw error;
    // Refused, or no API there at all: the tools have answered already.
    return undefined;
  }
};
