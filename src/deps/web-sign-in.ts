/** Signing in by the browser, and out again: both are loaded when somebody does. */

import type { Way } from '../account/oauth/token-endpoint.ts';
import { mayName } from '../border/loopback.ts';
import type { Deps } from '../commands/facets.ts';
import type { Ask, Clock, Telling } from '../contract.ts';
import type { ToileError } from '../errors.ts';
import type { Send } from '../transport/index.ts';
import type { Outside } from './system.ts';

interface Signing {
  readonly outside: Outside;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly ask: Ask;
  tell(telling: Telling): void;
  explain(error: unknown): ToileError;
  /** Shows an address in the browser; resolves with whether one was started. */
  open(address: string): Promise<boolean>;
  /** Tokens that have ended are not renewed on the way. */
  sending(): Promise<Send>;
  /** The way to the sign-in server of the connector at `connector`. */
  way(connector: string): Promise<Way>;
}

export const signingInByWeb =
  ({ outside, clock, signal, ask, tell, open, sending }: Signing): Deps['signInByWeb'] =>
  async (url, clientId, earlier) => {
    const [{ webSignIn }, { readBundle, writeBundle }] = await Promise.all([
      import('../account/oauth/web-sign-in.ts'),
      import('../account/oauth/tokens.ts'),
    ]);
    const { env, version } = outside;
    const isRemote = Boolean(env.SSH_CONNECTION || env.SSH_TTY);
    const randomBytes = (length: number) => outside.randomBytes(length);
    const isSafe = (address: string) => mayName(url, address);
    const person = { isRemote, ask, tell, open, isSafe, know: outside.io.secrets.know };
    const signing = { version, clock, randomBytes, signal, ...person, fetch: await sending() };
    const kept = earlier === undefined ? undefined : readBundle(earlier);
    const bundle = await webSignIn(signing, url, clientId, kept);
    return { secret: writeBundle(bundle), token: bundle.access_token };
  };

export const revoking =
  ({ signal, tell, explain, way }: Signing): Deps['revoke'] =>
  async (secret) => {
    const bundle = (await import('../account/oauth/tokens.ts')).readBundle(secret);
    if (bundle === undefined) return undefined;
    const { revoke } = await import('../account/oauth/refresh.ts');
    return revoke(bundle, await way(bundle.resource ?? bundle.issuer)).catch((error: unknown) => {
      signal.throwIfAborted();
      tell({ kind: 'note', text: explain(error).message });
      return false;
    });
  };
