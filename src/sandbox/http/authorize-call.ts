import { findTokenCaller } from '../oauth/oauth-state.ts';
import type { SampleKey, SandboxScope } from '../state/sample-keys.ts';
import { SandboxHttpError } from './responses.ts';
import type { SandboxCall } from './sandbox-service.ts';

/**
 * Checks credential, rate limit and scope, in this order (specification sections 5, 7 and 8), and returns
 * the caller. The scope `any` requires a valid credential only. Throws SandboxHttpError.
 */
export const authorizeCall = (call: SandboxCall, scope: SandboxScope | 'any'): SampleKey => {
  const caller = identifyCaller(call);
  const wait = computeRateWait(call, caller);
  if (wait > 0) {
    const seconds = Math.ceil(wait / 1000);
    throw new SandboxHttpError(429, 'RATE_LIMITED', `Too many requests. Try again in ${seconds} s.`, {
      'retry-after': String(seconds),
    });
  }
  if (scope !== 'any' && !caller.scopes.includes(scope)) {
    throw new SandboxHttpError(
      403,
      'SCOPE_REQUIRED',
      `This needs the scope "${scope}", which the credential lacks.`,
      {
        'www-authenticate': `Bearer realm="sandbox", error="insufficient_scope", scope="${scope}"`,
      },
    );
  }
  return caller;
};

/** Returns the caller of the `Authorization` header. Throws SandboxHttpError 401. */
const identifyCaller = ({ c, service, state, now }: SandboxCall): SampleKey => {
  const header = c.req.header('authorization');
  if (header === undefined)
    throw createUnauthenticatedError('This needs a credential: Authorization: Bearer <key>.', '');
  const [, credential] = /^bearer +([^\s,]+) *$/i.exec(header) ?? [];
  if (credential === undefined) {
    throw createUnauthenticatedError('The Authorization header is not of the form: Bearer <key>.', '');
  }
  const key =
    service.keys.find((one) => one.key === credential) ??
    findTokenCaller(state.grants, service.keys, credential, now);
  if (key === undefined || state.revoked.has(key.name)) {
    // A revoked key and an unknown key get the same answer.
    throw createUnauthenticatedError('The credential is not valid.', ', error="invalid_token"');
  }
  return key;
};

/** Creates the error 401 with its `WWW-Authenticate` header. */
const createUnauthenticatedError = (message: string, reason: string): SandboxHttpError =>
  new SandboxHttpError(401, 'UNAUTHENTICATED', message, {
    'www-authenticate': `Bearer realm="sandbox"${reason}`,
  });

/**
 * Returns the milliseconds that the caller has to wait; 0 when the request is accepted, which counts it.
 */
const computeRateWait = ({ service, state, now }: SandboxCall, caller: SampleKey): number => {
  const { scenario } = state;
  if (scenario?.name === 'rate-limited') {
    const left = scenario.at + service.rateWindow.rateLimit.windowMs - now;
    if (left > 0) return left;
  }
  return service.rateWindow.acquireSlot(caller.user_id, now);
};
