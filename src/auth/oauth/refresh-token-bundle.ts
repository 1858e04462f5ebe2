import { NotSignedIn, RefusedRequest } from '../../platform/errors.ts';
import { hintText, nextCommand, type ShellSafe } from '../../platform/escape/shell.ts';
import type { TokenBundle } from './token-bundle.ts';
import {
  type IssuedTokens,
  type OAuthConnection,
  OAuthError,
  postForm,
  requestTokens,
} from './token-endpoint.ts';

/**
 * Error codes that no other request can change: the tokens or the client are no longer known, or the user
 * has to sign in again.
 */
const FINAL_ERROR_CODES = [
  'invalid_grant',
  'invalid_client',
  'unauthorized_client',
  'access_denied',
  'login_required',
  'interaction_required',
  'consent_required',
];

/**
 * Requests new tokens with the refresh token. Throws NotSignedIn when the server has ended the sign-in;
 * `again` is the command that signs in again.
 */
export const refreshTokenBundle = async (
  bundle: TokenBundle,
  way: OAuthConnection,
  now: number,
  again: ShellSafe,
): Promise<TokenBundle> => {
  const { token_endpoint, resource, refresh_token } = bundle;
  const form = { grant_type: 'refresh_token', refresh_token, resource };
  try {
    // A server that has received the old token invalidates it, so that another attempt can only help.
    return withIssuedTokens(bundle, await requestTokens(way, token_endpoint, bundle, form, 'failed'), now);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    if (FINAL_ERROR_CODES.includes(error.code)) {
      throw new NotSignedIn(`the sign-in has ended: the server gives no new token (${error.message})`, {
        code: 'sign_in_ended',
        hint: nextCommand`${again}`,
        cause: error,
      });
    }
    throw new RefusedRequest(`the sign-in server refuses to give a new token (${error.message})`, {
      code: 'refresh_refused',
      hint: hintText`${nextCommand`${again}`} begins a new sign-in`,
      cause: error,
    });
  }
};

/** Returns the bundle with newly issued tokens. */
export const withIssuedTokens = (bundle: TokenBundle, tokens: IssuedTokens, now: number): TokenBundle => {
  const lifetime = tokens.expires_in === undefined ? undefined : tokens.expires_in * 1000;
  return {
    ...bundle,
    access_token: tokens.access_token,
    refresh_token: tokens.refresh_token ?? bundle.refresh_token,
    expires_at: lifetime === undefined ? undefined : now + lifetime,
    lifetime,
  };
};

/**
 * Revokes the tokens at the server (RFC 7009). Returns false when the server did not accept the request.
 */
export const revokeTokenBundle = async (bundle: TokenBundle, way: OAuthConnection): Promise<boolean> => {
  const { revocation_endpoint: endpoint, refresh_token, access_token } = bundle;
  if (endpoint === undefined) return false;
  const end = async (token: string, token_type_hint: string): Promise<boolean> => {
    const { status } = await postForm(way, endpoint, bundle, { token, token_type_hint }, 'failed');
    return status >= 200 && status < 300;
  };
  if (refresh_token === undefined) return end(access_token, 'access_token');
  const isOver = await end(refresh_token, 'refresh_token');
  // Servers may revoke the access token together with the refresh token. Where a server does not accept access
  // tokens here, the token expires.
  await end(access_token, 'access_token').catch(() => false);
  return isOver;
};
