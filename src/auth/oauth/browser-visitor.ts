import { Failure } from '../../platform/errors.ts';
import type { Clock, ProgressEvent, UserPrompts } from '../../platform/shared-types.ts';
import type { AuthorizationVisitor } from './authorization-session.ts';
import { type CallbackServer, parsePastedRedirect } from './callback-server.ts';

/** The user, the browser and the prompts of a sign-in. */
export interface BrowserUser {
  readonly clock: Clock;
  /** True when the browser runs on another machine than this program. */
  readonly isRemote: boolean;
  readonly signal: AbortSignal;
  readonly ask: UserPrompts;
  tell(telling: ProgressEvent): void;
  open(address: string): Promise<boolean>;
}

/** Enough time to find a password and a second factor. */
const SIGN_IN_TIMEOUT_MS = 10 * 60 * 1000;

/**
 * Creates the visitor that opens the authorization address in the browser. The browser returns to the
 * callback server. When it runs on another machine, the user pastes its last address.
 */
export const createBrowserVisitor = (
  { clock, isRemote, ask, tell, open, signal }: BrowserUser,
  loopback: CallbackServer,
): AuthorizationVisitor => ({
  redirectUrl: loopback.url,
  async visit(address, state, why) {
    const returned = loopback.waitForState(state);
    if (why.extraScopes !== undefined) {
      tell({ kind: 'note', text: `the connector asks for more than it first said: ${why.extraScopes}` });
    }
    const shown = !isRemote && (await open(address.href));
    const how = shown
      ? 'your browser shows where to sign in; if it does not, open this:'
      : 'to sign in, open this:';
    tell({ kind: 'note', text: how });
    // The address has its own line, so that it can be copied completely.
    tell({ kind: 'note', text: address.href });
    const over = new AbortController();
    const tooLate = clock.sleep(SIGN_IN_TIMEOUT_MS, AbortSignal.any([signal, over.signal])).then(() => {
      throw new Failure(`the sign-in was not completed within ${SIGN_IN_TIMEOUT_MS / 60_000} minutes`, {
        code: 'sign_in_timeout',
      });
    });
    const typed = async (): Promise<URLSearchParams> => {
      for (;;) {
        const text = await ask.text(
          'When the browser cannot come back here, paste its last address',
          over.signal,
        );
        const params = parsePastedRedirect(text, loopback.url, state);
        if (params) return params;
        tell({ kind: 'note', text: `that is not it; it begins with ${loopback.url}?` });
      }
    };
    try {
      return await Promise.race([returned, tooLate, ...(ask.isAvailable ? [typed()] : [])]);
    } finally {
      over.abort();
      tooLate.catch(() => undefined);
    }
  },
});
