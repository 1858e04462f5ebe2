import { OAuthError, refreshAuthorization } from '@modelcontextprotocol/client';
import { typeable } from '../border/shell.ts';
import { NotSignedIn } from '../errors.ts';
import type { Bundle } from '../keys/bundle.ts';
import type { WebFetch } from './web-fetch.ts';

/** New tokens for old ones. Throws NotSignedIn where the server has ended the sign-in. */
export async function refreshed(bundle: Bundle, fetch: WebFetch, now: number): Promise<Bundle> {
  const {
    issuer,
    token_endpoint,
    auth_methods,
    client_id,
    client_secret,
    resource,
    refresh_token = '',
  } = bundle;
  try {
    const tokens = await refreshAuthorization(issuer, {
      metadata: {
        issuer,
        token_endpoint,
        authorization_endpoint: token_endpoint,
        response_types_supported: ['code'],
        ...(auth_methods && { token_endpoint_auth_methods_supported: [...auth_methods] }),
      },
      clientInformation: { client_id, ...(client_secret !== undefined && { client_secret }) },
      refreshToken: refresh_token,
      ...(resource !== undefined && { resource: new URL(resource) }),
      fetchFn: fetch,
    });
    return withTokens(bundle, tokens, now);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    throw new NotSignedIn(`the sign-in has ended: the server gives no new token (${error.code})`, {
      code: 'sign_in_ended',
      hint: typeable`toile login --web`,
      cause: error,
    });
  }
}

/** A bundle with what a server just issued. */
export const withTokens = (
  bundle: Bundle,
  tokens: {
    readonly access_token: string;
    readonly refresh_token?: string | undefined;
    readonly expires_in?: number | undefined;
  },
  now: number,
): Bundle => ({
  ...bundle,
  access_token: tokens.access_token,
  refresh_token: tokens.refresh_token ?? bundle.refresh_token,
  expires_at: tokens.expires_in === undefined ? undefined : now + tokens.expires_in * 1000,
});

/** Tells the server that the tokens are no longer wanted (RFC 7009). False where it did not take notice. */
export async function revoke(bundle: Bundle, fetch: WebFetch): Promise<boolean> {
  const { revocation_endpoint, refresh_token, access_token, client_id, client_secret } = bundle;
  if (revocation_endpoint === undefined) return false;
  const body = new URLSearchParams({
    token: refresh_token ?? access_token,
    token_type_hint: refresh_token === undefined ? 'access_token' : 'refresh_token',
    client_id,
    ...(client_secret !== undefined && { client_secret }),
  });
  const { status } = await fetch(revocation_endpoint, { method: 'POST', body });
  return status === 200;
}
