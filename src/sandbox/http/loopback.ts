import { Refusal } from './refusal.ts';

/** The names that this machine answers to. */
export const HERE: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Refuses requests that a foreign web page sends through a name of its own that resolves to this machine
 * (DNS rebinding), and those that say they come from a foreign page.
 */
export const onlyLoopback = (request: Request): void => {
  // A request line may carry an address of its own beside the Host header; neither may be foreign.
  const host = request.headers.get('host');
  if (!isLoopback(request.url) || (host !== null && !isLoopback(`http://${host}`))) {
    throw new Refusal(403, 'HOST_REFUSED', 'The sandbox answers on 127.0.0.1, localhost and [::1] only.');
  }
  const origin = request.headers.get('origin');
  if (origin !== null && !isLoopback(origin)) {
    throw new Refusal(403, 'ORIGIN_REFUSED', 'The sandbox does not answer pages of another origin.');
  }
};

const isLoopback = (address: string): boolean => {
  try {
    const url = new URL(address);
    return url.protocol === 'http:' && url.username === '' && HERE.has(url.hostname);
  } catch {
    return false;
  }
};
