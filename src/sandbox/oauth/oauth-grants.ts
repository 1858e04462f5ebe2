/** Grants of the OAuth 2.1 sign-in that the consumer connector uses (specification 4.3). */

import { createHash } from 'node:crypto';
import type { SampleKey, SandboxScope } from '../state/sample-keys.ts';
import type { GrantEvent } from '../state/sandbox-event.ts';

/**
 * One consent with the tokens that were issued for it. Tokens are stored as digests, because other programs
 * can read the journal.
 */
export interface OAuthGrant {
  readonly consent: GrantEvent;
  /** Digests of access tokens with the end of their lives, in milliseconds of the clock of the sandbox. */
  readonly accessTokens: Map<string, number>;
  /** The digest of the only refresh token that is valid. */
  refreshToken: string;
  /** Digests of used refresh tokens. A second use is a sign of theft. */
  readonly usedRefreshTokens: Set<string>;
  revoked: boolean;
}

/** The scopes that a sign-in can grant. `generate` is missing, because an assistant must not order. */
export const OAUTH_SCOPES: readonly SandboxScope[] = ['read', 'export'];

/** The life of an access token. */
export const ACCESS_TOKEN_LIFE_MS = 60 * 60 * 1000;
/** The life of an authorization code. */
export const AUTHORIZATION_CODE_LIFE_MS = 10 * 60 * 1000;

/** Returns the SHA-256 digest of a token, in base64url. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/**
 * Finds the caller of an access token, in the shape of a key; undefined for a token that is unknown,
 * expired or revoked.
 */
export const findTokenCaller = (
  grants: ReadonlyMap<string, OAuthGrant>,
  keys: readonly SampleKey[],
  token: string,
  now: number,
): SampleKey | undefined => {
  const sought = hashToken(token);
  for (const { consent, accessTokens, revoked } of grants.values()) {
    const until = accessTokens.get(sought);
    if (until === undefined) continue;
    const user = keys.find((key) => key.user_id === consent.user);
    if (revoked || until <= now || user === undefined) return undefined;
    const { scopes, client } = consent;
    return { ...user, name: `oauth:${consent.id}`, key: token, via: 'oauth', scopes, about: client };
  }
  return undefined;
};
