/** The types that the routes of the sandbox share, and the checks of each request, for example of its credential. */

import type { Context } from 'hono';
import type { SandboxGarment } from '../corpus/sample-garments.ts';
import { findTokenCaller, type SignInState } from '../oauth/oauth-state.ts';
import type { SampleKey, SandboxScope } from '../state/purchase-state.ts';
import type { SandboxState } from '../state/sandbox-state.ts';
import type { StateStore } from '../state/state-store.ts';
import { ConnectionDroppedError, SandboxHttpError } from './check-request.ts';
import type { DocumentCache } from './downloads.ts';

/** A rate limit: each caller may send `limit` requests in `windowMs` milliseconds. */
export interface SandboxRateLimit {
  readonly limit: number;
  readonly windowMs: number;
}

/** The rate limit of the specification: 300 requests in five minutes. */
export const DEFAULT_RATE_LIMIT: SandboxRateLimit = { limit: 300, windowMs: 5 * 60 * 1000 };

/**
 * Creates the rate limiter. It counts the requests of each caller in a sliding window. Refused requests do not count.
 */
export const createRateWindow = (rate: SandboxRateLimit) => {
  const timesByCaller = new Map<string, number[]>();

  return {
    rateLimit: rate,
    /**
     * Returns 0 and counts the request if the caller is below the limit. Otherwise returns the milliseconds to wait.
     */
    acquireSlot(caller: string, now: number) {
      const times = (timesByCaller.get(caller) ?? []).filter((time) => time > now - rate.windowMs);
      timesByCaller.set(caller, times);
      if (times.length < rate.limit) {
        times.push(now);
        return 0;
      }
      return Math.max(1, (times[times.length - rate.limit] ?? now) + rate.windowMs - now);
    },
    clear: () => timesByCaller.clear(),
  };
};

/**
 * Creates the counters for the scenarios in which only some requests or download links fail. All counters begin at 0.
 * They are not stored in the journal.
 */
export const createFaultCounters = () => ({
  /** The number of requests that the sandbox received in the scenario `flaky-network`. */
  requestCount: 0,
  /** The number of links created in the scenario `expired-link`, by the id of a design or purchase. */
  links: new Map(),
});

/**
 * Returns the response of `handle`, unless the sandbox simulates an outage. In the scenario `unavailable`, throws
 * SandboxHttpError 503. In the scenario `flaky-network`, two of every four requests throw ConnectionDroppedError: one
 * without running `handle`, and one after `handle` has run, as if the response was lost.
 */
export const applyOutageScenario = async (
  call: SandboxCall,
  handle: () => Promise<Response>,
): Promise<Response> => {
  const { service, state } = call;
  if (state.scenario?.name === 'unavailable') {
    throw new SandboxHttpError(503, 'UNAVAILABLE', 'The service is unavailable.');
  }
  if (state.scenario?.name !== 'flaky-network') return handle();
  const position = service.faults.requestCount++ % 4;
  if (position === 0) throw new ConnectionDroppedError();
  if (position !== 2) return handle();
  // Simulates a lost response: the request takes effect, but the client gets no response.
  await handle().catch(() => undefined);
  throw new ConnectionDroppedError();
};

/**
 * Returns true if the new link to a document of `subject` (a design or purchase id) must already be expired. In the
 * scenario `expired-link`, this is true at every second call for the same subject, beginning with the first.
 */
export const shouldExpireLink = ({ service, state }: SandboxCall, subject: string): boolean => {
  if (state.scenario?.name !== 'expired-link') return false;
  const linkCount = service.faults.links.get(subject) ?? 0;
  service.faults.links.set(subject, linkCount + 1);
  return linkCount % 2 === 0;
};

/** The parts of the sandbox that the routes use: its state, garments, keys, counters and documents. */
export interface SandboxService {
  readonly stateStore: StateStore;
  readonly garments: readonly SandboxGarment[];
  readonly keys: readonly SampleKey[];
  readonly rateWindow: ReturnType<typeof createRateWindow>;
  readonly documents: DocumentCache;
  readonly faults: ReturnType<typeof createFaultCounters>;
  readonly signIns: SignInState;
}

/** One request, with the sandbox that handles it, and the state and time of that sandbox when the request arrived. */
export interface SandboxCall {
  readonly c: Context;
  readonly service: SandboxService;
  readonly state: SandboxState;
  readonly now: number;
  /** The address that the caller used. Links in responses start with it. */
  readonly origin: string;
}

/** A function that returns the response to a request. */
export type CallHandler = (call: SandboxCall) => Response | Promise<Response>;

/** The handlers of one path, by method. */
export type PathHandlers = Readonly<Partial<Record<'GET' | 'POST', CallHandler>>>;

/** A request with a valid credential. `caller` describes the credential: its user, scopes and plan. */
export interface AuthenticatedCall extends SandboxCall {
  readonly caller: SampleKey;
}

/**
 * Checks the credential, the rate limit and the scope of a request, in this order. Throws SandboxHttpError 401, 429 or
 * 403. Otherwise it counts the request and returns the caller. The scope `any` accepts every valid credential.
 */
export const authorizeCall = (call: SandboxCall, scope: SandboxScope | 'any'): SampleKey => {
  const caller = identifyCaller(call);
  const waitMs = computeRateWait(call, caller);
  if (waitMs > 0) {
    const seconds = Math.ceil(waitMs / 1000);
    throw new SandboxHttpError(429, 'RATE_LIMITED', `Too many requests. Try again in ${seconds} s.`, {
      'retry-after': String(seconds),
    });
  }
  if (scope !== 'any' && !caller.scopes.includes(scope)) {
    const message = `This needs the scope "${scope}", which the credential lacks.`;
    throw new SandboxHttpError(403, 'SCOPE_REQUIRED', message, {
      'www-authenticate': `Bearer realm="sandbox", error="insufficient_scope", scope="${scope}"`,
    });
  }
  return caller;
};

const identifyCaller = ({ c, service, state, now }: SandboxCall): SampleKey => {
  const header = c.req.header('authorization');
  if (header === undefined)
    throw createUnauthenticatedError('This needs a credential: Authorization: Bearer <key>.', '');
  const [, credential] = /^bearer +([^\s,]+) *$/i.exec(header) ?? [];
  if (credential === undefined) {
    throw createUnauthenticatedError('The Authorization header is not of the form: Bearer <key>.', '');
  }
  const key =
    service.keys.find(({ key }) => key === credential) ??
    findTokenCaller(state.grants, service.keys, credential, now);
  if (key === undefined || state.revoked.has(key.name)) {
    // The error is the same for a revoked key as for a key that never existed.
    throw createUnauthenticatedError('The credential is not valid.', ', error="invalid_token"');
  }
  return key;
};

/**
 * Creates the error 401. `reason` is appended to its `WWW-Authenticate` header, for example `, error="invalid_token"`.
 */
export const createUnauthenticatedError = (message: string, reason: string): SandboxHttpError =>
  new SandboxHttpError(401, 'UNAUTHENTICATED', message, {
    'www-authenticate': `Bearer realm="sandbox"${reason}`,
  });

/**
 * Returns how many milliseconds the caller must wait for the rate limit. If the result is 0, the request is allowed and
 * was counted.
 */
const computeRateWait = ({ service, state, now }: SandboxCall, caller: SampleKey): number => {
  const { scenario } = state;
  if (scenario?.name === 'rate-limited') {
    const remainingMs = scenario.at + service.rateWindow.rateLimit.windowMs - now;
    if (remainingMs > 0) return remainingMs;
  }
  return service.rateWindow.acquireSlot(caller.user_id, now);
};
