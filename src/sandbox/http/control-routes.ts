import { createHash, timingSafeEqual } from 'node:crypto';
import { type SandboxControl, SandboxError } from '../control/control.ts';
import { objectBody } from './body.ts';
import { json } from './json.ts';
import { invalid, Refusal } from './refusal.ts';
import type { Answer, Methods } from './service.ts';

export const CONTROL_HEADER = 'x-sandbox-secret';

/** The control of a running sandbox over HTTP, for whoever knows the secret of this run. */
export const controlRoutes = (control: SandboxControl, secret: string): Record<string, Methods> => {
  const guarded = (steer: (body: Record<string, unknown>) => Promise<object>): Answer => {
    return async (call) => {
      if (!same(call.c.req.header(CONTROL_HEADER) ?? '', secret)) {
        throw new Refusal(403, 'CONTROL_SECRET_REQUIRED', 'Only who started this sandbox may steer it.');
      }
      try {
        return json(await steer(call.c.req.method === 'POST' ? await objectBody(call) : {}));
      } catch (error) {
        if (error instanceof SandboxError) throw new Refusal(400, error.code, error.message);
        throw error;
      }
    };
  };
  return {
    '/_sandbox/status': { GET: guarded(() => control.status()) },
    '/_sandbox/reset': { POST: guarded(() => control.reset()) },
    '/_sandbox/advance': { POST: guarded(({ ms }) => control.advance(typeof ms === 'number' ? ms : 0)) },
    '/_sandbox/pay': { POST: guarded(({ purchase }) => control.pay(optional('purchase', purchase))) },
    '/_sandbox/scenario': { POST: guarded(({ name }) => control.scenario(optional('name', name))) },
    '/_sandbox/revoke': { POST: guarded(({ key }) => control.revoke(optional('key', key) ?? '')) },
  };
};

const optional = (member: string, value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw invalid(`${member} must be a string.`);
  return value;
};

/** Compares digests, which are of one length whatever was sent. */
const same = (given: string, right: string): boolean => timingSafeEqual(digest(given), digest(right));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
