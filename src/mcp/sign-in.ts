import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import type { SignInProvider } from './provider.ts';
import type { WebFetch } from './web-fetch.ts';

export interface Signing {
  /** What is signed in to: the connector's address. */
  readonly url: string;
  readonly version: string;
  readonly provider: SignInProvider;
  readonly fetch: WebFetch;
  readonly signal: AbortSignal;
}

/** Once to sign in, and again where a server asks for more than it said at first. */
const TRIES = 3;

/**
 * Talks to a server that wants people signed in, and signs them in when it says so: the challenge names who lets
 * people in, and the library goes from there. `use` runs from its beginning when it was turned away.
 */
export async function signedInTo<T>(
  { url, version, provider, fetch, signal }: Signing,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  for (let left = TRIES; ; left -= 1) {
    signal.throwIfAborted();
    const client = new Client({ name: 'toile', version }, { versionNegotiation: { mode: 'auto' } });
    const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: provider, fetch });
    try {
      await client.connect(transport, { signal });
      return await use(client);
    } catch (error) {
      const wasTurnedAway = error instanceof UnauthorizedError || causeIs(error);
      const back = wasTurnedAway && left > 0 ? await provider.visited() : undefined;
      if (back === undefined) throw error;
      await transport.finishAuth(back);
    } finally {
      await client.close();
    }
  }
}

const causeIs = (error: unknown): boolean => {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof UnauthorizedError) return true;
  return false;
};
