/** The secret that a browser sign-in stores: the tokens, and the client and endpoints that refresh them. */

import { NotSignedIn, RefusedRequest } from '../../platform/errors.ts';
import { hintText, nextCommand, type ShellSafe } from '../../platform/escape/shell.ts';
import { readMembers, tryParseJson } from '../../platform/system/read-json-file.ts';
import {
  type IssuedTokens,
  type OAuthConnection,
  OAuthError,
  postForm,
  requestTokens,
} from './token-endpoint.ts';

/** The OAuth client of toile at a sign-in server: its id, and how it authenticates there. */
export interface OAuthClientRecord {
  readonly client_id: string;
  readonly client_secret?: string | undefined;
  /**
   * The time when the client secret expires, in milliseconds since 1970. Absent if the client secret does not expire.
   */
  readonly secret_ends_at?: number | undefined;
  /** How the client authenticates: `none`, `client_secret_basic` or `client_secret_post` (RFC 7591). */
  readonly auth_method?: string | undefined;
  /** The registered redirect address; absent if toile did not register the client. */
  readonly redirect_uri?: string | undefined;
  /** The scopes with which the client is registered, separated by spaces. */
  readonly client_scope?: string | undefined;
}

/** The tokens of a browser sign-in, with the client and the endpoints that refresh and revoke them. */
export interface TokenBundle extends OAuthClientRecord {
  readonly access_token: string;
  readonly refresh_token?: string | undefined;
  /** The time when the access token expires, in milliseconds since 1970; absent if the server did not state it. */
  readonly expires_at?: number | undefined;
  /** The lifetime of a newly issued access token in milliseconds. */
  readonly lifetime?: number | undefined;
  readonly issuer: string;
  readonly token_endpoint: string;
  readonly revocation_endpoint?: string | undefined;
  /** The resource that the tokens are for (RFC 8707). */
  readonly resource?: string | undefined;
}

/** The first characters of a token bundle that is stored as JSON text. No other credential begins with them. */
const BUNDLE_PREFIX = '{"toile_sign_in":1,';

/** Serializes a bundle as the JSON text that a keyring stores. */
export const serializeTokenBundle = (bundle: TokenBundle): string =>
  JSON.stringify({ toile_sign_in: 1, ...bundle });

const REQUIRED_MEMBERS = ['access_token', 'client_id', 'issuer', 'token_endpoint'] as const;
const TEXT_MEMBERS = [
  ...REQUIRED_MEMBERS,
  ...(['refresh_token', 'client_secret', 'auth_method', 'redirect_uri', 'client_scope'] as const),
  ...(['revocation_endpoint', 'resource'] as const),
] satisfies (keyof TokenBundle)[];
const NUMBER_MEMBERS = ['expires_at', 'lifetime', 'secret_ends_at'] satisfies (keyof TokenBundle)[];

/** Parses a stored secret. Returns undefined for a plain key or token, and for a damaged bundle. */
export const parseTokenBundle = (secret: string): TokenBundle | undefined => {
  if (!secret.startsWith(BUNDLE_PREFIX)) return undefined;
  const value = readMembers(tryParseJson(secret));
  const pick = (names: readonly string[], type: string) =>
    names.flatMap((name) => (typeof value[name] === type ? [[name, value[name]]] : []));
  if (pick(REQUIRED_MEMBERS, 'string').length < REQUIRED_MEMBERS.length) return undefined;
  return Object.fromEntries([...pick(TEXT_MEMBERS, 'string'), ...pick(NUMBER_MEMBERS, 'number')]);
};

/**
 * A token is refreshed this many milliseconds before it expires, because requests take time and clocks differ. For a
 * token that is valid for less than five minutes, the time is shorter: a fifth of its lifetime.
 */
const MARGIN_MS = 60_000;
const MARGIN_SHARE = 0.2;

/** Returns true if the access token need not be refreshed yet (see MARGIN_MS), or has no known expiry time. */
export const isTokenFresh = (
  { expires_at, lifetime = Number.POSITIVE_INFINITY }: TokenBundle,
  now: number,
): boolean => expires_at === undefined || expires_at - Math.min(MARGIN_MS, lifetime * MARGIN_SHARE) > now;

/** Error codes after which the user has to sign in again, because another request would fail too. */
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
 * Requests new tokens with the refresh token and returns the new bundle. Throws NotSignedIn if the sign-in has ended,
 * and suggests `signInCommand` in its hint. Throws RefusedRequest if the server refuses for another reason.
 */
export const refreshTokenBundle = async (
  bundle: TokenBundle,
  connection: OAuthConnection,
  now: number,
  signInCommand: ShellSafe,
): Promise<TokenBundle> => {
  const { token_endpoint, resource, refresh_token } = bundle;
  const form = { grant_type: 'refresh_token', refresh_token, resource };
  try {
    // The request for new tokens may be repeated after a failure. If the server has already processed it, the repeated
    // request only fails, because the old refresh token is then invalid.
    return withIssuedTokens(
      bundle,
      await requestTokens(connection, token_endpoint, bundle, form, 'failed'),
      now,
    );
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    if (FINAL_ERROR_CODES.includes(error.code)) {
      throw new NotSignedIn(`the sign-in has expired: the server issues no new token (${error.message})`, {
        code: 'sign_in_ended',
        hint: nextCommand`${signInCommand}`,
        cause: error,
      });
    }
    throw new RefusedRequest(`the sign-in server refuses to issue a new token (${error.message})`, {
      code: 'refresh_refused',
      hint: hintText`${nextCommand`${signInCommand}`} starts a new sign-in`,
      cause: error,
    });
  }
};

/** Returns the bundle with the tokens of a response. If the response has no new refresh token, the old one is kept. */
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

/** Revokes the tokens at the server (RFC 7009). Returns false if the server refused or has no endpoint for it. */
export const revokeTokenBundle = async (
  bundle: TokenBundle,
  connection: OAuthConnection,
): Promise<boolean> => {
  const { revocation_endpoint: endpoint, refresh_token, access_token } = bundle;
  if (endpoint === undefined) return false;
  const revoke = async (token: string, token_type_hint: string): Promise<boolean> => {
    const { status } = await postForm(connection, endpoint, bundle, { token, token_type_hint }, 'failed');
    return status >= 200 && status < 300;
  };
  if (refresh_token === undefined) return revoke(access_token, 'access_token');
  const isRevoked = await revoke(refresh_token, 'refresh_token');
  // If the access token cannot be revoked, the error is ignored. Most servers have already revoked it together with the
  // refresh token. On other servers, it expires soon.
  await revoke(access_token, 'access_token').catch(() => false);
  return isRevoked;
};
