import { UsageError } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import type { CommandContext } from '../command-context.ts';
import {
  type AcceptedIdentity,
  createAccountEntry,
  fetchIdentity,
  findLoginAddress,
  type SignInOptions,
  type SignInResult,
} from './sign-in-options.ts';

/**
 * Signs in through the browser at the address `connector` and requests the identity of the token, without storing
 * anything. `me` of the result is undefined if the API refuses the token, because it may be valid for the tool server
 * only (the specification does not say). Throws a UsageError if `connector` is undefined.
 */
export const signInWithBrowser = async (
  deps: CommandContext,
  account: string,
  wanted: SignInOptions,
  connector: string | undefined,
): Promise<SignInResult> => {
  if (connector === undefined) {
    throw new UsageError('no connector address given, and the service has no published connector', {
      code: 'no_address',
      hint: shellText`toile login --web --connector-url https://...`,
    });
  }
  const { signInThroughBrowser } = await import('../../auth/oauth/authorize-in-browser.ts');
  const earlier = await readEarlierSignIn(deps, account);
  const { secret, token } = await signInThroughBrowser(deps, connector, wanted.clientId, earlier);
  const baseUrl = (await findLoginAddress(deps, account)) ?? new URL(connector).origin;
  deps.report({ kind: 'busy', text: 'checking the access of the token' });
  const me = await tryFetchIdentity(deps, baseUrl, token);
  deps.report({ kind: 'done' });
  const user_id = typeof me?.user_id === 'string' ? me.user_id : undefined;
  const about = { name: account, connector_url: connector, kind: 'access_token', user_id } as const;
  return { entry: createAccountEntry(wanted, baseUrl, about), secret, me };
};

/** Returns the stored secret of an earlier sign-in through the browser. Without it toile registers as a new client. */
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

/** Returns the identity of the token; undefined if the API does not accept it. */
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
    // The API refuses the token or does not exist. The token may still be valid for the tool server.
    return undefined;
  }
};
