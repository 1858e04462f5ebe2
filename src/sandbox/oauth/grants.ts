/** Signing in with OAuth 2.1, as the consumer connector does (specification 4.3): what the sandbox keeps of it. */

import { createHash } from 'node:crypto';
import type { Granted } from '../world/events.ts';
import type { SampleKey, Scope } from '../world/sample-keys.ts';

/** One consent with all that was issued for it. Tokens are kept as digests: a journal is read by many. */
export interface Grant {
  readonly granted: Granted;
  /** Access tokens with the end of their lives, in milliseconds of the sandbox's clock. */
  readonly access: Map<string, number>;
  /** The one refresh token that still works. */
  refresh: string;
  /** Those that were used up: whoever shows one has stolen it, or was robbed. */
  readonly used: Set<string>;
  revoked: boolean;
}

/**
 * What may be had by signing in. No `generate`: inside an assistant there is what the plan includes, and nothing
 * can be bought.
 */
export const OFFERED: readonly Scope[] = ['read', 'export'];

export const ACCESS_LIFE_MS = 60 * 60 * 1000;
export const CODE_LIFE_MS = 10 * 60 * 1000;

export const digest = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Who a token speaks for, in the shape of a key; undefined for one that is unknown, too old or revoked. */
export const callerOf = (
  grants: ReadonlyMap<string, Grant>,
  keys: readonly SampleKey[],
  token: string,
  now: number,
): SampleKey | undefined => {
  const sought = digest(token);
  for (const { granted, access, revoked } of grants.values()) {
    const until = access.get(sought);
    if (until === undefined) continue;
    const user = keys.find((key) => key.user_id === granted.user);
    if (revoked || until <= now || user === undefined) return undefined;
    const { scopes, client } = granted;
    return { ...user, name: `oauth:${granted.id}`, key: token, via: 'oauth', scopes, about: client };
  }
  return undefined;
};
