/**
 * Signs in with OAuth if a tool server requires it. Signs in again if the tool server later requires further scopes.
 */

import {
  Client,
  computeScopeUnion,
  extractWWWAuthenticateParams,
  IssuerMismatchError,
  isStrictScopeSuperset,
  StreamableHTTPClientTransport,
  startAuthorization,
  validateAuthorizationResponseIssuer,
} from '@modelcontextprotocol/client';
import { NotSignedIn } from '../../platform/errors.ts';
import { hintText, nextCommand } from '../../platform/escape/shell.ts';
import {
  type ClientCandidates,
  canReuseClient,
  findOrRegisterClient,
  type StoredClient,
} from './find-or-register-client.ts';
import { createSupportHint, findSignInServer, type SignInServer } from './find-sign-in-server.ts';
import {
  findTransientError,
  type IssuedTokens,
  type OAuthConnection,
  OAuthError,
  requestTokens,
} from './token-endpoint.ts';
import type { WebFetch } from './web-fetch.ts';

interface ConnectorSignIn {
  readonly url: string;
  readonly version: string;
  readonly session: AuthorizationSession;
  readonly fetch: WebFetch;
  readonly signal: AbortSignal;
}

/**
 * The maximum number of times that one sign-in opens the browser. It is opened again if the server asks for further
 * scopes.
 */
const MAX_VISITS = 3;

const readChallenge = (response: Response): AuthChallenge | undefined => {
  if (response.status !== 401 && response.status !== 403) return undefined;
  const { error, scope, resourceMetadataUrl } = extractWWWAuthenticateParams(response);
  const isScopeChallenge = response.status === 403;
  return isScopeChallenge && error !== 'insufficient_scope'
    ? undefined
    : { scope, resourceMetadataUrl, isScopeChallenge };
};

/**
 * Connects to the connector, which is the tool server of the service, and runs `work`. If the connector requires a
 * sign-in or further scopes, the user signs in, and `work` runs again with a new connection.
 */
export const withSignIn = async <T>(
  { url, version, session, fetch, signal }: ConnectorSignIn,
  work: (client: Client) => Promise<T>,
): Promise<T> => {
  let token: string | undefined;
  for (let visitsLeft = MAX_VISITS; ; visitsLeft -= 1) {
    signal.throwIfAborted();
    let challenge: AuthChallenge | undefined;
    let fault: Error | undefined;
    const watchedFetch: WebFetch = async (address, init) => {
      const response = await fetch(address, init);
      if (init?.method !== 'POST') return response;
      challenge = readChallenge(response);
      const { status, headers } = response;
      const text = await response.clone().text();
      fault = findTransientError(url, { status, text, headers });
      if (fault) throw fault;
      return response;
    };
    const client = new Client({ name: 'toile', version }, { versionNegotiation: { mode: 'auto' } });
    const transport = new StreamableHTTPClientTransport(new URL(url), {
      authProvider: { token: async () => token },
      fetch: watchedFetch,
    });
    try {
      await client.connect(transport, { signal });
      return await work(client);
    } catch (error) {
      if (fault) throw fault;
      if (challenge === undefined || visitsLeft === 0) throw error;
    } finally {
      await client.close();
    }
    ({ access_token: token } = await session.answerChallenge(challenge));
  }
};

/** The functions that open the authorization address for the user and wait until the browser is redirected to toile. */
export interface AuthorizationVisitor {
  readonly redirectUrl: string;
  /**
   * Shows the authorization address to the user, and waits until the browser is redirected to toile with this `state`.
   * Returns the query parameters of the redirect. After an earlier sign-in, `extraScopes` has the scopes that the tool
   * server now requires; some of them may already have been requested. It is undefined at the first sign-in.
   */
  visit(address: URL, state: string, extraScopes: string | undefined): Promise<URLSearchParams>;
}

/** The challenge of a tool server that requires a sign-in or further scopes (RFC 6750, RFC 9728). */
interface AuthChallenge {
  readonly resourceMetadataUrl?: URL | undefined;
  readonly scope?: string | undefined;
  /** True if the user is signed in but the token lacks a scope. */
  readonly isScopeChallenge: boolean;
}

/** The result of a sign-in: the tokens, the OAuth client that got them, and the sign-in server that issued them. */
export interface AuthorizationResult {
  readonly tokens: IssuedTokens;
  readonly client: StoredClient;
  readonly server: SignInServer;
}

interface AuthorizationOptions extends ClientCandidates, OAuthConnection {
  readonly url: string;
  readonly visitor: AuthorizationVisitor;
  readonly signal: AbortSignal;
  now(): number;
  /** Returns a new random `state` parameter for an authorization request. */
  createState(): string;
}

/**
 * Returns the scopes to request: `requestedScope` if it is given, otherwise all scopes of the tool server. Adds
 * `offline_access` if the sign-in server offers it, because the server then issues a refresh token.
 */
const chooseScope = (server: SignInServer, requestedScope: string | undefined): string | undefined => {
  const scope = requestedScope ?? (server.scopes?.join(' ') || undefined);
  const { scopes_supported: offeredScopes, grant_types_supported: grants } = server.metadata;
  const canRefresh = grants?.includes('refresh_token') ?? true;
  return scope !== undefined && canRefresh && offeredScopes?.includes('offline_access')
    ? computeScopeUnion(scope, 'offline_access')
    : scope;
};

const readAuthorizationCode = (redirectParams: URLSearchParams, { metadata }: SignInServer): string => {
  try {
    validateAuthorizationResponseIssuer({
      iss: redirectParams.get('iss') ?? undefined,
      expectedIssuer: metadata.issuer,
      issParameterSupported: metadata.authorization_response_iss_parameter_supported === true,
    });
  } catch (error) {
    if (!(error instanceof IssuerMismatchError)) throw error;
    throw new NotSignedIn('the response to the sign-in came from a different server and was ignored', {
      code: 'issuer_mismatch',
      cause: error,
    });
  }
  const code = redirectParams.get('code');
  if (code) return code;
  throw new OAuthError(
    redirectParams.get('error') || 'no_code',
    redirectParams.get('error_description') ??
      (redirectParams.has('error') ? undefined : 'the sign-in server returned neither a code nor an error'),
  );
};

/**
 * Creates the session of one sign-in. If the tool server requires further scopes, the session requests them together
 * with the earlier scopes.
 */
export const createAuthorizationSession = (options: AuthorizationOptions) => {
  const { url, visitor, signal, preset, stored } = options;
  let lastResult: AuthorizationResult | undefined;
  /** All scopes that this session has requested so far. */
  let requestedScope: string | undefined;

  return {
    getLast: () => lastResult,
    /**
     * Signs in after the tool server has refused a request, and returns the tokens. Throws NotSignedIn if another
     * sign-in cannot help: if all required scopes were already requested, or if the tool server refuses a token that
     * its own sign-in server issued.
     */
    async answerChallenge({ resourceMetadataUrl, scope: challengedScope, isScopeChallenge }: AuthChallenge) {
      const knownScope = computeScopeUnion(requestedScope, lastResult?.tokens.scope);
      if (
        lastResult !== undefined &&
        isScopeChallenge &&
        !isStrictScopeSuperset(challengedScope, knownScope)
      ) {
        throw new NotSignedIn(
          `the sign-in lacks access that ${url} requires${challengedScope === undefined ? '' : `: ${challengedScope}`}`,
          {
            code: 'scope_required',
            hint: hintText`sign in again and allow all access in the browser: ${nextCommand`toile login --web`}`,
          },
        );
      }
      const server = await findSignInServer(url, resourceMetadataUrl, options, signal);
      const { issuer } = server.metadata;
      if (!isScopeChallenge && lastResult?.client.issuer === issuer) {
        throw new NotSignedIn(`${url} does not accept the token that its own sign-in server issued`, {
          code: 'token_not_accepted',
          hint: createSupportHint(),
        });
      }
      const scope = chooseScope(
        server,
        isScopeChallenge ? computeScopeUnion(knownScope, challengedScope) : challengedScope,
      );
      const requirements = {
        server,
        redirect: visitor.redirectUrl,
        scope,
        connection: options,
        now: options.now(),
      };
      // The OAuth client of the previous sign-in is used again unless, for example, the sign-in server has changed.
      const reused =
        lastResult && canReuseClient(lastResult.client, requirements) ? lastResult.client : undefined;
      const client = reused ?? {
        ...(await findOrRegisterClient({ preset, stored }, requirements)),
        issuer,
      };
      const state = options.createState();
      const { authorizationUrl, codeVerifier } = await startAuthorization(issuer, {
        metadata: server.metadata,
        clientInformation: { client_id: client.client_id },
        redirectUrl: visitor.redirectUrl,
        state,
        ...(scope !== undefined && { scope }),
        ...(server.resource !== undefined && { resource: server.resource }),
      });
      const redirectParams = await visitor.visit(authorizationUrl, state, lastResult && challengedScope);
      requestedScope = computeScopeUnion(requestedScope, scope);
      const form = {
        grant_type: 'authorization_code',
        code: readAuthorizationCode(redirectParams, server),
        code_verifier: codeVerifier,
        redirect_uri: visitor.redirectUrl,
        resource: server.resource,
      };
      // An authorization code must not be used twice. So the token request is repeated only if the server reports that
      // it did not process the first attempt.
      const tokens = await requestTokens(options, server.metadata.token_endpoint, client, form, 'refused');
      lastResult = { tokens, client, server };
      return tokens;
    },
  };
};

type AuthorizationSession = ReturnType<typeof createAuthorizationSession>;
