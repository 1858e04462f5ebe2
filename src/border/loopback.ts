/**
 * Whether a host, as `URL.hostname` has it, is this machine: what is sent there crosses no network. One rule decides
 * where a key may go in the clear, what no proxy gets to see, and which pages are opened unasked.
 */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
