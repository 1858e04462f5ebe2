/** What stands in a keyring for somebody who signed in by the browser: tokens, and what it takes to renew them. */

export interface Bundle {
  readonly access_token: string;
  readonly refresh_token?: string | undefined;
  /** Milliseconds since 1970; absent where the server did not say. */
  readonly expires_at?: number | undefined;
  readonly client_id: string;
  readonly client_secret?: string | undefined;
  readonly issuer: string;
  readonly token_endpoint: string;
  readonly revocation_endpoint?: string | undefined;
  readonly auth_methods?: readonly string[] | undefined;
  /** What the tokens are for (RFC 8707). */
  readonly resource?: string | undefined;
}

/** Nothing else that can be a credential begins so. */
const START = '{"toile_sign_in":1,';

export const writeBundle = (bundle: Bundle): string => JSON.stringify({ toile_sign_in: 1, ...bundle });

/** Undefined for a plain key or token. */
export const readBundle = (secret: string): Bundle | undefined => {
  if (!secret.startsWith(START)) return undefined;
  try {
    const value = JSON.parse(secret) as Partial<Bundle>;
    const needed = [value.access_token, value.client_id, value.issuer, value.token_endpoint];
    return needed.every((member) => typeof member === 'string') ? (value as Bundle) : undefined;
  } catch {
    return undefined;
  }
};

/** Tokens are renewed a little before they end: a request takes its time, and clocks differ. */
const MARGIN_MS = 60_000;

export const isFresh = ({ expires_at }: Bundle, now: number): boolean =>
  expires_at === undefined || expires_at - MARGIN_MS > now;
