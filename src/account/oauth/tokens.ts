/** What stands in a keyring for somebody who signed in by the browser: tokens, and what it takes to renew them. */

/** As whom toile is known to a sign-in server, and how it shows that. */
export interface WebClient {
  readonly client_id: string;
  readonly client_secret?: string | undefined;
  /** Milliseconds since 1970; absent where the secret does not end. */
  readonly secret_ends_at?: number | undefined;
  /** `none`, `client_secret_basic` or `client_secret_post` (RFC 7591). */
  readonly auth_method?: string | undefined;
  /** The address to come back to that it was registered with; absent where toile did not register it. */
  readonly redirect_uri?: string | undefined;
  /** What it may ask for, as registered. */
  readonly client_scope?: string | undefined;
}

export interface Bundle extends WebClient {
  readonly access_token: string;
  readonly refresh_token?: string | undefined;
  /** Milliseconds since 1970; absent where the server did not say. */
  readonly expires_at?: number | undefined;
  /** Milliseconds from the token's issue to its end. */
  readonly lifetime?: number | undefined;
  readonly issuer: string;
  readonly token_endpoint: string;
  readonly revocation_endpoint?: string | undefined;
  /** What the tokens are for (RFC 8707). */
  readonly resource?: string | undefined;
}

/** Nothing else that can be a credential begins so. */
const START = '{"toile_sign_in":1,';

export const writeBundle = (bundle: Bundle): string => JSON.stringify({ toile_sign_in: 1, ...bundle });

/** Undefined for a plain key or token. */
export const readBundle = (secret: string): Bundle | undefined => {
  if (!secret.startsWith(START)) return undefined;
  let value: Readonly<Record<string, unknown>>;
  try {
    value = JSON.parse(secret);
  } catch {
    return undefined;
  }
  const text = (name: keyof Bundle): string | undefined => {
    const member = value[name];
    return typeof member === 'string' ? member : undefined;
  };
  const number = (name: keyof Bundle): number | undefined => {
    const member = value[name];
    return typeof member === 'number' ? member : undefined;
  };
  const [access_token, client_id] = [text('access_token'), text('client_id')];
  const [issuer, token_endpoint] = [text('issuer'), text('token_endpoint')];
  if (
    access_token === undefined ||
    client_id === undefined ||
    issuer === undefined ||
    token_endpoint === undefined
  )
    return undefined;
  return {
    access_token,
    client_id,
    issuer,
    token_endpoint,
    refresh_token: text('refresh_token'),
    expires_at: number('expires_at'),
    lifetime: number('lifetime'),
    client_secret: text('client_secret'),
    secret_ends_at: number('secret_ends_at'),
    auth_method: text('auth_method'),
    redirect_uri: text('redirect_uri'),
    client_scope: text('client_scope'),
    revocation_endpoint: text('revocation_endpoint'),
    resource: text('resource'),
  };
};

/**
 * Tokens are renewed a little before they end: a request takes its time, and clocks differ. Of one that lives for
 * seconds most of the life is to be used.
 */
const MARGIN_MS = 60_000;
const MARGIN_PART = 0.2;

export const isFresh = ({ expires_at, lifetime = Number.POSITIVE_INFINITY }: Bundle, now: number): boolean =>
  expires_at === undefined || expires_at - Math.min(MARGIN_MS, lifetime * MARGIN_PART) > now;
