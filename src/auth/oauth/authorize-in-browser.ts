import { NotSignedIn, ToileError, Unavailable, UsageError } from '../../platform/errors.ts';
import { hintText, nextCommand, shellText } from '../../platform/escape/shell.ts';
import type { SendRequest } from '../../service/http/transport-options.ts';
import { type AuthorizationResult, createAuthorizationSession } from './authorization-session.ts';
import { type BrowserUser, createBrowserVisitor } from './browser-visitor.ts';
import { startCallbackServer } from './callback-server.ts';
import { REGISTER_CLIENT_HINT } from './find-or-register-client.ts';
import { withIssuedTokens } from './refresh-token-bundle.ts';
import { createAnswerWatch } from './rpc-answers.ts';
import type { TokenBundle } from './token-bundle.ts';
import { type OAuthConnection, OAuthError } from './token-endpoint.ts';
import { createWebFetch, type WebFetch } from './web-fetch.ts';
import { withSignIn } from './with-sign-in.ts';

const ADDRESS_HINT = shellText`is it the address of the connector? See TOILE_CONNECTOR_URL`;

/** What a sign-in through the browser needs. */
export interface BrowserSignInOptions extends BrowserUser {
  readonly version: string;
  randomBytes(length: number): Uint8Array;
  readonly fetch: SendRequest;
  readonly isSafe: OAuthConnection['isSafe'];
  readonly know: OAuthConnection['know'];
}

/**
 * Signs in to the connector at `url` through the browser. `kept` is the result of an earlier sign-in, for
 * its client registration. Throws only toile's own errors.
 */
export const authorizeInBrowser = async (
  around: BrowserSignInOptions,
  url: string,
  clientId: string | undefined,
  kept: TokenBundle | undefined,
): Promise<TokenBundle> => {
  const { version, clock, signal, isSafe, know } = around;
  const watch = createAnswerWatch((ms, until) => clock.sleep(ms, until), ADDRESS_HINT);
  const send = createWebFetch(around.fetch, signal, watch.checkAnswer);
  const fetch: WebFetch = (to, init) => {
    watch.settle();
    return send(to, init);
  };
  const loopback = await startCallbackServer(readRedirectPort(kept?.redirect_uri));
  const authorisation = createAuthorizationSession({
    url,
    preset: clientId === undefined ? undefined : { client_id: clientId },
    stored: kept,
    fetch,
    isSafe,
    know,
    signal,
    now: clock.now,
    newState: () => Array.from(around.randomBytes(32), (byte) => byte.toString(16).padStart(2, '0')).join(''),
    visitor: createBrowserVisitor(around, loopback),
  });
  try {
    const signing = { url, version, authorisation, fetch, signal };
    await Promise.race([
      withSignIn(signing, (client) => client.listTools(undefined, { signal })),
      watch.stalled,
    ]);
    const authorised = authorisation.getLast();
    if (authorised === undefined) {
      throw new UsageError(`${url} lets people in without signing in`, { hint: nextCommand`toile tools ls` });
    }
    return createTokenBundle(authorised, clock.now());
  } catch (error) {
    throw toSignInError(error, url, signal);
  } finally {
    watch.settle();
    loopback.close();
  }
};

/**
 * Returns the port of the earlier redirect address, because some servers compare the whole address. 0 when
 * there is none.
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
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof ToileError) return at;
    if (at instanceof OAuthError) return createRefusalError(at);
  }
  return new Unavailable(
    `signing in at ${url} did not work: ${error instanceof Error ? error.message : String(error)}`,
    {
      code: 'sign_in_failed',
      cause: error,
      hint: ADDRESS_HINT,
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
    hint: isClient ? REGISTER_CLIENT_HINT : hintText`${nextCommand`toile login --web`} begins again`,
  });
};
