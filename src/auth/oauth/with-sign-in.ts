import {
  Client,
  extractWWWAuthenticateParams,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import type { AuthChallenge, AuthorizationSession } from './authorization-session.ts';
import { findTransientError } from './find-transient-error.ts';
import type { WebFetch } from './web-fetch.ts';

/** The sign-in to a connector, as `withSignIn` performs it. */
export interface ConnectorSignIn {
  /** The address of the connector. */
  readonly url: string;
  readonly version: string;
  readonly authorisation: AuthorizationSession;
  readonly fetch: WebFetch;
  readonly signal: AbortSignal;
}

/** Visits of the browser: one to sign in, and more when the server requests further scopes. */
const MAX_VISITS = 3;

const readChallenge = (answer: Response): AuthChallenge | undefined => {
  if (answer.status !== 401 && answer.status !== 403) return undefined;
  const { error, scope, resourceMetadataUrl } = extractWWWAuthenticateParams(answer);
  const isForMore = answer.status === 403;
  return isForMore && error !== 'insufficient_scope'
    ? undefined
    : { scope, resourceMetadataUrl, isScopeChallenge: isForMore };
};

/**
 * Connects to a server and signs in when it returns a challenge. `use` runs again from its start after each
 * sign-in.
 */
export const withSignIn = async <T>(
  { url, version, authorisation, fetch, signal }: ConnectorSignIn,
  use: (client: Client) => Promise<T>,
): Promise<T> => {
  let token: string | undefined;
  for (let left = MAX_VISITS; ; left -= 1) {
    signal.throwIfAborted();
    let challenge: AuthChallenge | undefined;
    let fault: Error | undefined;
    const listening: WebFetch = async (to, init) => {
      const answer = await fetch(to, init);
      if (init?.method !== 'POST') return answer;
      challenge = readChallenge(answer);
      const { status, headers } = answer;
      const text = await answer.clone().text();
      fault = findTransientError(url, { status, text, header: (name) => headers.get(name) });
      if (fault) throw fault;
      return answer;
    };
    const client = new Client({ name: 'toile', version }, { versionNegotiation: { mode: 'auto' } });
    const transport = new StreamableHTTPClientTransport(new URL(url), {
      authProvider: { token: async () => token },
      fetch: listening,
    });
    try {
      await client.connect(transport, { signal });
      return await use(client);
    } catch (error) {
      if (fault) throw fault;
      if (challenge === undefined || left === 0) throw error;
    } finally {
      await client.close();
    }
    ({ access_token: token } = await authorisation.answerChallenge(challenge));
  }
};
