import { NotSignedIn } from '../../platform/errors.ts';
import type { ShellSafe } from '../../platform/escape/shell.ts';
import type { Clock } from '../../platform/shared-types.ts';
import type { LocalStorage } from '../../platform/state/local-storage.ts';
import { computeSha256 } from '../../platform/system/sha256.ts';
import type { Fetch } from '../../service/client/index.ts';
import type { Keyring } from '../find-credential.ts';
import type { TokenBundle } from './token-bundle.ts';
import type { OAuthConnection } from './token-endpoint.ts';

interface TokenRefresherOptions {
  readonly runExclusively: LocalStorage['runExclusively'];
  readonly clock: Clock;
  /** The maximum milliseconds that one request may wait for the rate limit and for retries. May be Infinity. */
  readonly maxWait: number;
  /**
   * Returns the connection to the sign-in server of the tool server with the address `connector`. Requests over this
   * connection do not refresh tokens.
   */
  connect(connector: string): Promise<OAuthConnection>;
  readonly addSecret: OAuthConnection['addSecret'];
}

/**
 * The milliseconds that toile waits for a lock in addition to `maxWait`. In this time, two requests of the process that
 * holds the lock can time out.
 */
const LOCK_MARGIN_MS = 150_000;

/**
 * The maximum number of times that the access token is refreshed for one request. One refresh may not be enough,
 * because a new token may expire within seconds.
 */
const MAX_REFRESHES = 3;

/** A stored sign-in: the keyring, the name of its secret there, and its newest access token. */
interface TokenSource {
  readonly raw: Keyring;
  readonly name: string;
  token: string;
}

/**
 * Creates wrappers for a keyring and a `fetch`, which refresh the access token of a browser sign-in and store the new
 * token. The keyring refreshes a token that is about to expire. The `fetch` refreshes it after a 401 and repeats the
 * request. Only one process refreshes a sign-in at a time, because a refresh token can be used only once.
 */
export const createTokenRefresher = ({
  runExclusively,
  clock,
  maxWait,
  connect,
  addSecret,
}: TokenRefresherOptions) => {
  /**
   * The sign-in to which each access token belongs, by access token. Old tokens are kept, because a caller may still
   * send one.
   */
  const sources = new Map<string, TokenSource>();

  /**
   * Returns the tokens of a browser sign-in that a stored secret contains, and whether the access token is still fresh.
   * Returns undefined if the secret is a plain key. Registers the tokens with the redactor.
   */
  const readBundle = async (secret: string | undefined): Promise<[TokenBundle, boolean] | undefined> => {
    if (!secret?.startsWith('{')) return undefined;
    const { parseTokenBundle, isTokenFresh } = await import('./token-bundle.ts');
    const bundle = parseTokenBundle(secret);
    for (const secret of [bundle?.access_token, bundle?.refresh_token])
      if (secret !== undefined) addSecret(secret);
    return bundle && [bundle, isTokenFresh(bundle, clock.now())];
  };

  const recordToken = (
    raw: Keyring,
    name: string,
    token: string,
    source: TokenSource = { raw, name, token },
  ): string => {
    source.token = token;
    sources.set(token, source);
    return token;
  };

  /**
   * Replaces the stored access token `stale` under a lock, and returns the new access token. If another process has
   * already replaced it, or if there is no refresh token, returns the stored access token. If the keyring contains no
   * sign-in, returns its content: a plain key, or undefined.
   */
  const refreshSignIn = (raw: Keyring, name: string, stale: string): Promise<string | undefined> => {
    const lockName = `sign-in-${computeSha256(name).slice(0, 16)}`;
    const renew = async (): Promise<string | undefined> => {
      const secret = await raw.get(name);
      const [bundle] = (await readBundle(secret)) ?? [];
      if (bundle === undefined) return secret;
      if (bundle.access_token !== stale || bundle.refresh_token === undefined) return bundle.access_token;
      const { refreshTokenBundle, serializeTokenBundle } = await import('./token-bundle.ts');
      const connection = await connect(bundle.resource ?? bundle.issuer);
      const renewed = await refreshTokenBundle(
        bundle,
        connection,
        clock.now(),
        await buildSignInCommand(name),
      );
      await raw.set(name, serializeTokenBundle(renewed));
      return renewed.access_token;
    };
    return runExclusively(lockName, renew, maxWait + LOCK_MARGIN_MS);
  };

  const buildSignInCommand = async (name: string): Promise<ShellSafe> => {
    const { getAccountOfSecret, formatSignInCommand } = await import('../find-stored-account.ts');
    return formatSignInCommand(getAccountOfSecret(name), true);
  };

  const isCurrent = async ({ raw, name, token }: TokenSource): Promise<boolean> => {
    const [bundle, isFresh] = (await readBundle(await raw.get(name))) ?? [];
    return bundle === undefined || (isFresh === true && bundle.access_token === token);
  };

  const findExpiryError = async (source: TokenSource): Promise<NotSignedIn | undefined> => {
    // If the token is still valid, the service refused it for another reason, for example because the request went to
    // the wrong service. The user is then not asked to sign in again, because that would not help.
    if (await isCurrent(source)) return undefined;
    const { name } = source;
    return new NotSignedIn('the sign-in has expired and cannot be renewed', {
      code: 'sign_in_ended',
      hint: await buildSignInCommand(name),
    });
  };

  return {
    /**
     * Returns a keyring that gives the access token of a browser sign-in, refreshed if needed. It returns other secrets
     * unchanged.
     */
    withAccessTokens: (raw: Keyring): Keyring => ({
      ...raw,
      async get(name) {
        const secret = await raw.get(name);
        const stored = await readBundle(secret);
        if (stored === undefined) return secret;
        const [{ access_token }, isFresh] = stored;
        const token = isFresh ? access_token : await refreshSignIn(raw, name, access_token);
        return token && recordToken(raw, name, token);
      },
    }),
    canRefresh: (token: string) => sources.has(token),
    /**
     * Wraps a `fetch` so that it sends the newest token. With `mayRepeat`, it refreshes the token after a 401 and sends
     * the request again.
     */
    withRefresh:
      (send: Fetch, mayRepeat = true): Fetch =>
      async (url, init) => {
        const { authorization } = init.headers;
        const requestedToken = /^Bearer (.*)$/.exec(authorization ?? '')?.[1];
        const source = requestedToken === undefined ? undefined : sources.get(requestedToken);
        // API keys cannot be refreshed, nor can the credentials that toile sends to a sign-in server. Requests with
        // them are sent unchanged.
        if (source === undefined) return send(url, init);
        const withToken = (token: string) => ({
          ...init,
          headers: { ...init.headers, authorization: `Bearer ${token}` },
        });
        for (let attempt = 1; ; attempt += 1) {
          const sentToken = source.token;
          const response = await send(url, withToken(sentToken));
          // A 401 means that nothing was done, so even a request that writes may be sent again.
          if (response.status !== 401 || !mayRepeat || attempt > MAX_REFRESHES) return response;
          // The service may respond with 401 to the refreshed token too. If this token has not expired, another refresh
          // would not help, so the response is returned.
          if (attempt > 1 && (await isCurrent(source))) return response;
          const newToken = await refreshSignIn(source.raw, source.name, sentToken);
          if (newToken === undefined || newToken === sentToken) {
            const expiryError = await findExpiryError(source);
            if (expiryError) throw expiryError;
            return response;
          }
          recordToken(source.raw, source.name, newToken, source);
        }
      },
  };
};
