/** Sign-in and sign-out through the browser. */

import { isAllowedTarget } from '../../platform/network/loopback.ts';
import type { HttpStack } from '../../service/http/http-stack.ts';
import type { NetworkedSettings } from '../../service/http/transport-options.ts';
import type { ServiceRequests } from '../service-requests.ts';
import { authorizeInBrowser } from './authorize-in-browser.ts';
import { revokeTokenBundle } from './refresh-token-bundle.ts';
import { parseTokenBundle, serializeTokenBundle } from './token-bundle.ts';

/** The part of the context that a sign-in through the browser needs. */
interface BrowserSignInContext extends NetworkedSettings {
  readonly http: HttpStack;
  /** Opens an address in the browser. Returns whether a browser was started. */
  openAddress(address: string): Promise<boolean>;
}

/**
 * Signs in through the browser. The returned `secret` is stored and contains what is needed to refresh the
 * token. `earlier` is the stored secret of an earlier sign-in; it holds the client registration.
 */
export const signInThroughBrowser = async (
  { system, signal, ask, report, http, openAddress }: BrowserSignInContext,
  connector: string,
  clientId: string | undefined,
  earlier: string | undefined,
): Promise<{ readonly secret: string; readonly token: string }> => {
  const { env, version, clock } = system;
  const around = {
    version,
    clock,
    randomBytes: (length: number) => system.randomBytes(length),
    signal,
    isRemote: Boolean(env.SSH_CONNECTION || env.SSH_TTY),
    ask,
    tell: report,
    open: openAddress,
    isSafe: (address: string) => isAllowedTarget(connector, address),
    know: system.io.secrets.addSecret,
    fetch: await http.openFetch(),
  };
  const known = earlier === undefined ? undefined : parseTokenBundle(earlier);
  const bundle = await authorizeInBrowser(around, connector, clientId, known);
  return { secret: serializeTokenBundle(bundle), token: bundle.access_token };
};

/**
 * Revokes the tokens of a stored secret. Returns undefined when there is nothing to revoke. Returns false,
 * and prints a note, when the server could not be reached.
 */
export const revokeStoredTokens = async (
  context: NetworkedSettings & Pick<ServiceRequests, 'connectToConnector'>,
  secret: string,
): Promise<boolean | undefined> => {
  const bundle = parseTokenBundle(secret);
  if (bundle === undefined) return undefined;
  const connection = await context.connectToConnector(bundle.resource ?? bundle.issuer);
  return revokeTokenBundle(bundle, connection).catch((error: unknown) => {
    context.signal.throwIfAborted();
    context.report({ kind: 'note', text: context.explainError(error).message });
    return false;
  });
};
