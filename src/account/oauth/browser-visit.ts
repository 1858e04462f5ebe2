import type { Ask, Clock, Telling } from '../../contract.ts';
import { Failure } from '../../errors.ts';
import type { Door } from './authorization.ts';
import { type Loopback, pasted } from './callback-server.ts';

/** A person with a browser, somewhere. */
export interface Person {
  readonly clock: Clock;
  /** The browser runs on another machine than this program. */
  readonly isRemote: boolean;
  readonly signal: AbortSignal;
  readonly ask: Ask;
  tell(telling: Telling): void;
  open(address: string): Promise<boolean>;
}

/** Longer than a person needs who has to find a password and a second factor. */
const PATIENCE_MS = 10 * 60 * 1000;

/** The browser comes back by itself where it runs on this machine; from elsewhere its last address is pasted. */
export const throughBrowser = (
  { clock, isRemote, ask, tell, open, signal }: Person,
  loopback: Loopback,
): Door => ({
  redirectUrl: loopback.url,
  async visit(address, state, why) {
    const returned = loopback.expect(state);
    if (why.more !== undefined) {
      tell({ kind: 'note', text: `the connector asks for more than it first said: ${why.more}` });
    }
    const shown = !isRemote && (await open(address.href));
    const how = shown
      ? 'your browser shows where to sign in; if it does not, open this:'
      : 'to sign in, open this:';
    tell({ kind: 'note', text: how });
    // On a line of its own, to be copied whole.
    tell({ kind: 'note', text: address.href });
    const over = new AbortController();
    const tooLate = clock.sleep(PATIENCE_MS, AbortSignal.any([signal, over.signal])).then(() => {
      throw new Failure(`nobody signed in within ${PATIENCE_MS / 60_000} minutes`, {
        code: 'sign_in_timeout',
      });
    });
    const typed = async (): Promise<URLSearchParams> => {
      for (;;) {
        const text = await ask.text(
          'When the browser cannot come back here, paste its last address',
          over.signal,
        );
        const params = pasted(text, loopback.url, state);
        if (params) return params;
        tell({ kind: 'note', text: `that is not it; it begins with ${loopback.url}?` });
      }
    };
    try {
      return await Promise.race([returned, tooLate, ...(ask.possible ? [typed()] : [])]);
    } finally {
      over.abort();
      tooLate.catch(() => undefined);
    }
  },
});
