import { callerOf } from '../oauth/grants.ts';
import type { SampleKey, Scope } from '../world/sample-keys.ts';
import { Refusal } from './refusal.ts';
import type { Call } from './service.ts';

/**
 * Credential, rate and scope, in this order (specification sections 5, 7 and 8). `any` asks for a valid
 * credential only.
 */
export const admit = (call: Call, scope: Scope | 'any'): SampleKey => {
  const caller = authenticate(call);
  const wait = waitOf(call, caller);
  if (wait > 0) {
    const seconds = Math.ceil(wait / 1000);
    throw new Refusal(429, 'RATE_LIMITED', `Too many requests. Try again in ${seconds} s.`, {
      'retry-after': String(seconds),
    });
  }
  if (scope !== 'any' && !caller.scopes.includes(scope)) {
    throw new Refusal(403, 'SCOPE_REQUIRED', `This needs the scope "${scope}", which the credential lacks.`, {
      'www-authenticate': `Bearer realm="sandbox", error="insufficient_scope", scope="${scope}"`,
    });
  }
  return caller;
};

const authenticate = ({ c, service, state, now }: Call): SampleKey => {
  const header = c.req.header('authorization');
  if (header === undefined)
    throw unauthenticated('This needs a credential: Authorization: Bearer <key>.', '');
  const [, credential] = /^bearer +([^\s,]+) *$/i.exec(header) ?? [];
  if (credential === undefined) {
    throw unauthenticated('The Authorization header is not of the form: Bearer <key>.', '');
  }
  const key =
    service.keys.find((one) => one.key === credential) ??
    callerOf(state.grants, service.keys, credential, now);
  if (key === undefined || state.revoked.has(key.name)) {
    // A revoked key and an unknown one look the same from outside.
    throw unauthenticated('The credential is not valid.', ', error="invalid_token"');
  }
  return key;
};

const unauthenticated = (message: string, reason: string): Refusal =>
  new Refusal(401, 'UNAUTHENTICATED', message, { 'www-authenticate': `Bearer realm="sandbox"${reason}` });

const waitOf = ({ service, state, now }: Call, caller: SampleKey): number => {
  const { scenario } = state;
  if (scenario?.name === 'rate-limited') {
    const left = scenario.at + service.rate.rate.windowMs - now;
    if (left > 0) return left;
  }
  return service.rate.admit(caller.user_id, now);
};
