import { advice, toType, typeable } from '../../border/shell.ts';
import { NotSignedIn, ToileError, Unavailable, UsageError } from '../../errors.ts';
import type { Send } from '../../transport/index.ts';
import { type Authorised, authorising } from './authorization.ts';
import { type Person, throughBrowser } from './browser-visit.ts';
import { listenOnLoopback } from './callback-server.ts';
import { HAVE_IT_REGISTERED } from './client-registration.ts';
import { signedInTo } from './dynamic-sign-in.ts';
import { withTokens } from './refresh.ts';
import { OAuthRefusal, type Way } from './token-endpoint.ts';
import type { Bundle } from './tokens.ts';
import { webFetch } from './web-fetch.ts';

export interface WebSigning extends Person {
  readonly version: string;
  randomBytes(length: number): Uint8Array;
  readonly fetch: Send;
  readonly isSafe: Way['isSafe'];
  readonly know: Way['know'];
}

/** Signs in to `url` by the browser; `kept` is what an earlier sign-in left. Throws toile's own errors. */
export const webSignIn = async (
  around: WebSigning,
  url: string,
  clientId: string | undefined,
  kept: Bundle | undefined,
): Promise<Bundle> => {
  const { version, clock, signal, isSafe, know } = around;
  const fetch = webFetch(around.fetch, signal);
  const loopback = await listenOnLoopback(portIn(kept?.redirect_uri));
  const authorisation = authorising({
    url,
    known: clientId === undefined ? undefined : { client_id: clientId },
    kept,
    fetch,
    isSafe,
    know,
    signal,
    now: clock.now,
    newState: () => Array.from(around.randomBytes(32), (byte) => byte.toString(16).padStart(2, '0')).join(''),
    door: throughBrowser(around, loopback),
  });
  try {
    const signing = { url, version, authorisation, fetch, signal };
    await signedInTo(signing, (client) => client.listTools(undefined, { signal }));
    const authorised = authorisation.last();
    if (authorised === undefined) {
      throw new UsageError(`${url} lets people in without signing in`, { hint: toType`toile tools ls` });
    }
    return bundleOf(authorised, clock.now());
  } catch (error) {
    throw inWords(error, url, signal);
  } finally {
    loopback.close();
  }
};

/** Servers may know the address that toile registered to the letter, port and all. */
const portIn = (redirect = ''): number => (URL.canParse(redirect) ? Number(new URL(redirect).port) : 0);

const bundleOf = ({ tokens, client, server }: Authorised, now: number): Bundle => {
  const { metadata, revocation, resource } = server;
  const bundle: Bundle = {
    ...client,
    access_token: tokens.access_token,
    token_endpoint: metadata.token_endpoint,
    revocation_endpoint: revocation,
    resource,
  };
  return withTokens(bundle, tokens, now);
};

const inWords = (error: unknown, url: string, signal: AbortSignal): unknown => {
  if (signal.aborted) return signal.reason;
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof ToileError) return at;
    if (at instanceof OAuthRefusal) return refusal(at);
  }
  return new Unavailable(
    `signing in at ${url} did not work: ${error instanceof Error ? error.message : String(error)}`,
    {
      code: 'sign_in_failed',
      cause: error,
      hint: typeable`is it the address of the connector? See TOILE_CONNECTOR_URL`,
    },
  );
};

const refusal = (error: OAuthRefusal): NotSignedIn => {
  if (error.code === 'access_denied') {
    return new NotSignedIn('it was not allowed, so nobody is signed in', {
      code: 'access_denied',
      cause: error,
    });
  }
  const isClient = /^(invalid|unauthorized)_client$/.test(error.code);
  return new NotSignedIn(`the sign-in was refused: ${error.message}`, {
    code: 'sign_in_refused',
    cause: error,
    hint: isClient ? HAVE_IT_REGISTERED : advice`${toType`toile login --web`} begins again`,
  });
};
