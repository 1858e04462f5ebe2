/** The token, revocation and registration endpoints of the OAuth sign-in. */

import { readLimitedText, readObjectBody, SandboxHttpError, toJsonResponse } from '../http/check-request.ts';
import type { SandboxCall } from '../http/sandbox-service.ts';
import { createSecret, createUuid } from '../state/profiles-and-drivers.ts';
import {
  ACCESS_TOKEN_LIFE_MS,
  findOAuthClient,
  hashToken,
  isAllowedRedirect,
  isProtectedResource,
  type OAuthGrant,
} from './oauth-state.ts';

/** Thrown to respond with an OAuth error: JSON `{error, error_description}` with this status (RFC 6749, 5.2). */
export class SandboxOAuthError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.name = 'SandboxOAuthError';
    this.code = code;
    this.status = status;
  }
}

/** The parameters of a form or of a URL: names and values. A parameter with an empty value is left out. */
export type OAuthForm = ReadonlyMap<string, string>;

/**
 * Returns the parameters of a form in a request body. Throws SandboxOAuthError if the body has another content type or
 * repeats a parameter (RFC 6749, 3.1).
 */
export const readOAuthForm = async ({ c }: SandboxCall): Promise<OAuthForm> => {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') {
    throw new SandboxOAuthError(
      'invalid_request',
      'The body must be a form: application/x-www-form-urlencoded.',
    );
  }
  return readUniqueParameters(new URLSearchParams(await readLimitedText(c.req.raw)));
};

/**
 * Returns the parameters of a request by name. Leaves out parameters with an empty value (RFC 6749, 3.1). Throws
 * SandboxOAuthError if a parameter that has a value is repeated.
 */
export const readUniqueParameters = (params: URLSearchParams): OAuthForm => {
  const members = new Map<string, string>();
  for (const [name, value] of params) {
    if (members.has(name)) throw new SandboxOAuthError('invalid_request', `${name} is given twice.`);
    if (value !== '') members.set(name, value);
  }
  return members;
};

/** Throws SandboxOAuthError if the parameter `resource` is given and is not an address of this service (RFC 8707). */
export const checkResourceParameter = ({ origin }: SandboxCall, parameters: OAuthForm): void => {
  const resource = parameters.get('resource');
  if (resource !== undefined && !isProtectedResource(origin, resource)) {
    throw new SandboxOAuthError('invalid_target', 'The resource does not belong to this service.');
  }
};

const withOAuthErrors =
  (handle: (call: SandboxCall) => Promise<Response>) =>
  async (call: SandboxCall): Promise<Response> => {
    try {
      return await handle(call);
    } catch (error) {
      if (!(error instanceof SandboxOAuthError)) throw error;
      return toJsonResponse({ error: error.code, error_description: error.message }, error.status);
    }
  };

const createGrantError = (message: string): SandboxOAuthError =>
  new SandboxOAuthError('invalid_grant', message);

/**
 * Handles `POST /oauth/token`: exchanges an authorization code or a refresh token for new tokens. A second use of a
 * code or refresh token revokes its grant and all tokens of the grant.
 */
export const handleTokenRequest = withOAuthErrors(async (call: SandboxCall) => {
  const form = await readOAuthForm(call);
  const client = findOAuthClient(call.state, form.get('client_id'));
  if (client === undefined) throw new SandboxOAuthError('invalid_client', 'Unknown client_id.', 401);
  checkResourceParameter(call, form);
  switch (form.get('grant_type')) {
    case 'authorization_code':
      return exchangeCode(call, form, client.id);
    case 'refresh_token':
      return refreshTokens(call, form, client.id);
    default:
      throw new SandboxOAuthError(
        'unsupported_grant_type',
        'Supported grant types: authorization_code and refresh_token.',
      );
  }
});

const createTokens = ({ service, now }: SandboxCall) => ({
  access: `sandbox_access_${createSecret(service.stateStore.random)}`,
  refresh: `sandbox_refresh_${createSecret(service.stateStore.random)}`,
  until: now + ACCESS_TOKEN_LIFE_MS,
});

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

const exchangeCode = async (call: SandboxCall, form: OAuthForm, client: string): Promise<Response> => {
  const { service, now } = call;
  const code = service.signIns.codes.get(form.get('code') ?? '');
  if (code === undefined || code.client !== client || code.until <= now) {
    throw createGrantError('The code is unknown, expired or of another client.');
  }
  if (code.grant !== undefined) {
    // The code may have been stolen, because it is used for the second time. The tokens of its first use are revoked.
    await revokeGrant(call, code.grant);
    throw createGrantError('The code was used before; its tokens are revoked.');
  }
  if (hashToken(form.get('code_verifier') ?? '') !== code.challenge)
    throw createGrantError('The code_verifier does not match the code_challenge.');
  const redirect = form.get('redirect_uri');
  if (redirect !== undefined && redirect !== code.redirect)
    throw createGrantError('The redirect_uri differs from the one of the authorization request.');
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

const refreshTokens = async (call: SandboxCall, form: OAuthForm, client: string): Promise<Response> => {
  const tokenHash = hashToken(form.get('refresh_token') ?? '');
  const tokens = createTokens(call);
  // Checking and replacing the token is one change of the journal, so only one of two simultaneous requests succeeds.
  const grant = await call.service.stateStore.change(async (state, record) => {
    const match = [...state.grants.values()].find((known) => isRefreshTokenOf(known, tokenHash));
    if (match === undefined || match.revoked || match.grantEvent.client !== client) {
      throw createGrantError('The refresh token is unknown, revoked or of another client.');
    }
    if (match.usedRefreshTokens.has(tokenHash)) {
      await record({ type: 'withdrawn', grant: match.grantEvent.id });
      throw createGrantError('The refresh token was used before; its tokens are revoked.');
    }
    const requestedScopes = form.get('scope')?.split(' ') ?? [];
    if (!requestedScopes.every((scope) => match.grantEvent.scopes.some((granted) => granted === scope))) {
      throw new SandboxOAuthError('invalid_scope', 'A refresh cannot add scopes.');
    }
    await record({
      type: 'refreshed',
      grant: match.grantEvent.id,
      access: hashToken(tokens.access),
      refresh: hashToken(tokens.refresh),
      until: tokens.until,
    });
    return match;
  });
  return toTokenResponse(tokens, grant.grantEvent.scopes);
};

/**
 * Handles `POST /oauth/revoke` (RFC 7009): revokes the grant to which a token of the client belongs, and all tokens of
 * the grant. For an unknown token or a token of another client, it revokes nothing and also responds with 200.
 */
export const handleTokenRevocation = withOAuthErrors(async (call: SandboxCall) => {
  const form = await readOAuthForm(call);
  const tokenHash = hashToken(form.get('token') ?? '');
  const grant = [...call.state.grants.values()].find(
    (known) => isRefreshTokenOf(known, tokenHash) || known.accessTokens.has(tokenHash),
  );
  if (grant !== undefined && grant.grantEvent.client === form.get('client_id')) {
    await revokeGrant(call, grant.grantEvent.id);
  }
  return new Response(null, { status: 200 });
});

const isRefreshTokenOf = (grant: OAuthGrant, tokenHash: string): boolean =>
  grant.refreshToken === tokenHash || grant.usedRefreshTokens.has(tokenHash);

const revokeGrant = (call: SandboxCall, grant: string): Promise<void> =>
  call.service.stateStore.change((_, record) => record({ type: 'withdrawn', grant }));

const MAX_REDIRECT_URIS = 20;

/** Handles `POST /oauth/register` (RFC 7591): records a client. Any program may register; its name is not verified. */
export const handleClientRegistration = withOAuthErrors(async (call: SandboxCall) => {
  const body = await readObjectBody(call).catch((error: unknown) => {
    if (error instanceof SandboxHttpError && error.status === 400)
      throw new SandboxOAuthError('invalid_client_metadata', error.message);
    throw error;
  });
  const { redirect_uris: redirects, client_name: name } = body;
  if (!Array.isArray(redirects) || redirects.length === 0 || redirects.length > MAX_REDIRECT_URIS) {
    throw new SandboxOAuthError(
      'invalid_redirect_uri',
      `redirect_uris must be 1 to ${MAX_REDIRECT_URIS} addresses.`,
    );
  }
  for (const address of redirects) {
    if (typeof address !== 'string' || !isAllowedRedirect(address)) {
      throw new SandboxOAuthError(
        'invalid_redirect_uri',
        'A redirect address must use https, a loopback address or a private scheme, without a fragment.',
      );
    }
  }
  if (name !== undefined && (typeof name !== 'string' || name.length > 200)) {
    throw new SandboxOAuthError(
      'invalid_client_metadata',
      'client_name must be a string of at most 200 characters.',
    );
  }
  const { service, now } = call;
  const id = createUuid(service.stateStore.random);
  const clientName = typeof name === 'string' && name.trim() !== '' ? name : 'a program without a name';
  await service.stateStore.change((_, record) =>
    record({ type: 'registered', id, name: clientName, redirects: redirects as string[], at: now }),
  );
  return toJsonResponse(
    {
      client_id: id,
      client_id_issued_at: Math.floor(now / 1000),
      client_name: clientName,
      redirect_uris: redirects,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...(typeof body.application_type === 'string' && { application_type: body.application_type }),
    },
    201,
  );
});
