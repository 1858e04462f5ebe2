/** The clients, grants and pending sign-ins of the OAuth 2.1 sign-in (specification 4.3). */

import { createHash } from 'node:crypto';
import { LOOPBACK_HOSTS, toJsonResponse } from '../http/check-request.ts';
import type { CallHandler, PathHandlers } from '../http/sandbox-service.ts';
import type { SampleKey, SandboxScope } from '../state/purchase-state.ts';
import type { GrantEvent, SandboxState } from '../state/sandbox-state.ts';

/** A program that can ask a user for access. Like a public client in OAuth, it has no client secret. */
export interface OAuthClient {
  readonly id: string;
  readonly name: string;
  readonly redirects: readonly string[];
}

/**
 * The clients that the sandbox accepts without registration. The id of one of them is the URL of a client metadata
 * document, which the sandbox never fetches.
 */
export const PRESET_CLIENTS: readonly OAuthClient[] = [
  {
    id: 'sandbox-client',
    name: 'Sample program',
    redirects: ['http://127.0.0.1/callback', 'http://[::1]/callback', 'http://localhost/callback'],
  },
  {
    id: 'https://assistant.example/client-metadata.json',
    name: 'Sample assistant',
    redirects: [
      'http://127.0.0.1/callback',
      'http://localhost/callback',
      'https://assistant.example/callback',
    ],
  },
];

/** Returns the client with this id, from PRESET_CLIENTS or from the registered clients; undefined if there is none. */
export const findOAuthClient = (state: SandboxState, id = ''): OAuthClient | undefined =>
  PRESET_CLIENTS.find((client) => client.id === id) ?? state.clients.get(id);

/**
 * Returns true if a client may register a redirect address. Allowed schemes are https, http on this machine, and those
 * that browsers do not know, such as `myapp:`. The address must not contain a user name or a fragment.
 */
export const isAllowedRedirect = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, hash, username } = new URL(address);
  if (hash !== '' || username !== '') return false;
  if (protocol === 'http:') return LOOPBACK_HOSTS.has(hostname);
  return protocol === 'https:' || !/^(javascript|data|file|blob|vbscript|about|ws|wss|ftp):$/.test(protocol);
};

/**
 * Returns true if the client has registered this redirect address. For an http address of this machine, the port may
 * differ from the registered one (RFC 8252, 7.3).
 */
export const isRegisteredRedirect = ({ redirects }: OAuthClient, address: string): boolean => {
  if (redirects.includes(address)) return true;
  const portless = stripLoopbackPort(address);
  return portless !== undefined && redirects.some((known) => stripLoopbackPort(known) === portless);
};

const stripLoopbackPort = (address: string): string | undefined => {
  if (!isAllowedRedirect(address)) return undefined;
  const url = new URL(address);
  if (url.protocol !== 'http:') return undefined;
  url.port = '';
  return url.href;
};

/**
 * The permission that a user gave to a client, and its tokens. Tokens are stored as digests, because other programs can
 * read the journal.
 */
export interface OAuthGrant {
  readonly grantEvent: GrantEvent;
  /** The expiry times of access tokens by token digest, in milliseconds of the sandbox clock. */
  readonly accessTokens: Map<string, number>;
  /** The digest of the current refresh token, the only one that can be exchanged for new tokens. */
  refreshToken: string;
  /**
   * The digests of refresh tokens that were already exchanged for new tokens. A refresh token that is used a second
   * time counts as stolen.
   */
  readonly usedRefreshTokens: Set<string>;
  revoked: boolean;
}

/** The scopes that a sign-in can grant. `generate` is missing, because an assistant must not order Tech Packs. */
export const OAUTH_SCOPES: readonly SandboxScope[] = ['read', 'export'];

export const ACCESS_TOKEN_LIFE_MS = 60 * 60 * 1000;
export const AUTHORIZATION_CODE_LIFE_MS = 10 * 60 * 1000;

/** Returns the SHA-256 digest of a token in base64url. The sandbox stores this digest instead of the token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/**
 * Returns the user of an access token, with only the scopes (permissions) that this user granted. Returns undefined if
 * the token is unknown, revoked, or expired at the time `now`.
 */
export const findTokenCaller = (
  grants: ReadonlyMap<string, OAuthGrant>,
  keys: readonly SampleKey[],
  token: string,
  now: number,
): SampleKey | undefined => {
  const tokenHash = hashToken(token);
  for (const { grantEvent, accessTokens, revoked } of grants.values()) {
    const expiresAt = accessTokens.get(tokenHash);
    if (expiresAt === undefined) continue;
    const user = keys.find((key) => key.user_id === grantEvent.user);
    if (revoked || expiresAt <= now || user === undefined) return undefined;
    const { scopes, client } = grantEvent;
    return { ...user, name: `oauth:${grantEvent.id}`, key: token, via: 'oauth', scopes, about: client };
  }
  return undefined;
};

/** A sign-in that a program has started, and that the user has neither allowed nor denied. It expires at `until`. */
export interface PendingSignIn {
  readonly client: string;
  readonly redirect: string;
  readonly challenge: string;
  readonly scopes: readonly SandboxScope[];
  readonly state: string | undefined;
  readonly until: number;
}

/** An authorization code that was issued to a program. It is valid for one use. */
interface AuthorizationCode extends PendingSignIn {
  readonly user: string;
  /** The id of the grant that was created when the code was used; undefined while the code is unused. */
  grant: string | undefined;
}

/**
 * The sign-ins for which no token was issued yet. `pending` has those that wait for the decision of the user. `codes`
 * has the authorization codes of those that the user allowed. Both exist only in memory, not in the journal.
 */
export interface SignInState {
  readonly pending: Map<string, PendingSignIn>;
  readonly codes: Map<string, AuthorizationCode>;
}

/** Creates an empty SignInState. */
export const createSignInState = (): SignInState => ({ pending: new Map(), codes: new Map() });

const MAX_PENDING = 1000;

/**
 * Adds a sign-in or an authorization code to `map` under `id`. Before that, removes the expired entries. If there are
 * still 1000 entries or more, also removes the oldest ones.
 */
export const addPendingSignIn = <T extends PendingSignIn>(
  map: Map<string, T>,
  id: string,
  value: T,
  now: number,
): void => {
  for (const [oldId, { until }] of map) if (until <= now || map.size >= MAX_PENDING) map.delete(oldId);
  map.set(id, value);
};

/**
 * Returns true if a client may request an access token for the address `resource` of the sandbox, for example
 * `<origin>/mcp`.
 */
export const isProtectedResource = (origin: string, resource: string): boolean =>
  ['', '/', '/mcp', '/connector', '/v1'].some((path) => resource === `${origin}${path}`);

/** Creates the handler of a protected resource metadata document (RFC 9728). */
const describeProtectedResource =
  (path: string): CallHandler =>
  ({ origin }) =>
    toJsonResponse({
      resource: `${origin}${path}`,
      authorization_servers: [origin],
      scopes_supported: OAUTH_SCOPES,
      bearer_methods_supported: ['header'],
      resource_name: 'Fashion-Development Data Service (sandbox)',
    });

/** Handles the request for the authorization server metadata document (RFC 8414). */
const describeAuthorizationServer: CallHandler = ({ origin }) =>
  toJsonResponse({
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    registration_endpoint: `${origin}/oauth/register`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    scopes_supported: OAUTH_SCOPES,
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  });

/** The handlers of the OAuth sign-in and of its metadata, by path and method. Most are imported on first use. */
export const OAUTH_ROUTES: Readonly<Record<string, PathHandlers>> = {
  '/.well-known/oauth-protected-resource': { GET: describeProtectedResource('/connector') },
  '/.well-known/oauth-protected-resource/mcp': { GET: describeProtectedResource('/mcp') },
  '/.well-known/oauth-protected-resource/connector': { GET: describeProtectedResource('/connector') },
  '/.well-known/oauth-authorization-server': { GET: describeAuthorizationServer },
  '/oauth/authorize': { GET: async (call) => (await import('./consent-pages.ts')).handleAuthorization(call) },
  '/oauth/consent': { POST: async (call) => (await import('./consent-pages.ts')).handleConsent(call) },
  '/oauth/token': { POST: async (call) => (await import('./token-endpoint.ts')).handleTokenRequest(call) },
  '/oauth/revoke': {
    POST: async (call) => (await import('./token-endpoint.ts')).handleTokenRevocation(call),
  },
  '/oauth/register': {
    POST: async (call) => (await import('./token-endpoint.ts')).handleClientRegistration(call),
  },
};
