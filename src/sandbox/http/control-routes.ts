import { createHash, timingSafeEqual } from 'node:crypto';
import { type SandboxControl, SandboxError } from '../control/sandbox-control.ts';
import { createInvalidRequestError, SandboxHttpError } from './http-error.ts';
import { toJsonResponse } from './json-response.ts';
import { readObjectBody } from './request-body.ts';
import type { CallHandler, PathHandlers } from './sandbox-service.ts';

/** The request header that carries the secret of the control routes. */
export const CONTROL_SECRET_HEADER = 'x-sandbox-secret';

/** Creates the routes that control a running sandbox over HTTP. Each requires the secret. */
export const createControlRoutes = (
  control: SandboxControl,
  secret: string,
): Record<string, PathHandlers> => {
  const guarded = (steer: (body: Record<string, unknown>) => Promise<object>): CallHandler => {
    return async (call) => {
      if (!isSameSecret(call.c.req.header(CONTROL_SECRET_HEADER) ?? '', secret)) {
        throw new SandboxHttpError(
          403,
          'CONTROL_SECRET_REQUIRED',
          'Only who started this sandbox may steer it.',
        );
      }
      try {
        return toJsonResponse(await steer(call.c.req.method === 'POST' ? await readObjectBody(call) : {}));
      } catch (error) {
        if (error instanceof SandboxError) throw new SandboxHttpError(400, error.code, error.message);
        throw error;
      }
    };
  };
  return {
    '/_sandbox/status': { GET: guarded(() => control.status()) },
    '/_sandbox/reset': { POST: guarded(() => control.reset()) },
    '/_sandbox/advance': { POST: guarded(({ ms }) => control.advance(typeof ms === 'number' ? ms : 0)) },
    '/_sandbox/pay': { POST: guarded(({ purchase }) => control.pay(readOptionalText('purchase', purchase))) },
    '/_sandbox/scenario': { POST: guarded(({ name }) => control.scenario(readOptionalText('name', name))) },
    '/_sandbox/revoke': { POST: guarded(({ key }) => control.revoke(readOptionalText('key', key) ?? '')) },
  };
};

/**
 * Returns a text member of the body; undefined when it is absent. Throws SandboxHttpError for another type.
 */
const readOptionalText = (member: string, value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw createInvalidRequestError(`${member} must be a string.`);
  return value;
};

/** Compares two secrets by their digests, in constant time. */
const isSameSecret = (given: string, right: string): boolean =>
  timingSafeEqual(hashText(given), hashText(right));

/** Returns the SHA-256 digest of a text. */
const hashText = (text: string): Buffer => createHash('sha256').update(text).digest();
