/** Sends requests of one run: within the rate limit, with retries and with progress reports. */

import { cacheResult } from '../../platform/cache-result.ts';
import { createWaitBudget } from '../../platform/poll-until-done.ts';
import type { LocalStorage } from '../../platform/state/local-storage.ts';
import { createBulkPacing, createRateLimiters } from '../rate-limit/rate-limiters.ts';
import type { ServiceCaller } from '../shared-store/connect-shared-engine.ts';
import type { NetworkedSettings, RawFetch, SendRequest, TransportEvent } from './index.ts';
import { createWaitReporter, formatDebugLine } from './wait-reporter.ts';

/** The functions that send requests of one run. */
export type HttpStack = ReturnType<typeof createHttpStack>;

/**
 * Creates the functions that send requests of one run. `openSandbox` returns the sandbox inside this process;
 * it is undefined when requests go to a service. `readCaller` returns whose rate limit counts.
 */
export const createHttpStack = (
  settings: NetworkedSettings,
  storage: LocalStorage,
  readCaller: () => Promise<ServiceCaller>,
  openSandbox: (() => Promise<{ readonly fetch: RawFetch }>) | undefined,
) => {
  const { system, globalFlags, requestMaxWaitMs, maxWaitMs, requestTimeoutMs, report } = settings;
  const { env, clock } = system;
  const waitBudget = maxWaitMs === Number.POSITIVE_INFINITY ? undefined : createWaitBudget(maxWaitMs);

  const openRawFetch = cacheResult(async () =>
    openSandbox ? (await openSandbox()).fetch : system.network(),
  );
  const openSingleFetch = cacheResult(async () =>
    openSandbox ? (await openSandbox()).fetch : system.singleSender(),
  );
  const openSharedEngine = cacheResult(async () =>
    openSandbox || !env.TOILE_SHARED
      ? undefined
      : (await import('../shared-store/connect-shared-engine.ts')).connectSharedEngine(
          system,
          storage,
          env.TOILE_SHARED,
        ),
  );
  const limiters = createRateLimiters(system, storage, openSharedEngine);
  const openLimiter = async () => {
    const { origin, credential } = await readCaller();
    return limiters.openLimiter(origin, credential);
  };
  const { openPacer, countRequest } = createBulkPacing(
    clock,
    limiters.readRateLimit,
    openSandbox ? undefined : openLimiter,
    requestMaxWaitMs,
    waitBudget,
  );

  const listeners = new Set<(words: string) => void>();
  const reportWait = createWaitReporter({
    now: clock.now,
    isTerminal: system.io.err.terminal,
    tell: (event) => {
      report(event);
      if (event.kind === 'busy') for (const listener of listeners) listener(event.text);
    },
  });
  const logEvent = (event: TransportEvent): void => {
    if (system.isDebug(globalFlags)) void system.io.err.write(formatDebugLine(event));
  };
  /** Reports waits to the progress display, and every attempt with --debug. Events contain no secret. */
  const onEvent = (event: TransportEvent): void => {
    if (event.kind === 'attempt') countRequest();
    reportWait(event);
    logEvent(event);
  };
  const withRetries = async (raw: RawFetch): Promise<SendRequest> => {
    const { createRetryingFetch, createTotalTimeouts } = await import('./retrying-fetch.ts');
    const send = createRetryingFetch({
      fetch: raw,
      clock,
      random: () => system.random(),
      maxWait: requestMaxWaitMs,
      waitBudget,
      timeouts: requestTimeoutMs === undefined ? undefined : createTotalTimeouts(requestTimeoutMs),
      // The index takes no credential and is not counted. The embedded sandbox counts its own requests.
      findPacing: async (url, { headers }) => {
        const credential = /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1];
        return openSandbox || credential === undefined ? undefined : limiters.openLimiter(url, credential);
      },
      onEvent,
    });
    // The embedded sandbox answers without a wait, so no progress is reported.
    if (openSandbox) return send;
    return async (...request) => {
      report({ kind: 'asking' });
      try {
        return await send(...request);
      } finally {
        report({ kind: 'asking', over: true });
      }
    };
  };

  return {
    /** Returns the fetch of the network, without retries and without the rate limit. */
    openRawFetch,
    /** Returns the fetch that sends each request exactly once. */
    openSingleFetch,
    /** Wraps a fetch with retries and the rate limit. */
    withRetries,
    /** Returns the fetch with retries. It does not refresh expired tokens. */
    openFetch: cacheResult(async () => withRetries(await openRawFetch())),
    /** Returns the engine of TOILE_SHARED; undefined when none is set. */
    openSharedEngine,
    readRateLimit: limiters.readRateLimit,
    openPacer,
    /** Returns the state of the rate limit, as counted here. Reads the key and sends nothing. */
    readQuota: async () => {
      const rate = await limiters.readRateLimit();
      const limiter = await openLimiter();
      return { ...rate, ...(await limiter.getStatus()), sharers: await limiter.readSharers?.() };
    },
    /** Reports an event of a request that counts against the rate limit. */
    onEvent,
    /** Logs an event with --debug. */
    logEvent,
    /** Calls the listener while a request waits. Returns the function that unsubscribes. */
    onWait: (listener: (words: string) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
