/** The types that all routes of the sandbox share. */

import type { Context } from 'hono';
import type { SandboxGarment } from '../corpus/sample-garments.ts';
import type { SignInState } from '../oauth/oauth-state.ts';
import type { SampleKey } from '../state/sample-keys.ts';
import type { SandboxState } from '../state/sandbox-state.ts';
import type { StateStore } from '../state/state-store.ts';
import type { DocumentCache } from './document-cache.ts';
import { ConnectionDroppedError, SandboxHttpError } from './responses.ts';

/** The number of requests that a caller may send in a window of time. */
export interface SandboxRateLimit {
  readonly limit: number;
  readonly windowMs: number;
}

/** The rate limit of the specification: 300 requests in five minutes. */
export const DEFAULT_RATE_LIMIT: SandboxRateLimit = { limit: 300, windowMs: 5 * 60 * 1000 };

/** Counts the requests of each caller in a sliding window. Refused requests do not count. */
interface RateWindow {
  readonly rateLimit: SandboxRateLimit;
  /** Returns 0 and counts the request, or returns the milliseconds until the caller may send again. */
  acquireSlot(caller: string, now: number): number;
  countRequests(caller: string, now: number): number;
  clear(): void;
}

/** Creates a rate window. */
export const createRateWindow = (rate: SandboxRateLimit): RateWindow => {
  const sent = new Map<string, number[]>();

  const within = (caller: string, now: number): number[] => {
    const times = (sent.get(caller) ?? []).filter((time) => time > now - rate.windowMs);
    sent.set(caller, times);
    return times;
  };

  return {
    rateLimit: rate,
    acquireSlot(caller, now) {
      const times = within(caller, now);
      if (times.length < rate.limit) {
        times.push(now);
        return 0;
      }
      return Math.max(1, (times[times.length - rate.limit] ?? now) + rate.windowMs - now);
    },
    countRequests: (caller, now) => within(caller, now).length,
    clear: () => sent.clear(),
  };
};

/** Counters of the faults that a scenario causes. They live as long as the process. */
interface FaultCounters {
  /** Requests counted under the scenario `flaky-network`. */
  requestCount: number;
  /** Links created under the scenario `expired-link`, by the id of their subject. */
  readonly links: Map<string, number>;
}

/** Creates counters at zero. */
export const createFaultCounters = (): FaultCounters => ({ requestCount: 0, links: new Map() });

/** Runs a request under the current scenario, which can drop the connection or answer 503. */
export const runUnderScenario = async (
  call: SandboxCall,
  handle: () => Promise<Response>,
): Promise<Response> => {
  const { service, state } = call;
  if (state.scenario?.name === 'unavailable') {
    throw new SandboxHttpError(503, 'UNAVAILABLE', 'The service is unavailable.');
  }
  if (state.scenario?.name !== 'flaky-network') return handle();
  const turn = service.faults.requestCount++ % 4;
  if (turn === 0) throw new ConnectionDroppedError();
  if (turn !== 2) return handle();
  // The request is processed, but its response or error is lost.
  await handle().catch(() => undefined);
  throw new ConnectionDroppedError();
};

/**
 * Returns true when the next link to `subject` must already be expired, and counts the link. Every other
 * link is: the first, the third and so on.
 */
export const shouldExpireLink = ({ service, state }: SandboxCall, subject: string): boolean => {
  if (state.scenario?.name !== 'expired-link') return false;
  const asked = service.faults.links.get(subject) ?? 0;
  service.faults.links.set(subject, asked + 1);
  return asked % 2 === 0;
};

/** The parts of the sandbox that the routes use. */
export interface SandboxService {
  readonly stateStore: StateStore;
  readonly garments: readonly SandboxGarment[];
  readonly keys: readonly SampleKey[];
  readonly rateWindow: RateWindow;
  /** The fixed part of the Tech Pack price, or null while it is not configured. */
  readonly surcharge: number | null;
  readonly documents: DocumentCache;
  readonly faults: FaultCounters;
  readonly signIns: SignInState;
}

/** One request with the state that it sees. */
export interface SandboxCall {
  readonly c: Context;
  readonly service: SandboxService;
  readonly state: SandboxState;
  readonly now: number;
  /** The address that the caller used; links in answers start with it. */
  readonly origin: string;
}

/** Handles a request. */
export type CallHandler = (call: SandboxCall) => Response | Promise<Response>;

/** The handlers of a path, by method. */
export type PathHandlers = Readonly<Partial<Record<'GET' | 'POST', CallHandler>>>;

/** A request of a known caller. */
export interface AuthenticatedCall extends SandboxCall {
  readonly caller: SampleKey;
}
