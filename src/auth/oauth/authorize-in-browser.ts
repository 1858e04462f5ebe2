import { Failure, NotSignedIn, ToileError, Unavailable, UsageError } from '../../platform/errors.ts';
import { hintText, nextCommand } from '../../platform/escape/shell.ts';
import { isAllowedTarget } from '../../platform/network/host-names.ts';
import type { Clock, ProgressEvent, UserPrompts } from '../../platform/shared-types.ts';
import type { HttpStack } from '../../service/http/http-stack.ts';
import type { NetworkedRunSettings } from '../../service/http/transport-options.ts';
import type { ServiceRequests } from '../service-requests.ts';
import {
  type AuthorizationResult,
  type AuthorizationVisitor,
  createAuthorizationSession,
  withSignIn,
} from './authorization-session.ts';
import { type CallbackServer, parsePastedRedirect, startCallbackServer } from './callback-server.ts';
import { REGISTER_CLIENT_HINT } from './find-or-register-client.ts';
import { CONNECTOR_HINT } from './find-sign-in-server.ts';
import {
  parseTokenBundle,
  revokeTokenBundle,
  serializeTokenBundle,
  type TokenBundle,
  withIssuedTokens,
} from './token-bundle.ts';
import { OAuthError } from './token-endpoint.ts';
import { createResponseWatch, createWebFetch, type WebFetch } from './web-fetch.ts';

/** What a sign-in needs to communicate with its user: the browser, the prompts and the messages. */
export interface BrowserUser {
  readonly clock: Clock;
  /** True if the browser runs on another machine than this program. */
  readonly isRemote: boolean;
  readonly signal: AbortSignal;
  readonly ask: UserPrompts;
  tell(event: ProgressEvent): void;
  /** Opens an address in the browser. Returns false if no browser was started. */
  open(address: string): Promise<boolean>;
}

/**
 * The time limit of a sign-in in milliseconds. It leaves the user enough time to find a password and a second factor.
 */
const SIGN_IN_TIMEOUT_MS = 10 * 60 * 1000;

/**
 * Creates the AuthorizationVisitor that opens the address in the browser and waits ten minutes for the redirect to the
 * callback server. If the browser runs on another machine, it cannot reach this server. So the user can also paste the
 * redirect address.
 */
export const createBrowserVisitor = (
  { clock, isRemote, ask, tell, open, signal }: BrowserUser,
  callbackServer: CallbackServer,
): AuthorizationVisitor => ({
  redirectUrl: callbackServer.url,
  async visit(address, state, extraScopes) {
    const redirected = callbackServer.waitForState(state);
    if (extraScopes !== undefined) {
      tell({ kind: 'note', text: `the connector requires additional scopes: ${extraScopes}` });
    }
    const isOpened = !isRemote && (await open(address.href));
    const instruction = isOpened
      ? 'sign in with your browser; if it does not open, go to:'
      : 'to sign in, open:';
    tell({ kind: 'note', text: instruction });
    // The address is printed on its own line, so that the user can copy it completely.
    tell({ kind: 'note', text: address.href });
    const visitEnd = new AbortController();
    const timeout = clock.sleep(SIGN_IN_TIMEOUT_MS, AbortSignal.any([signal, visitEnd.signal])).then(() => {
      throw new Failure(`the sign-in was not completed within ${SIGN_IN_TIMEOUT_MS / 60_000} minutes`, {
        code: 'sign_in_timeout',
      });
    });
    const readPastedRedirect = async (): Promise<URLSearchParams> => {
      for (;;) {
        const text = await ask.text(
          'If the browser cannot reach this machine, paste the address that it shows after the sign-in',
          visitEnd.signal,
        );
        const params = parsePastedRedirect(text, callbackServer.url, state);
        if (params) return params;
        tell({ kind: 'note', text: `wrong address; it must begin with ${callbackServer.url}?` });
      }
    };
    try {
      return await Promise.race([redirected, timeout, ...(ask.isAvailable ? [readPastedRedirect()] : [])]);
    } finally {
      visitEnd.abort();
      timeout.catch(() => undefined);
    }
  },
});

/**
 * Returns the port in a registered redirect address, so that the same address can be used again. Returns 0 if there is
 * no address.
 */
const readRedirectPort = (redirect = ''): number =>
  URL.canParse(redirect) ? Number(new URL(redirect).port) : 0;

const createTokenBundle = ({ tokens, client, server }: AuthorizationResult, now: number): TokenBundle => {
  const { metadata, revocation, resource } = server;
  const bundle: TokenBundle = {
    ...client,
    access_token: tokens.access_token,
    token_endpoint: metadata.token_endpoint,
    revocation_endpoint: revocation,
    resource,
  };
  return withIssuedTokens(bundle, tokens, now);
};

const toSignInError = (error: unknown, url: string, signal: AbortSignal): unknown => {
  if (signal.aborted) return signal.reason;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ToileError) return cause;
    if (cause instanceof OAuthError) return createRefusalError(cause);
  }
  return new Unavailable(
    `sign-in at ${url} failed: ${error instanceof Error ? error.message : String(error)}`,
    {
      code: 'sign_in_failed',
      cause: error,
      hint: CONNECTOR_HINT,
    },
  );
};

const createRefusalError = (error: OAuthError): NotSignedIn => {
  if (error.code === 'access_denied') {
    return new NotSignedIn('access was denied; you are not signed in', {
      code: 'access_denied',
      cause: error,
    });
  }
  const isClient = /^(invalid|unauthorized)_client$/.test(error.code);
  return new NotSignedIn(`the sign-in was refused: ${error.message}`, {
    code: 'sign_in_refused',
    cause: error,
    hint: isClient ? REGISTER_CLIENT_HINT : hintText`${nextCommand`toile login --web`} starts again`,
  });
};

interface BrowserSignInContext extends NetworkedRunSettings {
  readonly http: HttpStack;
  openAddress(address: string): Promise<boolean>;
}

/**
 * Signs in to the tool server `connector` through the browser. Returns the access token, and a text `secret` to store,
 * with which the token can be refreshed. `earlier` is the `secret` of an earlier sign-in, which contains the OAuth
 * client to use again. Throws a UsageError if the tool server needs no sign-in.
 */
export const signInThroughBrowser = async (
  { system, signal, ask, report, http, openAddress }: BrowserSignInContext,
  connector: string,
  clientId: string | undefined,
  earlier: string | undefined,
): Promise<{ readonly secret: string; readonly token: string }> => {
  const { env, version, clock } = system;
  const stored = earlier === undefined ? undefined : parseTokenBundle(earlier);
  const watch = createResponseWatch((ms, signal) => clock.sleep(ms, signal), CONNECTOR_HINT);
  const send = createWebFetch(await http.openFetch(), signal, watch.checkResponse);
  const fetch: WebFetch = (address, init) => {
    watch.settle();
    return send(address, init);
  };
  const callbackServer = await startCallbackServer(readRedirectPort(stored?.redirect_uri));
  const isRemote = Boolean(env.SSH_CONNECTION || env.SSH_TTY);
  const user = { clock, isRemote, signal, ask, tell: report, open: openAddress };
  const session = createAuthorizationSession({
    url: connector,
    preset: clientId === undefined ? undefined : { client_id: clientId },
    stored,
    fetch,
    isSafe: (address) => isAllowedTarget(connector, address),
    addSecret: system.io.secrets.addSecret,
    signal,
    now: clock.now,
    createState: () => Buffer.from(system.randomBytes(32)).toString('hex'),
    visitor: createBrowserVisitor(user, callbackServer),
  });
  try {
    await Promise.race([
      withSignIn({ url: connector, version, session, fetch, signal }, (client) =>
        client.listTools(undefined, { signal }),
      ),
      watch.stalled,
    ]);
    const result = session.getLast();
    if (result === undefined)
      throw new UsageError(`${connector} needs no sign-in`, { hint: nextCommand`toile tools ls` });
    const bundle = createTokenBundle(result, clock.now());
    return { secret: serializeTokenBundle(bundle), token: bundle.access_token };
  } catch (error) {
    throw toSignInError(error, connector, signal);
  } finally {
    watch.settle();
    callbackServer.close();
  }
};

/**
 * Revokes the tokens of a stored secret at their sign-in server. Returns true if they are revoked, and false if they
 * are not. If the request fails, reports a note and returns false. Returns undefined for a plain key or token, for
 * which no request is sent.
 */
export const revokeStoredTokens = async (
  context: NetworkedRunSettings & Pick<ServiceRequests, 'connectToConnector'>,
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
