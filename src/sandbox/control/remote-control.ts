import { CONTROL_SECRET_HEADER } from '../http/control-routes.ts';
import {
  type PurchaseSummary,
  type SandboxControl,
  SandboxError,
  type SandboxErrorCode,
  type SandboxStatus,
} from './sandbox-control.ts';

/** The `fetch` that sends control requests. */
type ControlFetch = (url: string, init: RequestInit) => Promise<Response>;

/** Creates the control of a sandbox in another process. `address` has no trailing slash. */
export const createRemoteControl = (address: string, secret: string, fetch: ControlFetch): SandboxControl => {
  const ask = async <T>(name: string, body?: object): Promise<T> => {
    const response = await fetch(`${address}/_sandbox/${name}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { [CONTROL_SECRET_HEADER]: secret, ...(body && { 'content-type': 'application/json' }) },
      redirect: 'error',
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new SandboxError('control_unreachable', `No sandbox answers at ${address}.`, error);
    });
    const answer: unknown = await response.json().catch(() => undefined);
    if (!response.ok || typeof answer !== 'object' || answer === null)
      throw toSandboxError(address, response, answer);
    return answer as T;
  };

  return {
    status: () => ask<SandboxStatus>('status'),
    reset: () => ask<SandboxStatus>('reset', {}),
    advance: (ms) => ask<SandboxStatus>('advance', { ms }),
    pay: (purchase) => ask<PurchaseSummary>('pay', { purchase }),
    scenario: (name) => ask<SandboxStatus>('scenario', { name }),
    revoke: (key) => ask<SandboxStatus>('revoke', { key }),
  };
};

/**
 * Turns an error response into a SandboxError. A refusal of the sandbox keeps its code; any other response
 * means that no sandbox answers at the address.
 */
const toSandboxError = (address: string, { status }: Response, answer: unknown): SandboxError => {
  const { code, error } = (answer ?? {}) as { code?: unknown; error?: unknown };
  if (status === 400 && typeof code === 'string' && typeof error === 'string') {
    return new SandboxError(code as SandboxErrorCode, error);
  }
  const why = typeof error === 'string' ? error : 'What answers there is not this sandbox.';
  return new SandboxError('control_refused', `The sandbox at ${address} refused (${status}). ${why}`);
};
