import {
  Client,
  extractWWWAuthenticateParams,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import type { Authorisation, Challenge } from './authorization.ts';
import { passingFault } from './passing-faults.ts';
import type { WebFetch } from './web-fetch.ts';

export interface Signing {
  /** What is signed in to: the connector's address. */
  readonly url: string;
  readonly version: string;
  readonly authorisation: Authorisation;
  readonly fetch: WebFetch;
  readonly signal: AbortSignal;
}

/** Visits of a person: one to sign in, and more where a server asks for more than it said at first. */
const VISITS = 3;

const challengeIn = (answer: Response): Challenge | undefined => {
  if (answer.status !== 401 && answer.status !== 403) return undefined;
  const { error, scope, resourceMetadataUrl } = extractWWWAuthenticateParams(answer);
  const isForMore = answer.status === 403;
  return isForMore && error !== 'insufficient_scope' ? undefined : { scope, resourceMetadataUrl, isForMore };
};

/**
 * Talks to a server that wants people signed in, and signs them in when it says so: the challenge names who lets
 * people in. `use` runs from its beginning when it was turned away.
 */
export const signedInTo = async <T>(
  { url, version, authorisation, fetch, signal }: Signing,
  use: (client: Client) => Promise<T>,
): Promise<T> => {
  let token: string | undefined;
  for (let left = VISITS; ; left -= 1) {
    signal.throwIfAborted();
    let challenge: Challenge | undefined;
    let fault: Error | undefined;
    const listening: WebFetch = async (to, init) => {
      const answer = await fetch(to, init);
      if (init?.method !== 'POST') return answer;
      challenge = challengeIn(answer);
      const { status, headers } = answer;
      const text = await answer.clone().text();
      fault = passingFault(url, { status, text, header: (name) => headers.get(name) });
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
    ({ access_token: token } = await authorisation.answer(challenge));
  }
};
