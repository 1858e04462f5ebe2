/** Sign-in and sign-out through the browser. The OAuth code is loaded when it is used. */

import type { OAuthConnection } from '../../auth/oauth/token-endpoint.ts';
import type { FullContext } from '../../commands/command-context.ts';
import type { ToileError } from '../../platform/errors.ts';
import { isAllowedTarget } from '../../platform/network/loopback.ts';
import type { Clock, ProgressEvent, UserPrompts } from '../../platform/shared-types.ts';
import type { SendRequest } from '../../service/http/index.ts';
import type { HostSystem } from './host-system.ts';

/** The part of the context that both functions need. */
interface BrowserSignInContext {
  readonly outside: HostSystem;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly ask: UserPrompts;
  tell(telling: ProgressEvent): void;
  explain(error: unknown): ToileError;
  /** Opens an address in the browser. Returns whether a browser was started. */
  open(address: string): Promise<boolean>;
  /** Returns the fetch without token refresh. */
  sending(): Promise<SendRequest>;
  /** Returns the connection to the sign-in server of the connector. */
  way(connector: string): Promise<OAuthConnection>;
}

/** Creates the function of the context that signs in through the browser. */
export const createBrowserSignIn =
  ({
    outside: system,
    clock,
    signal,
    ask,
    tell,
    open,
    sending,
  }: BrowserSignInContext): FullContext['authorizeInBrowser'] =>
  async (url, clientId, earlier) => {
    const [{ authorizeInBrowser }, { parseTokenBundle, serializeTokenBundle }] = await Promise.all([
      import('../../auth/oauth/authorize-in-browser.ts'),
      import('../../auth/oauth/token-bundle.ts'),
    ]);
    const { env, version } = system;
    const isRemote = Boolean(env.SSH_CONNECTION || env.SSH_TTY);
    const randomBytes = (length: number) => system.randomBytes(length);
    const isSafe = (address: string) => isAllowedTarget(url, address);
    const person = { isRemote, ask, tell, open, isSafe, know: system.io.secrets.addSecret };
    const signing = { version, clock, randomBytes, signal, ...person, fetch: await sending() };
    const kept = earlier === undefined ? undefined : parseTokenBundle(earlier);
    const bundle = await authorizeInBrowser(signing, url, clientId, kept);
    return { secret: serializeTokenBundle(bundle), token: bundle.access_token };
  };

/**
 * Creates the function of the context that revokes the tokens of a stored sign-in. It returns false, and
 * prints a note, when the server could not be reached.
 */
export const createTokenRevoker =
  ({ signal, tell, explain, way }: BrowserSignInContext): FullContext['revokeTokens'] =>
  async (secret) => {
    const bundle = (await import('../../auth/oauth/token-bundle.ts')).parseTokenBundle(secret);
    if (bundle === undefined) return undefined;
    const { revokeTokenBundle } = await import('../../auth/oauth/refresh-token-bundle.ts');
    return revokeTokenBundle(bundle, await way(bundle.resource ?? bundle.issuer)).catch((error: unknown) => {
      signal.throwIfAborted();
      tell({ kind: 'note', text: explain(error).message });
      return false;
    });
  };
