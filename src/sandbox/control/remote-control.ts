import { CONTROL_HEADER } from '../http/control-routes.ts';
import {
  type PurchaseSummary,
  type SandboxControl,
  SandboxError,
  type SandboxErrorCode,
  type SandboxStatus,
} from './control.ts';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The control of a sandbox that runs in another process, at `address` (no trailing slash). */
export const remoteControl = (address: string, secret: string, fetch: Fetch): SandboxControl => {
  const ask = async <T>(name: string, body?: object): Promise<T> => {
    const response = await fetch(`${address}/_sandbox/${name}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { [CONTROL_HEADER]: secret, ...(body && { 'content-type': 'application/json' }) },
      redirect: 'error',
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new SandboxError('control_unreachable', `No sandbox answers at ${address}.`, error);
    });
    const answer: unknown = await response.json().catch(() => undefined);
    if (!response.ok || typeof answer !== 'object' || answer === null)
      throw refusal(address, response, answer);
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

/** The sandbox's own refusals come back as they were; anything else means that no sandbox of ours is there. */
const refusal = (address: string, { status }: Response, answer: unknown): SandboxError => {
  const { code, error } = (answer ?? {}) as { code?: unknown; error?: unknown };
  if (status === 400 && typeof code === 'string' && typeof error === 'string') {
    return new SandboxError(code as SandboxErrorCode, error);
  }
  const why = typeof error === 'string' ? error : 'What answers there is not this sandbox.';
  return new SandboxError('control_refused', `The sandbox at ${address} refused (${status}). ${why}`);
};
