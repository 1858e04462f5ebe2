/** The token endpoint of the OAuth sign-in. */

import { toJsonResponse } from '../http/json-response.ts';
import type { SandboxCall } from '../http/sandbox-service.ts';
import { createSecret, createUuid } from '../state/random-id.ts';
import type { SandboxState } from '../state/sandbox-state.ts';
import { findOAuthClient } from './oauth-clients.ts';
import { readOAuthForm, SandboxOAuthError, withOAuthErrors } from './oauth-form.ts';
import { ACCESS_TOKEN_LIFE_MS, hashToken, type OAuthGrant } from './oauth-grants.ts';
import { listProtectedResources } from './oauth-routes.ts';

/** The parameters of a form body. */
type OAuthForm = ReadonlyMap<string, string>;

/** Creates the error `invalid_grant`. */
const createGrantError = (words: string): SandboxOAuthError => new SandboxOAuthError('invalid_grant', words);

/**
 * Handles `POST /oauth/token`: exchanges a code or a refresh token for new tokens. Both are valid for one
 * use.
 */
export const handleTokenRequest = withOAuthErrors(async (call: SandboxCall) => {
  const form = await readOAuthForm(call);
  const client = findOAuthClient(call.state, form.get('client_id'));
  if (client === undefined)
    throw new SandboxOAuthError('invalid_client', 'No such client_id is known here.', 401);
  const resource = form.get('resource');
  if (resource !== undefined && !listProtectedResources(call.origin).includes(resource)) {
    throw new SandboxOAuthError('invalid_target', 'The resource is none of this service.');
  }
  switch (form.get('grant_type')) {
    case 'authorization_code':
      return exchangeCode(call, form, client.id);
    case 'refresh_token':
      return refreshTokens(call, form, client.id);
    default:
      throw new SandboxOAuthError('unsupported_grant_type', 'There is authorization_code and refresh_token.');
  }
});

/** Creates a new access token and a new refresh token. */
const createTokens = ({ service, now }: SandboxCall) => ({
  access: `sandbox_access_${createSecret(service.stateStore.random)}`,
  refresh: `sandbox_refresh_${createSecret(service.stateStore.random)}`,
  until: now + ACCESS_TOKEN_LIFE_MS,
});

/** Returns the response that contains the tokens. */
const toTokenResponse = (tokens: ReturnType<typeof createTokens>, scopes: readonly string[]): Response =>
  toJsonResponse(
    {
      access_token: tokens.access,
      token_type: 'Bearer',
      expires_in: ACCESS_TOKEN_LIFE_MS / 1000,
      refresh_token: tokens.refresh,
      scope: scopes.join(' '),
    },
    200,
    { pragma: 'no-cache' },
  );

/** Exchanges an authorization code for tokens. A second use of a code revokes its grant. */
const exchangeCode = async (call: SandboxCall, form: OAuthForm, client: string): Promise<Response> => {
  const { service, now } = call;
  const code = service.signIns.codes.get(form.get('code') ?? '');
  if (code === undefined || code.client !== client || code.until <= now) {
    throw createGrantError('The code is unknown, too old, or of another program.');
  }
  if (code.grant !== undefined) {
    // A second use means that the code was stolen.
    await revokeGrant(call, code.grant);
    throw createGrantError('The code was used before; what came of it is withdrawn.');
  }
  if (hashToken(form.get('code_verifier') ?? '') !== code.challenge)
    throw createGrantError('The code_verifier does not fit the code_challenge.');
  const redirect = form.get('redirect_uri');
  if (redirect !== undefined && redirect !== code.redirect)
    throw createGrantError('The redirect_uri is another one.');
  const id = createUuid(service.stateStore.random);
  code.grant = id;
  const tokens = createTokens(call);
  const scopes = code.scopes.filter((scope) => scope !== 'generate');
  await service.stateStore.change((_, record) =>
    record({
      type: 'granted',
      id,
      client,
      user: code.user,
      scopes,
      access: hashToken(tokens.access),
      refresh: hashToken(tokens.refresh),
      until: tokens.until,
      at: now,
    }),
  );
  return toTokenResponse(tokens, scopes);
};

/** Exchanges a refresh token for new tokens. A second use of a refresh token revokes its grant. */
const refreshTokens = async (call: SandboxCall, form: OAuthForm, client: string): Promise<Response> => {
  const shown = hashToken(form.get('refresh_token') ?? '');
  const tokens = createTokens(call);
  // This is one change: when two requests use the same token at once, the second finds it used.
  const grant = await call.service.stateStore.change(async (state, record) => {
    const found = [...state.grants.values()].find(
      (one) => one.refreshToken === shown || one.usedRefreshTokens.has(shown),
    );
    if (found === undefined || found.revoked || found.consent.client !== client) {
      throw createGrantError('The refresh token is unknown, withdrawn, or of another program.');
    }
    if (found.usedRefreshTokens.has(shown)) {
      await record({ type: 'withdrawn', grant: found.consent.id });
      throw createGrantError('The refresh token was used before; what came of it is withdrawn.');
    }
    const wanted = form.get('scope')?.split(' ') ?? [];
    if (!wanted.every((scope) => found.consent.scopes.some((had) => had === scope))) {
      throw new SandboxOAuthError('invalid_scope', 'More than was granted cannot be had by refreshing.');
    }
    await record({
      type: 'refreshed',
      grant: found.consent.id,
      access: hashToken(tokens.access),
      refresh: hashToken(tokens.refresh),
      until: tokens.until,
    });
    return found;
  });
  return toTokenResponse(tokens, grant.consent.scopes);
};

/**
 * Handles `POST /oauth/revoke` (RFC 7009): either token revokes the whole grant. An unknown token is not an
 * error.
 */
export const handleTokenRevocation = withOAuthErrors(async (call: SandboxCall) => {
  const form = await readOAuthForm(call);
  const shown = hashToken(form.get('token') ?? '');
  const grant = findGrantByToken(call.state, shown);
  if (grant !== undefined && grant.consent.client === form.get('client_id')) {
    await revokeGrant(call, grant.consent.id);
  }
  return new Response(null, { status: 200 });
});

/** Finds the grant of a token, given by its digest. */
const findGrantByToken = (state: SandboxState, shown: string): OAuthGrant | undefined =>
  [...state.grants.values()].find(
    (one) => one.refreshToken === shown || one.usedRefreshTokens.has(shown) || one.accessTokens.has(shown),
  );

/** Records that a grant is revoked. */
const revokeGrant = (call: SandboxCall, grant: string): Promise<void> =>
  call.service.stateStore.change((_, record) => record({ type: 'withdrawn', grant }));
