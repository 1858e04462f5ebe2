import { createHash, timingSafeEqual } from 'node:crypto';
import {
  createInvalidRequestError,
  readObjectBody,
  SandboxHttpError,
  toJsonResponse,
} from '../http/check-request.ts';
import type { CallHandler, PathHandlers } from '../http/sandbox-service.ts';
import {
  type PurchaseSummary,
  type SandboxControl,
  SandboxError,
  type SandboxErrorCode,
  type SandboxStatus,
} from './sandbox-control.ts';

const CONTROL_SECRET_HEADER = 'x-sandbox-secret';

/**
 * Creates the routes that control a running sandbox, for example `POST /_sandbox/reset`. Each route responds with 403
 * unless the header `x-sandbox-secret` contains `secret`, and with 400 for a SandboxError.
 */
export const createControlRoutes = (
  control: SandboxControl,
  secret: string,
): Record<string, PathHandlers> => {
  const withSecret =
    (handle: (body: Record<string, unknown>) => Promise<object>): CallHandler =>
    async (call) => {
      if (!isSameSecret(call.c.req.header(CONTROL_SECRET_HEADER) ?? '', secret)) {
        const message = 'Only the process that started this sandbox may control it.';
        throw new SandboxHttpError(403, 'CONTROL_SECRET_REQUIRED', message);
      }
      try {
        return toJsonResponse(await handle(call.c.req.method === 'POST' ? await readObjectBody(call) : {}));
      } catch (error) {
        if (error instanceof SandboxError) throw new SandboxHttpError(400, error.code, error.message);
        throw error;
      }
    };
  return {
    '/_sandbox/status': { GET: withSecret(() => control.status()) },
    '/_sandbox/reset': { POST: withSecret(() => control.reset()) },
    '/_sandbox/advance': { POST: withSecret(({ ms }) => control.advance(typeof ms === 'number' ? ms : 0)) },
    '/_sandbox/pay': {
      POST: withSecret(({ purchase }) => control.pay(readOptionalText('purchase', purchase))),
    },
    '/_sandbox/scenario': {
      POST: withSecret(({ name }) => control.scenario(readOptionalText('name', name))),
    },
    '/_sandbox/revoke': { POST: withSecret(({ key }) => control.revoke(readOptionalText('key', key) ?? '')) },
  };
};

const readOptionalText = (member: string, value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw createInvalidRequestError(`${member} must be a string.`);
  return value;
};

/** Compares two secrets by their digests in constant time, so that the duration reveals nothing. */
const isSameSecret = (actual: string, expected: string): boolean =>
  timingSafeEqual(hashText(actual), hashText(expected));

const hashText = (text: string): Buffer => createHash('sha256').update(text).digest();

interface ControlResponse {
  readonly status: number;
  text(): Promise<string>;
}

type ControlFetch = (
  url: string,
  init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body?: string;
    readonly redirect: 'manual';
    readonly credentials: 'omit';
    readonly signal: AbortSignal;
  },
) => Promise<ControlResponse>;

/**
 * Creates the control of a sandbox in another process. Each method sends one request, for example to
 * `<address>/_sandbox/reset`. The method rejects with a SandboxError if no sandbox responds or the sandbox refuses the
 * call, and with the reason of `signal` if that aborts.
 */
export const createRemoteControl = (
  address: string,
  secret: string,
  fetch: ControlFetch,
  signal: AbortSignal,
): SandboxControl => {
  const sendCommand = async <T>(name: string, body?: object): Promise<T> => {
    const response = await fetch(`${address}/_sandbox/${name}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { [CONTROL_SECRET_HEADER]: secret, ...(body && { 'content-type': 'application/json' }) },
      // Redirects are not followed: a sandbox sends none, and the secret must not reach another server.
      redirect: 'manual',
      credentials: 'omit',
      signal,
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw new SandboxError('control_unreachable', `No sandbox runs at ${address}.`, error);
    });
    const parse = (text: string): unknown => JSON.parse(text);
    const responseBody = await response
      .text()
      .then(parse)
      .catch(() => undefined);
    signal.throwIfAborted();
    if (response.status !== 200 || typeof responseBody !== 'object' || responseBody === null)
      throw toSandboxError(address, response, responseBody);
    return responseBody as T;
  };

  return {
    status: () => sendCommand<SandboxStatus>('status'),
    reset: () => sendCommand<SandboxStatus>('reset', {}),
    advance: (ms) => sendCommand<SandboxStatus>('advance', { ms }),
    pay: (purchase) => sendCommand<PurchaseSummary>('pay', { purchase }),
    scenario: (name) => sendCommand<SandboxStatus>('scenario', { name }),
    revoke: (key) => sendCommand<SandboxStatus>('revoke', { key }),
  };
};

const toSandboxError = (
  address: string,
  { status }: ControlResponse,
  responseBody: unknown,
): SandboxError => {
  const { code, error } = (responseBody ?? {}) as { code?: unknown; error?: unknown };
  if (status === 400 && typeof code === 'string' && typeof error === 'string') {
    return new SandboxError(code as SandboxErrorCode, error);
  }
  const reason = typeof error === 'string' ? error : 'The server there is not this sandbox.';
  return new SandboxError(
    'control_refused',
    `The sandbox at ${address} refused the request (${status}). ${reason}`,
  );
};
