import { InsecureTokenEndpointError, IssuerMismatchError, OAuthError } from '@modelcontextprotocol/client';
import { typeable } from '../border/shell.ts';
import type { Fetch } from '../client/index.ts';
import type { Ask, Clock, Telling } from '../commands/define.ts';
import { Failure, NotSignedIn, ToileError, Unavailable, UsageError } from '../errors.ts';
import type { Bundle } from '../keys/bundle.ts';
import { listenOnLoopback, pasted } from './loopback.ts';
import { SignInProvider } from './provider.ts';
import { withTokens } from './refresh.ts';
import { signedInTo } from './sign-in.ts';
import { webFetch } from './web-fetch.ts';

export interface WebSigning {
  readonly version: string;
  readonly clock: Clock;
  randomBytes(length: number): Uint8Array;
  /** The browser runs on another machine than this program. */
  readonly isRemote: boolean;
  readonly signal: AbortSignal;
  readonly ask: Ask;
  tell(telling: Telling): void;
  open(address: string): Promise<boolean>;
  readonly fetch: Fetch;
}

/** Longer than a person needs who has to find a password and a second factor. */
const PATIENCE_MS = 10 * 60 * 1000;

/** Signs in to `url` by the browser. Throws toile's own errors. */
export const webSignIn = async (
  around: WebSigning,
  url: string,
  clientId: string | undefined,
): Promise<Bundle> => {
  const { version, clock, signal, fetch } = around;
  const state = Array.from(around.randomBytes(32), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const loopback = await listenOnLoopback(state);
  const door = {
    redirectUrl: loopback.url,
    state,
    visit: (address: URL) => visit(around, address, loopback, state),
  };
  const provider = new SignInProvider(door, clientId === undefined ? undefined : { client_id: clientId });
  try {
    const signing = { url, version, provider, fetch: webFetch(fetch, signal), signal };
    await signedInTo(signing, (client) => client.listTools(undefined, { signal }));
    const bundle = bundleOf(provider, clock.now());
    if (bundle === undefined) {
      throw new UsageError(`${url} lets people in without signing in`, { hint: typeable`toile tools ls` });
    }
    return bundle;
  } catch (error) {
    throw inWords(error, url, signal);
  } finally {
    loopback.close();
  }
};

/** The browser comes back by itself where it runs on this machine; from elsewhere its last address is pasted. */
const visit = async (
  { clock, isRemote, ask, tell, open, signal }: WebSigning,
  address: URL,
  { returned, url }: Awaited<ReturnType<typeof listenOnLoopback>>,
  state: string,
): Promise<URLSearchParams> => {
  const shown = !isRemote && (await open(address.href));
  const how = shown
    ? 'your browser shows where to sign in; if it does not, open this:'
    : 'to sign in, open this:';
  tell({ kind: 'note', text: how });
  // On a line of its own, to be copied whole.
  tell({ kind: 'note', text: address.href });
  const over = new AbortController();
  const tooLate = clock.sleep(PATIENCE_MS, AbortSignal.any([signal, over.signal])).then(() => {
    throw new Failure(`nobody signed in within ${PATIENCE_MS / 60_000} minutes`, { code: 'sign_in_timeout' });
  });
  const typed = async (): Promise<URLSearchParams> => {
    for (;;) {
      const text = await ask.text(
        'When the browser cannot come back here, paste its last address',
        over.signal,
      );
      const params = pasted(text, url, state);
      if (params) return params;
      tell({ kind: 'note', text: `that is not it; it begins with ${url}?` });
    }
  };
  try {
    return await Promise.race([returned, tooLate, ...(ask.possible ? [typed()] : [])]);
  } finally {
    over.abort();
    tooLate.catch(() => undefined);
  }
};

const bundleOf = (
  { held, client, discovered, resource }: SignInProvider,
  now: number,
): Bundle | undefined => {
  const server = discovered?.authorizationServerMetadata;
  if (held === undefined || client === undefined || server === undefined) return undefined;
  const { revocation_endpoint: revocation } = server as { revocation_endpoint?: string };
  const bundle: Bundle = {
    access_token: held.access_token,
    client_id: client.client_id,
    client_secret: client.client_secret,
    issuer: server.issuer,
    token_endpoint: server.token_endpoint,
    revocation_endpoint: revocation,
    auth_methods: server.token_endpoint_auth_methods_supported,
    resource: resource?.href ?? discovered?.resourceMetadata?.resource,
  };
  return withTokens(bundle, held, now);
};

const inWords = (error: unknown, url: string, signal: AbortSignal): unknown => {
  if (signal.aborted) return signal.reason;
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof ToileError) return at;
  if (error instanceof IssuerMismatchError) {
    return new NotSignedIn(
      'the answer came from another server than the one that was asked; it was not used',
      {
        code: 'issuer_mismatch',
        cause: error,
      },
    );
  }
  if (error instanceof InsecureTokenEndpointError) {
    return new NotSignedIn('the sign-in would send its tokens over plain http', {
      code: 'insecure_http',
      cause: error,
    });
  }
  if (error instanceof OAuthError) {
    const isDenied = error.code === 'access_denied';
    return new NotSignedIn(
      isDenied ? 'it was not allowed, so nobody is signed in' : `the sign-in was refused: ${error.message}`,
      { code: isDenied ? 'access_denied' : 'sign_in_refused', cause: error },
    );
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
