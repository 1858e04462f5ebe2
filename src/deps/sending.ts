/** How requests are sent: paced, waited for, told, and with tokens that are renewed on the way. */

import type { Way } from '../account/oauth/token-endpoint.ts';
import { mayName } from '../border/loopback.ts';
import type { Fetch } from '../client/index.ts';
import type { RawFetch, Send, TransportEvent } from '../transport/index.ts';
import { patienceFor } from '../wait.ts';
import type { Made } from './made.ts';
import { once } from './once.ts';
import { ledgers, pacing } from './rate-limiters.ts';
import { renewal } from './renewal.ts';
import type { Storage } from './storage.ts';
import { unpaid } from './unpaid-fetch.ts';
import { debugLine, waitsTold } from './wait-countdown.ts';
import type { Whom } from './whom.ts';

export type Sending = ReturnType<typeof sending>;

export const sending = (made: Made, kept: Storage, { sandboxed, world, target, signIn }: Whom) => {
  const { outside, signal, everywhere, maxWait, tell } = made;
  const { env, clock } = outside;
  const patience = made.mostWait === undefined ? undefined : patienceFor(made.mostWait);

  const way = async (connector: string): Promise<Way> => {
    const { webFetch } = await import('../account/oauth/web-fetch.ts');
    const isSafe = (address: string) => mayName(connector, address);
    return { fetch: webFetch(await sent(), signal), isSafe, know: outside.io.secrets.know };
  };
  const renewed = renewal({ kept, clock, maxWait, way, know: outside.io.secrets.know });
  const bare = once(async () => (sandboxed ? (await world()).fetch : outside.network()));
  const single = once(async () => (sandboxed ? (await world()).fetch : outside.singleSender()));
  const shared = once(async () =>
    sandboxed || !env.TOILE_SHARED
      ? undefined
      : (await import('./shared-engine.ts')).sharedEngine(outside, kept, env.TOILE_SHARED),
  );
  const books = ledgers(outside, kept, shared);
  const ledger = async () => books.of((await target()).baseUrl, (await signIn()).credential);
  const { pace, count } = pacing(clock, books.rate, sandboxed ? undefined : ledger, maxWait, patience);
  /** As it is; tokens that have ended are not renewed on the way. */
  const over = async (raw: RawFetch): Promise<Send> => {
    const { createFetch, wholly } = await import('../transport/retrying-fetch.ts');
    const send = createFetch({
      fetch: raw,
      clock,
      random: () => outside.random(),
      maxWait,
      patience,
      timeouts: made.requestTimeout === undefined ? undefined : wholly(made.requestTimeout),
      // The index takes no credential and is not counted; the embedded sandbox counts by itself.
      pace: async (url, { headers }) => {
        const credential = /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1];
        if (sandboxed || credential === undefined) return undefined;
        return books.of(url, credential);
      },
      onEvent: watch,
    });
    // The embedded sandbox keeps nobody waiting, whatever it loads at its first answer.
    if (sandboxed) return send;
    return async (...request) => {
      tell({ kind: 'asking' });
      try {
        return await send(...request);
      } finally {
        tell({ kind: 'asking', over: true });
      }
    };
  };
  const sent = once(async () => over(await bare()));
  const renewing = (send: Send): Fetch => (sandboxed ? send : renewed.around(send));
  const fetch = once(async () => unpaid(renewing(await sent())));

  const listeners = new Set<(words: string) => void>();
  const tellWait = waitsTold({
    now: clock.now,
    terminal: outside.io.err.terminal,
    tell: (telling) => {
      tell(telling);
      if (telling.kind === 'busy') for (const listener of listeners) listener(telling.text);
    },
  });
  /** Waits are told to whoever watches; with --debug every attempt is. Events hold no secret. */
  const watch = (event: TransportEvent): void => {
    if (event.kind === 'attempt') count();
    tellWait(event);
    debug(event);
  };
  const debug = (event: TransportEvent): void => {
    if (outside.isDebug(everywhere)) void outside.io.err.write(debugLine(event));
  };

  return {
    bare,
    single,
    isRenewable: renewed.isRenewable,
    /** With the newest token, and never again after a 401. */
    withNewestToken: (send: Send): Fetch => (sandboxed ? send : renewed.around(send, false)),
    shared,
    rate: books.rate,
    ledger,
    pace,
    over,
    sent,
    renewing,
    fetch,
    unwrap: renewed.unwrap,
    way,
    watch,
    debug,
    heard: (listener: (words: string) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
