import { advice, type Typeable, toType } from '../../border/shell.ts';
import { NotSignedIn, Refused } from '../../errors.ts';
import { OAuthRefusal, postForm, type Tokens, tokensFor, type Way } from './token-endpoint.ts';
import type { Bundle } from './tokens.ts';

/**
 * Refusals that no other request will change: the tokens or toile's own registration are no longer known, or a person
 * has to be asked again.
 */
const ENDED = [
  'invalid_grant',
  'invalid_client',
  'unauthorized_client',
  'access_denied',
  'login_required',
  'interaction_required',
  'consent_required',
];

/** New tokens for old ones. Throws NotSignedIn where the server has ended the sign-in; `again` begins a new one. */
export const refreshed = async (bundle: Bundle, way: Way, now: number, again: Typeable): Promise<Bundle> => {
  const { token_endpoint, resource, refresh_token } = bundle;
  const form = { grant_type: 'refresh_token', refresh_token, resource };
  try {
    // The old token is worth nothing once the server has seen it, so asking once more can only help.
    return withTokens(bundle, await tokensFor(way, token_endpoint, bundle, form, 'failed'), now);
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error;
    if (ENDED.includes(error.code)) {
      throw new NotSignedIn(`the sign-in has ended: the server gives no new token (${error.message})`, {
        code: 'sign_in_ended',
        hint: toType`${again}`,
        cause: error,
      });
    }
    throw new Refused(`the sign-in server refuses to give a new token (${error.message})`, {
      code: 'refresh_refused',
      hint: advice`${toType`${again}`} begins a new sign-in`,
      cause: error,
    });
  }
};

/** A bundle with what a server just issued. */
export const withTokens = (bundle: Bundle, tokens: Tokens, now: number): Bundle => {
  const lifetime = tokens.expires_in === undefined ? undefined : tokens.expires_in * 1000;
  return {
    ...bundle,
    access_token: tokens.access_token,
    refresh_token: tokens.refresh_token ?? bundle.refresh_token,
    expires_at: lifetime === undefined ? undefined : now + lifetime,
    lifetime,
  };
};

/** Tells the server that the tokens are no longer wanted (RFC 7009). False where it did not take notice. */
export const revoke = async (bundle: Bundle, way: Way): Promise<boolean> => {
  const { revocation_endpoint: endpoint, refresh_token, access_token } = bundle;
  if (endpoint === undefined) return false;
  const end = async (token: string, token_type_hint: string): Promise<boolean> => {
    const { status } = await postForm(way, endpoint, bundle, { token, token_type_hint }, 'failed');
    return status >= 200 && status < 300;
  };
  if (refresh_token === undefined) return end(access_token, 'access_token');
  const isOver = await end(refresh_token, 'refresh_token');
  // A server ends the other with it or does not; whoever does not even take such a token lets it end by itself.
  await end(access_token, 'access_token').catch(() => false);
  return isOver;
};
