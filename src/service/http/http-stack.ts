/**
 * The functions with which one run of toile sends its requests: they keep to the rate limit, send a request again after
 * a temporary failure, and report the progress.
 */

import { Failure } from '../../platform/errors.ts';
import { cacheResult, createWaitBudget } from '../../platform/promises.ts';
import type { ProgressEvent } from '../../platform/shared-types.ts';
import type { LocalStorage } from '../../platform/state/local-storage.ts';
import type { Fetch } from '../client/index.ts';
import { createBulkPacing, createRateLimiters } from '../rate-limit/rate-limiters.ts';
import type { ServiceCaller } from '../shared-store/connect-shared-engine.ts';
import type { NetworkedRunSettings, RawFetch, SendRequest, TransportEvent } from './transport-options.ts';

const REASONS = {
  rate_limited: 'the rate limit is reached',
  unavailable: 'the service is unavailable',
  no_connection: 'no connection',
  paced: 'staying within the rate limit',
} as const;

type WaitingEvent = Extract<TransportEvent, { kind: 'waiting' }>;

const formatWait = ({ reason }: WaitingEvent, ms: number): string => {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return `${REASONS[reason]}; ${reason === 'paced' ? 'continuing' : 'trying again'} in ${seconds} s`;
};

interface WaitReporterOptions {
  readonly now: () => number;
  readonly isTerminal: boolean;
  report(event: ProgressEvent): void;
}

const TICK_MS = 1_000;
/** Milliseconds between two notes about the same wait. Notes are reported only if the output is not a terminal. */
const LINE_INTERVAL_MS = 30_000;

/**
 * Creates a listener for transport events. For each wait, it reports a `busy` event with the remaining time every
 * second, and `done` at the end. If the output is not a terminal, it also reports a `note` every 30 seconds.
 */
export const createWaitReporter = ({
  now,
  isTerminal,
  report,
}: WaitReporterOptions): ((event: TransportEvent) => void) => {
  let timer: ReturnType<typeof setInterval> | undefined;
  const begin = (event: WaitingEvent): void => {
    const until = now() + event.ms;
    let notedAt = now();
    const reportRemaining = (): void => {
      const left = until - now();
      report({ kind: 'busy', text: formatWait(event, left) });
      if (isTerminal || now() - notedAt < LINE_INTERVAL_MS || left <= 0) return;
      notedAt = now();
      report({ kind: 'note', text: formatWait(event, left) });
    };
    reportRemaining();
    timer = setInterval(reportRemaining, TICK_MS);
    timer.unref();
  };
  return (event) => {
    if (event.kind === 'attempt') return;
    clearInterval(timer);
    if (event.kind === 'waiting') begin(event);
    else report({ kind: 'done' });
  };
};

/**
 * Returns the line that `--debug` prints for an event, for example `debug: GET https://… -> 200 in 80 ms`. Returns an
 * empty text for the end of a wait.
 */
const formatDebugLine = (event: TransportEvent): string => {
  if (event.kind === 'waited') return '';
  if (event.kind === 'waiting') return `debug: waiting ${event.ms} ms: ${REASONS[event.reason]}\n`;
  const { method, url, attempt, status, error, ms, headers } = event;
  const attemptText = attempt > 1 ? ` (try ${attempt})` : '';
  const headerLines = Object.entries(headers).map(([name, value]) => `debug:   ${name}: ${value}\n`);
  return `debug: ${method} ${url}${attemptText} -> ${status ?? error} in ${Math.round(ms)} ms\n${headerLines.join('')}`;
};

/**
 * Wraps `fetch` so that every POST that could order a Tech Pack throws a Failure and is not sent. This is only a
 * safeguard: orders are sent by `requestPaid`, after consent.
 */
export const refusePaidRequests =
  (send: Fetch): Fetch =>
  async (url, init) => {
    if (init.method === 'POST') {
      const { classifyRequestCost } = await import('../tech-packs/classify-request.ts');
      if (classifyRequestCost(init.method, url).kind !== 'free') {
        throw new Failure('this request may cost money and was not confirmed; nothing was sent', {
          code: 'not_guarded',
        });
      }
    }
    return send(url, init);
  };

/**
 * A function that records on disk that a request will be sent. The caller then calls the function that it returns,
 * right before the first byte is sent. From then on, the request may have reached the service.
 */
export type BeforeSend = () => Promise<() => void>;

/**
 * Wraps `fetch` so that `beforeSend` first records each request on disk. Nothing is sent if the recording fails or the
 * signal aborts.
 */
export const markBeforeSend =
  (send: RawFetch, beforeSend: BeforeSend): RawFetch =>
  async (url, init) => {
    const markSent = await beforeSend();
    init.signal.throwIfAborted();
    markSent();
    return send(url, init);
  };

/** The functions with which one run of toile sends its requests, and reads the state of its rate limit. */
export type HttpStack = ReturnType<typeof createHttpStack>;

/**
 * Creates the functions with which one run of toile sends its requests: to the embedded sandbox if `openSandbox` is
 * defined, otherwise to a service. `readCaller` returns the origin of the service and the credential. Each combination
 * of these two has its own rate limit.
 */
export const createHttpStack = (
  settings: NetworkedRunSettings,
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

  const listeners = new Set<(text: string) => void>();
  const reportWait = createWaitReporter({
    now: clock.now,
    isTerminal: system.io.err.terminal,
    report: (event) => {
      report(event);
      if (event.kind === 'busy') for (const listener of listeners) listener(event.text);
    },
  });
  const logEvent = (event: TransportEvent): void => {
    if (system.isDebug(globalFlags)) void system.io.err.write(formatDebugLine(event));
  };
  const onEvent = (event: TransportEvent): void => {
    if (event.kind === 'attempt') countRequest();
    reportWait(event);
    logEvent(event);
  };
  const withRetries = async (raw: RawFetch): Promise<SendRequest> => {
    const { createRetryingFetch } = await import('./retrying-fetch.ts');
    const ms = requestTimeoutMs;
    // `ms` is the time limit of the whole request, so it also limits each phase, such as the wait for the headers.
    const totalTimeouts = ms === undefined ? undefined : { headers: ms, idle: ms, body: ms, total: ms };
    const send = createRetryingFetch({
      fetch: raw,
      clock,
      random: () => system.random(),
      maxWait: requestMaxWaitMs,
      waitBudget,
      timeouts: totalTimeouts,
      // Two kinds of requests get no rate limiter: requests without a credential, which have no rate limit, and
      // requests to the embedded sandbox, which limits its requests itself.
      findPacing: async (url, { headers }) => {
        const credential = /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1];
        return openSandbox || credential === undefined ? undefined : limiters.openLimiter(url, credential);
      },
      onEvent,
    });
    // The event `asking` reports that toile waits for a response. It is not needed for the embedded sandbox, which
    // responds at once.
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
    /**
     * Returns the fetch that sends requests to the network or to the embedded sandbox. It has no retries and no rate
     * limit.
     */
    openRawFetch,
    openSingleFetch,
    withRetries,
    /** Returns the fetch with retries and the rate limit. It does not renew expired access tokens. */
    openFetch: cacheResult(async () => withRetries(await openRawFetch())),
    /** Returns the functions that use the server of TOILE_SHARED; undefined in the sandbox or without TOILE_SHARED. */
    openSharedEngine,
    readRateLimit: limiters.readRateLimit,
    openPacer,
    /**
     * Returns how much of the rate limit is used, according to the requests that toile has counted. Sends nothing to
     * the service.
     */
    readQuota: async () => {
      const rate = await limiters.readRateLimit();
      const limiter = await openLimiter();
      return { ...rate, ...(await limiter.getStatus()), sharers: await limiter.readSharers?.() };
    },
    /**
     * Handles an event of a request. Counts each attempt to send the request, and reports each wait. With --debug, logs
     * every event.
     */
    onEvent,
    /** Logs an event of a request if --debug is set. Unlike `onEvent`, does not count attempts or report waits. */
    logEvent,
    /** Adds a listener that gets a progress text while a request waits. Returns the function that removes it. */
    onWait: (listener: (text: string) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
