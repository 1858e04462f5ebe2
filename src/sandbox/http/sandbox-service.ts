/** The types that all routes of the sandbox share, and the checks that precede each of them. */

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
    /** Counts the request and returns 0, or returns the milliseconds until the caller may send another request. */
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

/** Creates the counters of scenarios that affect only some requests, all at 0. They are lost when the process ends. */
export const createFaultCounters = () => ({
  /** Requests counted under the scenario `flaky-network`. */
  requestCount: 0,
  /** The number of links created under the scenario `expired-link`, by design or purchase id. */
  links: new Map(),
});

/**
 * Returns the response of `handle`. Under the scenario `unavailable` it throws SandboxHttpError 503 instead. Under
 * `flaky-network` it throws ConnectionDroppedError for the first and third of every four requests. The first is lost
 * before `handle` runs, the third after `handle` took effect.
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
  // The request takes effect, but its response or error is lost.
  await handle().catch(() => undefined);
  throw new ConnectionDroppedError();
};

/**
 * Returns true if a new link to `subject` (a design or purchase id) must have expired already. Under the scenario
 * `expired-link` this is every other link of a subject, beginning with the first. Each call counts one link.
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

/** A request whose credential was checked. `caller` is that credential, with its user and scopes. */
export interface AuthenticatedCall extends SandboxCall {
  readonly caller: SampleKey;
}

/**
 * Checks credential (401), rate limit (429) and scope (403) of a request, in this order. Counts the request and returns
 * the caller. The scope `any` accepts every valid credential. Throws SandboxHttpError.
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
    // A revoked key and an unknown key get the same response.
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

/** Returns the milliseconds that the caller has to wait. If it is 0, the request is accepted and counted. */
const computeRateWait = ({ service, state, now }: SandboxCall, caller: SampleKey): number => {
  const { scenario } = state;
  if (scenario?.name === 'rate-limited') {
    const remainingMs = scenario.at + service.rateWindow.rateLimit.windowMs - now;
    if (remainingMs > 0) return remainingMs;
  }
  return service.rateWindow.acquireSlot(caller.user_id, now);
};
