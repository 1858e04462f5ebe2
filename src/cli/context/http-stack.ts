/**
 * Sends requests: within the rate limit, with retries, with progress reports and with refreshed tokens.
 */

import type { OAuthConnection } from '../../auth/oauth/token-endpoint.ts';
import { isAllowedTarget } from '../../platform/network/loopback.ts';
import { createWaitBudget } from '../../platform/poll-until-done.ts';
import type { Fetch } from '../../service/client/index.ts';
import type { RawFetch, SendRequest, TransportEvent } from '../../service/http/index.ts';
import { cacheResult } from './cache-result.ts';
import type { ContextInput } from './context-input.ts';
import type { Identity } from './identity.ts';
import { createBulkPacing, createRateLimiters } from './rate-limiters.ts';
import { refusePaidRequests } from './refuse-paid-requests.ts';
import type { StorageContext } from './storage.ts';
import { createTokenRefresher } from './token-refresher.ts';
import { createWaitReporter, formatDebugLine } from './wait-reporter.ts';

/** The functions that `createHttpStack` returns. */
export type HttpStack = ReturnType<typeof createHttpStack>;

/** Creates the functions that send requests of one run. `fetch` refuses requests that may cost money. */
export const createHttpStack = (
  made: ContextInput,
  kept: StorageContext,
  { isSandbox, openSandbox, target, readSignIn }: Identity,
) => {
  const { system, signal, globalFlags, requestMaxWaitMs, report } = made;
  const { env, clock } = system;
  const patience = made.maxWaitMs === undefined ? undefined : createWaitBudget(made.maxWaitMs);

  const way = async (connector: string): Promise<OAuthConnection> => {
    const { createWebFetch } = await import('../../auth/oauth/web-fetch.ts');
    const isSafe = (address: string) => isAllowedTarget(connector, address);
    return { fetch: createWebFetch(await sent(), signal), isSafe, know: system.io.secrets.addSecret };
  };
  const renewed = createTokenRefresher({
    kept,
    clock,
    maxWait: requestMaxWaitMs,
    way,
    know: system.io.secrets.addSecret,
  });
  const bare = cacheResult(async () => (isSandbox ? (await openSandbox()).fetch : system.network()));
  const single = cacheResult(async () => (isSandbox ? (await openSandbox()).fetch : system.singleSender()));
  const shared = cacheResult(async () =>
    isSandbox || !env.TOILE_SHARED
      ? undefined
      : (await import('./connect-shared-engine.ts')).connectSharedEngine(system, kept, env.TOILE_SHARED),
  );
  const books = createRateLimiters(system, kept, shared);
  const ledger = async () => books.openLimiter((await target()).baseUrl, (await readSignIn()).credential);
  const { openPacer, countRequest } = createBulkPacing(
    clock,
    books.readRateLimit,
    isSandbox ? undefined : ledger,
    requestMaxWaitMs,
    patience,
  );
  /** Wraps a fetch with retries and the rate limit. Expired tokens are not refreshed here. */
  const over = async (raw: RawFetch): Promise<SendRequest> => {
    const { createRetryingFetch, createTotalTimeouts } = await import('../../service/http/retrying-fetch.ts');
    const send = createRetryingFetch({
      fetch: raw,
      clock,
      random: () => system.random(),
      maxWait: requestMaxWaitMs,
      waitBudget: patience,
      timeouts: made.requestTimeoutMs === undefined ? undefined : createTotalTimeouts(made.requestTimeoutMs),
      // The index takes no credential and is not counted. The embedded sandbox counts its own requests.
      findPacing: async (url, { headers }) => {
        const credential = /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1];
        if (isSandbox || credential === undefined) return undefined;
        return books.openLimiter(url, credential);
      },
      onEvent: watch,
    });
    // The embedded sandbox answers without a wait, so no progress is reported.
    if (isSandbox) return send;
    return async (...request) => {
      report({ kind: 'asking' });
      try {
        return await send(...request);
      } finally {
        report({ kind: 'asking', over: true });
      }
    };
  };
  const sent = cacheResult(async () => over(await bare()));
  const renewing = (send: SendRequest): Fetch => (isSandbox ? send : renewed.withRefresh(send));
  const fetch = cacheResult(async () => refusePaidRequests(renewing(await sent())));

  const listeners = new Set<(words: string) => void>();
  const tellWait = createWaitReporter({
    now: clock.now,
    isTerminal: system.io.err.terminal,
    tell: (telling) => {
      report(telling);
      if (telling.kind === 'busy') for (const listener of listeners) listener(telling.text);
    },
  });
  /** Reports waits to the progress display, and every attempt with --debug. Events contain no secret. */
  const watch = (event: TransportEvent): void => {
    if (event.kind === 'attempt') countRequest();
    tellWait(event);
    debug(event);
  };
  const debug = (event: TransportEvent): void => {
    if (system.isDebug(globalFlags)) void system.io.err.write(formatDebugLine(event));
  };

  return {
    bare,
    single,
    isRenewable: renewed.canRefresh,
    /** Sends a request with the newest token, and never repeats it after a 401. */
    withNewestToken: (send: SendRequest): Fetch => (isSandbox ? send : renewed.withRefresh(send, false)),
    shared,
    rate: books.readRateLimit,
    ledger,
    pace: openPacer,
    over,
    sent,
    renewing,
    fetch,
    unwrap: renewed.withAccessTokens,
    way,
    watch,
    debug,
    heard: (listener: (words: string) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
