import { SandboxHttpError } from './http-error.ts';

/** The host names of this machine that the sandbox answers to. */
export const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Throws SandboxHttpError 403 for a request with a foreign `Host` (DNS rebinding), or from a page of
 * another origin.
 */
export const assertLoopbackRequest = (request: Request): void => {
  // A request line may contain an address besides the Host header; both must be local.
  const host = request.headers.get('host');
  if (!isLoopbackAddress(request.url) || (host !== null && !isLoopbackAddress(`http://${host}`))) {
    throw new SandboxHttpError(
      403,
      'HOST_REFUSED',
      'The sandbox answers on 127.0.0.1, localhost and [::1] only.',
    );
  }
  const origin = request.headers.get('origin');
  if (origin !== null && !isLoopbackAddress(origin)) {
    throw new SandboxHttpError(403, 'ORIGIN_REFUSED', 'The sandbox does not answer pages of another origin.');
  }
};

/** Returns true for an http address of this machine. */
const isLoopbackAddress = (address: string): boolean => {
  try {
    const url = new URL(address);
    return url.protocol === 'http:' && url.username === '' && LOOPBACK_HOSTS.has(url.hostname);
  } catch {
    return false;
  }
};
